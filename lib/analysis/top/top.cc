// SPDX-License-Identifier: Apache-2.0
#include "analysis/top/top.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <tsl/robin_map.h>

#include "base/numbers.h"
#include "model/code_lines.h"
#include "model/node_label.h"
#include "report/ranking.h"
#include "view/details.h"

namespace tfprof {

namespace {

// The sums over the nodes of a row, in all chosen steps.
struct Sum {
  int64_t time = 0;  // in us; for recordings in ps
  int64_t calls = 0;
  int64_t bytes = 0;
  int64_t float_ops = 0;
  bool has_float_ops = false;  // known for at least one node
};

struct NamedSum {
  std::string name;
  Sum sum;
};

// The outer scopes of a name; a name without a scope stands for itself.
std::string_view ScopeOrName(std::string_view name, int64_t depth) {
  const std::string_view scope =
      OuterScopes(name, static_cast<size_t>(std::max<int64_t>(depth, 0)));
  return scope.empty() ? name : scope;
}

class Grouping {
 public:
  Grouping(const Profile& profile, const std::vector<int64_t>& steps,
           const TopOptions& options)
      : profile_(profile), options_(options) {
    for (const int64_t step : profile.step_numbers) {
      is_chosen_.push_back(
          std::binary_search(steps.begin(), steps.end(), step));
    }
    if (options.by == TopBy::kCode) code_ = CodeLinesOf(profile);
    if (options.work == nullptr) return;
    for (const NodeWork& node : options.work->nodes) work_[node.node] = &node;
  }

  // The sums, by name.
  std::vector<NamedSum> Run() {
    const NodeStepTable& rows = profile_.node_steps;
    for (size_t row = 0; row < rows.size(); ++row) {
      if (profile_.node_steps_are_sums || is_chosen_[rows.step[row]]) Add(row);
    }
    AddWork();
    std::sort(
        sums_.begin(), sums_.end(),
        [](const NamedSum& a, const NamedSum& b) { return a.name < b.name; });
    return std::move(sums_);
  }

 private:
  void Add(size_t row);
  std::string NameOf(NodeId node) const;
  std::string LineOf(NodeId node) const;

  // The sum of a node's row; the row is found once per node.
  Sum& SumOfNode(NodeId node) {
    if (of_node_.empty()) of_node_.assign(profile_.nodes.size(), kNone);
    uint32_t& at = of_node_[node.value];
    if (at == kNone) at = RowOf(NameOf(node));
    return sums_[at].sum;
  }

  // Adds float operations. They are counted by node name, so they are unknown
  // for a name whose calls are in several rows.
  void AddWork() {
    tsl::robin_map<std::string_view, uint32_t> row_of_work;
    for (uint32_t node = 0; node < of_node_.size() && !work_.empty(); ++node) {
      if (of_node_[node] == kNone) continue;
      const auto [found, is_new] = row_of_work.try_emplace(
          profile_.RecordedNameOf(NodeId(node)), of_node_[node]);
      if (!is_new && found->second != of_node_[node]) found.value() = kNone;
    }
    for (const auto& [name, row] : row_of_work) {
      const auto found = work_.find(name);
      if (row == kNone || found == work_.end()) continue;
      if (!found->second->float_ops) continue;
      Sum& sum = sums_[row].sum;
      sum.has_float_ops = true;
      sum.float_ops = WrapAdd(sum.float_ops, *found->second->float_ops);
    }
  }

  uint32_t RowOf(const std::string& name) {
    const auto [found, is_new] =
        row_of_.try_emplace(name, static_cast<uint32_t>(sums_.size()));
    if (is_new) sums_.push_back({name, {}});
    return found->second;
  }

  static constexpr uint32_t kNone = UINT32_MAX;

