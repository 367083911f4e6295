// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

namespace tfprof {

// A node that runs functions, in a graph or in the body of another function.
struct CallSite {
  // A function that it runs, by the names its nodes get at run time.
  struct Callee {
    std::string_view function;
    std::string_view
        scope;  // "", "body/", ...: between the caller and the node
    size_t first_input = 0;  // of the caller, which is argument 0
    size_t branch = 0;       // of Case: the scope is branch_N/
  };

  std::vector<Callee> callees;
  std::vector<std::string_view> inputs;  // as written, without control inputs
  // Whether its outputs are those of its first callee; of a branching node they
  // are those of any.
  bool passes_outputs = true;
};

// FunctionDef.
struct FunctionBody {
  tsl::robin_map<std::string_view, size_t> arguments;  // and their positions
  std::vector<std::string_view> outputs;
  std::vector<std::string_view> nodes;  // serialized
  // By output: the value it returns, as node inputs are written.
  tsl::robin_map<std::string_view, std::string_view> returns;
  tsl::robin_map<std::string_view, CallSite> calls;  // by node
};

// The functions of a GraphDef. Views lie in its bytes.
class FunctionLibrary {
 public:
  // Throws what protozero throws.
  explicit FunctionLibrary(std::string_view graph_def);

  bool empty() const { return functions_.empty(); }

  // Null if there is none of that name.
  const FunctionBody* Find(std::string_view name) const;

  // The functions that a NodeDef runs; no callees if it runs none.
  CallSite CallOf(std::string_view node_def) const;

 private:
  tsl::robin_map<std::string_view, FunctionBody> functions_;
};

// Names of the functions that an AttrValue holds: one, or a list.
std::vector<std::string_view> FunctionsIn(std::string_view attr_value);

// The name of a NodeDef.
std::string_view NameOfNode(std::string_view node_def);

}  // namespace tfprof
