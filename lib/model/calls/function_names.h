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

// Maps names of nodes to functions of a graph's library, and nodes to the
// functions that they run. The graph itself counts as a function, kGraph.
class FunctionNames {
 public:
  using Function = uint32_t;

  static constexpr Function kGraph = 0;

  // The match of a recorded name in a function: none; a part of it (the loop of
  // "while/enter/_7") or an argument; or a node.
  enum class Fit : uint8_t { kNone, kPart, kNode };

  // The op type of a node in the graph itself; empty if there is none. Answered
  // by the graph's reader, which has the nodes already.
  using GraphType = std::function<std::string_view(std::string_view)>;

  explicit FunctionNames(GraphType graph_type)
      : graph_type_(std::move(graph_type)) {
    callees_.EndRow();
  }

  // Adds a node of the graph itself; nodes that run no functions may be left
  // out.
  void AddNode(const NodeDefinition& node);
  void BeginFunction(const FunctionRecord& function);
  void AddFunctionNode(const NodeDefinition& node);

  // True if the graph has a node that runs functions of the library.
  bool HasCalls() const;

  // True if a node of any function has this name, or shares its beginning: a
  // quick test that rules out nearly all nodes of a graph.
  bool AnyFits(std::string_view name) const;

  // Nodes of inlined bodies have names under the calling node:
  // "while/body/_98/add", "call/add".
  Fit FitOf(Function function, std::string_view name) const;

  // The op type of a node; empty if `function` has no such node.
  std::string_view TypeOf(Function function, std::string_view name) const;

  // The functions that a node of `function` runs; may be empty.
  std::vector<Function> CalleesOf(Function function,
                                  std::string_view name) const;

 private:
  struct Node {
    StringId name;
    Function function = kGraph;
    StringId op;
    uint32_t callees = 0;  // row of callees_
  };

  // The node that a name resolves to.
  struct Found {
    Fit fit = Fit::kNone;
    std::string_view type;       // of kNode
    const Node* node = nullptr;  // null if it is left out of kGraph
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
  // Functions may have more nodes than the graph.
  std::vector<Node> nodes_;
  TableIndex node_index_;    // index of nodes_ by function and name
  Lists<StringId> callees_;  // names of functions; row 0 is empty
  std::vector<std::pair<Function, StringId>> values_;  // arguments and outputs
  TableIndex value_index_;                             // of values_
  Function functions_ = 1;                             // with kGraph
  bool has_calls_ = false;
  tsl::robin_map<uint32_t, Function, IntHash> function_of_name_;
  // first parts of names in functions
  tsl::robin_set<uint32_t, IntHash> first_parts_;
};

}  // namespace tfprof
