// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "analysis/programs/hlo_opcodes.h"
#include "analysis/programs/hlo_sizes.h"
#include "analysis/work/count.h"

namespace tfprof {

// How many o in [0, outputs) have o * stride + start = dilation * x with x in
// [0, inputs). Nothing is counted of padding and of holes between inputs.
// REQUIRES: stride and dilation are above 0, the others at least 0 but `start`.
int64_t TapsOf(int64_t outputs, int64_t stride, int64_t start, int64_t dilation,
               int64_t inputs);

// The shapes of a convolution: what is computed of what. Rows of
// HloProgram::shapes.
struct ConvolutionShapes {
  HloProgram::Row input = 0;
  HloProgram::Row kernel = 0;
  HloProgram::Row output = 0;
};

// Float operations. `steps_left` limits how many positions of kernels a program
// may have; a program that says it has more is hostile.
Count ConvolutionFloatOps(const HloProgram& program, const HloSizes& sizes,
                          const HloProgram::Operation& operation,
                          const ConvolutionShapes& shapes, int64_t& steps_left);

}  // namespace tfprof
