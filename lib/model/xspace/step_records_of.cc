// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/step_records_of.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include "base/hash.h"
#include "model/node_label.h"
#include "model/profile_builder.h"

namespace tfprof {

namespace {

using Kind = Recording::Device::Kind;

// A start of 0 would be one that is not known.
int64_t RecordNanosOf(int64_t ps) { return ps / 1000 + 1; }

class RecordMaker {
 public:
  RecordMaker(int64_t step, const NodeInputs& graph) : graph_(graph) {
    records_.step = step;
    records_.is_recording = true;
  }

  void Add(const Recording& host, bool is_whole, bool is_alone);
  StepRecords Finish();

 private:
  // What is the same for all stretches of a row.
  struct RowInfo {
    StringId node;
    StringId type;
    uint32_t input_row = 0;
  };

  // By row of HloModule: what ran of it.
  using RanRows = tsl::robin_map<uint32_t, uint32_t, IntHash>;

  void NameRows(const Recording& host, const std::vector<bool>& runs);
  void AddOperands(const Recording& host, uint32_t row, const RanRows& ran);
  uint32_t DeviceOf(const Recording& host, const SelfTimeSlice& stretch,
                    bool is_alone);
  void AddHandOvers(const Recording& host, uint32_t first);

  // Calls `take(stretch)` for those of the step.
  template <typename Take>
  void ForEachStretch(const Recording& host, bool is_whole, Take take) const {
    host.stretches.ForEach([&](const SelfTimeSlice& stretch) {
      if (is_whole || stretch.step == records_.step) take(stretch);
    });
  }

