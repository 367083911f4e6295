// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/gate/evidence.h"
#include "view/view_tree.h"

namespace tfprof {

// The rows of all runs, by path.
class RowIndex {
 public:
  explicit RowIndex(std::vector<GateRow>& rows) : rows_(rows) {}

  // Trees of another forest follow.
  void BeginForest(size_t rows) { of_forest_.assign(rows, kUnknown); }

  // By row of the tree, its row among all.
  std::vector<uint32_t> Place(const ViewTree& tree);

  // The row of that name under `parent`, of a run that was recorded.
  uint32_t PlaceRecorded(uint32_t parent, const std::string& name,
                         uint64_t types);

 private:
  static constexpr uint32_t kUnknown = UINT32_MAX;

  std::vector<GateRow>& rows_;
  std::vector<uint32_t> of_forest_;
  std::map<std::pair<uint32_t, std::string>, uint32_t> row_of_;
};

}  // namespace tfprof
