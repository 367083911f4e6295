// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/kernel_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "base/numbers.h"
#include "base/strings.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

constexpr std::string_view kToDevice = "host to device";
constexpr std::string_view kToHost = "device to host";
constexpr std::string_view kOnDevice = "device to device";
constexpr std::string_view kToOther = "device to other device";
constexpr std::string_view kOnHost = "host to host";

// The end of a copy's name in small letters, and its direction.
constexpr std::pair<std::string_view, std::string_view> kDirections[] = {
    {"h2d", kToDevice},
    {"htod", kToDevice},
    {"d2h", kToHost},
    {"dtoh", kToHost},
    {"d2d", kOnDevice},
    {"dtod", kOnDevice},
    {"p2p", kToOther},
    {"ptop", kToOther},
    {"h2h", kOnHost},
    {"htoh", kOnHost},
    {"hosttodevice", kToDevice},
    {"devicetohost", kToHost},
    {"devicetodevice", kOnDevice},
    {"hosttohost", kOnHost}};

std::string_view DirectionOf(const WorkDetail& detail, std::string_view name) {
  if (detail.is_fill) return "fill";
  const std::string lower = AsciiLower(name);
  for (const auto& [end, direction] : kDirections) {
    if (lower.ends_with(end)) return direction;
  }
  return "not told";
}

// Rows before they are finished.
struct OpenKernel {
  KernelRow row;
  std::vector<int64_t> lengths_ps;
};

struct OpenCopy {
  CopyRow row;
  std::vector<int64_t> lengths_ps;
  bool is_unknown = false;  // the bytes of one of them
};

class KernelFinder {
 public:
  KernelFinder(const Capture& capture, const std::vector<uint32_t>& steps)
      : capture_(capture), steps_(steps) {}

  void AddProcess(uint32_t index);
  void Finish(RecordedKernels& result);

 private:
  // What tells kernels of one device apart.
  struct LaunchKey {
    StringId name;
    uint32_t node = 0;
    uint32_t detail = 0;

    friend bool operator==(const LaunchKey&, const LaunchKey&) = default;
  };

  struct LaunchKeyHash {
    size_t operator()(const LaunchKey& key) const {
      return IntHash()(IntHash()(uint64_t{key.name.value} << 32 | key.node) ^
                       key.detail);
    }
  };

  using Number = std::optional<int64_t>;
  using Text = std::optional<std::string>;
  using RowKey = std::tuple<std::string_view, std::string_view,
                            std::string_view, std::string, std::string_view,
                            Text, Text, Number, Number, Number, Number, Number>;

  void AddKernel(const RecordedProcess& process, const Executions::Row& row);
  void AddCopy(const RecordedProcess& process, const Executions::Row& row);
  size_t RowOf(const RecordedProcess& process, const Executions::Row& row);

  const Capture& capture_;
  const std::vector<uint32_t>& steps_;
  // Of the device at hand.
  tsl::robin_map<LaunchKey, size_t, LaunchKeyHash> row_of_launch_;
  std::map<RowKey, size_t> row_of_key_;
  std::vector<OpenKernel> kernels_;
  std::map<std::pair<std::string, std::string_view>, OpenCopy> copies_;
};

std::string_view OperationOf(const RecordedHost& host, const RecordedNode& node,
                             const WorkDetail& detail) {
  const std::string_view type = host.Text(node.type);
  if (host.Text(node.instruction).empty()) {
    const bool is_lone = type == "Kernel" || type == "Copy" || type == "Memset";
    return is_lone ? std::string_view() : host.Text(node.name);
  }
  if (node.program_row != kNoRow && node.hlo_row != HloModule::kNone) {
    const HloModule& hlo = *host.programs[node.program_row].hlo;
    const std::string_view name =
        hlo.strings[hlo.instructions[node.hlo_row].op_name];
    if (!name.empty()) return name;
  }
  return host.Text(detail.op_name);
}

