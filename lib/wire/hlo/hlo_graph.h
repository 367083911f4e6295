// SPDX-License-Identifier: Apache-2.0
// A program of XLA as a graph: a node an instruction, by its data flow.
#pragma once

#include <string>
#include <vector>

#include "model/dump_sink.h"
#include "model/hlo/hlo_module.h"

namespace tfprof {

// What the instructions are called as nodes. Those of a fusion lie under it,
// which is the one that runs: "OP_NAME/FUSION/INSTRUCTION". If names add up to
// more than a program of XLA would have, the rest are shortened to
// "INSTRUCTION".
std::vector<std::string> NodeNamesOf(const HloModule& module);

// Hands the instructions on as nodes, in the order of the module. Their op is
// OpTypeOf, their inputs are their operands.
void AddHloNodes(const HloModule& module, DumpSink& sink);

}  // namespace tfprof
