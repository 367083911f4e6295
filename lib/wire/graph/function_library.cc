// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/function_library.h"

#include <algorithm>
#include <iterator>

#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// An op that runs functions, and the scope of their nodes.
struct CallKind {
  std::string_view op;
  std::string_view attr;  // names one function, or several
  std::string_view scope;
  uint32_t first_input;
  bool passes_outputs;
};

constexpr CallKind kCallKinds[] = {
    {"PartitionedCall", "f", "", 0, true},
    {"StatefulPartitionedCall", "f", "", 0, true},
    {"While", "body", "body/", 0, true},
    {"While", "cond", "cond/", 0, true},
    {"StatelessWhile", "body", "body/", 0, true},
    {"StatelessWhile", "cond", "cond/", 0, true},
    {"If", "then_branch", "then/", 1, false},
    {"If", "else_branch", "else/", 1, false},
    {"StatelessIf", "then_branch", "then/", 1, false},
    {"StatelessIf", "else_branch", "else/", 1, false},
    {"Case", "branches", "branch_", 1, false},
    {"StatelessCase", "branches", "branch_", 1, false},
};

struct CallingNode {
  std::string_view name;
  std::string_view op;
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> attrs;
};

CallingNode ReadNodeDef(std::string_view node_def) {
  CallingNode node;
  WireCursor cursor(node_def);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Len(1):
        node.name = cursor.View();
        break;
      case Len(2):
        node.op = cursor.View();
        break;
      case Len(3):
        node.inputs.push_back(cursor.View());
        break;
      case Len(5):
        node.attrs.push_back(cursor.View());
        break;
      default:
        cursor.Skip();
    }
  }
  return node;
}

}  // namespace

// OpDef: its name, and the names of its arguments and outputs.
std::string_view FunctionLibrary::ReadSignature(std::string_view op_def,
                                                uint32_t body,
                                                size_t first_argument) {
  std::string_view name;
  WireCursor cursor(op_def);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Len(1):
        name = cursor.View();
        break;
      case Len(2):
        arguments_.PlaceOf(
            {LastValue(cursor.View(), 1), body,
             static_cast<uint32_t>(arguments_.size() - first_argument)});
        break;
      case Len(3):
        outputs_.Push(LastValue(cursor.View(), 1));
        break;
      default:
        cursor.Skip();
    }
  }
  return name;
}

std::string_view FunctionLibrary::ReadFunctionDef(std::string_view function_def,
                                                  FunctionBody& body) {
  body.first_output = static_cast<uint32_t>(outputs_.size());
  body.first_node = static_cast<uint32_t>(nodes_.size());
  const size_t first_argument = arguments_.size();
  std::string_view name;
  WireCursor cursor(function_def);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Len(1):
        name = ReadSignature(cursor.View(), body.number, first_argument);
        break;
      case Len(3):
        nodes_.Push(cursor.View());
        break;
      case Len(4): {
        const std::string_view entry = cursor.View();
        const uint32_t row =
            returns_.PlaceOf({LastValue(entry, 1), body.number, {}});
        returns_[row].value = LastValue(entry, 2);
        break;
      }
      default:
        cursor.Skip();
    }
  }
  body.outputs = static_cast<uint32_t>(outputs_.size()) - body.first_output;
  body.nodes = static_cast<uint32_t>(nodes_.size()) - body.first_node;
  return name;
}

FunctionLibrary::FunctionLibrary(std::string_view graph_def) {
  uint32_t bodies = kGraph;
  WireCursor graph(graph_def);
  while (graph.Next()) {
    if (graph.field() != Len(2)) {
      graph.Skip();
      continue;
    }
    WireCursor library(graph.View());
    while (library.Next()) {
      if (library.field() != Len(1)) {
        library.Skip();
        continue;
      }
      FunctionBody body{.number = ++bodies};
      const std::string_view name = ReadFunctionDef(library.View(), body);
      functions_.PlaceOf({name, kGraph, body});
    }
  }
  functions_.ForEach([&](const Named<FunctionBody>& function) {
    const FunctionBody& body = function.value;
    for (uint32_t i = 0; i < body.nodes; ++i) {
      AddCall(body.number, Node(body, i));
    }
  });
}

const FunctionBody* FunctionLibrary::Find(std::string_view name) const {
  return FindIn(functions_, kGraph, name);
}

const CallSite* FunctionLibrary::FindCall(uint32_t body,
                                          std::string_view node) const {
  return FindIn(calls_, body, node);
}

const uint32_t* FunctionLibrary::FindArgument(const FunctionBody& body,
                                              std::string_view name) const {
  return FindIn(arguments_, body.number, name);
}

const std::string_view* FunctionLibrary::FindReturned(
    const FunctionBody& body, std::string_view output) const {
  return FindIn(returns_, body.number, output);
}

bool FunctionLibrary::AddCall(uint32_t body, std::string_view node_def) {
  // Few nodes are calls, and only calls are parsed further.
  const std::string_view op = LastValue(node_def, 2);
  const bool may_call =
      Find(op) != nullptr ||
      std::any_of(std::begin(kCallKinds), std::end(kCallKinds),
                  [&](const CallKind& kind) { return kind.op == op; });
  if (!may_call) return false;
  const CallingNode node = ReadNodeDef(node_def);
  CallSite call{.first_callee = static_cast<uint32_t>(callees_.size()),
                .first_input = static_cast<uint32_t>(inputs_.size())};
  if (Find(node.op) != nullptr) callees_.Push({node.op, "", 0, 0});
  for (const CallKind& kind : kCallKinds) {
    if (kind.op != node.op) continue;
    call.passes_outputs = kind.passes_outputs;
    for (const std::string_view attr : node.attrs) {
      if (LastValue(attr, 1) != kind.attr) continue;
      uint32_t branch = 0;
      for (const std::string_view name : FunctionsIn(LastValue(attr, 2))) {
        callees_.Push({name, kind.scope, kind.first_input, branch++});
      }
    }
  }
  call.callees = static_cast<uint32_t>(callees_.size()) - call.first_callee;
  if (call.callees == 0) return false;
  for (const std::string_view input : node.inputs) {
    if (!input.starts_with('^')) inputs_.Push(input);
  }
  call.inputs = static_cast<uint32_t>(inputs_.size()) - call.first_input;
  calls_.PlaceOf({node.name, body, call});
  return true;
}

std::vector<std::string_view> FunctionsIn(std::string_view attr_value) {
  std::vector<std::string_view> names;
  WireCursor value(attr_value);
  while (value.Next()) {
    if (value.field() == Len(10)) {
      names = {LastValue(value.View(), 1)};
    } else if (value.field() == Len(1)) {
      WireCursor list(value.View());
      while (list.Next()) {
        if (list.field() == Len(9)) {
          names.push_back(LastValue(list.View(), 1));
        } else {
          list.Skip();
        }
      }
    } else {
      value.Skip();
    }
  }
  return names;
}

std::string_view NameOfNode(std::string_view node_def) {
  return LastValue(node_def, 1);
}

}  // namespace tfprof
