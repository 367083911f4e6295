// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "analysis/code_location.h"
#include "analysis/gate/evidence.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows of all runs, by path.
class RowIndex {
 public:
  // `with_code`: find the line of code of each row, which takes time.
  RowIndex(GateRows& rows, bool with_code)
      : rows_(rows),
        with_code_(with_code),
        by_path_(16, PathHash{&rows}, SamePath{&rows}) {}

  // Announces a forest with this many rows; the next trees belong to it.
  void BeginForest(size_t rows) { of_forest_.assign(rows, kUnknown); }

  // The index in `rows` of each row of the tree; adds new rows.
  std::vector<uint32_t> Place(const ViewTree& tree);

  // The row with that name under `parent`, from a recorded run. Recorded runs
  // come before all trees.
  uint32_t PlaceRecorded(uint32_t parent, const std::string& name,
                         uint64_t types);

 private:
  static constexpr uint32_t kUnknown = UINT32_MAX;

  // The identity of a row. The name of the root is ignored.
  struct Path {
    uint32_t parent = 0;
    const RowText* name = nullptr;
  };

  // Hashes rows by path. Long names are stored once, in the rows.
  struct PathHash {
    using is_transparent = void;
    const GateRows* rows;

    size_t operator()(uint32_t row) const;
    size_t operator()(const Path& path) const;
  };

  struct SamePath {
    using is_transparent = void;
    const GateRows* rows;

    bool operator()(uint32_t a, uint32_t b) const;
    bool operator()(const Path& a, uint32_t b) const;
    bool operator()(uint32_t a, const Path& b) const { return (*this)(b, a); }
  };

  // The row with that path; added if there is none.
  uint32_t RowAt(uint32_t parent, RowText name, bool& is_new);

  uint32_t AddRow(uint32_t parent, RowText name);

  class TypeHashes;

  void AddDetail(const ViewTree& tree, uint32_t tree_row,
                 std::optional<CodeLines>& lines, TypeHashes& types,
                 GateRow& row) const;

  GateRows& rows_;
  const bool with_code_;
  std::vector<uint32_t> of_forest_;
  // By row: true if only a history knows it, which has no code. Ends with the
  // last recorded row.
  std::vector<bool> recorded_;
  std::unordered_set<uint32_t, PathHash, SamePath> by_path_;
  // number of rows in by_path_, which are the first ones
  uint32_t indexed_ = 0;
};

}  // namespace tfprof
