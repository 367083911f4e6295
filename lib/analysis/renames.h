// SPDX-License-Identifier: Apache-2.0
// Finds rows that were renamed between two trees.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/lists.h"
#include "view/view_tree.h"

namespace tfprof {

// A hash of the op types of the row's own nodes; the same on all machines.
uint64_t HashOfTypes(const ViewTree& tree, uint32_t row);

// By row, a hash of its types and of all rows below, but not of its name.
// `types_of` and `name_of` give hashes of a row's types and of its name within
// its parent, and are asked once. Parents come before children.
using HashOfRow = std::function<uint64_t(uint32_t row)>;
std::vector<uint64_t> SignaturesOf(const Lists<uint32_t>& children,
                                   const HashOfRow& types_of,
                                   const HashOfRow& name_of);

struct Rename {
  uint32_t from = 0;
  uint32_t to = 0;
};

// Pairs a gone and a new row under one parent if their signature is unique on
// both sides. In order of the gone rows.
std::vector<Rename> FindRenames(std::vector<uint32_t> gone,
                                const std::vector<uint64_t>& gone_signatures,
                                std::vector<uint32_t> added,
                                const std::vector<uint64_t>& added_signatures);

}  // namespace tfprof
