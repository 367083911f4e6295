// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/counts.h"

#include <utility>

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

// The length over which two matrices were multiplied, by the shapes of both and
// of the product. All choices of transposes that fit have the same length: if
// both choices for the first matrix fit, it is square.
static Count ContractedLength(const OpCall& call) {
  for (const Count& shape : {call.In(0), call.In(1), call.Out()}) {
    if (!shape.is_known()) return shape;
  }
  const auto a = call.inputs[0].dims;
  const auto b = call.inputs[1].dims;
  const auto out = call.outputs[0].dims;
  if (a.size() < 2 || b.size() < 2 || out.size() < 2) {
    return Count::Unknown(Missing::kRank);
  }
  const auto last = [](std::span<const int64_t> dims, bool is_transposed) {
    const std::pair matrix(dims[dims.size() - 2], dims.back());
    return is_transposed ? std::pair(matrix.second, matrix.first) : matrix;
  };
  const auto [rows, columns] = last(out, false);
  for (const bool transposes_a : {false, true}) {
    for (const bool transposes_b : {false, true}) {
      const auto [a_rows, a_columns] = last(a, transposes_a);
      const auto [b_rows, b_columns] = last(b, transposes_b);
      if (a_columns == b_rows && a_rows == rows && b_columns == columns) {
        return a_columns;
      }
    }
  }
  return Count::Unknown(Missing::kTransposes);
}

Count MatMul(const OpCall& call, const Formula&) {
  if (!call.attrs.are_told) return 2 * ContractedLength(call) * call.Out();
  return 2 * call.InDim(0, call.attrs.transpose_a ? 0 : 1) * call.Out();
}

Count BatchMatMul(const OpCall& call, const Formula&) {
  if (!call.attrs.are_told) return 2 * ContractedLength(call) * call.Out();
  return 2 * call.InDim(0, call.attrs.adj_x ? -2 : -1) * call.Out();
}

Count Einsum(const OpCall& call, const Formula&) {
  if (!call.attrs.are_told) return Count::Unknown(Missing::kEquation);
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

static Count BatchNormOf(const OpCall& call, bool is_training) {
  return Count(is_training ? 7 : 2) * call.In() + 6 * call.In(1);
}

// An empty mean tells of training: inference needs one. V3 may take one while
// it trains, for a running average.
static Count BatchNormByMean(const OpCall& call, bool may_average) {
  const Count mean = call.In(3);
  if (!mean.is_known()) return mean;
  const auto dims = call.inputs[3].dims;
  const bool is_training = dims.size() == 1 && dims[0] == 0;
  if (!is_training && may_average) return Count::Unknown(Missing::kTraining);
  return BatchNormOf(call, is_training);
}

Count BatchNorm(const OpCall& call, const Formula&) {
  if (!call.attrs.are_told) return BatchNormByMean(call, false);
  return BatchNormOf(call, call.attrs.is_training);
}

Count BatchNormV3(const OpCall& call, const Formula&) {
  if (!call.attrs.are_told) return BatchNormByMean(call, true);
  return BatchNormOf(call, call.attrs.is_training);
}

Count BatchNormGradient(const OpCall& call, const Formula&) {
  return 9 * call.In() + 6 * call.In(2);
}

// Adds an optional activation and an optional added input.
Count BatchNormEx(const OpCall& call, const Formula& formula) {
  const int64_t more =
      int64_t{call.attrs.has_activation} + int64_t{call.attrs.has_side_input};
  return BatchNormV3(call, formula) + more * call.Out();
}

// A matrix product for the four gates, then operations per element.
static Count LstmCell(Count batch, Count inputs, Count units,
                      bool use_peephole) {
  const int64_t each = use_peephole ? 29 : 23;
  return 8 * batch * units * (inputs + units) + each * batch * units;
}

static Count LstmBlockCellWith(const OpCall& call, bool use_peephole) {
  return LstmCell(call.InDim(0, 0), call.InDim(0, 1), call.InDim(1, 1),
                  use_peephole);
}

// Without the attribute: the lower count if peepholes are less than 1 %.
Count LstmBlockCell(const OpCall& call, const Formula&) {
  if (call.attrs.are_told) {
    return LstmBlockCellWith(call, call.attrs.use_peephole);
  }
  const Count low = LstmBlockCellWith(call, false);
  const Count more = LstmBlockCellWith(call, true) - low;
  if (!more.is_known()) return more;
  const bool is_close = more.value() <= low.value() / 100;
  return is_close ? low : Count::Unknown(Missing::kPeephole);
}

std::string_view LstmBlockCellRemark(const OpCall& call) {
  const Count elements = call.InDim(0, 0) * call.InDim(1, 1);
  const bool is_empty = elements.is_known() && elements.value() == 0;
  return is_empty ? "" : "lower bound";
}

// Input 1 is [time, batch, inputs].
Count BlockLstm(const OpCall& call, const Formula&) {
  const Count count =
      call.InDim(1, 0) * LstmCell(call.InDim(1, 1), call.InDim(1, 2),
                                  call.InDim(2, 1), call.attrs.use_peephole);
  const bool is_told = call.attrs.are_told || !count.is_known();
  return is_told ? count : Count::Unknown(Missing::kPeephole);
}

Count GruBlockCell(const OpCall& call, const Formula&) {
  const Count batch = call.InDim(0, 0), units = call.InDim(1, 1);
  return 6 * batch * units * (call.InDim(0, 1) + units) + 17 * batch * units;
}

// `by`: operations per element, the same with Nesterov, gradient's index.
Count Optimizer(const OpCall& call, const Formula& formula) {
  const Count elements = call.In(static_cast<uint32_t>(formula.by[2]));
  const Count plain = formula.by[0] * elements;
  const Count nesterov = formula.by[1] * elements;
  if (call.attrs.are_told) return call.attrs.use_nesterov ? nesterov : plain;
  const bool is_same = !plain.is_known() || (nesterov - plain).value() == 0;
  return is_same ? plain : Count::Unknown(Missing::kNesterov);
}

}  // namespace tfprof::counts
