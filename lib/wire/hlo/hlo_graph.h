// SPDX-License-Identifier: Apache-2.0
// An XLA program as a graph: a node per instruction, connected by data flow.
#pragma once

#include <span>
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

// The names of an instruction in other places.
struct HloNodeWords {
  std::string_view name;  // empty: not elsewhere
  std::string_view type;
};

// Passes the instructions on as nodes, in the order of the module. Their inputs
// are their operands. Names and op types are those of `known`, by instruction,
// else NodeNamesOf and OpTypeOf. REQUIRES: `known` is empty or has all.
void AddHloNodes(const HloModule& module, std::span<const HloNodeWords> known,
                 DumpSink& sink);

}  // namespace tfprof
