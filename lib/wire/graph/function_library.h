// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/chunked_vector.h"
#include "base/hash.h"
#include "base/interner.h"

namespace tfprof {

// A node that runs functions, in a graph or in the body of another function.
struct CallSite {
  // A function that it runs, with the scope of its nodes at run time.
  struct Callee {
    std::string_view function;
    std::string_view
        scope;  // "", "body/", ...: between the caller and the node
    uint32_t first_input = 0;  // argument 0, an input of the caller
    uint32_t branch = 0;       // of Case: the scope is branch_N/
  };

  uint32_t first_callee = 0;  // index in the library, which has many calls
  uint32_t callees = 0;
  uint32_t first_input = 0;  // the same
  uint32_t inputs = 0;       // as written, without control inputs
  // Its outputs are those of its first callee; a branching node has the outputs
  // of any branch.
  bool passes_outputs = true;
};

// FunctionDef.
struct FunctionBody {
  uint32_t number = 0;        // kGraph and up
  uint32_t first_output = 0;  // index in the library
  uint32_t outputs = 0;
  uint32_t first_node = 0;  // the same
  uint32_t nodes = 0;
};

// The functions of a GraphDef, as views into its bytes. There may be very many
// with a few nodes each, so all bodies share lists.
class FunctionLibrary {
 public:
  // the graph itself, whose calls are given by AddCall
  static constexpr uint32_t kGraph = 0;

  // Throws protozero's exceptions.
  explicit FunctionLibrary(std::string_view graph_def);

  bool empty() const { return functions_.size() == 0; }

  // Takes a NodeDef. False if it runs no functions.
  bool AddCall(uint32_t body, std::string_view node_def);

  // Null if there is no function with that name.
  const FunctionBody* Find(std::string_view name) const;

  // The call made by a node, or null.
  const CallSite* FindCall(uint32_t body, std::string_view node) const;

  // The index of an argument, or null.
  const uint32_t* FindArgument(const FunctionBody& body,
                               std::string_view name) const;

  // The returned value of an output, in the form of node inputs, or null.
  const std::string_view* FindReturned(const FunctionBody& body,
                                       std::string_view output) const;

  std::string_view Output(const FunctionBody& body, uint32_t i) const {
    return outputs_[body.first_output + i];
  }

  // The serialized NodeDef.
  std::string_view Node(const FunctionBody& body, uint32_t i) const {
    return nodes_[body.first_node + i];
  }

  const CallSite::Callee& Callee(const CallSite& call, uint32_t i) const {
    return callees_[call.first_callee + i];
  }

  std::string_view Input(const CallSite& call, size_t i) const {
    return inputs_[call.first_input + i];
  }

 private:
  // A named value of a body.
  template <typename Value>
  struct Named {
    std::string_view name;
    uint32_t body = kGraph;
    Value value = {};

    bool operator==(const Named& other) const {
      return body == other.body && name == other.name;
    }

    size_t Hash() const { return IntHash()(TextHash()(name) + body); }
  };

  template <typename Value>
  static const Value* FindIn(const Interner<Named<Value>>& rows, uint32_t body,
                             std::string_view name) {
    const uint32_t row = rows.Find({name, body, {}});
    return row == rows.kNone ? nullptr : &rows[row].value;
  }

  std::string_view ReadFunctionDef(std::string_view function_def,
                                   FunctionBody& body);
  std::string_view ReadSignature(std::string_view op_def, uint32_t body,
                                 size_t first_argument);

  Interner<Named<FunctionBody>> functions_;
  Interner<Named<uint32_t>> arguments_;
  Interner<Named<std::string_view>> returns_;  // by output
  Interner<Named<CallSite>> calls_;            // by node
  ChunkedVector<std::string_view> outputs_;
  ChunkedVector<std::string_view> nodes_;
  ChunkedVector<CallSite::Callee> callees_;
  ChunkedVector<std::string_view> inputs_;
};

// The function names in an AttrValue: one, or a list.
std::vector<std::string_view> FunctionsIn(std::string_view attr_value);

// The name of a NodeDef.
std::string_view NameOfNode(std::string_view node_def);

}  // namespace tfprof
