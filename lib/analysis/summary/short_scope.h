// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/node_label.h"

namespace tfprof {

// The two outer scopes of a node: "gradients/encoder" of
// "gradients/encoder/while/MatMul". A node without a scope stands for itself.
inline std::string_view ShortScopeOf(std::string_view node) {
  const std::string_view scope = ScopeOfNode(node);
  if (scope.empty()) return node;
  const size_t first = scope.find('/');
  if (first == std::string_view::npos) return scope;
  return scope.substr(0, scope.find('/', first + 1));
}

}  // namespace tfprof
