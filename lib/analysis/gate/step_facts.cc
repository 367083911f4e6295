// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/step_facts.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

namespace {

struct DeviceName {
  std::string host;
  std::string kind;   // "CPU"; empty if it is no device
  std::string index;  // "0"
};

// Parses "/job:w/replica:0/task:0/device:GPU:0" and names of its streams.
DeviceName ReadDevice(std::string_view name) {
  const std::string lower = AsciiLower(name);
  for (const std::string_view mark : {"/device:", "/"}) {
    for (const char* const kind : {"cpu", "gpu", "tpu", "xla_cpu", "xla_gpu"}) {
      const std::string key = std::string(mark) + kind + ":";
      const size_t at = lower.find(key);
      if (at == std::string::npos) continue;
      const size_t begin = at + key.size();
      const size_t end = lower.find_first_not_of("0123456789", begin);
      DeviceName device{lower.substr(0, at), kind,
                        lower.substr(begin, end - begin)};
      std::transform(device.kind.begin(), device.kind.end(),
                     device.kind.begin(), [](char c) {
                       return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32)
                                                   : c;
                     });
      if (!device.index.empty()) return device;
    }
  }
  return {};
}

}  // namespace

void AddPlacement(const StepRecords& records, Placement& placement) {
  std::vector<StringId> devices;  // invalid if it is none
  for (const StepRecords::Device& device : records.devices) {
    const DeviceName name = ReadDevice(records.strings[device.name]);
    const bool is_placed =
        device.line == StepLine::kOperations && !name.kind.empty();
    devices.push_back(is_placed ? placement.DeviceOf(fmt::format(
                                      "{}:{}", name.kind, name.index))
                                : StringId());
  }
  std::vector<StringId> nodes(records.strings.size());
  for (size_t record = 0; record < records.size(); ++record) {
    const StringId device = devices[records.device[record]];
    if (!device.valid()) continue;
    const StringId name = records.node[record];
    StringId& node = nodes[name.value];
    if (!node.valid()) node = placement.NodeOf(records.strings[name]);
    placement.Add(node, device);
  }
}

std::string DevicesOf(const StepTable& table,
                      const std::vector<int64_t>& steps) {
  std::set<std::string> hosts;
  std::map<std::string, std::set<std::string>> by_kind;
  for (const int64_t number : steps) {
    const std::optional<StepTable::Step> step = table.steps.Find(number);
    if (!step) continue;
    for (const StepTable::Device& device : step->devices) {
      const DeviceName name = ReadDevice(table.device_names[device.name]);
      if (name.kind.empty() || device.time.records == 0) continue;
      // Streams of a GPU do not name a host.
      if (!name.host.empty()) hosts.insert(name.host);
      by_kind[name.kind].insert(
          (name.kind == "CPU" ? name.host : std::string()) + ":" + name.index);
    }
  }
  std::string words;
  for (const auto& [kind, devices] : by_kind) {
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", kind,
                         devices.size());
  }
  if (words.empty()) return "no device with a name";
  return hosts.size() > 1 ? fmt::format("{} hosts: {}", hosts.size(), words)
                          : words;
}

void AddFeeds(const Profile& profile, Feeds& feeds) {
  for (size_t i = 0; i < profile.nodes.size(); ++i) {
    const StringId op = profile.nodes.op[i];
    if (!op.valid() || !profile.strings[op].starts_with("Placeholder")) {
      continue;
    }
    for (const OutputShape& shape : profile.nodes.output_shapes[i]) {
      const auto dims = profile.nodes.output_dims[shape.dims];
      const bool is_known = std::all_of(dims.begin(), dims.end(),
                                        [](int64_t dim) { return dim >= 0; });
      if (dims.empty() || !is_known) continue;
      feeds[std::string(profile.NameOf(NodeId(i)))].insert(
          fmt::format("{}", fmt::join(dims, "x")));
    }
  }
}

void AddFeeds(const StepRecords& records, Feeds& feeds) {
  for (size_t record = 0; record < records.size(); ++record) {
    const std::string_view name = records.strings[records.node[record]];
    const StringId type = records.type[record];
    const bool is_fed =
        name.starts_with("_arg_") ||
        (type.valid() && (records.strings[type] == "_Arg" ||
                          records.strings[type] == "Placeholder"));
    if (!is_fed) continue;
    for (const StepRecords::Output& output : records.outputs[record]) {
      if (output.shape == StepRecords::kNoShape) continue;
      const auto dims = records.shapes[output.shape];
      feeds[std::string(name)].insert(
          fmt::format("{}", fmt::join(dims, "x")));
    }
  }
}

std::map<std::string, StepPeak> PeaksOf(
    const StepRecords& records, const std::vector<AllocatorMemory>& memory) {
  std::set<StringId> hosts;
  for (const AllocatorMemory& of : memory) hosts.insert(of.host);
  std::map<std::string, StepPeak> peaks;
  for (const AllocatorMemory& of : memory) {
    if (of.method == MemoryMethod::kNone) continue;
    std::string name(records.strings[of.allocator]);
    if (hosts.size() > 1 && of.host.valid()) {
      name = fmt::format("{} {}", records.strings[of.host], name);
    }
    StepPeak& peak = peaks[name];
    peak.of_step = static_cast<double>(of.step_peak_bytes);
    if (const auto all = of.peak_bytes) {
      peak.of_all = static_cast<double>(*all);
    }
  }
  return peaks;
}

}  // namespace tfprof
