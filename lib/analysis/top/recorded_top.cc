// SPDX-License-Identifier: Apache-2.0
#include "analysis/top/recorded_top.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include "base/numbers.h"
#include "base/strings.h"
#include "model/profile_builder.h"

namespace tfprof {

namespace {

// The sums of a node in the steps, on the devices of one process.
struct NodeSum {
  int64_t accelerator_ps = 0;
  int64_t cpu_ps = 0;
  int64_t kernels = 0;     // on GPUs
  int64_t runs = 0;        // of instructions, and kernels without one
  int64_t operations = 0;  // of TensorFlow on the host
};

struct TopRow {
  std::string_view name;
  std::string_view program;
  std::string_view instruction;
  std::string_view type;
  bool is_wait = false;
  bool has_kernels = false;
  bool has_float_ops = false;
  bool lacks_float_ops = false;  // those of an instruction are not known
  bool lacks_bytes = false;
  int64_t accelerator_ps = 0;
  int64_t cpu_ps = 0;
  int64_t kernels = 0;
  int64_t calls = 0;
  int64_t bytes = 0;
  int64_t float_ops = 0;

  int64_t self_ps() const { return WrapAdd(accelerator_ps, cpu_ps); }
};

bool IsAccelerator(const RecordedHost& host, uint32_t device) {
  return device < host.devices.size() && host.devices[device].is_accelerator();
}

class TopMaker {
 public:
  TopMaker(const Capture& capture, const std::vector<uint32_t>& steps,
           const TopOptions& options, NodeExtras extras,
           const RecordedInstructions* work)
      : capture_(capture),
        steps_(steps),
        options_(options),
        extras_(std::move(extras)),
        work_(options.by == TopBy::kDevice ? nullptr : work) {}

  void Add();
  Section Finish(bool for_people);

 private:
  bool Sort();
  void AddProcess(uint32_t process);
  void AddNode(uint32_t index, uint32_t node, uint32_t device,
               const NodeSum& sum);
  static void AddWork(const WorkOfNode& work, TopRow& row);
  TopRow& RowOf(const RecordedProcess& process, uint32_t node, uint32_t device);
  double ValueOf(const TopRow& row) const;
  std::vector<Cell> CellsOf(const TopRow& row, double so_far, double whole,
                            bool for_people, bool shows_programs) const;

  Cell Mean(int64_t sum) const {
    return steps_.size() == 1 ? Cell(sum)
                              : Cell(static_cast<double>(sum) /
                                     static_cast<double>(steps_.size()));
  }

  double MicrosOfStep(int64_t ps) const {
    return static_cast<double>(ps) / 1e6 / static_cast<double>(steps_.size());
  }

