// SPDX-License-Identifier: Apache-2.0
#include "render/page_tree.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/numbers.h"

namespace tfprof {

namespace {

// The largest share of the root's total that a row has in any measure, or one
// of the rows below it, so that whoever is kept has its ancestors.
std::vector<double> SharesOf(const ViewTree& tree) {
  std::vector<double> shares(tree.size(), 0);
  for (const MeasureInfo& info : Measures()) {
    const std::vector<int64_t>& total = tree[info.id].total;
    if (total.empty() || total[0] == 0) continue;
    for (size_t row = 0; row < tree.size(); ++row) {
      const double share = std::abs(static_cast<double>(total[row]) /
                                    static_cast<double>(total[0]));
      shares[row] = std::max(shares[row], share);
    }
  }
  for (size_t row = tree.size(); row-- > 1;) {
    double& above = shares[tree.parent[row]];
    above = std::max(above, shares[row]);
  }
  return shares;
}

// Which rows stay: all, or the dearest and those above them.
std::vector<bool> ChooseRows(const ViewTree& tree, size_t most_rows) {
  std::vector<bool> stays(tree.size(), true);
  if (tree.size() <= most_rows) return stays;
  const std::vector<double> shares = SharesOf(tree);
  std::vector<double> sorted = shares;
  std::nth_element(sorted.begin(),
                   sorted.begin() + static_cast<std::ptrdiff_t>(most_rows),
                   sorted.end(), std::greater<>());
  const double least = sorted[most_rows];
  for (size_t row = 1; row < tree.size(); ++row) {
    // Rows that cost as much as the last one would be too many.
    stays[row] = shares[row] > least;
  }
  return stays;
}

// A list is a chain whose totals count from a row down to the last one; on a
// page its rows stand side by side.
void Flatten(PageTree& page) {
  std::fill(page.parent.begin(), page.parent.end(), 0);
  for (PageTree::Column& column : page.columns) {
    std::copy(column.self.begin() + 1, column.self.end(),
              column.total.begin() + 1);
  }
}

}  // namespace

PageTree MakePageTree(const ViewTree& tree, size_t most_rows) {
  PageTree page;
  std::vector<Measure> measures;
  for (const MeasureInfo& info : Measures()) {
    const TreeColumn& column = tree[info.id];
    const auto costs = [](int64_t value) { return value != 0; };
    if (std::any_of(column.total.begin(), column.total.end(), costs)) {
      measures.push_back(info.id);
      page.columns.push_back({info.id, {}, {}});
    }
  }
  const std::vector<bool> stays = ChooseRows(tree, most_rows);
  // What is left out under a row: its nearest kept ancestor's.
  std::vector<uint32_t> left_out(tree.size(), 0);
  std::vector<std::vector<int64_t>> rest_total(measures.size());
  for (auto& column : rest_total) column.resize(tree.size(), 0);
  std::vector<uint32_t> kept_above(tree.size(), 0);
  for (uint32_t row = 1; row < tree.size(); ++row) {
    const uint32_t above = tree.parent[row];
    kept_above[row] = stays[above] ? above : kept_above[above];
    if (stays[row]) continue;
    ++page.left_out;
    ++left_out[kept_above[row]];
    if (!stays[above]) continue;  // in its parent's total already
    for (size_t i = 0; i < measures.size(); ++i) {
      int64_t& sum = rest_total[i][above];
      sum = WrapAdd(sum, tree[measures[i]].total[row]);
    }
  }
  std::vector<uint32_t> page_row(tree.size(), 0);
  for (uint32_t row = 0; row < tree.size(); ++row) {
    if (!stays[row]) continue;
    page_row[row] = static_cast<uint32_t>(page.size());
    page.source.push_back(row);
    page.parent.push_back(page_row[tree.parent[row]]);
    page.rest.push_back(0);
    for (size_t i = 0; i < measures.size(); ++i) {
      page.columns[i].self.push_back(tree[measures[i]].self[row]);
      page.columns[i].total.push_back(tree[measures[i]].total[row]);
    }
    if (left_out[row] == 0) continue;
    page.source.push_back(PageTree::kRest);
    page.parent.push_back(page_row[row]);
    page.rest.push_back(left_out[row]);
    for (size_t i = 0; i < measures.size(); ++i) {
      page.columns[i].self.push_back(rest_total[i][row]);
      page.columns[i].total.push_back(rest_total[i][row]);
    }
  }
  if (tree.view->policy.chain) Flatten(page);
  return page;
}

}  // namespace tfprof
