// SPDX-License-Identifier: Apache-2.0
// Float operations and bytes of one execution, by operation type: a table with
// a row a type (formulas.cc). One addition, multiplication, division,
// comparison or elementary function is one operation, and a fused
// multiply-add is two.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "analysis/work/op_call.h"

namespace tfprof {

struct Formula {
  std::string_view type;
  Count (*count)(const OpCall& call, const Formula& formula) = nullptr;
  std::array<int64_t, 3> by{};  // factors for `count`
  bool is_fusable = false;      // other types may be fused to it
  bool moves_nothing = false;   // passes a buffer on
  // Convolutions and matrix products of the forward pass: what
  // benchmark_model counts.
  bool is_of_benchmark_model = false;
  std::string_view remark = {};
  // The remark of an execution whose attributes no graph tells.
  std::string_view (*remark_untold)(const OpCall& call) = nullptr;

  bool is_zero() const { return count == nullptr; }  // by definition
};

// The type without prefixes: Conv2D for _MklNativeFusedConv2D.
std::string_view PlainType(std::string_view type);

// The formula of an executed type, or null.
const Formula* FindFormula(std::string_view type);

// The same for a graph that did not run, whose resized images are counted too.
const Formula* FindGraphFormula(std::string_view type);

// Of one execution. REQUIRES: `formula` is FindFormula(type).
Count FloatOpsOf(const Formula* formula, std::string_view type,
                 const OpCall& call);

// A remark about the count; mostly empty.
std::string_view RemarkOf(const Formula& formula, std::string_view type,
                          const OpCall& call);

// Operations per element of an entry of `fused_ops`.
int64_t FusedPerElement(std::string_view fused_op);

}  // namespace tfprof