  const Capture& capture_;
  const std::vector<uint32_t>& steps_;
  const TopOptions& options_;
  NodeExtras extras_;
  const RecordedInstructions* const work_;  // null: it is not known
  uint32_t last_node_ = kNoRow;             // of the process at hand
  std::vector<TopRow> rows_;
  using Key = std::tuple<std::string_view, std::string_view, std::string_view,
                         std::string_view>;
  std::map<Key, size_t> row_of_;
  std::deque<std::string> texts_;  // names that are put together
  double on_devices_ps_ = 0;
  double without_operation_ps_ = 0;
};

void TopMaker::Add() {
  for (uint32_t i = 0; i < capture_.processes.size(); ++i) AddProcess(i);
}

void TopMaker::AddProcess(uint32_t index) {
  const RecordedProcess& process = capture_.processes[index];
  const RecordedHost& host = *process.host;
  const std::vector<bool> is_chosen = ChosenStepsOf(capture_, index, steps_);
  const auto counts = [&](uint32_t step) {
    return step != RecordedSteps::kOutside && is_chosen[step];
  };
  // The host beside accelerators is the last one.
  const size_t devices = host.devices.size() + 1;
  tsl::robin_map<uint64_t, NodeSum, IntHash> sums;
  const auto sum_of = [&](uint32_t node, uint32_t device) -> NodeSum& {
    return sums[uint64_t{node} * devices + device];
  };
  for (uint32_t i = 0; i < host.work.size(); ++i) {
    if (!counts(process.steps.step_of_work[i])) continue;
    const Executions::Row& row = host.work[i];
    NodeSum& sum = sum_of(row.node, row.device);
    const DeviceKind kind = host.devices[row.device].kind;
    (kind == DeviceKind::kCpu ? sum.cpu_ps : sum.accelerator_ps) += row.self_ps;
    sum.kernels += kind == DeviceKind::kGpu ? 1 : 0;
    sum.runs += process.steps.runs_of_work[i];
  }
  for (uint32_t i = 0; i < host.operations.size(); ++i) {
    if (!counts(process.steps.step_of_operation[i])) continue;
    const RecordedHost::Operation& of = host.operations[i];
    NodeSum& sum =
        sum_of(of.node, of.device == kNoRow
                            ? static_cast<uint32_t>(host.devices.size())
                            : of.device);
    sum.cpu_ps += of.self_ps;
    ++sum.operations;
  }
  std::vector<std::pair<uint64_t, NodeSum>> sorted(sums.begin(), sums.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  // An operation that the host launched ran as often as on the host.
  tsl::robin_map<uint32_t, bool, IntHash> has_operations;
  for (const auto& [key, sum] : sorted) {
    if (sum.operations > 0) {
      has_operations[static_cast<uint32_t>(key / devices)] = true;
    }
  }
  last_node_ = kNoRow;
  for (auto& [key, sum] : sorted) {
    const auto node = static_cast<uint32_t>(key / devices);
    if (options_.by != TopBy::kDevice && has_operations.count(node) != 0) {
      sum.runs = 0;
    }
    AddNode(index, node, static_cast<uint32_t>(key % devices), sum);
  }
}

TopRow& TopMaker::RowOf(const RecordedProcess& process, uint32_t node,
                        uint32_t device) {
  const RecordedHost& host = *process.host;
  const RecordedNode& of = host.nodes[node];
  TopRow row;
  switch (options_.by) {
    case TopBy::kDevice:
      row.name =
          texts_.emplace_back(process.prefix + (device < host.devices.size()
                                                    ? host.devices[device].name
                                                    : "/device:cpu:0"));
      break;
    case TopBy::kOp:
      row.name = host.Text(of.type);
      break;
    default:
      row.name = host.Text(of.name);
      // A body of a function gets another number in each process.
      if (of.program_row == kNoRow && row.name.find("/_") != row.name.npos &&
          !IsAccelerator(host, device)) {
        row.name = texts_.emplace_back(WithoutInlineNumbers(row.name));
      }
      row.type = host.Text(of.type);
      row.program = host.Text(of.program);
      row.instruction = host.Text(of.instruction);
      row.is_wait = of.is_wait;
  }
  const auto [found, is_new] = row_of_.try_emplace(
      Key(row.name, row.type, row.program, row.instruction), rows_.size());
  if (is_new) rows_.push_back(row);
  return rows_[found->second];
}

void TopMaker::AddWork(const WorkOfNode& work, TopRow& row) {
  row.lacks_float_ops |= !work.float_ops;
  row.lacks_bytes |= !work.bytes;
  row.has_float_ops = true;
  row.float_ops = WrapAdd(row.float_ops, work.float_ops.value_or(0));
  row.bytes = WrapAdd(row.bytes, work.bytes.value_or(0));
}

void TopMaker::AddNode(uint32_t index, uint32_t node, uint32_t device,
                       const NodeSum& sum) {
  const RecordedProcess& process = capture_.processes[index];
  const RecordedHost& host = *process.host;
  const RecordedNode& of = host.nodes[node];
  const std::string_view name = host.Text(of.name);
  TopRow& row = RowOf(process, node, device);
  row.accelerator_ps = WrapAdd(row.accelerator_ps, sum.accelerator_ps);
  row.cpu_ps = WrapAdd(row.cpu_ps, sum.cpu_ps);
  row.has_kernels |= device < host.devices.size() &&
                     host.devices[device].kind == DeviceKind::kGpu;
  row.kernels += sum.kernels;
  const int64_t calls = sum.operations > 0 ? sum.operations : sum.runs;
  row.calls += calls;
  const bool is_again = std::exchange(last_node_, node) == node;
  if (work_ != nullptr && work_->nodes[index][node].is_instruction) {
    if (!is_again) AddWork(work_->nodes[index][node], row);
  } else {
    row.bytes = WrapAdd(row.bytes, extras_.TakeBytes(name));
    const int64_t float_ops =
        of.float_ops != 0 ? of.float_ops : extras_.FloatOps(name);
    if (float_ops != 0) {
      row.has_float_ops = true;
      row.float_ops = WrapAdd(row.float_ops, WrapMultiply(float_ops, calls));
    }
  }
  on_devices_ps_ += static_cast<double>(sum.accelerator_ps);
  if (host.IsLoneKernel(of)) {
    without_operation_ps_ += static_cast<double>(sum.accelerator_ps);
  }
}

// The value that rows are ranked by.
double TopMaker::ValueOf(const TopRow& row) const {
  switch (options_.order) {
    case TopOrder::kCalls:
      return static_cast<double>(row.calls);
    case TopOrder::kCallTime:
      return row.calls == 0 ? -1
                            : static_cast<double>(row.self_ps()) /
                                  static_cast<double>(row.calls);
    case TopOrder::kBytes:
      return row.lacks_bytes ? -1 : static_cast<double>(row.bytes);
    case TopOrder::kFloatOps:
      return row.has_float_ops && !row.lacks_float_ops
                 ? static_cast<double>(row.float_ops)
                 : -1;
    default:
      return static_cast<double>(row.self_ps());
  }
}

std::vector<Cell> TopMaker::CellsOf(const TopRow& row, double so_far,
                                    double whole, bool for_people,
                                    bool shows_programs) const {
  const auto share = [&](double part) {
    return whole > 0 ? Cell(part / whole) : Cell();
  };
  const bool is_by_call = options_.order == TopOrder::kCallTime;
  std::vector<Cell> cells = {
      share(is_by_call ? static_cast<double>(row.self_ps()) : ValueOf(row)),
      share(so_far),
      MicrosOfStep(row.self_ps()),
      Mean(row.calls),
      row.calls > 0 ? Cell(static_cast<double>(row.self_ps()) / 1e6 /
                           static_cast<double>(row.calls))
                    : Cell(),
      row.lacks_bytes ? Cell() : Mean(row.bytes),
      row.has_float_ops && !row.lacks_float_ops ? Mean(row.float_ops) : Cell()};
  if (!for_people) {
    cells.push_back(row.has_kernels ? Mean(row.kernels) : Cell());
    cells.emplace_back(MicrosOfStep(row.accelerator_ps));
    cells.emplace_back(MicrosOfStep(row.cpu_ps));
  }
  cells.emplace_back(OwnedText(row.name));
  if (options_.by != TopBy::kName) return cells;
  if (shows_programs) cells.emplace_back(OwnedText(row.program));
  if (!for_people) {
    cells.emplace_back(OwnedText(row.instruction));
    cells.emplace_back(OwnedText(row.type));
    cells.emplace_back(row.is_wait);
  }
  return cells;
}

// Sorts the rows; true if some have one name.
bool TopMaker::Sort() {
  std::sort(rows_.begin(), rows_.end(), [](const TopRow& a, const TopRow& b) {
    return std::tie(a.name, a.program, a.type) <
           std::tie(b.name, b.program, b.type);
  });
  bool has_twins = false;
  for (size_t i = 1; i < rows_.size(); ++i) {
    has_twins |= rows_[i].name == rows_[i - 1].name;
  }
  if (options_.order != TopOrder::kName) {
    std::stable_sort(rows_.begin(), rows_.end(),
                     [&](const TopRow& a, const TopRow& b) {
                       return ValueOf(a) > ValueOf(b);
                     });
  }
  return has_twins;
}

Section TopMaker::Finish(bool for_people) {
  const bool has_twins = Sort();
  const bool is_by_call = options_.order == TopOrder::kCallTime;
  const auto part_of = [&](const TopRow& row) {
    const double value =
        is_by_call ? static_cast<double>(row.self_ps()) : ValueOf(row);
    return std::max(value, 0.0);
  };
  double whole = 0;
  for (const TopRow& row : rows_) whole += part_of(row);
  const bool shows_programs =
      options_.by == TopBy::kName && (has_twins || !for_people);
  Table table;
  table.columns = {{"share", Unit::kShare},    {"cumulative", Unit::kShare},
                   {"self", Unit::kMicros},    {"calls", Unit::kCount},
                   {"call", Unit::kMicros},    {"bytes", Unit::kBytes, true},
                   {"float ops", Unit::kCount}};
  if (!for_people) {
    table.columns.push_back({"kernels", Unit::kCount});
    table.columns.push_back({"accelerator", Unit::kMicros});
    table.columns.push_back({"cpu", Unit::kMicros});
  }
  table.columns.push_back({"name"});
  if (shows_programs) table.columns.push_back({"program"});
  if (!for_people && options_.by == TopBy::kName) {
    table.columns.push_back({"instruction"});
    table.columns.push_back({"type"});
    table.columns.push_back({"is wait"});
  }
  table.shares = 0;
  table.most_rows = static_cast<size_t>(options_.most_rows);
  table.all_by = "-n 0";
  double so_far = 0;
  for (const TopRow& row : rows_) {
    if (!options_.filter.empty() && !options_.filter.Matches(row.name)) {
      continue;
    }
    so_far += part_of(row);
    table.AddRow(CellsOf(row, so_far, whole, for_people, shows_programs));
  }
  Section section{"top", {}, std::move(table)};
  if (without_operation_ps_ > 0.005 * on_devices_ps_) {
    section.notes.push_back(fmt::format(
        "{:.1f} % of the devices' time is of kernels and copies without an "
        "operation",
        100 * without_operation_ps_ / on_devices_ps_));
  }
  return section;
}

}  // namespace

NodeExtras::NodeExtras(const Profile& profile,
                       const std::vector<int64_t>& steps)
    : profile_(profile), bytes_(profile.nodes.size()) {
  const NodeStepTable& rows = profile.node_steps;
  for (size_t row = 0; row < rows.size(); ++row) {
    const int64_t step = profile.step_numbers[rows.step[row]];
    if (!profile.node_steps_are_sums &&
        !std::binary_search(steps.begin(), steps.end(), step)) {
      continue;
    }
    int64_t& bytes = bytes_[rows.node[row].value];
    bytes = WrapAdd(bytes, rows.requested_bytes[row]);
  }
}

int64_t NodeExtras::TakeBytes(std::string_view name) {
  NodeId node = profile_.FindNode(name);
  if (!node.valid()) node = profile_.FindNode(WithoutInlineNumbers(name));
  return node.valid() ? std::exchange(bytes_[node.value], 0) : 0;
}

int64_t NodeExtras::FloatOps(std::string_view name) const {
  NodeId node = profile_.FindNode(name);
  if (!node.valid()) node = profile_.FindNode(WithoutInlineNumbers(name));
  return node.valid() ? profile_.nodes.float_ops[node.value] : 0;
}

Section RecordedTopOf(const Capture& capture,
                      const std::vector<uint32_t>& steps,
                      const TopOptions& options, NodeExtras extras,
                      bool for_people, const RecordedInstructions* work) {
  TopMaker maker(capture, steps, options, std::move(extras), work);
  maker.Add();
  return maker.Finish(for_people);
}

}  // namespace tfprof
