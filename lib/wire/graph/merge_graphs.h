// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tfprof {

// Several GraphDefs as one, as TensorBoard puts them together: nodes and
// functions of number i, from 1 on, are under `graph_i/`. Of large constants
// the content is kept. Throws what protozero throws.
std::string MergeGraphs(std::span<const std::string_view> graph_defs);

// The same of the partitions that ran, under the names that they have there, of
// which the first counts; bodies without their numbers, since these differ from
// process to process (WithoutInlineNumbers).
std::string MergePartitions(std::span<const std::string_view> graph_defs);

}  // namespace tfprof
