// SPDX-License-Identifier: Apache-2.0
// A digest of a graph: its inputs, its outputs, and the size of its variables.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/graph.h"
#include "report/table.h"

namespace tfprof {

// Borrows from the graph; node numbers are rows of the graph.
struct GraphSummary {
  struct MissingInput {
    uint32_t node = 0;
    std::string_view name;
  };

  struct OpCount {
    std::string_view op;
    int64_t count = 0;  // includes functions
  };

  const Graph* graph = nullptr;
  std::string path;
  bool is_whole = false;  // Rules::whole_digest
  std::vector<uint32_t> inputs;
  std::vector<uint32_t> variables;
  std::vector<uint32_t> outputs;
  std::vector<uint32_t> constants;
  int64_t const_parameters = 0;
  int64_t variable_parameters = 0;
  int64_t control_edges = 0;
  std::map<std::string_view, int64_t> nodes_of_device;
  std::vector<MissingInput> missing;
  std::vector<OpCount> op_counts;
  // In order of execution; empty unless asked for.
  bool has_structure = false;
  std::vector<uint32_t> structure;
  uint32_t in_cycles = 0;  // nodes that cannot be ordered

  // True if the digest ends early because it is incomplete.
  bool IsCutShort() const {
    return !is_whole && (!missing.empty() || in_cycles > 0);
  }
};

// The number of values of a variable, from its shape; -1 if it is unknown.
int64_t VariableParameters(const Graph& graph, uint32_t node);

struct NamedTable {
  std::string heading;
  Table table;
};

// The digest as tables, with the working behind each total.
std::vector<NamedTable> TablesOf(const GraphSummary& summary);

// "[?,224,3]", "<unknown>" of an unknown rank, "None" without the attribute.
std::string ShapeText(const Graph& graph, uint32_t node);

}  // namespace tfprof
