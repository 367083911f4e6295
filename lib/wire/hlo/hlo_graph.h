// SPDX-License-Identifier: Apache-2.0
// A program of XLA as a graph: a node an instruction, by its data flow.
#pragma once

#include <string_view>
#include <vector>

#include "base/arena.h"
#include "model/dump_sink.h"
#include "model/hlo/hlo_module.h"

namespace tfprof {

struct HloNodeNames {
  std::vector<std::string_view> names;  // by instruction
  Arena texts;  // of those that the module does not have
};

// What the instructions are called as nodes. Those of a fusion lie under it,
// which is the one that runs: "OP_NAME/FUSION/INSTRUCTION". If names add up to
// more than a program of XLA would have, the rest are shortened to
// "INSTRUCTION".
HloNodeNames NodeNamesOf(const HloModule& module);

// Hands the instructions on as nodes, in the order of the module. Their op is
// OpTypeOf, their inputs are their operands.
void AddHloNodes(const HloModule& module, DumpSink& sink);

}  // namespace tfprof
