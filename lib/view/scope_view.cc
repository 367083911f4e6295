// SPDX-License-Identifier: Apache-2.0
// The forest of name scopes. Every prefix of a name that ends before a '/' is
// a row; a prefix that no graph node has is a placeholder without members.
#include <algorithm>
#include <optional>

#include "base/common_prefix.h"
#include "view/view.h"

namespace tfprof {

namespace {

// Bytewise, but '/' sorts before everything: a scope's content then follows it
// directly ("a", "a/x", "a-b"), and siblings are still in bytewise order.
// `common` is the length of the common prefix.
bool ScopeLess(std::string_view a, std::string_view b, size_t common) {
  if (common == a.size()) return common != b.size();
  if (common == b.size()) return false;
  if (a[common] == '/' || b[common] == '/') return a[common] == '/';
  return static_cast<unsigned char>(a[common]) <
         static_cast<unsigned char>(b[common]);
}

// The forest of nodes in scope order; nothing if they have another order.
std::optional<Forest> BuildInOrder(const Profile& profile,
                                   const std::vector<NodeId>& order) {
  Forest forest;
  forest.is_by_name = true;
  std::vector<uint32_t> path = {forest.AddRow(0, kRootName)};
  forest.members.EndRow();
  std::string_view last;
  // Names are stored in the order in which they were read, not sorted.
  constexpr size_t kAhead = 8;
  for (size_t i = 0; i < order.size(); ++i) {
    if (i + kAhead < order.size()) {
      __builtin_prefetch(profile.NameOf(order[i + kAhead]).data());
    }
    const NodeId node = order[i];
    const std::string_view name = profile.NameOf(node);
    const size_t common = CommonPrefix(last, name);
    if (path.size() > 1 && !ScopeLess(last, name, common)) return std::nullopt;
    last = name;
    const auto is_within = [&](uint32_t scope) {
      const size_t size = forest.name[scope].size();
      return size <= common && size < name.size() && name[size] == '/';
    };
    while (path.size() > 1 && !is_within(path.back())) path.pop_back();
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

}  // namespace

Result<Forest> BuildScopeForest(const Profile& profile, Diagnostics&) {
  std::vector<NodeId> order;
  order.reserve(profile.nodes.size());
  for (size_t i = 0; i < profile.nodes.size(); ++i) order.emplace_back(i);
  // Nodes are in bytewise order, which differs only if a name continues with a
  // byte below '/'.
  if (auto forest = BuildInOrder(profile, order)) return *std::move(forest);
  std::sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
    const std::string_view left = profile.NameOf(a);
    const std::string_view right = profile.NameOf(b);
    return ScopeLess(left, right, CommonPrefix(left, right));
  });
  return *BuildInOrder(profile, order);
}

}  // namespace tfprof
