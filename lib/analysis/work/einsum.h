// SPDX-License-Identifier: Apache-2.0
// The work of an Einsum of one or two inputs, by its equation.
#pragma once

#include "analysis/work/op_call.h"
#include "analysis/work/shape_rules.h"

namespace tfprof {

Count EinsumFloatOps(const OpCall& call);

// A rule of shape_rules.cc.
InferredShape EinsumShape(const ShapeQuestion& q);

}  // namespace tfprof
