// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/trainable.h"

#include "model/node_label.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// The node of "name:0".
std::string NodeOfTensor(std::string_view tensor) {
  return std::string(tensor.substr(0, tensor.find(':')));
}

// Calls `take` for each value of a repeated field.
template <typename Take>
void ForEachValue(std::string_view message, uint32_t number, Take take) {
  WireCursor cursor(message);
  while (cursor.Next()) {
    if (cursor.field() == Len(number)) {
      take(cursor.View());
    } else {
      cursor.Skip();
    }
  }
}

}  // namespace

void TrainableVariables::AddNode(const NodeDefinition& node) {
  if (node.op == "VarHandleOp") {
    handles_.emplace_back(node.name);
  } else if ((node.op.starts_with("ResourceApply") ||
              node.op.starts_with("ResourceSparseApply")) &&
             node.inputs.size() > 0) {
    updated_.emplace(ParseInputName(node.inputs[0]).node);
  }
}

void TrainableVariables::AddCollection(std::string_view entry) {
  if (LastValue(entry, 1) != "trainable_variables") return;
  const std::string_view collection = LastValue(entry, 2);
  // VariableDef.variable_name
  ForEachValue(LastValue(collection, 2), 1, [&](std::string_view variable) {
    listed_.insert(NodeOfTensor(LastValue(variable, 1)));
  });
  ForEachValue(LastValue(collection, 1), 1, [&](std::string_view name) {
    listed_.insert(NodeOfTensor(name));
  });
}

void TrainableVariables::AddObjects(std::string_view object_graph) {
  ForEachValue(object_graph, 1, [&](std::string_view object) {
    const std::string_view variable = LastValue(object, 7);
    if (variable.empty()) return;
    has_objects_ = true;
    const bool is_trainable = LastVarint(variable, 3) != 0;
    if (is_trainable) flagged_.insert(NodeOfTensor(LastValue(variable, 6)));
  });
}

void TrainableVariables::Mark(DumpSink& sink) const {
  static constexpr std::string_view kMark[] = {"_trainable_variables"};
  const auto mark = [&](std::string_view name) {
    OpLogEntry entry;
    entry.name = name;
    entry.types = kMark;
    entry.is_of_graph = true;
    sink.AddOpLogEntry(entry);
  };
  if (!listed_.empty()) {
    for (const std::string& name : listed_) mark(name);
    return;
  }
  for (const std::string& name : handles_) {
    const bool is_trained =
        has_objects_ ? flagged_.contains(name) : updated_.contains(name);
    if (is_trained) mark(name);
  }
}

}  // namespace tfprof
