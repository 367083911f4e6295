// SPDX-License-Identifier: Apache-2.0
// Shapes of what slides a window over an image. Rules of shape_rules.cc.
#pragma once

#include "analysis/work/shape_rules.h"

namespace tfprof {

InferredShape ConvolutionShape(const ShapeQuestion& q);
InferredShape DepthwiseShape(const ShapeQuestion& q);
InferredShape PoolShape(const ShapeQuestion& q);

}  // namespace tfprof