  const Profile& profile_;
  const TopOptions& options_;
  CodeLines code_;  // for rows by code line
  tsl::robin_map<std::string_view, const NodeWork*> work_;  // by name
  std::vector<bool> is_chosen_;  // by row of Profile::step_numbers
  std::vector<uint32_t> of_node_;
  tsl::robin_map<std::string, uint32_t> row_of_;
  std::vector<NamedSum> sums_;
};

// "MatMul 64x128, ?".
std::string TypeAndShapes(const Profile& profile, NodeId node) {
  std::string text(profile.strings[profile.nodes.op[node.value]]);
  const char* before = " ";
  for (const InputEdge& input : profile.nodes.inputs[node.value]) {
    text += std::exchange(before, ", ");
    const auto shape = InputShape(profile, input);
    if (shape.empty()) text += '?';
    AppendShape(text, shape);
  }
  return text;
}

std::string DeviceOf(const Profile& profile, StringId device) {
  return device.valid() ? std::string(profile.strings[device]) : "(no device)";
}

// The line that the node is for, as in `path`.
std::string Grouping::LineOf(NodeId node) const {
  const CodeLines::Owner owner = code_.OwnerOf(profile_.NameOf(node));
  if (owner.line.empty()) return "(no code line)";
  return std::string(owner.line) + (owner.is_gradient ? " (gradient)" : "");
}

std::string Grouping::NameOf(NodeId node) const {
  const NodeTable& nodes = profile_.nodes;
  switch (options_.by) {
    case TopBy::kOp:
      return std::string(profile_.strings[nodes.op[node.value]]);
    case TopBy::kName:
      return std::string(profile_.NameOf(node));
    case TopBy::kScope:
      return std::string(
          ScopeOrName(profile_.NameOf(node), options_.scope_depth));
    case TopBy::kCode:
      return LineOf(node);
    case TopBy::kDevice:
      return DeviceOf(profile_, nodes.device[node.value]);
    case TopBy::kShape:
      return TypeAndShapes(profile_, node);
  }
  return {};
}

void Grouping::Add(size_t row) {
  const NodeStepTable& rows = profile_.node_steps;
  const NodeId node = rows.node[row];
  const NodeTable& nodes = profile_.nodes;
  const int64_t time =
      profile_.is_recording
          ? WrapAdd(rows.accelerator_ps[row], rows.cpu_ps[row])
          : WrapAdd(rows.accelerator_us[row], rows.cpu_us[row]);
  Sum& sum = SumOfNode(node);
  sum.time = WrapAdd(sum.time, time);
  sum.calls = WrapAdd(sum.calls, rows.run_count[row]);
  sum.bytes = WrapAdd(sum.bytes, rows.requested_bytes[row]);
  const int64_t float_ops = nodes.float_ops[node.value];
  if (options_.work != nullptr || float_ops == 0) return;
  sum.has_float_ops = true;
  sum.float_ops =
      WrapAdd(sum.float_ops, WrapMultiply(float_ops, rows.run_count[row]));
}

// The columns after the two shares.
enum Place : size_t { kSelf, kCalls, kCallTime, kBytes, kFloatOps, kName };

size_t PlaceOf(TopOrder order) {
  constexpr std::array<Place, 6> kPlaces = {kSelf,  kCalls,    kCallTime,
                                            kBytes, kFloatOps, kName};
  return kPlaces[static_cast<size_t>(order)];
}

Table TableOf(std::vector<NamedSum> sums, size_t steps, bool in_picos) {
  Table table;
  table.columns = {{"self", Unit::kMicros},     {"calls", Unit::kCount},
                   {"call", Unit::kMicros},     {"bytes", Unit::kBytes, true},
                   {"float ops", Unit::kCount}, {"name"}};
  // The mean is exact for one step.
  const auto mean = [steps](int64_t sum) {
    if (steps == 1) return Cell(sum);
    return Cell(static_cast<double>(sum) / static_cast<double>(steps));
  };
  for (NamedSum& row : sums) {
    const Sum& sum = row.sum;
    const double micros = static_cast<double>(sum.time) / (in_picos ? 1e6 : 1);
    const auto call =
        micros / static_cast<double>(std::max<int64_t>(sum.calls, 1));
    const Cell self =
        in_picos ? Cell(micros / static_cast<double>(steps)) : mean(sum.time);
    table.AddRow({self, mean(sum.calls), sum.calls > 0 ? Cell(call) : Cell(),
                  mean(sum.bytes),
                  sum.has_float_ops ? mean(sum.float_ops) : Cell(),
                  std::move(row.name)});
  }
  return table;
}

}  // namespace

Section TopOf(const Profile& profile, const std::vector<int64_t>& steps,
              const TopOptions& options) {
  std::vector<NamedSum> sums = Grouping(profile, steps, options).Run();
  std::vector<NamedSum> left_out;
  if (!options.filter.empty()) {
    const auto kept = std::stable_partition(
        sums.begin(), sums.end(),
        [&](const NamedSum& row) { return options.filter.Matches(row.name); });
    left_out.assign(std::make_move_iterator(kept),
                    std::make_move_iterator(sums.end()));
    sums.erase(kept, sums.end());
  }
  const size_t place = PlaceOf(options.order);
  const bool has_shares = place == kSelf || place == kCalls ||
                          place == kBytes || place == kFloatOps;
  Ranking ranking{.column = has_shares ? place : kSelf, .order = place};
  Table table = TableOf(std::move(sums), steps.size(), profile.is_recording);
  const Table others =
      TableOf(std::move(left_out), steps.size(), profile.is_recording);
  for (const auto& row : others.rows) {
    ranking.elsewhere += NumberOf(row[ranking.column]).value_or(0);
  }
  ranking.of =
      ranking.column == kSelf ? "time" : table.columns[ranking.column].title;
  Rank(table, ranking);
  table.most_rows = static_cast<size_t>(options.most_rows);
  table.all_by = "-n 0";
  return {"top", {}, std::move(table)};
}

Result<RegexSet> CompileSearch(const std::string& pattern) {
  const bool has_capital =
      std::any_of(pattern.begin(), pattern.end(),
                  [](char c) { return c >= 'A' && c <= 'Z'; });
  // Compiled alone first, so that an error shows the pattern as written.
  TFPROF_ASSIGN_OR_RETURN(RegexSet as_written, RegexSet::Compile({pattern}));
  return RegexSet::Compile(
      {(has_capital ? "(?s:.*)(?:" : "(?i)(?s:.*)(?:") + pattern + ")(?s:.*)"});
}

}  // namespace tfprof
