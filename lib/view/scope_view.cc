// SPDX-License-Identifier: Apache-2.0
// The forest of name scopes. Every prefix of a name that ends before a '/' is
// a row; a prefix that no graph node has is a placeholder without members.
#include <algorithm>
#include <numeric>

#include "view/view.h"

namespace tfprof {

namespace {

// Bytewise, but '/' sorts before everything: a scope's content then follows it
// at once ("a", "a/x", "a-b"), and siblings are still in bytewise order.
bool ScopeLess(std::string_view a, std::string_view b) {
  const auto differs = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (differs.first == a.end()) return differs.second != b.end();
  if (differs.second == b.end()) return false;
  if (*differs.first == '/' || *differs.second == '/') {
    return *differs.first == '/';
  }
  return static_cast<unsigned char>(*differs.first) <
         static_cast<unsigned char>(*differs.second);
}

std::vector<NodeId> NodesInScopeOrder(const Profile& profile) {
  std::vector<NodeId> order;
  order.reserve(profile.nodes.size());
  for (size_t i = 0; i < profile.nodes.size(); ++i) order.emplace_back(i);
  const auto less = [&](NodeId a, NodeId b) {
    return ScopeLess(profile.NameOf(a), profile.NameOf(b));
  };
  // Nodes come in bytewise order, which only differs where a name goes on with
  // a byte below '/'.
  if (!std::is_sorted(order.begin(), order.end(), less)) {
    std::sort(order.begin(), order.end(), less);
  }
  return order;
}

// Whether `name` is `scope` or lies in it.
bool IsWithin(std::string_view name, std::string_view scope) {
  return name.starts_with(scope) && name.size() > scope.size() &&
         name[scope.size()] == '/';
}

}  // namespace

Result<Forest> BuildScopeForest(const Profile& profile, Diagnostics&) {
  Forest forest;
  std::vector<uint32_t> path = {forest.AddRow(0, kRootName)};
  forest.members.EndRow();
  for (const NodeId node : NodesInScopeOrder(profile)) {
    const std::string_view name = profile.NameOf(node);
    while (path.size() > 1 && !IsWithin(name, forest.name[path.back()])) {
      path.pop_back();
    }
    // The scopes between the closest known one and the node.
    size_t from = path.size() > 1 ? forest.name[path.back()].size() + 1 : 0;
    for (size_t slash; (slash = name.find('/', from)) != std::string_view::npos;
         from = slash + 1) {
      path.push_back(forest.AddRow(path.back(), name.substr(0, slash)));
      forest.members.EndRow();
    }
    path.push_back(forest.AddRow(path.back(), name));
    forest.members.Push(node);
    forest.members.EndRow();
  }
  forest.Close();
  return forest;
}

}  // namespace tfprof
