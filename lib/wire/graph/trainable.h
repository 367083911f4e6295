// SPDX-License-Identifier: Apache-2.0
// Finds the trained variables of a graph without an op log.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/dump_sink.h"

namespace tfprof {

// Collects trained variables from a file. A MetaGraphDef of a Saver has a
// collection of trainable variables; a SavedModel of TensorFlow 2 has objects,
// each variable with a flag. In other graphs the resource variables that an
// optimizer updates are trained.
class TrainableVariables {
 public:
  // A node outside of functions.
  void AddNode(const NodeDefinition& node);

  // A field of a MetaGraphDef: an entry of `collection_def`, and
  // `object_graph_def`. Throw protozero::exception on damage.
  void AddCollection(std::string_view entry);
  void AddObjects(std::string_view object_graph);

  // Marks the variables as an op log does.
  void Mark(DumpSink& sink) const;

 private:
  std::set<std::string> listed_;  // in the collection
  std::set<std::string> flagged_;
  bool has_objects_ = false;          // that are variables
  std::vector<std::string> handles_;  // VarHandleOp
  std::set<std::string, std::less<>> updated_;
};

}  // namespace tfprof
