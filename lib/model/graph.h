// SPDX-License-Identifier: Apache-2.0
// Graph: the defined graph, exactly as in its GraphDef, in its order. The nodes
// of library functions follow those of the graph itself.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/lists.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"

namespace tfprof {

struct Graph {
  // A shape attribute.
  struct Shape {
    bool is_given = false;
    bool unknown_rank = false;
    uint32_t dims = 0;  // row of shape_dims
  };

  struct Function {
    StringId name;
    uint32_t first = 0;  // its nodes are [first, end)
    uint32_t end = 0;
    std::string rest;           // serialized FunctionDef without nodes
    bool must_compile = false;  // by XLA
  };

  struct Attr {
    StringId key;
    StringId text;
  };

  static constexpr int64_t kUnknownRank = -2;

  // True if a row of shape_dims has an unknown rank.
  static bool IsUnknownRank(std::span<const int64_t> dims) {
    return dims.size() == 1 && dims[0] == kUnknownRank;
  }

  GraphRecord::Origin origin = GraphRecord::Origin::kDefined;
  StringPool strings;
  uint32_t main_nodes = 0;  // the graph's own are [0, main_nodes)
  // By node.
  std::vector<StringId> name;
  std::vector<StringId> op;
  std::vector<StringId> device;
  Lists<StringId> inputs;  // as written: "name:1", "^name"
  std::vector<int32_t> dtype;
  std::vector<Shape> shape;
  std::vector<int32_t> constant;  // row of constants; -1 without a value
  Lists<char> definition;         // serialized NodeDef; GraphBuilder::Parts
  Lists<uint32_t> output_shapes;  // `_output_shapes`: rows of shape_dims
  Lists<Attr> attrs;              // textual attributes: see NamedAttr

  std::vector<Constant> constants;
  Lists<int64_t> shape_dims;  // an unknown rank is {-2}
  std::vector<Function> functions;
  std::string rest;          // serialized GraphDef without nodes and library
  std::string library_rest;  // serialized FunctionDefLibrary without functions

  size_t size() const { return name.size(); }

  std::string_view NameOf(size_t node) const { return strings[name[node]]; }

  std::string_view OpOf(size_t node) const { return strings[op[node]]; }

  // The text of an attribute; empty if there is none.
  std::string_view AttrOf(size_t node, std::string_view key) const;

  const Constant* ConstantOf(size_t node) const {
    return constant[node] < 0 ? nullptr
                              : &constants[static_cast<size_t>(constant[node])];
  }

  // Empty if definitions were left out.
  std::string_view DefinitionOf(size_t node) const {
    if (node >= definition.size()) return {};
    return {definition[node].data(), definition[node].size()};
  }
};

// tfprof: the node an input names: up to the first ':', less a leading '^'.
std::string_view NodeOfInput(std::string_view input);

inline bool IsControl(std::string_view input) { return input.starts_with('^'); }

// Builds graphs, one after the other. Ignores other inputs.
class GraphBuilder final : public DumpSink {
 public:
  using Take = std::function<void(Graph&&)>;

  // Selects parts: Graph::definition is as large as the file, and answers about
  // types, inputs and attributes do without it, some also without the nodes of
  // functions.
  enum class Parts : uint8_t { kAll, kWithoutBytes, kOuterNodes };

  // Collects the graphs for Finish.
  explicit GraphBuilder(GraphDetail detail = GraphDetail::kDefinitions,
                        Parts parts = Parts::kAll)
      : detail_(detail), parts_(parts) {}

  // Passes each complete graph on, since a step may have any number of them.
  GraphBuilder(GraphDetail detail, Take take)
      : detail_(detail), take_(std::move(take)) {}

  // The collected graphs; with a Take: passes the last one on and returns none.
  std::vector<Graph> Finish() {
    HandOn();
    return std::move(graphs_);
  }

  // Frees the lookup tables of texts. REQUIRES: the last graph is complete.
  void Freeze() {
    if (!graphs_.empty()) graphs_.back().strings.Freeze();
  }

  GraphDetail graph_detail() const override { return detail_; }

  void BeginGraph(const GraphRecord& record) override;
  void AddNode(const NodeDefinition& node) override;
  void BeginFunction(const FunctionRecord& function) override;
  void AddFunctionNode(const NodeDefinition& node) override;

 private:
  void Add(const NodeDefinition& node);
  void HandOn();

  const GraphDetail detail_;
  const Parts parts_ = Parts::kAll;
  const Take take_;
  std::vector<Graph> graphs_;
};

}  // namespace tfprof
