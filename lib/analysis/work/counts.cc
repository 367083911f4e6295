// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/counts.h"

#include "analysis/work/einsum.h"

namespace tfprof::counts {

using Missing = Count::Missing;

// `by` operations per element of the first input, or of the output.
Count PerInput(const OpCall& call, const Formula& formula) {
  return formula.by[0] * call.In();
}

Count PerOutput(const OpCall& call, const Formula& formula) {
  return formula.by[0] * call.Out();
}

// Per element of the second input, which is added to a variable.
Count PerAdded(const OpCall& call, const Formula&) { return call.In(1); }

Count Reduction(const OpCall& call, const Formula&) {
  return call.In() - call.Out();
}

Count L2Loss(const OpCall& call, const Formula&) { return 3 * call.In() - 1; }

Count SumOfAll(const OpCall& call, const Formula&) {
  return call.Out() * (static_cast<int64_t>(call.inputs.size()) - 1);
}

Count MatMul(const OpCall& call, const Formula&) {
  return 2 * call.InDim(0, call.attrs.transpose_a ? 0 : 1) * call.Out();
}

Count BatchMatMul(const OpCall& call, const Formula&) {
  return 2 * call.InDim(0, call.attrs.adj_x ? -2 : -1) * call.Out();
}

Count Einsum(const OpCall& call, const Formula&) {
  return EinsumFloatOps(call);
}

// A filter has height, width, channels in, channels out. Each output element
// needs a multiplication and an addition per weight; both gradients need as
// many.
Count Convolution(const OpCall& call, const Formula&) {
  return 2 * call.Out() * call.InButLast(1);
}

Count ConvolutionByInput(const OpCall& call, const Formula&) {
  return 2 * call.In(2) * call.InButLast(1);
}

Count ConvolutionByFilter(const OpCall& call, const Formula&) {
  return 2 * call.In(2) * call.OutButLast(0);
}

Count Depthwise(const OpCall& call, const Formula&) {
  return 2 * call.Out() * call.InPart(1, 0, 2);
}

Count DepthwiseByInput(const OpCall& call, const Formula&) {
  return 2 * call.In(2) * call.InPart(1, 0, 2);
}

Count DepthwiseByFilter(const OpCall& call, const Formula&) {
  return 2 * call.In(2) * call.OutPart(0, 0, 2);
}

static Count Window(const OpCall& call) {
  return call.attrs.window ? Count(*call.attrs.window)
                           : Count::Unknown(Missing::kWindow);
}

Count Pool(const OpCall& call, const Formula&) {
  return Window(call) * call.Out();
}

Count AveragePoolGradient(const OpCall& call, const Formula&) {
  return 2 * Window(call) * call.In(1);
}

// The pooling is repeated to find the maxima.
Count MaxPoolGradient(const OpCall& call, const Formula&) {
  return (Window(call) + 1) * call.In(1);
}

Count BatchNorm(const OpCall& call, const Formula&) {
  return Count(call.attrs.is_training ? 7 : 2) * call.In() + 6 * call.In(1);
}

Count BatchNormGradient(const OpCall& call, const Formula&) {
  return 9 * call.In() + 6 * call.In(2);
}

// Adds an optional activation and an optional added input.
Count BatchNormEx(const OpCall& call, const Formula& formula) {
  const int64_t more =
      int64_t{call.attrs.has_activation} + int64_t{call.attrs.has_side_input};
  return BatchNorm(call, formula) + more * call.Out();
}

// A matrix product for the four gates, then operations per element.
static Count LstmCell(const OpCall& call, Count batch, Count inputs,
                      Count units) {
  const int64_t each = call.attrs.use_peephole ? 29 : 23;
  return 8 * batch * units * (inputs + units) + each * batch * units;
}

Count LstmBlockCell(const OpCall& call, const Formula&) {
  return LstmCell(call, call.InDim(0, 0), call.InDim(0, 1), call.InDim(1, 1));
}

// Input 1 is [time, batch, inputs].
Count BlockLstm(const OpCall& call, const Formula&) {
  return call.InDim(1, 0) *
         LstmCell(call, call.InDim(1, 1), call.InDim(1, 2), call.InDim(2, 1));
}

Count GruBlockCell(const OpCall& call, const Formula&) {
  const Count batch = call.InDim(0, 0), units = call.InDim(1, 1);
  return 6 * batch * units * (call.InDim(0, 1) + units) + 17 * batch * units;
}

// `by`: operations per element, the same with Nesterov, gradient's index.
Count Optimizer(const OpCall& call, const Formula& formula) {
  return formula.by[call.attrs.use_nesterov ? 1 : 0] *
         call.In(static_cast<uint32_t>(formula.by[2]));
}

}  // namespace tfprof::counts
