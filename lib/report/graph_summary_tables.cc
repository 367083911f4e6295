// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/numbers.h"
#include "model/dtype.h"
#include "report/graph_summary.h"

namespace tfprof {

namespace {

std::string DimsText(const Constant& value) {
  return fmt::format("[{}]", fmt::join(value.head.dims, ","));
}

Table ConstantsOf(const GraphSummary& s) {
  Table table{{{"name"}, {"type"}, {"shape"}, {"parameters"}}, {}};
  for (const uint32_t node : s.constants) {
    const Constant* const value = s.graph->ConstantOf(node);
    const bool is_counted = value != nullptr && value->is_decodable;
    table.AddRow({std::string(s.graph->NameOf(node)),
                  value == nullptr ? Cell() : DtypeName(value->head.dtype),
                  value == nullptr ? Cell() : DimsText(*value),
                  is_counted ? Cell(value->elements) : Cell()});
  }
  return table;
}

Table VariablesOf(const GraphSummary& s) {
  Table table{{{"name"}, {"op"}, {"type"}, {"shape"}, {"parameters"}}, {}};
  for (const uint32_t node : s.variables) {
    const int64_t parameters = VariableParameters(*s.graph, node);
    table.AddRow({std::string(s.graph->NameOf(node)),
                  std::string(s.graph->OpOf(node)),
                  DtypeName(s.graph->dtype[node]), ShapeText(*s.graph, node),
                  parameters < 0 ? Cell() : Cell(parameters)});
  }
  return table;
}

// The sizes of all variables, including resource variables, by type of value. A
// variable of unknown shape is counted and adds no values.
Table ParametersOf(const GraphSummary& s) {
  struct OfType {
    int64_t variables = 0;
    int64_t parameters = 0;
    int64_t bytes = 0;
    bool has_bytes = false;
  };

  std::map<std::string, OfType> of_type;
  for (uint32_t node = 0; node < s.graph->main_nodes; ++node) {
    const std::string_view op = s.graph->OpOf(node);
    if (op != "Variable" && op != "VariableV2" && op != "VarHandleOp") continue;
    constexpr int32_t kReferences = 100;  // added to the types of references
    int32_t dtype = s.graph->dtype[node];
    if (dtype > kReferences) dtype -= kReferences;
    OfType& sum = of_type[DtypeName(dtype)];
    ++sum.variables;
    const int64_t parameters = VariableParameters(*s.graph, node);
    if (parameters < 0) continue;
    sum.parameters = WrapAdd(sum.parameters, parameters);
    const int64_t size = DtypeBytes(dtype);
    sum.bytes = WrapAdd(sum.bytes, WrapMultiply(size, parameters));
    sum.has_bytes = sum.has_bytes || size > 0;
  }
  Table table{
      {{"type"}, {"variables"}, {"parameters"}, {"bytes", Unit::kBytes}}, {}};
  for (const auto& [type, sum] : of_type) {
    table.AddRow({type, sum.variables, sum.parameters,
                  sum.has_bytes ? Cell(sum.bytes) : Cell()});
  }
  return table;
}

Table EndsOf(const GraphSummary& s, const std::vector<uint32_t>& nodes) {
  Table table{{{"name"}, {"op"}, {"type"}, {"shape"}}, {}};
  for (const uint32_t node : nodes) {
    table.AddRow({std::string(s.graph->NameOf(node)),
                  std::string(s.graph->OpOf(node)),
                  DtypeName(s.graph->dtype[node]), ShapeText(*s.graph, node)});
  }
  return table;
}

Table TotalsOf(const GraphSummary& s) {
  Table table{{{"what"}, {"count"}}, {}};
  const auto add = [&](const char* what, int64_t count) {
    table.AddRow({what, count});
  };
  add("nodes", s.graph->main_nodes);
  add("functions", static_cast<int64_t>(s.graph->functions.size()));
  add("nodes of functions",
      static_cast<int64_t>(s.graph->size()) - s.graph->main_nodes);
  add("const parameters", s.const_parameters);
  add("variable parameters", s.variable_parameters);
  add("control edges", s.control_edges);
  add("inputs of nodes that do not exist",
      static_cast<int64_t>(s.missing.size()));
  if (s.has_structure) add("nodes in cycles", s.in_cycles);
  return table;
}

}  // namespace

std::vector<NamedTable> TablesOf(const GraphSummary& s) {
  std::vector<NamedTable> tables;
  // The table that most people look for comes first.
  tables.push_back({"parameters", ParametersOf(s)});
  tables.push_back({"inputs", EndsOf(s, s.inputs)});
  tables.push_back({"outputs", EndsOf(s, s.outputs)});
  tables.push_back({"variables", VariablesOf(s)});
  tables.push_back({"totals", TotalsOf(s)});
  tables.push_back({"constants", ConstantsOf(s)});
  Table ops{{{"op"}, {"count"}}, {}};
  for (const auto& [op, count] : s.op_counts) {
    ops.AddRow({std::string(op), count});
  }
  tables.push_back({"op types", std::move(ops)});
  Table devices{{{"device"}, {"nodes"}}, {}};
  for (const auto& [device, nodes] : s.nodes_of_device) {
    devices.AddRow({std::string(device), nodes});
  }
  tables.push_back({"devices", std::move(devices)});
  Table missing{{{"node"}, {"missing input"}}, {}};
  for (const auto& [node, name] : s.missing) {
    missing.AddRow({std::string(s.graph->NameOf(node)), std::string(name)});
  }
  tables.push_back({"missing inputs", std::move(missing)});
  if (s.has_structure) {
    Table structure{{{"node"}, {"op"}}, {}};
    for (const uint32_t node : s.structure) {
      structure.AddRow({std::string(s.graph->NameOf(node)),
                        std::string(s.graph->OpOf(node))});
    }
    tables.push_back({"structure", std::move(structure)});
  }
  return tables;
}

}  // namespace tfprof
