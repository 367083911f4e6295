// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tfprof {

// Merges several GraphDefs into one, as TensorBoard does: nodes and functions
// of graph i, from 1 on, are under `graph_i/`. The content of large constants
// is kept. Throws protozero's exceptions.
std::string MergeGraphs(std::span<const std::string_view> graph_defs);

// Merges the partitions that ran, with the names that they have there; the
// first of equal names counts. Bodies lose their numbers, which differ from
// process to process (WithoutInlineNumbers).
std::string MergePartitions(std::span<const std::string_view> graph_defs);

}  // namespace tfprof
