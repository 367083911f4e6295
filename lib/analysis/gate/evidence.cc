// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/evidence.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "analysis/children.h"
#include "analysis/renames.h"
#include "analysis/row_keys.h"
#include "base/find_by_name.h"
#include "base/median.h"
#include "base/strings.h"
#include "report/table.h"
#include "view/view.h"

namespace tfprof {

namespace {

class RowMatcher {
 public:
  explicit RowMatcher(GateInput& input)
      : input_(input),
        children_(ChildrenOf(input.rows)),
        is_paired_(input.rows.size()) {}

  void Run() {
    const size_t rows = input_.rows.size();
    const auto signatures = SignaturesOf(
        children_, [&](uint32_t row) { return input_.rows[row].types; },
        [&](uint32_t row) { return HashOfName(row); });
    for (uint32_t row = 0; row < rows; ++row) {
      if (!input_.IsInBaseline(row) || !input_.IsInCandidate(row)) continue;
      std::vector<uint32_t> gone, added;
      for (const uint32_t child : children_[row]) {
        const bool was = input_.IsInBaseline(child);
        if (was == input_.IsInCandidate(child)) continue;
        (was ? gone : added).push_back(child);
      }
      FindAll(signatures, std::move(gone), std::move(added));
    }
    if (renames_.empty()) return;
    const GateRun* before = nullptr;
    for (GateRun& run : input_.candidate) {
      Move(run);
      if (before != nullptr) run.medians.ShareEqual(before->medians);
      before = &run;
    }
    input_.renamed_from.assign(rows, TestedRow::kNoParent);
    for (const auto& [gone, added] : renames_) {
      GateRow& row = input_.rows[gone];
      std::swap(row.name, input_.rows[added].name);
      input_.renamed_from[gone] = added;
      row.file = input_.rows[added].file;
      row.line = input_.rows[added].line;
      row.is_gradient = input_.rows[added].is_gradient;
    }
  }

 private:
  // Each rule pairs rows that the rules before it left.
  void FindAll(const std::vector<uint64_t>& signatures,
               std::vector<uint32_t> gone, std::vector<uint32_t> added) {
    if (gone.empty() || added.empty()) return;
    const auto take = [&](const std::vector<Rename>& renames) {
      for (const Rename& rename : renames) {
        is_paired_[rename.from] = is_paired_[rename.to] = true;
        Join(rename);
      }
      const auto is_paired = [&](uint32_t row) { return is_paired_[row]; };
      std::erase_if(gone, is_paired);
      std::erase_if(added, is_paired);
    };
    std::map<uint32_t, std::string> names;
    for (const auto* const rows : {&gone, &added}) {
      for (const uint32_t row : *rows) names[row] = NameOfRow(row);
    }
    const auto name_of = [&](uint32_t row) -> std::string_view {
      return names.at(row);
    };
    const auto types = [&](uint32_t row) { return input_.rows[row].types; };
    const auto key_of_types = [&](std::string key, uint32_t row) {
      return key.empty() ? key : fmt::format("{} {}", key, types(row));
    };
    take(FindLayoutRenames(gone, added, name_of, name_of, types, types));
    take(FindKeyedRenames(gone, added, [&](uint32_t row) {
      return key_of_types(KernelKeyOf(name_of(row)), row);
    }));
    take(FindRenames(gone, signatures, added, signatures));
    take(FindKeyedRenames(gone, added, [&](uint32_t row) {
      const GateRow& of_row = input_.rows[row];
      const bool is_leaf = children_[row].empty();
      return is_leaf && of_row.line > 0
                 ? fmt::format("{}:{} {} {}", of_row.file.view(), of_row.line,
                               of_row.is_gradient, of_row.types)
                 : std::string();
    }));
  }

  // The row's name without that of its parent.
  std::string NameOfRow(uint32_t row) const {
    const GateRow& of_row = input_.rows[row];
    std::string name = of_row.name.str();
    if (row == 0) return name;
    return std::string(NameBelow(name, input_.rows[of_row.parent].name.str()));
  }

