// SPDX-License-Identifier: Apache-2.0
// An XLA program as a graph: a node per instruction, connected by data flow.
#pragma once

#include <string_view>
#include <vector>

#include "base/arena.h"
#include "model/dump_sink.h"
#include "model/hlo/hlo_module.h"

namespace tfprof {

struct HloNodeNames {
  std::vector<std::string_view> names;  // by instruction
  Arena texts;  // texts that are not in the module
};

// The node names of the instructions. Instructions of a fusion lie under the
// fusion, which is the one that runs: "OP_NAME/FUSION/INSTRUCTION". If names
// add up to more than in any program of XLA, the rest are shortened to
// "INSTRUCTION".
HloNodeNames NodeNamesOf(const HloModule& module);

// Passes the instructions on as nodes, in the order of the module. Their op is
// OpTypeOf, their inputs are their operands.
void AddHloNodes(const HloModule& module, DumpSink& sink);

}  // namespace tfprof
