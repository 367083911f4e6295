// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/function_library.h"

#include <algorithm>
#include <iterator>

#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// What runs functions, and where their nodes go.
struct CallKind {
  std::string_view op;
  std::string_view attr;  // that names the function, or several
  std::string_view scope;
  size_t first_input;
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

struct Node {
  std::string_view name;
  std::string_view op;
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> attrs;
};

Node ReadNodeDef(std::string_view node_def) {
  Node node;
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

// OpDef: its name, the names of its arguments and outputs.
std::string_view ReadSignature(std::string_view op_def, FunctionBody& body) {
  std::string_view name;
  WireCursor cursor(op_def);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Len(1):
        name = cursor.View();
        break;
      case Len(2):
        body.arguments.insert(
            {LastValue(cursor.View(), 1), body.arguments.size()});
        break;
      case Len(3):
        body.outputs.push_back(LastValue(cursor.View(), 1));
        break;
      default:
        cursor.Skip();
    }
  }
  return name;
}

std::string_view ReadFunctionDef(std::string_view function_def,
                                 FunctionBody& body) {
  std::string_view name;
  WireCursor cursor(function_def);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Len(1):
        name = ReadSignature(cursor.View(), body);
        break;
      case Len(3):
        body.nodes.push_back(cursor.View());
        break;
      case Len(4): {
        const std::string_view entry = cursor.View();
        body.returns[LastValue(entry, 1)] = LastValue(entry, 2);
        break;
      }
      default:
        cursor.Skip();
    }
  }
  return name;
}

}  // namespace

FunctionLibrary::FunctionLibrary(std::string_view graph_def) {
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
      FunctionBody body;
      const std::string_view name = ReadFunctionDef(library.View(), body);
      functions_.insert({name, std::move(body)});
    }
  }
  for (auto function = functions_.begin(); function != functions_.end();
       ++function) {
    FunctionBody& body = function.value();
    for (const std::string_view node : body.nodes) {
      CallSite call = CallOf(node);
      if (!call.callees.empty()) {
        body.calls.insert({NameOfNode(node), std::move(call)});
      }
    }
  }
}

const FunctionBody* FunctionLibrary::Find(std::string_view name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : &found->second;
}

CallSite FunctionLibrary::CallOf(std::string_view node_def) const {
  CallSite call;
  // Few nodes are calls, and only those are taken apart.
  const std::string_view op = LastValue(node_def, 2);
  const bool may_call =
      functions_.contains(op) ||
      std::any_of(std::begin(kCallKinds), std::end(kCallKinds),
                  [&](const CallKind& kind) { return kind.op == op; });
  if (!may_call) return call;
  const Node node = ReadNodeDef(node_def);
  if (functions_.contains(node.op)) call.callees.push_back({node.op, "", 0, 0});
  for (const CallKind& kind : kCallKinds) {
    if (kind.op != node.op) continue;
    call.passes_outputs = kind.passes_outputs;
    for (const std::string_view attr : node.attrs) {
      if (LastValue(attr, 1) != kind.attr) continue;
      size_t branch = 0;
      for (const std::string_view name : FunctionsIn(LastValue(attr, 2))) {
        call.callees.push_back({name, kind.scope, kind.first_input, branch++});
      }
    }
  }
  if (call.callees.empty()) return call;
  for (const std::string_view input : node.inputs) {
    if (!input.starts_with('^')) call.inputs.push_back(input);
  }
  return call;
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
