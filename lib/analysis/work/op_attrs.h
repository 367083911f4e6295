// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tfprof {

// The attributes that formulas look at.
struct OpAttrs {
  // A graph has the node: attributes that it does not name have their defaults.
  bool are_told = true;
  bool transpose_a = false;
  bool adj_x = false;
  bool is_training = true;
  bool use_peephole = false;
  bool use_nesterov = false;
  bool has_activation = false;  // `activation_mode` is Relu
  bool has_side_input = false;
  bool names_fused = false;       // `fused_ops` is not empty
  int64_t fused_per_element = 0;  // by what `fused_ops` names
  std::optional<int64_t> window;  // the product of `ksize`
  std::string equation;

  friend bool operator==(const OpAttrs&, const OpAttrs&) = default;
};

// Sets an attribute from a graph (NamedAttr); ignores others.
void SetAttr(std::string_view key, std::string_view text, OpAttrs& attrs);

}  // namespace tfprof