size_t KernelFinder::RowOf(const RecordedProcess& process,
                           const Executions::Row& work) {
  const RecordedHost& host = *process.host;
  const auto [found, is_new] = row_of_launch_.insert(
      {LaunchKey{work.name, work.node, work.detail}, kernels_.size()});
  if (!is_new) return found->second;
  const RecordedNode& node = host.nodes[work.node];
  const WorkDetail& detail = host.details[work.detail];
  const RecordedDevice& device = host.devices[work.device];
  KernelRow row;
  row.kernel = host.Text(work.name);
  row.operation = OperationOf(host, node, detail);
  row.program = ModuleOfProgram(host.Text(node.program));
  if (detail.program_id) row.program_id = std::to_string(*detail.program_id);
  row.instruction = host.Text(node.instruction);
  row.shape = LaunchShape::Of(host.Text(detail.kernel));
  const LaunchShape& shape = row.shape;
  const auto [place, is_first] = row_of_key_.try_emplace(
      RowKey(row.kernel, row.operation, row.program, row.program_id,
             row.instruction, shape.grid, shape.block, shape.registers,
             shape.static_shared_bytes, shape.dynamic_shared_bytes,
             shape.shared_bytes, shape.private_bytes),
      kernels_.size());
  if (is_first) {
    row.occupancy = shape.occupancy;
    row.is_occupancy_recorded = shape.occupancy.has_value();
    kernels_.push_back({std::move(row), {}});
  }
  row_of_launch_[LaunchKey{work.name, work.node, work.detail}] = place->second;
  KernelRow& kept = kernels_[place->second].row;
  const std::string name = process.prefix + device.name;
  if (kept.device != name) {
    kept.device = name;
    ++kept.devices;
  }
  if (detail.occupancy_percent.value_or(0) != 0) {
    kept.occupancy = *detail.occupancy_percent / 100;
    kept.is_occupancy_recorded = true;
  }
  if (!kept.occupancy) kept.occupancy = OccupancyOf(device.facts, kept.shape);
  return place->second;
}

void KernelFinder::AddKernel(const RecordedProcess& process,
                             const Executions::Row& work) {
  OpenKernel& kernel = kernels_[RowOf(process, work)];
  kernel.lengths_ps.push_back(work.length_ps());
  if (work.launch == kNoRow) return;
  const HostEvents::Row& call = process.host->events[work.launch];
  ++kernel.row.launches;
  kernel.row.launch_ps += static_cast<double>(call.length_ps());
  kernel.row.queue_ps += static_cast<double>(
      std::max<int64_t>(0, WrapSubtract(work.begin_ps, call.end_ps)));
}

void KernelFinder::AddCopy(const RecordedProcess& process,
                           const Executions::Row& work) {
  const RecordedHost& host = *process.host;
  const WorkDetail& detail = host.details[work.detail];
  const std::string_view said = host.Text(detail.copy);
  const std::string_view direction = DirectionOf(detail, host.Text(work.name));
  OpenCopy& copy =
      copies_[{process.prefix + host.devices[work.device].name, direction}];
  copy.lengths_ps.push_back(work.length_ps());
  copy.row.synchronous += DetailWord(said, "async") == "0" ? 1 : 0;
  const bool has_size = DetailWord(said, "size").has_value();
  const auto bytes = DetailNumber(said, has_size ? "size" : "num_bytes");
  if (!bytes) {
    copy.is_unknown = true;
    return;
  }
  CopyRow& row = copy.row;
  row.least_bytes = std::min(row.least_bytes.value_or(*bytes), *bytes);
  row.most_bytes = std::max(row.most_bytes.value_or(*bytes), *bytes);
  row.bytes = WrapAdd(row.bytes.value_or(0), *bytes);
}

void KernelFinder::AddProcess(uint32_t index) {
  const RecordedProcess& process = capture_.processes[index];
  const RecordedHost& host = *process.host;
  const std::vector<bool> is_chosen = ChosenStepsOf(capture_, index, steps_);
  uint32_t device = kNoRow;
  for (uint32_t i = 0; i < host.work.size(); ++i) {
    const uint32_t step = process.steps.step_of_work[i];
    if (step == RecordedSteps::kOutside || !is_chosen[step]) continue;
    const Executions::Row& row = host.work[i];
    if (host.devices[row.device].kind != DeviceKind::kGpu) continue;
    if (row.device != device) row_of_launch_.clear();
    device = row.device;
    const WorkDetail& detail = host.details[row.detail];
    if (detail.kernel.valid()) {
      AddKernel(process, row);
    } else if (detail.copy.valid()) {
      AddCopy(process, row);
    }
  }
  row_of_launch_.clear();
}

