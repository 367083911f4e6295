// SPDX-License-Identifier: Apache-2.0
// Which rows of two trees are the same under another name.
#pragma once

#include <cstdint>
#include <vector>

#include "view/view_tree.h"

namespace tfprof {

// Of a row's own nodes; the same on every machine.
uint64_t HashOfTypes(const ViewTree& tree, uint32_t row);

// By row, what it is but for its own name: its types and what is below it.
// `names` are hashes of names within the row above. Parents come before
// children.
std::vector<uint64_t> SignaturesOf(
    const std::vector<std::vector<uint32_t>>& children,
    const std::vector<uint64_t>& types, const std::vector<uint64_t>& names);

struct Rename {
  uint32_t from = 0;
  uint32_t to = 0;
};

// Of what is gone and what is new under one row, those with a signature that no
// other of them has on their side; in the order of rows that are gone.
std::vector<Rename> FindRenames(const std::vector<uint32_t>& gone,
                                const std::vector<uint64_t>& gone_signatures,
                                const std::vector<uint32_t>& added,
                                const std::vector<uint64_t>& added_signatures);

}  // namespace tfprof
