// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/formulas.h"

#include <string>

#include <tsl/robin_map.h>

#include "analysis/work/counts.h"

namespace tfprof {

namespace {

using namespace counts;  // what the rows name

using Missing = Count::Missing;

// Operations per element of the first input.
constexpr Formula Each(std::string_view type, int64_t by) {
  return {.type = type, .count = PerInput, .by = {by}};
}

constexpr Formula Binary(std::string_view type, int64_t by = 1) {
  return {.type = type, .count = PerOutput, .by = {by}};
}

constexpr Formula Zero(std::string_view type) { return {.type = type}; }

constexpr Formula Free(std::string_view type) {
  return {.type = type, .moves_nothing = true};
}

constexpr Formula Product(std::string_view type,
                          Count (*count)(const OpCall&, const Formula&),
                          bool is_fusable) {
  return {.type = type,
          .count = count,
          .is_fusable = is_fusable,
          .is_of_benchmark_model = true};
}

// Not constexpr: under sanitizers addresses of functions are no constants.
const Formula kFormulas[] = {
    Product("MatMul", MatMul, true),
    Product("QuantizedMatMul", MatMul, false),
    {.type = "SparseMatMul", .count = MatMul, .remark = "upper bound"},
    {.type = "BatchMatMul", .count = BatchMatMul},
    {.type = "BatchMatMulV2", .count = BatchMatMul},
    {.type = "BatchMatMulV3", .count = BatchMatMul},
    {.type = "Einsum", .count = Einsum},

    Product("Conv2D", Convolution, true),
    Product("Conv2DWithBias", Convolution, true),
    Product("QuantizedConv2D", Convolution, false),
    {.type = "Conv3D", .count = Convolution, .is_fusable = true},
    Product("DepthwiseConv2dNative", Depthwise, true),
    {.type = "Dilation2D", .count = Depthwise},
    {.type = "Conv2DBackpropInput", .count = ConvolutionByInput},
    {.type = "Conv3DBackpropInput", .count = ConvolutionByInput},
    {.type = "Conv3DBackpropInputV2", .count = ConvolutionByInput},
    {.type = "Conv2DBackpropFilter", .count = ConvolutionByFilter},
    {.type = "Conv3DBackpropFilter", .count = ConvolutionByFilter},
    {.type = "Conv3DBackpropFilterV2", .count = ConvolutionByFilter},
    {.type = "DepthwiseConv2dNativeBackpropInput", .count = DepthwiseByInput},
    {.type = "DepthwiseConv2dNativeBackpropFilter", .count = DepthwiseByFilter},

    {.type = "AvgPool", .count = Pool},
    {.type = "MaxPool", .count = Pool},
    {.type = "AvgPool3D", .count = Pool},
    {.type = "MaxPool3D", .count = Pool},
    {.type = "MaxPoolWithArgmax", .count = Pool},
    {.type = "AvgPoolGrad", .count = AveragePoolGradient},
    {.type = "AvgPool3DGrad", .count = AveragePoolGradient},
    {.type = "MaxPoolGrad", .count = MaxPoolGradient},
    {.type = "MaxPool3DGrad", .count = MaxPoolGradient},

    {.type = "FusedBatchNorm", .count = BatchNorm},
    {.type = "FusedBatchNormV2", .count = BatchNorm},
    {.type = "FusedBatchNormV3", .count = BatchNormV3},
    {.type = "BatchNormEx", .count = BatchNormEx},
    {.type = "FusedBatchNormEx", .count = BatchNormEx},
    {.type = "FusedBatchNormGrad", .count = BatchNormGradient},
    {.type = "FusedBatchNormGradV2", .count = BatchNormGradient},
    {.type = "FusedBatchNormGradV3", .count = BatchNormGradient},
    Each("Softmax", 5),
    Each("LogSoftmax", 5),
    Each("SoftmaxCrossEntropyWithLogits", 9),
    Each("SparseSoftmaxCrossEntropyWithLogits", 6),
    {.type = "L2Loss", .count = L2Loss},

    Each("BiasAdd", 1),
    Each("Mean", 1),
    Each("Cumsum", 1),
    Each("Cumprod", 1),
    Each("UnsortedSegmentSum", 1),
    Each("SegmentSum", 1),
    Each("EuclideanNorm", 2),
    {.type = "Sum", .count = Reduction},
    {.type = "ArgMax", .count = Reduction},
    {.type = "ArgMin", .count = Reduction},
    {.type = "BiasAddGrad", .count = Reduction},
    {.type = "Max", .count = Reduction},
    {.type = "Min", .count = Reduction},
    {.type = "Prod", .count = Reduction},
    {.type = "AddN", .count = SumOfAll},
    {.type = "AccumulateNV2", .count = SumOfAll},
    {.type = "AssignAdd", .count = PerAdded},
    {.type = "AssignSub", .count = PerAdded},
    {.type = "AssignAddVariableOp", .count = PerAdded},
    {.type = "AssignSubVariableOp", .count = PerAdded},

    {.type = "LSTMBlockCell",
     .count = LstmBlockCell,
     .remark_untold = LstmBlockCellRemark},
    {.type = "BlockLSTM", .count = BlockLstm, .remark = "upper bound"},
    {.type = "BlockLSTMV2", .count = BlockLstm, .remark = "upper bound"},
    {.type = "GRUBlockCell", .count = GruBlockCell},

    {.type = "ApplyGradientDescent", .count = Optimizer, .by = {2, 2, 2}},
    {.type = "ApplyMomentum", .count = Optimizer, .by = {4, 7, 3}},
    {.type = "ApplyKerasMomentum", .count = Optimizer, .by = {4, 7, 3}},
    {.type = "ApplyAdagrad", .count = Optimizer, .by = {6, 6, 3}},
    {.type = "ApplyAdagradV2", .count = Optimizer, .by = {7, 7, 4}},
    {.type = "ApplyAdam", .count = Optimizer, .by = {12, 15, 9}},
    {.type = "ApplyAdaMax", .count = Optimizer, .by = {10, 10, 8}},
    {.type = "ApplyRMSProp", .count = Optimizer, .by = {11, 11, 7}},
    {.type = "ApplyCenteredRMSProp", .count = Optimizer, .by = {16, 16, 8}},
    {.type = "ApplyAdadelta", .count = Optimizer, .by = {17, 17, 6}},

    Each("Reciprocal", 1),
    Each("Inv", 1),
    Each("Square", 1),
    Each("Sqrt", 1),
    Each("Log", 1),
    Each("Log1p", 1),
    Each("Exp", 1),
    Each("Expm1", 1),
    Each("Neg", 1),
    Each("Abs", 1),
    Each("Sign", 1),
    Each("Floor", 1),
    Each("Ceil", 1),
    Each("Round", 1),
    Each("Rint", 1),
    Each("Sin", 1),
    Each("Cos", 1),
    Each("Tan", 1),
    Each("Tanh", 1),
    Each("Erf", 1),
    Each("Erfc", 1),
    Each("Relu", 1),
    Each("ReluGrad", 1),
    Each("Rsqrt", 2),
    Each("Relu6", 2),
    Each("LeakyRelu", 2),
    Each("Relu6Grad", 2),
    Each("LeakyReluGrad", 2),
    Each("EluGrad", 2),
    Each("SeluGrad", 2),
    Each("SqrtGrad", 2),
    Each("Elu", 3),
    Each("Softplus", 3),
    Each("Softsign", 3),
    Each("TanhGrad", 3),
    Each("SigmoidGrad", 3),
    Each("ReciprocalGrad", 3),
    Each("InvGrad", 3),
    Each("Sigmoid", 4),
    Each("Selu", 4),
    Each("RsqrtGrad", 4),
    Each("SoftplusGrad", 4),
    Each("SoftsignGrad", 4),

    Binary("Add"),
    Binary("AddV2"),
    Binary("Sub"),
    Binary("Mul"),
    Binary("Div"),
    Binary("RealDiv"),
    Binary("DivNoNan"),
    Binary("FloorDiv"),
    Binary("TruncateDiv"),
    Binary("Mod"),
    Binary("FloorMod"),
    Binary("Atan2"),
    Binary("Maximum"),
    Binary("Minimum"),
    Binary("Pow"),
    Binary("Greater"),
    Binary("GreaterEqual"),
    Binary("Less"),
    Binary("LessEqual"),
    Binary("Equal"),
    Binary("NotEqual"),
    Binary("Xdivy"),
    Binary("MulNoNan"),
    Binary("SquaredDifference", 2),
    Binary("Xlogy", 2),

    // Types that pass a buffer on or only look at shapes.
    Free("Const"),
    Free("Enter"),
    Free("Exit"),
    Free("ExpandDims"),
    Free("Identity"),
    Free("IdentityN"),
    Free("LoopCond"),
    Free("Merge"),
    Free("NextIteration"),
    Free("NoOp"),
    Free("Rank"),
    Free("ReadVariableOp"),
    Free("Reshape"),
    Free("Shape"),
    Free("ShapeN"),
    Free("Size"),
    Free("Squeeze"),
    Free("StopGradient"),
    Free("Switch"),
    Free("VarHandleOp"),
    Free("Variable"),
    Free("VariableV2"),
    Free("_Arg"),
    Free("_Retval"),

    // Types that move data without computing.
    Zero("Assign"),
    Zero("AssignVariableOp"),
    Zero("Bitcast"),
    Zero("BroadcastGradientArgs"),
    Zero("BroadcastTo"),
    Zero("Cast"),
    Zero("Concat"),
    Zero("ConcatOffset"),
    Zero("ConcatV2"),
    Zero("ControlTrigger"),
    Zero("DepthToSpace"),
    Zero("EmptyTensorList"),
    Zero("Fill"),
    Zero("Gather"),
    Zero("GatherNd"),
    Zero("GatherV2"),
    Zero("InvertPermutation"),
    Zero("LogicalAnd"),
    Zero("LogicalNot"),
    Zero("LogicalOr"),
    Zero("MirrorPad"),
    Zero("OneHot"),
    Zero("OnesLike"),
    Zero("Pack"),
    Zero("Pad"),
    Zero("PadV2"),
    Zero("Placeholder"),
    Zero("PlaceholderWithDefault"),
    Zero("Range"),
    Zero("RefEnter"),
    Zero("RefMerge"),
    Zero("RefSwitch"),
    Zero("ResourceGather"),
    Zero("ReverseV2"),
    Zero("Select"),
    Zero("SelectV2"),
    Zero("Slice"),
    Zero("SpaceToDepth"),
    Zero("Split"),
    Zero("SplitV"),
    Zero("StackPopV2"),
    Zero("StackPushV2"),
    Zero("StackV2"),
    Zero("StridedSlice"),
    Zero("StridedSliceGrad"),
    Zero("TensorArrayGatherV3"),
    Zero("TensorArrayGradV3"),
    Zero("TensorArrayReadV3"),
    Zero("TensorArrayScatterV3"),
    Zero("TensorArraySizeV3"),
    Zero("TensorArrayV3"),
    Zero("TensorArrayWriteV3"),
    Zero("TensorListElementShape"),
    Zero("TensorListFromTensor"),
    Zero("TensorListGetItem"),
    Zero("TensorListLength"),
    Zero("TensorListPopBack"),
    Zero("TensorListPushBack"),
    Zero("TensorListReserve"),
    Zero("TensorListSetItem"),
    Zero("TensorListStack"),
    Zero("Tile"),
    Zero("Transpose"),
    Zero("Unpack"),
    Zero("VarIsInitializedOp"),
    Zero("Where"),
    Zero("ZerosLike"),
    Zero("_HostRecv"),
    Zero("_HostSend"),
    Zero("_Recv"),
    Zero("_SINK"),
    Zero("_SOURCE"),
    Zero("_Send"),
};

// Of graphs only: the roofline of a step has no formula for these types.
const Formula kGraphFormulas[] = {
    {.type = "ResizeBilinear", .count = PerOutput, .by = {9}},
    {.type = "ResizeBilinearGrad", .count = PerInput, .by = {8}},
    {.type = "ResizeBicubic", .count = PerOutput, .by = {35}},
    {.type = "CropAndResize", .count = PerOutput, .by = {9}},
    Zero("ResizeNearestNeighbor"),
};

bool HasFused(const Formula& formula, std::string_view type) {
  return formula.is_fusable && type.starts_with('_');
}

}  // namespace

const Formula* FindFormula(std::string_view type) {
  static const auto* const by_type = [] {
    auto* map = new tsl::robin_map<std::string_view, const Formula*>;
    for (const Formula& formula : kFormulas)
      map->emplace(formula.type, &formula);
    return map;
  }();
  type = PlainType(type);
  // Optimizers have the same formula for both kinds of variables.
  if (type.starts_with("ResourceApply")) type.remove_prefix(8);
  const auto found = by_type->find(type);
  return found == by_type->end() ? nullptr : found->second;
}

const Formula* FindGraphFormula(std::string_view type) {
  for (const Formula& formula : kGraphFormulas) {
    if (formula.type == type) return &formula;
  }
  return FindFormula(type);
}

Count FloatOpsOf(const Formula* formula, std::string_view type,
                 const OpCall& call) {
  if (formula == nullptr) return Count::Unknown(Missing::kFormula);
  if (formula->is_zero()) return 0;
  const Count base = formula->count(call, *formula);
  if (!HasFused(*formula, type)) return base;
  return base + call.attrs.fused_per_element * call.Out();
}

std::string_view RemarkOf(const Formula& formula, std::string_view type,
                          const OpCall& call) {
  if (HasFused(formula, type) && !call.attrs.names_fused &&
      type.find("Fused") != std::string_view::npos) {
    return "without what is fused to it";
  }
  if (!call.attrs.are_told && formula.remark_untold != nullptr) {
    return formula.remark_untold(call);
  }
  return formula.remark;
}

}  // namespace tfprof
