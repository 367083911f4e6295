// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/string_pool.h"
#include "base/varints.h"
#include "report/table.h"

namespace tfprof {

// Rows of cells in a fraction of their memory.
class PackedRows {
 public:
  // False if that is not worth it: a very long text is shared as it is.
  bool Add(const std::vector<Cell>& row);

  // After the last row.
  void Freeze() { texts_.Freeze(); }

  std::vector<Cell> Row(size_t row, size_t columns) const;

  // That cells take, beside their texts.
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

// The same rows in a fraction of their memory, made again when they are
// written: for tables that may have very many and are kept meanwhile. They need
// what made them no longer. A table with very long texts stays as it is.
Table PackRows(Table table);

}  // namespace tfprof
