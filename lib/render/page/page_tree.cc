// SPDX-License-Identifier: Apache-2.0
#include "render/page/page_tree.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/numbers.h"

namespace tfprof {

namespace {

// Selects the rows to keep: all, or those with the largest shares.
std::vector<bool> LargestRows(const std::vector<double>& shares,
                              size_t most_rows) {
  std::vector<bool> stays(shares.size(), true);
  if (shares.size() <= most_rows) return stays;
  std::vector<double> sorted = shares;
  std::nth_element(sorted.begin(),
                   sorted.begin() + static_cast<std::ptrdiff_t>(most_rows),
                   sorted.end(), std::greater<>());
  const double least = sorted[most_rows];
  for (size_t row = 1; row < shares.size(); ++row) {
    // Rows equal to the limit are left out, as they may be too many.
    stays[row] = shares[row] > least;
  }
  return stays;
}

// A list view is a chain whose totals include all rows after it; on pages its
// rows are siblings with their self costs.
void Flatten(PageTree::MeasureColumn& column) {
  std::copy(column.self.begin() + 1, column.self.end(),
            column.total.begin() + 1);
}

}  // namespace

std::vector<int64_t> PageRows::Totals(const Column<int64_t>& totals) const {
  std::vector<int64_t> result(size(), 0);
  for (size_t row = 0; row < added_to.size(); ++row) {
    if (added_to[row] == kNone) continue;
    int64_t& sum = result[added_to[row]];
    sum = WrapAdd(sum, totals[row]);
  }
  return result;
}

void RaiseShares(const Column<int64_t>& totals, std::vector<double>& shares) {
  if (totals[0] == 0) return;
  for (size_t row = 0; row < shares.size(); ++row) {
    const double share = std::abs(static_cast<double>(totals[row]) /
                                  static_cast<double>(totals[0]));
    shares[row] = std::max(shares[row], share);
  }
}

PageRows ChooseRows(const Column<uint32_t>& parent, std::vector<double> shares,
                    size_t most_rows) {
  // The ancestors of a kept row are kept, too.
  for (size_t row = shares.size(); row-- > 1;) {
    double& above = shares[parent[row]];
    above = std::max(above, shares[row]);
  }
  const std::vector<bool> stays = LargestRows(shares, most_rows);
  PageRows page;
  // Rows left out count for their nearest kept ancestor.
  std::vector<uint32_t> left_out(shares.size(), 0);
  std::vector<uint32_t> kept_above(shares.size(), 0);
  for (uint32_t row = 1; row < shares.size(); ++row) {
    const uint32_t above = parent[row];
    kept_above[row] = stays[above] ? above : kept_above[above];
    if (stays[row]) continue;
    ++page.left_out;
    ++left_out[kept_above[row]];
  }
  std::vector<uint32_t> rest_row(shares.size(), PageRows::kNone);
  page.added_to.resize(shares.size(), PageRows::kNone);
  for (uint32_t row = 0; row < shares.size(); ++row) {
    const uint32_t above = row == 0 ? 0 : parent[row];
    if (!stays[row]) {
      page.added_to[row] = rest_row[above];
      continue;
    }
    const auto here = static_cast<uint32_t>(page.size());
    page.added_to[row] = here;
    page.source.push_back(row);
    page.parent.push_back(row == 0 ? 0 : page.added_to[above]);
    page.rest.push_back(0);
    if (left_out[row] == 0) continue;
    rest_row[row] = here + 1;
    page.source.push_back(PageRows::kNone);
    page.parent.push_back(here);
    page.rest.push_back(left_out[row]);
  }
  return page;
}

PageTree::MeasureColumn MakePageColumn(const ViewTree& tree,
                                       const PageRows& rows, Measure measure,
                                       const TreeColumn& column) {
  std::vector<int64_t> total = rows.Totals(column.total);
  std::vector<int64_t> self = total;
  for (size_t row = 0; row < rows.size(); ++row) {
    if (rows.source[row] == PageRows::kNone) continue;
    self[row] = column.self[rows.source[row]];
  }
  PageTree::MeasureColumn result{measure, std::move(self), std::move(total)};
  if (tree.view->policy.is_flat) Flatten(result);
  return result;
}

PageTree MakePageTree(const ViewTree& tree, size_t most_rows) {
  std::vector<double> shares(tree.size(), 0);
  for (const MeasureInfo& info : Measures()) {
    RaiseShares(tree.columns[IndexOf(info.id)].total, shares);
  }
  PageTree page{ChooseRows(tree.parent, std::move(shares), most_rows), {}};
  for (const MeasureInfo& info : Measures()) {
    const size_t m = IndexOf(info.id);
    if (!tree.columns[m].HasCosts()) continue;
    page.columns.push_back(
        MakePageColumn(tree, page, info.id, tree.columns[m]));
  }
  if (tree.view->policy.is_flat) {
    std::fill(page.parent.begin(), page.parent.end(), 0);
  }
  return page;
}

}  // namespace tfprof
