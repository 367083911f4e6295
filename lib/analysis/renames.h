// SPDX-License-Identifier: Apache-2.0
// Finds rows that were renamed between two trees.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
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

// The name of a node that TensorFlow's layout optimizer made, without the numbers
// of outputs and readers, which differ between graphs:
// "conv1-TransposeNCHWToNHWC" for "conv1-2-1-TransposeNCHWToNHWC-LayoutOptimizer",
// and the node's own name where it stands for that node. Empty for other names.
std::string LayoutKeyOf(std::string_view name);

// The name of a GPU's kernel without what differs between libraries: the
// architecture, sizes of tiles and other words with digits. "sgemm nn" for
// "ampere_sgemm_128x64_nn". Empty for names without such words.
std::string KernelKeyOf(std::string_view name);

// Pairs gone and new rows of one key, in their order, if both sides have as many.
// Rows with an empty key are left out.
std::vector<Rename> FindKeyedRenames(
    const std::vector<uint32_t>& gone, const std::vector<uint32_t>& added,
    const std::function<std::string(uint32_t row)>& key_of);

// Pairs gone and new rows under one parent that the layout optimizer renamed, by
// LayoutKeyOf and by types. Several rows of one key are paired in their order,
// if both sides have as many.
std::vector<Rename> FindLayoutRenames(
    const std::vector<uint32_t>& gone, const std::vector<uint32_t>& added,
    const std::function<std::string_view(uint32_t row)>& gone_name,
    const std::function<std::string_view(uint32_t row)>& added_name,
    const std::function<uint64_t(uint32_t row)>& gone_types,
    const std::function<uint64_t(uint32_t row)>& added_types);

// Pairs a gone and a new row under one parent if their signature is unique on
// both sides. In order of the gone rows.
std::vector<Rename> FindRenames(std::vector<uint32_t> gone,
                                const std::vector<uint64_t>& gone_signatures,
                                std::vector<uint32_t> added,
                                const std::vector<uint64_t>& added_signatures);

}  // namespace tfprof
