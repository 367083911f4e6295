// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/string_pool.h"
#include "base/varints.h"
#include "report/table.h"

namespace tfprof {

// Rows of cells in compressed form.
class PackedRows {
 public:
  // False if compression is not worth it: a very long text is shared instead.
  bool Add(const std::vector<Cell>& row);

  // Call after the last row.
  void Freeze() { texts_.Freeze(); }

  std::vector<Cell> Row(size_t row, size_t columns) const;

  // The size of the compressed cells, without their texts.
  size_t bytes() const { return cells_.bytes(); }

 private:
  enum class CellKind : uint8_t;

  void AddReal(double real);
  void Push(CellKind kind);
  Cell Take(Varints::Reader& from) const;

  StringPool texts_;
  Varints cells_;
  std::vector<size_t> begins_;  // of rows, in cells_
};

// The same rows in compressed form, decoded again when they are written: for
// tables of very many rows that are stored meanwhile. The result does not need
// the source of the rows. A table with very long texts is returned unchanged.
Table PackRows(Table table);

}  // namespace tfprof
