// SPDX-License-Identifier: Apache-2.0
// Finds rows that were renamed between two trees.
#pragma once

#include <cstdint>
#include <vector>

#include "base/lists.h"
#include "view/view_tree.h"

namespace tfprof {

// A hash of the op types of the row's own nodes; the same on all machines.
uint64_t HashOfTypes(const ViewTree& tree, uint32_t row);

// By row, a hash of its types and of all rows below, but not of its name.
// `names`: hashes of each row's name within its parent. Parents come before
// children.
std::vector<uint64_t> SignaturesOf(
    const Lists<uint32_t>& children,
    const std::vector<uint64_t>& types, const std::vector<uint64_t>& names);

struct Rename {
  uint32_t from = 0;
  uint32_t to = 0;
};

// Pairs a gone and a new row under one parent if their signature is unique on
// both sides. In order of the gone rows.
std::vector<Rename> FindRenames(const std::vector<uint32_t>& gone,
                                const std::vector<uint64_t>& gone_signatures,
                                const std::vector<uint32_t>& added,
                                const std::vector<uint64_t>& added_signatures);

}  // namespace tfprof