  uint64_t HashOfName(uint32_t row) const {
    const GateRow& of_row = input_.rows[row];
    // The shortened form of a long name is not a prefix of another one.
    const bool is_whole =
        row == 0 ||
        (of_row.name.IsLong() && input_.rows[of_row.parent].name.IsLong());
    return is_whole ? of_row.name.Hash()
                    : std::hash<std::string>()(NameOfRow(row));
  }

  // Joins a renamed row, and the rows below by their names in it.
  void Join(const Rename& rename) {
    std::vector<Rename> stack = {rename};
    while (!stack.empty()) {
      const Rename pair = stack.back();
      stack.pop_back();
      renames_.push_back(pair);
      std::map<std::string, uint32_t> by_name;
      for (const uint32_t child : children_[pair.from]) {
        by_name.emplace(NameOfRow(child), child);
      }
      for (const uint32_t child : children_[pair.to]) {
        const auto found = by_name.find(NameOfRow(child));
        if (found != by_name.end()) stack.push_back({found->second, child});
      }
    }
  }

  void Move(GateRun& run) const {
    run.has_row.resize(input_.rows.size());
    for (const auto& [gone, added] : renames_) {
      run.has_row[gone] = run.has_row[added];
      run.has_row[added] = false;
    }
    for (auto& of_measure : run.medians.of_measure) {
      if (of_measure->empty()) continue;
      MedianColumn& values = of_measure.Own();
      for (const auto& [gone, added] : renames_) {
        values.Set(gone, values[added]);
        values.Set(added, 0);
      }
    }
  }

  GateInput& input_;
  const Lists<uint32_t> children_;
  std::vector<bool> is_paired_;  // by row
  std::vector<Rename> renames_;
};

}  // namespace

std::string RowWords(const GateInput& input, uint32_t row) {
  return row == 0 ? "(all)" : Printable(Shortened(input.rows[row].name.str()));
}

std::vector<double> ValuesOf(const std::vector<GateRun>& runs, Measure measure,
                             uint32_t row) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const GateRun& run : runs) values.push_back(run.Of(measure, row));
  return values;
}

Lists<uint32_t> ChildrenOf(const GateRows& rows) {
  return ChildrenByParent(rows.size(),
                          [&](uint32_t row) { return rows[row].parent; });
}

std::string MicrosText(double micros) { return TextOf(micros, Unit::kMicros); }

std::optional<double> MatchedShare(const GateInput& input) {
  const auto time = [](const std::vector<GateRun>& runs, uint32_t row) {
    return Median(ValuesOf(runs, kNoisyMeasure, row));
  };
  if (input.baseline.empty() || input.candidate.empty() || input.rows.empty()) {
    return std::nullopt;
  }
  double all = 0;
  double lone = 0;
  for (const auto* const side : {&input.baseline, &input.candidate}) {
    const bool is_before = side == &input.baseline;
    const auto is_lone = [&](uint32_t row) {
      const bool was = input.IsInBaseline(row), is = input.IsInCandidate(row);
      return is_before ? was && !is : is && !was;
    };
    all += time(*side, 0);
    for (uint32_t row = 1; row < input.rows.size(); ++row) {
      if (is_lone(row) && !is_lone(input.rows[row].parent)) {
        lone += time(*side, row);
      }
    }
  }
  if (all <= 0) return std::nullopt;
  return std::clamp(1 - lone / all, 0.0, 1.0);
}

void MatchRenamedRows(GateInput& input) {
  if (input.baseline.empty() || input.candidate.empty()) return;
  // Rows of a flat view are op types, which cannot be renamed.
  const View* const view = FindByName(Views(), &View::name, input.view);
  if (view != nullptr && view->policy.is_flat) return;
  RowMatcher(input).Run();
}

}  // namespace tfprof
