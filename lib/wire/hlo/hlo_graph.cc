// SPDX-License-Identifier: Apache-2.0
#include "wire/hlo/hlo_graph.h"

#include <algorithm>
#include <string>

namespace tfprof {

namespace {

using Row = HloModule::Row;

// By computation: the fusion whose body it is, or none.
std::vector<Row> FusionsOf(const HloModule& module) {
  std::vector<Row> fusions(module.computations.size(), HloModule::kNone);
  for (Row row = 0; row < module.instructions.size(); ++row) {
    for (const Row called : module.called[row]) {
      if (called < fusions.size() && module.computations[called].is_fusion) {
        fusions[called] = row;
      }
    }
  }
  return fusions;
}

// The most bytes that all names together may take. XLA's programs need about as
// much as the names in the file; a file that refers to a long name thousands of
// times must not cost thousands of times its length.
size_t MostNameBytes(const HloModule& module) {
  constexpr size_t kAlways = size_t{4} << 20;
  size_t bytes = 0;
  for (const HloModule::Instruction& row : module.instructions) {
    bytes +=
        module.strings[row.name].size() + module.strings[row.op_name].size();
  }
  return kAlways + 2 * bytes;
}

}  // namespace

HloNodeNames NodeNamesOf(const HloModule& module) {
  const std::vector<Row> fusions = FusionsOf(module);
  const size_t most = MostNameBytes(module);
  size_t bytes = 0;
  HloNodeNames result;
  result.names.reserve(module.instructions.size());
  for (Row row = 0; row < module.instructions.size(); ++row) {
    const HloModule::Instruction& instruction = module.instructions[row];
    const std::string_view own = module.strings[instruction.name];
    const Row fusion = fusions[instruction.computation];
    if (bytes > most) {
      result.names.push_back(own);
    } else {
      std::string name =
          NodeNameOf(module, fusion == HloModule::kNone ? row : fusion);
      if (fusion != HloModule::kNone) name.append("/").append(own);
      result.names.push_back(result.texts.Copy(name));
    }
    bytes += result.names.back().size();
  }
  return result;
}

void AddHloNodes(const HloModule& module, std::span<const HloNodeWords> known,
                 DumpSink& sink) {
  HloNodeNames named = NodeNamesOf(module);
  for (Row row = 0; row < known.size(); ++row) {
    if (!known[row].name.empty()) named.names[row] = known[row].name;
  }
  const bool wants_detail = sink.graph_detail() >= GraphDetail::kDefinitions;
  const NodeDetail detail;
  for (Row row = 0; row < module.instructions.size(); ++row) {
    NodeDefinition node;
    node.name = named.names[row];
    node.op = row < known.size() && !known[row].name.empty()
                  ? known[row].type
                  : OpTypeOf(module, row);
    node.inputs = InputNames(named.names, module.operands[row]);
    const ShapeRecord shape(module.dims[row]);
    if (module.instructions[row].is_array) node.output_shapes = {&shape, 1};
    if (wants_detail) node.detail = &detail;
    sink.AddNode(node);
  }
}

}  // namespace tfprof
