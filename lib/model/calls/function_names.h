// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include "base/hash.h"
#include "base/lists.h"
#include "base/string_pool.h"
#include "base/table_index.h"
#include "model/dump_sink.h"

namespace tfprof {

// Which function of a graph's library has a node of which name, and which
// functions a node runs. The graph itself counts as a function, kGraph.
class FunctionNames {
 public:
  using Function = uint32_t;

  static constexpr Function kGraph = 0;

  // What a function has under a recorded name: nothing; only a part of it (the
  // loop of "while/enter/_7") or an argument; or the node.
  enum class Fit : uint8_t { kNone, kPart, kNode };

  // The op type of a node of the graph itself; empty if it has none of that
  // name. Asked of the graph's reader, which holds the nodes already.
  using GraphType = std::function<std::string_view(std::string_view)>;

  explicit FunctionNames(GraphType graph_type)
      : graph_type_(std::move(graph_type)) {
    callees_.EndRow();
  }

  // A node of the graph itself; one that runs no functions may be left out.
  void AddNode(const NodeDefinition& node);
  void BeginFunction(const FunctionRecord& function);
  void AddFunctionNode(const NodeDefinition& node);

  // Whether the graph has a node that runs functions of the library.
  bool HasCalls() const;

  // Whether a node of any function has this name, or begins like it: a quick
  // no for nearly all nodes of a graph.
  bool AnyFits(std::string_view name) const;

  // Inlined bodies are looked for under the name of the node that calls them:
  // "while/body/_98/add", "call/add".
  Fit FitOf(Function function, std::string_view name) const;

  // The op type of a node, empty if `function` has none of that name.
  std::string_view TypeOf(Function function, std::string_view name) const;

  // The functions that a node of `function` runs; empty if it runs none.
  std::vector<Function> CalleesOf(Function function,
                                  std::string_view name) const;

 private:
  struct Node {
    StringId name;
    Function function = kGraph;
    StringId op;
    uint32_t callees = 0;  // a row of callees_
  };

  // A node that a name leads to.
  struct Found {
    Fit fit = Fit::kNone;
    std::string_view type;       // of kNode
    const Node* node = nullptr;  // the same, unless it is left out of kGraph
  };

  Found Find(Function function, std::string_view name, int& steps) const;
  Found FindInCallees(const Node& caller, std::string_view rest,
                      int& steps) const;
  void Keep(Function function, const NodeDefinition& node);
  const Node* NodeOf(Function function, StringId name) const;
  bool HasValue(Function function, std::string_view name) const;

  static size_t HashOf(Function function, StringId name) {
    return IntHash()(uint64_t{function} << 32 | name.value);
  }

  GraphType graph_type_;
  StringPool strings_;
  // Functions may have as many nodes as the graph, or more.
  std::vector<Node> nodes_;
  TableIndex node_index_;    // of nodes_, by function and name
  Lists<StringId> callees_;  // names of functions; row 0 is empty
  std::vector<std::pair<Function, StringId>> values_;  // arguments and outputs
  TableIndex value_index_;                             // of values_
  Function functions_ = 1;                             // with kGraph
  bool has_calls_ = false;
  tsl::robin_map<uint32_t, Function, IntHash> function_of_name_;
  tsl::robin_set<uint32_t, IntHash> first_parts_;  // of names in functions
};

}  // namespace tfprof