  const NodeInputs& graph_;
  StepRecords records_;
  std::vector<StepRecords::Input> inputs_;
  std::vector<uint64_t> input_ends_ = {0};  // row 0 is without inputs
  std::vector<SelfTimeSlice>
      stretches_;  // of the host at hand, if it hands over
  std::vector<RowInfo> rows_;               // the same
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> devices_;  // of this host
  uint32_t lines_ = 0;                      // of the hosts before
};

// Operands that take no time of their own, such as the parts of a tuple, stand
// for what they take in.
void RecordMaker::AddOperands(const Recording& host, uint32_t row,
                              const RanRows& ran) {
  const Recording::Row& recorded = host.rows[row];
  const HloModule& module = *host.programs[recorded.program_row].module;
  tsl::robin_set<uint32_t, IntHash> seen;
  std::vector<HloModule::Row> open{recorded.instruction};
  while (!open.empty()) {
    const HloModule::Row at = open.back();
    open.pop_back();
    for (const HloModule::Row operand : module.operands[at]) {
      if (!seen.insert(operand).second) continue;
      const auto found = ran.find(operand);
      if (found == ran.end()) {
        open.push_back(operand);
      } else {
        inputs_.push_back({rows_[found->second].node, 0});
      }
    }
  }
}

void RecordMaker::NameRows(const Recording& host,
                           const std::vector<bool>& runs) {
  rows_.assign(host.rows.size(), {});
  std::vector<RanRows> ran(host.programs.size());
  // By text of the host: many rows may have one long name.
  std::vector<StringId> node_of(host.strings.size());
  std::vector<StringId> type_of(host.strings.size());
  for (uint32_t row = 0; row < host.rows.size(); ++row) {
    if (!runs[row]) continue;
    const Recording::Row& recorded = host.rows[row];
    StringId& node = node_of[recorded.name.value];
    if (!node.valid()) {
      node = records_.strings.Intern(
          WithoutInlineNumbers(host.strings[recorded.name]));
    }
    StringId& type = type_of[recorded.type.value];
    if (!type.valid()) {
      type = records_.strings.Intern(host.strings[recorded.type]);
    }
    rows_[row].node = node;
    rows_[row].type = type;
    if (recorded.instruction != HloModule::kNone) {
      ran[recorded.program_row][recorded.instruction] = row;
    }
  }
  constexpr uint32_t kNotLooked = UINT32_MAX;
  std::vector<uint32_t> inputs_of(records_.strings.size(), kNotLooked);
  for (uint32_t row = 0; row < host.rows.size(); ++row) {
    if (!runs[row]) continue;
    const Recording::Row& recorded = host.rows[row];
    if (recorded.instruction != HloModule::kNone) {
      AddOperands(host, row, ran[recorded.program_row]);
    } else {
      // Nodes of one name have the same inputs.
      uint32_t& inputs = inputs_of[rows_[row].node.value];
      if (inputs != kNotLooked) {
        rows_[row].input_row = inputs;
        continue;
      }
      const auto names = graph_.Of(records_.strings[rows_[row].node]);
      inputs = names ? static_cast<uint32_t>(input_ends_.size()) : 0;
      if (!names) continue;
      for (const StringId name : *names) {
        const InputName input = ParseInputName(graph_.strings()[name]);
        inputs_.push_back({records_.strings.Intern(input.node), input.slot});
      }
    }
    records_.has_partition_graphs = true;
    rows_[row].input_row = static_cast<uint32_t>(input_ends_.size());
    input_ends_.push_back(inputs_.size());
  }
}

// All threads of a host are one device; each stream is a device of its own.
uint32_t RecordMaker::DeviceOf(const Recording& host,
                               const SelfTimeSlice& stretch, bool is_alone) {
  const uint32_t of_row = host.rows[stretch.row].device;
  const Recording::Device& device = host.devices[of_row];
  const bool is_host = device.kind == Kind::kHost;
  const auto [found, is_new] = devices_.try_emplace(
      {of_row, is_host ? 0 : stretch.line},
      static_cast<uint32_t>(records_.devices.size()));
  if (!is_new) return found->second;
  SharedStrings& strings = records_.strings;
  StepRecords::Device& added = records_.devices.emplace_back();
  added.name = strings.Intern(
      is_host ? device.name
              : fmt::format("{}/stream:{}", device.name, stretch.line));
  added.line = is_host ? StepLine::kOperations : StepLine::kStream;
  added.gpu = strings.Intern(is_host ? "" : device.name);
  added.host = strings.Intern(is_alone ? "" : host.host);
  return found->second;
}

// A line goes on because of the last hand-over to it: the stretch that runs
// there next waited for the one that ran last on the giving line.
void RecordMaker::AddHandOvers(const Recording& host, uint32_t first) {
  const auto begin_of = [&](const SelfTimeSlice& a) {
    return std::pair(a.line, a.begin_ps);
  };
  // The first stretch of a line that begins after a moment.
  const auto after = [&](uint32_t line, int64_t at_ps) {
    return std::upper_bound(stretches_.begin(), stretches_.end(),
                            std::pair(line, at_ps),
                            [&](const auto& at, const SelfTimeSlice& stretch) {
                              return at < begin_of(stretch);
                            });
  };
  const auto number = [&](auto stretch) {
    return first + static_cast<uint32_t>(stretch - stretches_.begin());
  };
  std::vector<Handoff> gives;
  std::vector<Handoff> takes;
  host.hand_overs.ForEach([&](const Handoff& moment) {
    (moment.gives ? gives : takes).push_back(moment);
  });
  const auto key_of = [](const Handoff& moment) {
    return std::tuple(moment.type, moment.key, moment.at_ps);
  };
  std::sort(gives.begin(), gives.end(), [&](const auto& a, const auto& b) {
    return key_of(a) < key_of(b);
  });
  std::sort(takes.begin(), takes.end(), [](const auto& a, const auto& b) {
    return std::pair(a.line, a.at_ps) < std::pair(b.line, b.at_ps);
  });
  for (size_t i = 0; i < takes.size(); ++i) {
    const Handoff& take = takes[i];
    const auto next_give = std::upper_bound(
        gives.begin(), gives.end(), take,
        [&](const auto& a, const auto& b) { return key_of(a) < key_of(b); });
    if (next_give == gives.begin()) continue;
    const Handoff& give = *std::prev(next_give);
    if (give.type != take.type || give.key != take.key) continue;
    const auto to = after(take.line, take.at_ps - 1);
    const bool is_its = to != stretches_.end() && to->line == take.line;
    if (!is_its) continue;
    const bool is_of_next = i + 1 < takes.size() &&
                            takes[i + 1].line == take.line &&
                            takes[i + 1].at_ps > take.at_ps &&
                            takes[i + 1].at_ps <= to->begin_ps;
    if (is_of_next) continue;
    auto from = after(give.line, give.at_ps);
    if (from == stretches_.begin()) continue;
    --from;
    if (from->line != give.line) continue;
    // What a line hands to itself says no more than its order.
    if (from->line == to->line) continue;
    const int64_t at_ps =
        take.at_end ? std::max(give.at_ps, from->end_ps) : give.at_ps;
    records_.hand_overs.push_back(
        {number(from), number(to), RecordNanosOf(at_ps)});
  }
}

void RecordMaker::Add(const Recording& host, bool is_whole, bool is_alone) {
  std::vector<bool> runs(host.rows.size());
  size_t count = 0;
  ForEachStretch(host, is_whole, [&](const SelfTimeSlice& stretch) {
    runs[stretch.row] = true;
    ++count;
  });
  stretches_ = std::vector<SelfTimeSlice>();
  if (!host.hand_overs.empty()) stretches_.reserve(count);
  NameRows(host, runs);
  devices_.clear();
  const auto first = static_cast<uint32_t>(records_.size());
  uint32_t lines = 0;
  ForEachStretch(host, is_whole, [&](const SelfTimeSlice& stretch) {
    if (!host.hand_overs.empty()) stretches_.push_back(stretch);
    const uint32_t device = DeviceOf(host, stretch, is_alone);
    const RowInfo& row = rows_[stretch.row];
    records_.device.push_back(device);
    records_.name.push_back(row.node);
    records_.node.push_back(row.node);
    records_.type.push_back(row.type);
    records_.all_start.push_back(RecordNanosOf(stretch.begin_ps));
    records_.all_end.push_back(RecordNanosOf(stretch.end_ps));
    records_.is_copy.push_back(
        records_.devices[device].line == StepLine::kStream &&
        records_.strings[row.type] == "Copy");
    records_.input_row.push_back(row.input_row);
    records_.thread.push_back(lines_ + stretch.line);
    lines = std::max(lines, stretch.line + 1);
  });
  if (!host.hand_overs.empty()) AddHandOvers(host, first);
  lines_ += lines;
}

StepRecords RecordMaker::Finish() {
  std::sort(records_.hand_overs.begin(), records_.hand_overs.end(),
            [](const auto& a, const auto& b) {
              return std::tie(a.to, a.from, a.at) <
                     std::tie(b.to, b.from, b.at);
            });
  records_.inputs = {std::move(inputs_), std::move(input_ends_)};
  return std::move(records_);
}

}  // namespace

void NodeInputs::AddNode(const NodeDefinition& node) {
  const StringId name = strings_.Intern(WithoutInlineNumbers(node.name));
  if (row_of_.size() <= name.value) row_of_.resize(strings_.size(), 0);
  uint32_t& row = row_of_[name.value];
  // The first of a name that takes in anything counts.
  if (row != 0 && !inputs_[row - 1].empty()) return;
  inputs_.Expect(node.inputs.size());
  for (const std::string_view input : node.inputs) {
    inputs_.Push(strings_.Intern(WithoutInlineNumbers(input)));
  }
  inputs_.EndRow();
  row = static_cast<uint32_t>(inputs_.size());
}

std::optional<std::span<const StringId>> NodeInputs::Of(
    std::string_view node) const {
  const StringId name = strings_.Find(node);
  if (name.value >= row_of_.size() || row_of_[name.value] == 0) return {};
  return inputs_[row_of_[name.value] - 1];
}

StepRecords StepRecordsOf(const Recordings& hosts, int64_t step, bool is_whole,
                          const NodeInputs& graph) {
  RecordMaker maker(step, graph);
  for (const auto& host : hosts) {
    maker.Add(*host, is_whole, hosts.size() == 1);
  }
  return maker.Finish();
}

}  // namespace tfprof
