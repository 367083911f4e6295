// SPDX-License-Identifier: Apache-2.0
// The arithmetic behind the rows of formulas.cc.
#pragma once

#include "analysis/work/formulas.h"

namespace tfprof::counts {

Count PerInput(const OpCall& call, const Formula& formula);
Count PerOutput(const OpCall& call, const Formula& formula);
Count PerAdded(const OpCall& call, const Formula& formula);
Count Reduction(const OpCall& call, const Formula& formula);
Count L2Loss(const OpCall& call, const Formula& formula);
Count SumOfAll(const OpCall& call, const Formula& formula);
Count MatMul(const OpCall& call, const Formula& formula);
Count BatchMatMul(const OpCall& call, const Formula& formula);
Count Einsum(const OpCall& call, const Formula& formula);
Count Convolution(const OpCall& call, const Formula& formula);
Count ConvolutionByInput(const OpCall& call, const Formula& formula);
Count ConvolutionByFilter(const OpCall& call, const Formula& formula);
Count Depthwise(const OpCall& call, const Formula& formula);
Count DepthwiseByInput(const OpCall& call, const Formula& formula);
Count DepthwiseByFilter(const OpCall& call, const Formula& formula);
Count Pool(const OpCall& call, const Formula& formula);
Count AveragePoolGradient(const OpCall& call, const Formula& formula);
Count MaxPoolGradient(const OpCall& call, const Formula& formula);
Count BatchNorm(const OpCall& call, const Formula& formula);
Count BatchNormV3(const OpCall& call, const Formula& formula);
Count BatchNormGradient(const OpCall& call, const Formula& formula);
Count BatchNormEx(const OpCall& call, const Formula& formula);
Count LstmBlockCell(const OpCall& call, const Formula& formula);
std::string_view LstmBlockCellRemark(const OpCall& call);
Count BlockLstm(const OpCall& call, const Formula& formula);
Count GruBlockCell(const OpCall& call, const Formula& formula);
Count Optimizer(const OpCall& call, const Formula& formula);

}  // namespace tfprof::counts