void KernelFinder::Finish(RecordedKernels& result) {
  struct OpenName {
    std::vector<int64_t> lengths_ps;
    int64_t rows = 0;
  };

  std::map<std::string_view, OpenName> names;
  for (OpenKernel& kernel : kernels_) {
    OpenName& name = names[kernel.row.kernel];
    name.lengths_ps.insert(name.lengths_ps.end(), kernel.lengths_ps.begin(),
                           kernel.lengths_ps.end());
    ++name.rows;
    kernel.row.lengths = LengthSpread::Of(kernel.lengths_ps);
    if (kernel.row.devices != 1) kernel.row.device.clear();
    result.kernels.push_back(std::move(kernel.row));
  }
  for (auto& [name, open] : names) {
    result.names.push_back(
        {name, LengthSpread::Of(open.lengths_ps), open.rows});
  }
  for (auto& [key, copy] : copies_) {
    if (copy.is_unknown) copy.row.bytes = std::nullopt;
    copy.row.device = key.first;
    copy.row.direction = key.second;
    copy.row.lengths = LengthSpread::Of(copy.lengths_ps);
    result.copies.push_back(std::move(copy.row));
  }
  const auto is_before = [](const KernelRow& a, const KernelRow& b) {
    if (a.lengths.sum_ps != b.lengths.sum_ps) {
      return a.lengths.sum_ps > b.lengths.sum_ps;
    }
    const auto key = [](const KernelRow& it) {
      return std::tie(it.kernel, it.operation, it.program_id, it.instruction,
                      it.shape.grid, it.shape.block, it.shape.registers,
                      it.shape.shared_bytes);
    };
    return key(a) < key(b);
  };
  std::sort(result.kernels.begin(), result.kernels.end(), is_before);
  const auto takes_longer = [](const auto& a, const auto& b) {
    return a.lengths.sum_ps > b.lengths.sum_ps;
  };
  // They are in the order of their names.
  std::stable_sort(result.names.begin(), result.names.end(), takes_longer);
  std::stable_sort(result.copies.begin(), result.copies.end(), takes_longer);
}

}  // namespace

LengthSpread LengthSpread::Of(std::vector<int64_t>& lengths_ps) {
  LengthSpread spread;
  const auto count = static_cast<double>(lengths_ps.size());
  spread.count = static_cast<int64_t>(lengths_ps.size());
  for (const int64_t length : lengths_ps) {
    spread.sum_ps = WrapAdd(spread.sum_ps, length);
  }
  const auto [least, most] =
      std::minmax_element(lengths_ps.begin(), lengths_ps.end());
  spread.least_ps = *least;
  spread.most_ps = *most;
  if (spread.count > 1) {
    const double mean = spread.MeanPs();
    double squares = 0;
    for (const int64_t length : lengths_ps) {
      const double off = static_cast<double>(length) - mean;
      squares += off * off;
    }
    spread.deviation_ps = std::sqrt(squares / (count - 1));
  }
  const auto upper =
      lengths_ps.begin() + static_cast<int64_t>(lengths_ps.size() / 2);
  std::nth_element(lengths_ps.begin(), upper, lengths_ps.end());
  spread.median_ps = static_cast<double>(*upper);
  if (lengths_ps.size() % 2 == 0) {
    const int64_t lower = *std::max_element(lengths_ps.begin(), upper);
    spread.median_ps = (static_cast<double>(lower) + spread.median_ps) / 2;
  }
  return spread;
}

RecordedKernels FindKernels(std::shared_ptr<const Capture> capture,
                            const std::vector<uint32_t>& steps) {
  RecordedKernels result;
  KernelFinder finder(*capture, steps);
  for (uint32_t i = 0; i < capture->processes.size(); ++i) {
    finder.AddProcess(i);
  }
  finder.Finish(result);
  result.steps = static_cast<int64_t>(steps.size());
  result.capture = std::move(capture);
  return result;
}

}  // namespace tfprof
