// SPDX-License-Identifier: Apache-2.0
// Shapes of operations that cut, repeat, pick and make tensors.
#pragma once

#include "analysis/work/shape_rules.h"

namespace tfprof::shape_rules {

// Of output 0; see ShapesOfOthers for the other outputs of the first three.
InferredShape SplitShape(const ShapeQuestion& q);
InferredShape SplitByShape(const ShapeQuestion& q);
InferredShape UnpackShape(const ShapeQuestion& q);

InferredShape StridedSliceShape(const ShapeQuestion& q);
InferredShape SliceShape(const ShapeQuestion& q);
InferredShape TileShape(const ShapeQuestion& q);
InferredShape GatherShape(const ShapeQuestion& q);
InferredShape OneHotShape(const ShapeQuestion& q);

// Input 0 or 1 holds the shape.
InferredShape ShapeInFirst(const ShapeQuestion& q);
InferredShape ShapeInSecond(const ShapeQuestion& q);

// Resized images: input 1 is height and width.
InferredShape ResizedShape(const ShapeQuestion& q);
InferredShape CroppedShape(const ShapeQuestion& q);

}  // namespace tfprof::shape_rules
