// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/shape_rules.h"

#include <algorithm>

#include "analysis/work/counts.h"
#include "analysis/work/einsum.h"
#include "analysis/work/formulas.h"
#include "analysis/work/sliced_shapes.h"
#include "analysis/work/window_shapes.h"

namespace tfprof {

namespace shape_rules {

namespace {

InferredShape SameAsFirst(const ShapeQuestion& q) { return q.DimsOf(0); }

InferredShape SameAsSecond(const ShapeQuestion& q) { return q.DimsOf(1); }

InferredShape ButLast(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  if (!dims || dims->empty()) return {};
  dims->pop_back();
  return dims;
}

// Only the batch size is known, from an input.
InferredShape AsManyImages(const ShapeQuestion& q, size_t input) {
  auto dims = q.DimsOf(input);
  if (!dims || dims->empty()) return {};
  std::fill(dims->begin() + 1, dims->end(), kUnknownDim);
  return dims;
}

InferredShape AsManyAsSecond(const ShapeQuestion& q) {
  return AsManyImages(q, 1);
}

// The gradient of an image: input 0 is its shape; input 2 has its batch.
InferredShape ConvolvedImage(const ShapeQuestion& q) {
  const auto size = q.SizesOf(0);
  return size ? size : AsManyImages(q, 2);
}

// The shape is unknown.
InferredShape Unknown(const ShapeQuestion&) { return {}; }

InferredShape Scalar(const ShapeQuestion&) { return Dims{}; }

int64_t BroadcastDim(int64_t a, int64_t b) {
  if (a == 1) return b;
  if (b == 1) return a;
  return std::max(a, b);  // the known one of the two
}

InferredShape Broadcast(const ShapeQuestion& q) {
  Dims out;
  for (size_t input = 0; input < q.inputs.size(); ++input) {
    auto dims = q.DimsOf(input);
    if (!dims) return {};
    if (dims->size() > out.size()) std::swap(*dims, out);
    for (size_t back = 1; back <= dims->size(); ++back) {
      int64_t& dim = out[out.size() - back];
      dim = BroadcastDim(dim, (*dims)[dims->size() - back]);
    }
  }
  return out;
}

InferredShape MatMul(const ShapeQuestion& q) {
  const auto a = q.DimsOf(0), b = q.DimsOf(1);
  if (!a || !b || a->size() != 2 || b->size() != 2) return {};
  return Dims{(*a)[q.IsTrue("transpose_a") ? 1 : 0],
              (*b)[q.IsTrue("transpose_b") ? 0 : 1]};
}

InferredShape BatchMatMul(const ShapeQuestion& q) {
  const auto a = q.DimsOf(0), b = q.DimsOf(1);
  if (!a || !b || a->size() < 2 || b->size() < 2) return {};
  Dims out = a->size() >= b->size() ? *a : *b;
  const size_t m = a->size(), n = b->size(), rank = out.size();
  for (size_t back = 3; back <= rank; ++back) {
    out[rank - back] = BroadcastDim(back <= m ? (*a)[m - back] : 1,
                                    back <= n ? (*b)[n - back] : 1);
  }
  out[rank - 2] = (*a)[q.IsTrue("adj_x") ? m - 1 : m - 2];
  out[rank - 1] = (*b)[q.IsTrue("adj_y") ? n - 2 : n - 1];
  return out;
}

InferredShape Reduce(const ShapeQuestion& q) {
  const auto dims = q.DimsOf(0);
  const auto axes = q.ValuesOf(1);
  if (!dims || !axes) return {};
  std::vector<bool> is_reduced(dims->size());
  for (const int64_t axis : *axes) {
    const auto at = AxisOf(axis, dims->size());
    if (!at) return {};
    is_reduced[*at] = true;
  }
  const bool keeps = q.IsTrue("keep_dims");
  Dims out;
  for (size_t i = 0; i < dims->size(); ++i) {
    if (!is_reduced[i]) out.push_back((*dims)[i]);
    if (is_reduced[i] && keeps) out.push_back(1);
  }
  return out;
}

// ArgMax removes exactly one axis.
InferredShape ArgMax(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  const auto axes = q.ValuesOf(1);
  if (!dims || !axes || axes->size() != 1) return {};
  const auto at = AxisOf((*axes)[0], dims->size());
  if (!at) return {};
  dims->erase(dims->begin() + static_cast<ptrdiff_t>(*at));
  return dims;
}

InferredShape Reshape(const ShapeQuestion& q) {
  auto out = q.SizesOf(1);
  if (!out) return {};
  const auto free = std::find(out->begin(), out->end(), kUnknownDim);
  if (free == out->end()) return out;
  if (std::find(free + 1, out->end(), kUnknownDim) != out->end()) return out;
  int64_t others = 1;
  for (const int64_t dim : *out) {
    if (dim >= 0 && __builtin_mul_overflow(others, dim, &others)) return {};
  }
  const Count all = !q.inputs.empty() && q.inputs[0].is_known()
                        ? Elements(q.inputs[0].dims)
                        : Count(kUnknownDim);
  if (!all.is_known() || all.value() < 0 || others == 0) return out;
  *free = all.value() / others;
  return out;
}

InferredShape Squeeze(const ShapeQuestion& q) {
  const auto dims = q.DimsOf(0);
  if (!dims) return {};
  std::vector<bool> goes(dims->size());
  const Dims axes = q.Numbers("squeeze_dims");
  for (const int64_t axis : axes) {
    const auto at = AxisOf(axis, dims->size());
    if (!at) return {};
    goes[*at] = true;
  }
  Dims out;
  for (size_t i = 0; i < dims->size(); ++i) {
    if (axes.empty() && (*dims)[i] < 0) return {};
    if (axes.empty() ? (*dims)[i] != 1 : !goes[i]) out.push_back((*dims)[i]);
  }
  return out;
}

InferredShape ExpandDims(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  const auto axis = q.ValuesOf(1);
  if (!dims || !axis || axis->size() != 1) return {};
  const auto at = AxisOf((*axis)[0], dims->size() + 1);
  if (!at) return {};
  dims->insert(dims->begin() + static_cast<ptrdiff_t>(*at), 1);
  return dims;
}

InferredShape Transpose(const ShapeQuestion& q) {
  const auto dims = q.DimsOf(0);
  const auto order = q.ValuesOf(1);
  if (!dims || !order || order->size() != dims->size()) return {};
  Dims out;
  for (const int64_t from : *order) {
    const auto at = AxisOf(from, dims->size());
    if (!at) return {};
    out.push_back((*dims)[*at]);
  }
  return out;
}

InferredShape Concat(const ShapeQuestion& q) {
  if (q.inputs.size() < 2) return {};
  const auto axis = q.ValuesOf(q.inputs.size() - 1);
  auto out = q.DimsOf(0);
  if (!axis || axis->size() != 1 || !out) return {};
  const auto at = AxisOf((*axis)[0], out->size());
  if (!at) return {};
  for (size_t input = 1; input + 1 < q.inputs.size(); ++input) {
    const auto dims = q.DimsOf(input);
    if (!dims || dims->size() != out->size()) return {};
    int64_t& sum = (*out)[*at];
    sum = sum < 0 || (*dims)[*at] < 0 ||
                  __builtin_add_overflow(sum, (*dims)[*at], &sum)
              ? kUnknownDim
              : sum;
  }
  return out;
}

InferredShape Pad(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  const auto paddings = q.ValuesOf(1);
  if (!dims || !paddings || paddings->size() != 2 * dims->size()) return {};
  for (size_t i = 0; i < dims->size(); ++i) {
    const int64_t before = (*paddings)[2 * i], after = (*paddings)[2 * i + 1];
    if ((*dims)[i] < 0) continue;
    if (__builtin_add_overflow((*dims)[i], before, &(*dims)[i]) ||
        __builtin_add_overflow((*dims)[i], after, &(*dims)[i])) {
      return {};
    }
  }
  return dims;
}

// A vector with one element per dimension of the input.
InferredShape ShapeItself(const ShapeQuestion& q) {
  const auto dims = q.DimsOf(0);
  if (!dims) return {};
  return Dims{static_cast<int64_t>(dims->size())};
}

InferredShape Pack(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  if (!dims) return {};
  const auto at = AxisOf(q.Number("axis"), dims->size() + 1);
  if (!at) return {};
  dims->insert(dims->begin() + static_cast<ptrdiff_t>(*at),
               static_cast<int64_t>(q.inputs.size()));
  return dims;
}

constexpr std::string_view kSameAsFirst[] = {"AddN",
                                             "BiasAdd",
                                             "Cast",
                                             "Cumsum",
                                             "Cumprod",
                                             "Enter",
                                             "Exit",
                                             "FusedBatchNorm",
                                             "FusedBatchNormV2",
                                             "FusedBatchNormV3",
                                             "FusedBatchNormGrad",
                                             "FusedBatchNormGradV2",
                                             "FusedBatchNormGradV3",
                                             "Identity",
                                             "LogicalNot",
                                             "LogSoftmax",
                                             "MaxPoolGrad",
                                             "OnesLike",
                                             "ReverseV2",
                                             "Softmax",
                                             "StopGradient",
                                             "ZerosLike",
                                             "ReadVariableOp"};

struct Row {
  std::string_view type;
  ShapeRule rule;
};

// Not constexpr: under sanitizers addresses of functions are no constants.
const Row kRows[] = {
    {"Select", SameAsSecond},
    {"SelectV2", Broadcast},
    {"LogicalAnd", Broadcast},
    {"LogicalOr", Broadcast},
    {"L2Loss", Scalar},
    {"Size", Scalar},
    {"Rank", Scalar},
    {"Shape", ShapeItself},
    {"MatMul", MatMul},
    {"BatchMatMul", BatchMatMul},
    {"BatchMatMulV2", BatchMatMul},
    {"BatchMatMulV3", BatchMatMul},
    {"Conv2D", ConvolutionShape},
    {"Conv3D", ConvolutionShape},
    {"Einsum", EinsumShape},
    {"DepthwiseConv2dNative", DepthwiseShape},
    {"Conv2DBackpropInput", ConvolvedImage},
    {"Conv3DBackpropInputV2", ConvolvedImage},
    {"DepthwiseConv2dNativeBackpropInput", ConvolvedImage},
    {"AvgPool", PoolShape},
    {"AvgPool3D", PoolShape},
    {"AvgPoolGrad", AsManyAsSecond},
    {"MaxPool", PoolShape},
    {"MaxPool3D", PoolShape},
    {"SoftmaxCrossEntropyWithLogits", ButLast},
    {"SparseSoftmaxCrossEntropyWithLogits", ButLast},
    {"SegmentSum", Unknown},
    {"UnsortedSegmentSum", Unknown},
    {"Sum", Reduce},
    {"EuclideanNorm", Reduce},
    {"Mean", Reduce},
    {"Max", Reduce},
    {"Min", Reduce},
    {"Prod", Reduce},
    {"All", Reduce},
    {"Any", Reduce},
    {"ArgMax", ArgMax},
    {"ArgMin", ArgMax},
    {"Reshape", Reshape},
    {"Squeeze", Squeeze},
    {"ExpandDims", ExpandDims},
    {"Transpose", Transpose},
    {"ConcatV2", Concat},
    {"Pad", Pad},
    {"PadV2", Pad},
    {"MirrorPad", Pad},
    {"StridedSlice", StridedSliceShape},
    {"Pack", Pack},
    {"Split", SplitShape},
    {"SplitV", SplitByShape},
    {"Unpack", UnpackShape},
    {"Slice", SliceShape},
    {"Tile", TileShape},
    {"Gather", GatherShape},
    {"GatherV2", GatherShape},
    {"OneHot", OneHotShape},
    {"Fill", ShapeInFirst},
    {"RandomUniform", ShapeInFirst},
    {"RandomStandardNormal", ShapeInFirst},
    {"TruncatedNormal", ShapeInFirst},
    {"BroadcastTo", ShapeInSecond},
    {"ResizeBilinear", ResizedShape},
    {"ResizeBicubic", ResizedShape},
    {"ResizeNearestNeighbor", ResizedShape},
    {"ResizeArea", ResizedShape},
    {"CropAndResize", CroppedShape},
};

}  // namespace

}  // namespace shape_rules

// Types without a row: formulas that count input elements mean an elementwise
// type, those that count output elements a broadcast.
ShapeRule FindShapeRule(std::string_view type) {
  for (const shape_rules::Row& row : shape_rules::kRows) {
    if (row.type == type) return row.rule;
  }
  for (const std::string_view same : shape_rules::kSameAsFirst) {
    if (same == type) return shape_rules::SameAsFirst;
  }
  const Formula* const formula = FindFormula(type);
  if (formula == nullptr) return nullptr;
  if (formula->count == counts::PerInput) return shape_rules::SameAsFirst;
  if (formula->count == counts::PerOutput) return shape_rules::Broadcast;
  return nullptr;
}

}  // namespace tfprof
