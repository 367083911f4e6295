// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include <tsl/robin_set.h>

#include "wire/graph/function_library.h"

namespace tfprof {

// Puts the body of each function under the node that runs it, with the names
// that its nodes have when they run: `C/B` for node B of a function that C
// calls, `C/body/B` in a loop's body, `C/then/B` in a branch. TensorFlow
// numbers its inlined bodies (`C/body/_N/B`); that number is not in the
// definitions and is left out.
//
// Arguments become the caller's inputs, and returned values the caller's
// outputs. A function inside itself is not expanded again.
//
// A small graph may become a very large one: each function that calls the next
// one twice doubles it.
class FunctionExpansion {
 public:
  static constexpr int kMostDepth = 64;
  static constexpr uint64_t kMostNodes = 10'000'000;

  // Limits on the cost of an expansion, in bytes.
  struct Limits {
    uint64_t held = UINT64_MAX;  // memory that stays in use for its nodes
    uint64_t work = UINT64_MAX;  // bytes composed or looked up
  };

  // Receives a NodeDef, valid during the call.
  using Take = std::function<void(std::string_view node_def)>;

  // Throws protozero's exceptions, as does Run.
  explicit FunctionExpansion(std::string_view graph_def);

  // True if there is something to expand.
  bool is_needed() const { return is_needed_; }

  // True if the expansion stays within the limits. The test costs no more than
  // these.
  bool Fits(const Limits& limits);

  // Calls `take` with the nodes of the graph in order, each followed by the
  // bodies that it runs.
  void Run(const Take& take) { Run(take, {}); }

  // The number of calls left unexpanded: of a function inside itself, or too
  // deep.
  uint64_t unexpanded() const { return unexpanded_; }

  // True if the body of this function is part of the expanded graph.
  bool HasExpanded(std::string_view function) const {
    return expanded_.contains(library_.Find(function));
  }

  // True if there are more than kMostNodes nodes; the rest is left out.
  bool is_too_large() const { return nodes_ > kMostNodes; }

 private:
  struct InputParts;

  // A body inside the node that runs it; for the graph itself all fields are
  // null.
  struct Scope {
    const FunctionBody* body = nullptr;
    const Scope* outer = nullptr;
    const CallSite* site = nullptr;  // in `outer`
    size_t first_input = 0;          // argument 0, an input of the site
    std::string prefix;
    int depth = 0;
  };

  void Run(const Take& take, const Limits& limits);

  void Spend(size_t bytes);

  bool IsBeyond() const {
    return nodes_ > kMostNodes || held_ > limits_.held || work_ > limits_.work;
  }

  const CallSite* FindCall(const Scope& scope, std::string_view node) const;
  bool CanEnter(const Scope& scope, const FunctionBody& body) const;
  Scope Enter(const Scope& scope, std::string_view caller, const CallSite& site,
              const CallSite::Callee& callee, const FunctionBody& body);
  std::string_view OutputOf(const FunctionBody& body,
                            const InputParts& input) const;
  std::string Resolve(const Scope& scope, std::string_view input);
  std::string Renamed(const Scope& scope, std::string_view node_def,
                      const CallSite* call);
  void AddBranchOutputs(const Scope& scope, std::string_view node_def,
                        const CallSite& call, std::string& renamed);
  bool Emit(const Scope& scope, std::string_view node_def, const Take& take);

  const std::string_view graph_def_;
  FunctionLibrary library_;
  bool is_needed_ = false;
  tsl::robin_set<const FunctionBody*> expanded_;
  Limits limits_;
  uint64_t nodes_ = 0;
  uint64_t held_ = 0;
  uint64_t work_ = 0;
  uint64_t unexpanded_ = 0;
};

}  // namespace tfprof
