// SPDX-License-Identifier: Apache-2.0
// The most expensive operation types, top-level scopes and lines of code.
#include <algorithm>
#include <memory>
#include <optional>

#include "analysis/advise/checker.h"
#include "base/numbers.h"
#include "view/build_tree.h"

namespace tfprof {

namespace {

constexpr uint32_t kDeepestLine = 3;
constexpr double kMost = 1e9;  // rows, or us: no limit

// A view ordered by time, of the average of all steps.
class TimeTree {
 public:
  static std::optional<TimeTree> Build(const Profile& profile,
                                       std::shared_ptr<const StepValues> values,
                                       ViewId view_id, int32_t max_depth,
                                       double min_micros,
                                       Diagnostics& diagnostics) {
    const View& view = InfoOf(view_id);
    Result<Forest> forest = view.build(profile, diagnostics);
    if (!forest) return std::nullopt;
    ViewOptions options;
    options.max_depth = max_depth;
    options.order_by = InfoOf(Measure::kMicros).word;
    options.minimum[IndexOf(Measure::kMicros)] =
        static_cast<int64_t>(min_micros);
    TimeTree tree;
    tree.forest_ = std::make_unique<Forest>(std::move(*forest));
    Selection selection = *MakeSelection(options);
    tree.tree_ =
        BuildTree(profile, view, *tree.forest_, std::move(values), selection);
    return tree;
  }

  const ViewTree& tree() const { return tree_; }

  std::vector<uint32_t> ChildrenOf(uint32_t row) const {
    std::vector<uint32_t> children;
    for (uint32_t i = row + 1;
         i < tree_.size() && tree_.depth[i] > tree_.depth[row]; ++i) {
      if (tree_.parent[i] == row) children.push_back(i);
    }
    return children;
  }

  // "NAME, cpu: ..., accelerator: ..., total: ...": the row's own costs, or
  // with all rows below it.
  std::string Line(uint32_t row, bool is_total) const {
    std::string line = tree_.NameOf(row).str();
    const auto append = [&](std::string_view label, Measure measure) {
      line += label;
      const TreeColumn& column = tree_[measure];
      const auto& costs = is_total ? column.total : column.self;
      AppendTime(line, costs.empty() ? 0 : costs[row]);
    };
    append(", cpu: ", Measure::kCpuMicros);
    append(", accelerator: ", Measure::kAcceleratorMicros);
    append(", total: ", Measure::kMicros);
    return line;
  }

 private:
  std::unique_ptr<Forest> forest_;
  ViewTree tree_;
};

void Join(std::string& lines, const std::string& line) {
  if (!lines.empty()) lines += '\n';
  lines += line;
}

class ExpensiveCheck {
 public:
  ExpensiveCheck(const CheckerInput& input, Diagnostics& diagnostics)
      : profile_(input.profile),
        diagnostics_(diagnostics),
        top_(static_cast<size_t>(std::min(input.Option("top"), kMost))),
        min_scope_micros_(std::min(input.Option("min_scope_micros"), kMost)),
        min_code_micros_(input.Option("min_code_micros")),
        shows_totals_(input.shows_totals),
        values_(std::make_shared<const StepValues>(
            ComputeStepValues(profile_, std::nullopt))) {}

  Statements Run() {
    // tfprof: it says "Skip" and then runs the checks all the same.
    if (profile_.steps.empty()) {
      Missing("RunMetadata info. Skip ExpensiveOperationChecker");
    }
    CheckTypes();
    CheckScopes();
    CheckCode();
    return std::move(statements_);
  }

 private:
  void Missing(std::string_view what) {
    diagnostics_.Warn(what, fmt::format("Missing {}", what));
  }

  std::optional<TimeTree> Build(ViewId view, int32_t max_depth,
                                double min_micros) {
    return TimeTree::Build(profile_, values_, view, max_depth, min_micros,
                           diagnostics_);
  }

  void CheckTypes();
  void CheckScopes();
  void CheckCode();
  void ListLines(const TimeTree& tree, uint32_t row, uint32_t depth,
                 std::string& lines);

  const Profile& profile_;
  Diagnostics& diagnostics_;
  const size_t top_;
  const double min_scope_micros_, min_code_micros_;
  const bool shows_totals_;  // of scopes
  const std::shared_ptr<const StepValues> values_;
  Statements statements_;
};

void ExpensiveCheck::CheckTypes() {
  if (profile_.steps.empty()) {
    Missing("run_meta for ExpensiveOperationChecker");
    return;
  }
  const auto types = Build(ViewId::kOp, static_cast<int32_t>(top_), 1);
  if (!types || types->tree().size() < 2) return;
  const TreeColumn& micros = types->tree()[Measure::kMicros];
  std::string lines;
  for (uint32_t row = 1; row <= top_ && row < types->tree().size(); ++row) {
    const double share = 100.0 * static_cast<double>(micros.self[row]) /
                         (static_cast<double>(micros.total[0]) + 1e-10);
    Join(lines, fmt::format("top {} operation type: {} ({:.2f}%)", row,
                            types->Line(row, false), share));
  }
  statements_.push_back({lines});
}

// tfprof: scopes are ordered by their total but shown with their self time.
void ExpensiveCheck::CheckScopes() {
  const auto scopes = Build(ViewId::kScope, 100, min_scope_micros_);
  if (!scopes) return;
  std::vector<uint32_t> rows = scopes->ChildrenOf(0);
  if (rows.empty()) return;
  rows.resize(std::min(rows.size(), top_));
  std::string lines;
  for (size_t i = 0; i < rows.size(); ++i) {
    Join(lines, fmt::format("top {} graph node: {}", i + 1,
                            scopes->Line(rows[i], shows_totals_)));
  }
  statements_.push_back({lines});
}

void ExpensiveCheck::ListLines(const TimeTree& tree, uint32_t row,
                               uint32_t depth, std::string& lines) {
  std::vector<uint32_t> rows = tree.ChildrenOf(row);
  // Recurses no deeper than kDeepestLine.
  if (rows.size() < 2 || depth > kDeepestLine) return;
  rows.resize(std::min(rows.size(), top_));
  for (const uint32_t child : rows) {
    const int64_t micros = tree.tree()[Measure::kMicros].total[child];
    if (static_cast<double>(micros) < min_code_micros_) continue;
    Join(lines, std::string(size_t{2} * depth, ' ') + tree.Line(child, true));
    ListLines(tree, child, depth + 1, lines);
  }
}

void ExpensiveCheck::CheckCode() {
  std::optional<TimeTree> code;
  if (profile_.has_code_traces) code = Build(ViewId::kCode, 100, 1);
  if (!code) {
    Missing("op_log (code traces) for ExpensiveOperationChecker");
    return;
  }
  uint32_t row = 0;
  std::vector<uint32_t> below = code->ChildrenOf(row);
  for (; below.size() == 1; below = code->ChildrenOf(row)) row = below[0];
  if (below.empty()) return;
  std::string lines;
  ListLines(*code, row, 0, lines);
  // tfprof: added even if no line took long enough.
  statements_.push_back({lines});
}

}  // namespace

Statements CheckExpensive(const CheckerInput& input, Diagnostics& diagnostics) {
  return ExpensiveCheck(input, diagnostics).Run();
}

}  // namespace tfprof
