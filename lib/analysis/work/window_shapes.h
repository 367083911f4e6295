// SPDX-License-Identifier: Apache-2.0
// Shape rules of operations that slide a window (see shape_rules.cc).
#pragma once

#include "analysis/work/shape_rules.h"

namespace tfprof {

InferredShape ConvolutionShape(const ShapeQuestion& q);
InferredShape DepthwiseShape(const ShapeQuestion& q);
InferredShape PoolShape(const ShapeQuestion& q);

}  // namespace tfprof
