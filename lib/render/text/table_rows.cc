// SPDX-License-Identifier: Apache-2.0
#include "render/text/table_rows.h"

#include <algorithm>
#include <numeric>

namespace tfprof {

namespace {

constexpr uint32_t kNoRow = UINT32_MAX;

// The facts that rows are chosen by. Each row is made once for this, as it may
// have to be made.
struct LookedAt {
  std::vector<uint32_t> parents;  // by row; kNoRow in a list
  std::vector<double> shares;     // by row; empty without shares
};

LookedAt LookAt(const Table& table) {
  LookedAt looked;
  looked.parents.assign(table.RowCount(), kNoRow);
  if (table.shares) looked.shares.assign(table.RowCount(), 0);
  const std::optional<size_t> column = table.DepthColumn();
  std::vector<uint32_t> path;
  std::vector<Cell> made;
  for (uint32_t row = 0; row < table.RowCount(); ++row) {
    const std::vector<Cell>& cells = table.RowAt(row, made);
    if (table.shares) {
      looked.shares[row] = NumberOf(cells[*table.shares]).value_or(0);
    }
    if (!column) continue;
    const double depth = NumberOf(cells[*column]).value_or(0);
    while (static_cast<double>(path.size()) > std::max(depth, 0.0)) {
      path.pop_back();
    }
    if (!path.empty()) looked.parents[row] = path.back();
    path.push_back(row);
  }
  return looked;
}

class RowChooser {
 public:
  explicit RowChooser(const Table& table) : table_(table) {}

  ShownRows Run(size_t most) {
    const size_t rows = table_.RowCount();
    ShownRows shown;
    shown.rows.resize(most == 0 ? rows : std::min(most, rows));
    std::iota(shown.rows.begin(), shown.rows.end(), 0u);
    shown.left_out = rows - shown.rows.size();
    if (shown.left_out == 0) return shown;
    looked_ = LookAt(table_);
    if (table_.DepthColumn()) {
      ChooseOfTree(most, shown.rows);
      shown.left_out = rows - shown.rows.size();
    }
    if (table_.shares) shown.left_out_share = LeftOutShare(shown.rows);
    return shown;
  }

 private:
  void ChooseOfTree(size_t most, std::vector<uint32_t>& rows) const {
    std::vector<uint32_t> order(table_.RowCount());
    std::iota(order.begin(), order.end(), 0u);
    if (table_.shares) {
      std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return looked_.shares[a] > looked_.shares[b];
      });
    }
    rows.clear();
    std::vector<bool> is_shown(table_.RowCount(), false);
    size_t count = 0;
    std::vector<uint32_t> path;
    for (const uint32_t wanted : order) {
      path.clear();
      for (uint32_t row = wanted; row != kNoRow && !is_shown[row];
           row = looked_.parents[row]) {
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
      const uint32_t parent = looked_.parents[row];
      const bool is_first = parent == kNoRow || is_shown[parent];
      if (!is_shown[row] && is_first) share += looked_.shares[row];
    }
    return share;
  }

  const Table& table_;
  LookedAt looked_;  // only if some rows are left out
};

}  // namespace

ShownRows ChooseRows(const Table& table, size_t most) {
  return RowChooser(table).Run(most);
}

}  // namespace tfprof
