// SPDX-License-Identifier: Apache-2.0
#include "render/text/table_rows.h"

#include <algorithm>
#include <numeric>

namespace tfprof {

namespace {

constexpr uint32_t kNoRow = UINT32_MAX;

// By row, its parent row; kNoRow in a list.
std::vector<uint32_t> ParentsOf(const Table& table) {
  std::vector<uint32_t> parents(table.RowCount(), kNoRow);
  const std::optional<size_t> column = table.DepthColumn();
  if (!column) return parents;
  std::vector<uint32_t> path;
  std::vector<Cell> made;
  for (uint32_t row = 0; row < table.RowCount(); ++row) {
    const double depth = NumberOf(table.RowAt(row, made)[*column]).value_or(0);
    while (static_cast<double>(path.size()) > std::max(depth, 0.0)) {
      path.pop_back();
    }
    if (!path.empty()) parents[row] = path.back();
    path.push_back(row);
  }
  return parents;
}

class RowChooser {
 public:
  explicit RowChooser(const Table& table)
      : table_(table), parents_(ParentsOf(table)) {}

  ShownRows Run(size_t most) {
    const size_t rows = table_.RowCount();
    ShownRows shown;
    shown.rows.resize(most == 0 ? rows : std::min(most, rows));
    std::iota(shown.rows.begin(), shown.rows.end(), 0u);
    shown.left_out = rows - shown.rows.size();
    if (shown.left_out == 0) return shown;
    if (table_.DepthColumn()) {
      ChooseOfTree(most, shown.rows);
      shown.left_out = rows - shown.rows.size();
    }
    if (table_.shares) shown.left_out_share = LeftOutShare(shown.rows);
    return shown;
  }

 private:
  double ShareOf(uint32_t row) const {
    std::vector<Cell> made;
    return NumberOf(table_.RowAt(row, made)[*table_.shares]).value_or(0);
  }

  void ChooseOfTree(size_t most, std::vector<uint32_t>& rows) const {
    std::vector<uint32_t> order(table_.RowCount());
    std::iota(order.begin(), order.end(), 0u);
    if (table_.shares) {
      std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return ShareOf(a) > ShareOf(b);
      });
    }
    rows.clear();
    std::vector<bool> is_shown(table_.RowCount(), false);
    size_t count = 0;
    std::vector<uint32_t> path;
    for (const uint32_t wanted : order) {
      path.clear();
      for (uint32_t row = wanted; row != kNoRow && !is_shown[row];
           row = parents_[row]) {
        path.push_back(row);
      }
      if (count + path.size() > most) break;
      for (const uint32_t row : path) is_shown[row] = true;
      count += path.size();
    }
    for (uint32_t row = 0; row < table_.RowCount(); ++row) {
      if (is_shown[row]) rows.push_back(row);
    }
  }

  // The share of rows left out, counting only the topmost ones.
  double LeftOutShare(const std::vector<uint32_t>& rows) const {
    std::vector<bool> is_shown(table_.RowCount(), false);
    for (const uint32_t row : rows) is_shown[row] = true;
    double share = 0;
    for (uint32_t row = 0; row < table_.RowCount(); ++row) {
      const uint32_t parent = parents_[row];
      const bool is_first = parent == kNoRow || is_shown[parent];
      if (!is_shown[row] && is_first) share += ShareOf(row);
    }
    return share;
  }

  const Table& table_;
  const std::vector<uint32_t> parents_;
};

}  // namespace

ShownRows ChooseRows(const Table& table, size_t most) {
  return RowChooser(table).Run(most);
}

}  // namespace tfprof
