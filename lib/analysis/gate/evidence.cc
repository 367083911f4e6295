// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/evidence.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// The part of a name behind that of the row above.
std::string_view NameWithin(const std::vector<GateRow>& rows, uint32_t row) {
  std::string_view name = rows[row].name;
  const std::string_view above = rows[rows[row].parent].name;
  if (name.size() > above.size() && name.starts_with(above) &&
      name[above.size()] == '/') {
    name.remove_prefix(above.size() + 1);
  }
  return name;
}

class RenameFinder {
 public:
  explicit RenameFinder(GateInput& input)
      : input_(input),
        children_(ChildrenOf(input.rows)),
        signatures_(input.rows.size()) {}

  void Run() {
    const size_t rows = input_.rows.size();
    for (auto row = static_cast<uint32_t>(rows); row-- > 0;) {
      signatures_[row] = SignatureOf(row);
    }
    for (uint32_t row = 0; row < rows; ++row) {
      if (input_.IsInBaseline(row) && input_.IsInCandidate(row)) {
        PairChildren(row);
      }
    }
    for (GateRun& run : input_.candidate) Move(run);
    for (const auto& [from, to] : renamed_) {
      GateRow& row = input_.rows[to];
      row.renamed_from = std::exchange(row.name, input_.rows[from].name);
      row.file = input_.rows[from].file;
      row.line = input_.rows[from].line;
    }
  }

 private:
  struct Pair {
    std::vector<uint32_t> gone, added;
  };

  static uint64_t Mix(uint64_t a, uint64_t b) {
    return (a ^ (b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2))) *
           0xff51afd7ed558ccdULL;
  }

  uint64_t SignatureOf(uint32_t row) const {
    std::vector<uint64_t> below;
    for (const uint32_t child : children_[row]) {
      below.push_back(
          Mix(std::hash<std::string_view>()(NameWithin(input_.rows, child)),
              signatures_[child]));
    }
    std::sort(below.begin(), below.end());
    uint64_t signature = Mix(17, input_.rows[row].types);
    for (const uint64_t child : below) signature = Mix(signature, child);
    return signature;
  }

  void PairChildren(uint32_t row) {
    std::map<uint64_t, Pair> pairs;
    for (const uint32_t child : children_[row]) {
      const bool was = input_.IsInBaseline(child);
      const bool is = input_.IsInCandidate(child);
      if (was == is) continue;
      Pair& pair = pairs[signatures_[child]];
      (was ? pair.gone : pair.added).push_back(child);
    }
    for (const auto& [signature, pair] : pairs) {
      if (pair.gone.size() == 1 && pair.added.size() == 1) {
        Join(pair.added[0], pair.gone[0]);
      }
    }
  }

  // Rows below have the same names within.
  void Join(uint32_t from, uint32_t to) {
    std::vector<std::pair<uint32_t, uint32_t>> stack = {{from, to}};
    while (!stack.empty()) {
      const auto [added, gone] = stack.back();
      stack.pop_back();
      renamed_.emplace_back(added, gone);
      std::map<std::string_view, uint32_t> by_name;
      for (const uint32_t child : children_[gone]) {
        by_name.emplace(NameWithin(input_.rows, child), child);
      }
      for (const uint32_t child : children_[added]) {
        const auto found = by_name.find(NameWithin(input_.rows, child));
        if (found != by_name.end()) stack.emplace_back(child, found->second);
      }
    }
  }

  void Move(GateRun& run) const {
    run.has_row.resize(input_.rows.size());
    for (const auto& [from, to] : renamed_) {
      run.has_row[to] = run.has_row[from];
      run.has_row[from] = false;
    }
    for (std::vector<double>& values : run.medians) {
      if (values.empty()) continue;
      values.resize(input_.rows.size());
      for (const auto& [from, to] : renamed_) {
        values[to] = std::exchange(values[from], 0);
      }
    }
  }

  GateInput& input_;
  const std::vector<std::vector<uint32_t>> children_;
  std::vector<uint64_t> signatures_;
  std::vector<std::pair<uint32_t, uint32_t>> renamed_;
};

}  // namespace

std::string RowWords(const GateInput& input, uint32_t row) {
  return row == 0 ? "(all)" : Printable(Shortened(input.rows[row].name));
}

std::vector<double> ValuesOf(const std::vector<GateRun>& runs, Measure measure,
                             uint32_t row) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const GateRun& run : runs) values.push_back(run.Of(measure, row));
  return values;
}

std::vector<std::vector<uint32_t>> ChildrenOf(
    const std::vector<GateRow>& rows) {
  std::vector<std::vector<uint32_t>> children(rows.size());
  for (uint32_t row = 1; row < rows.size(); ++row) {
    children[rows[row].parent].push_back(row);
  }
  return children;
}

std::string MicrosText(double value) {
  if (std::abs(value) < 1000) return fmt::format("{:.4g}us", value);
  std::string text;
  AppendTime(text, static_cast<int64_t>(std::clamp(value, -9e18, 9e18)));
  return text;
}

void MatchRenamedRows(GateInput& input) {
  if (input.baseline.empty() || input.candidate.empty()) return;
  // The types of op are its names: one is never another.
  if (input.view == "op") return;
  RenameFinder(input).Run();
}

}  // namespace tfprof
