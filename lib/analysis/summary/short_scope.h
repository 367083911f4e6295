// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/node_label.h"

namespace tfprof {

// The two outer scopes of a node: "gradients/encoder" of
// "gradients/encoder/while/MatMul". A node without a scope stands for itself.
inline std::string_view ShortScopeOf(std::string_view node) {
  const std::string_view scope = OuterScopes(node, 2);
  return scope.empty() ? node : scope;
}

}  // namespace tfprof
