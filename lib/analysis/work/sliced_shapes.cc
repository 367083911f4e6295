// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/sliced_shapes.h"

#include <algorithm>

namespace tfprof {

namespace shape_rules {

std::optional<size_t> AxisOf(int64_t axis, size_t rank) {
  if (axis < 0) axis += static_cast<int64_t>(rank);
  if (axis < 0 || static_cast<size_t>(axis) >= rank) return {};
  return static_cast<size_t>(axis);
}

namespace {

// The axis in a constant input.
std::optional<size_t> AxisInInput(const ShapeQuestion& q, size_t input,
                                  size_t rank) {
  const auto axis = q.ValuesOf(input);
  if (!axis || axis->size() != 1) return {};
  return AxisOf((*axis)[0], rank);
}

// The size of [begin, end) by `stride` of a dimension.
int64_t Picked(int64_t size, int64_t begin, int64_t end, int64_t stride,
               bool from_first, bool to_last) {
  if (size < 0 || stride == 0 || stride == INT64_MIN) return kUnknownDim;
  const int64_t first = stride > 0 ? 0 : -1,
                last = stride > 0 ? size : size - 1;
  const auto place = [&](int64_t at) {
    return std::clamp(at < 0 ? std::max(at, -size) + size : at, first, last);
  };
  const int64_t from = from_first ? (stride > 0 ? 0 : size - 1) : place(begin);
  const int64_t to = to_last ? (stride > 0 ? size : -1) : place(end);
  const int64_t span = stride > 0 ? to - from : from - to;
  const int64_t by = stride > 0 ? stride : -stride;
  return span <= 0 ? 0 : (span - 1) / by + 1;
}

}  // namespace

// Supports `begin`, `end` and `shrink` masks; with an ellipsis or new axis the
// shape is unknown.
InferredShape StridedSliceShape(const ShapeQuestion& q) {
  const auto dims = q.DimsOf(0);
  const auto begin = q.ValuesOf(1), end = q.ValuesOf(2), by = q.ValuesOf(3);
  if (!dims || !begin || !end || !by || begin->size() > dims->size() ||
      end->size() != begin->size() || by->size() != begin->size() ||
      q.Number("ellipsis_mask") != 0 || q.Number("new_axis_mask") != 0) {
    return {};
  }
  const auto has = [&](std::string_view mask, size_t i) {
    return i < 64 && (static_cast<uint64_t>(q.Number(mask)) >> i & 1) != 0;
  };
  Dims out;
  for (size_t i = 0; i < dims->size(); ++i) {
    if (i >= begin->size()) {
      out.push_back((*dims)[i]);
    } else if (!has("shrink_axis_mask", i)) {
      out.push_back(Picked((*dims)[i], (*begin)[i], (*end)[i], (*by)[i],
                           has("begin_mask", i), has("end_mask", i)));
    }
  }
  return out;
}

InferredShape SplitShape(const ShapeQuestion& q) {
  auto dims = q.DimsOf(1);
  const int64_t parts = q.Number("num_split");
  if (!dims || parts <= 0) return {};
  const auto at = AxisInInput(q, 0, dims->size());
  if (!at) return {};
  int64_t& dim = (*dims)[*at];
  dim = dim < 0 || dim % parts != 0 ? kUnknownDim : dim / parts;
  return dims;
}

// Input 1 has the size of each part; one of them may be -1, the rest.
InferredShape SplitByShape(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  const auto sizes = q.ValuesOf(1);
  if (!dims || !sizes || sizes->empty()) return {};
  const auto at = AxisInInput(q, 2, dims->size());
  if (!at) return {};
  (*dims)[*at] = (*sizes)[0];
  return dims;
}

InferredShape UnpackShape(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  if (!dims) return {};
  const auto at = AxisOf(q.Number("axis"), dims->size());
  if (!at) return {};
  dims->erase(dims->begin() + static_cast<ptrdiff_t>(*at));
  return dims;
}

// A size of -1 means up to the end.
InferredShape SliceShape(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  const auto begin = q.ValuesOf(1), size = q.ValuesOf(2);
  if (!dims || !size || size->size() != dims->size()) return {};
  const bool has_begin = begin && begin->size() == dims->size();
  for (size_t i = 0; i < dims->size(); ++i) {
    int64_t& dim = (*dims)[i];
    if ((*size)[i] >= 0) {
      dim = (*size)[i];
    } else if (!has_begin || (*begin)[i] < 0 || dim < (*begin)[i]) {
      dim = kUnknownDim;
    } else {
      dim -= (*begin)[i];
    }
  }
  return dims;
}

InferredShape TileShape(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  const auto times = q.SizesOf(1);
  if (!dims || !times || times->size() != dims->size()) return {};
  for (size_t i = 0; i < dims->size(); ++i) {
    int64_t& dim = (*dims)[i];
    if (dim < 0 || (*times)[i] < 0 ||
        __builtin_mul_overflow(dim, (*times)[i], &dim)) {
      dim = kUnknownDim;
    }
  }
  return dims;
}

// Rows of input 0 along an axis, as many as input 1 has indices.
InferredShape GatherShape(const ShapeQuestion& q) {
  const auto dims = q.DimsOf(0), indices = q.DimsOf(1);
  if (!dims || !indices || q.Number("batch_dims") != 0) return {};
  const auto at = q.inputs.size() > 2 ? AxisInInput(q, 2, dims->size())
                                      : AxisOf(0, dims->size());
  if (!at) return {};
  const auto axis = dims->begin() + static_cast<ptrdiff_t>(*at);
  Dims out(dims->begin(), axis);
  out.insert(out.end(), indices->begin(), indices->end());
  out.insert(out.end(), axis + 1, dims->end());
  return out;
}

InferredShape OneHotShape(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  const auto depth = q.SizesOf(1);
  if (!dims || !depth || depth->size() != 1) return {};
  const auto at = AxisOf(q.Number("axis", -1), dims->size() + 1);
  if (!at) return {};
  dims->insert(dims->begin() + static_cast<ptrdiff_t>(*at), (*depth)[0]);
  return dims;
}

InferredShape ShapeInFirst(const ShapeQuestion& q) { return q.SizesOf(0); }

InferredShape ShapeInSecond(const ShapeQuestion& q) { return q.SizesOf(1); }

// [batch, height, width, channels]
InferredShape ResizedShape(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  if (!dims || dims->size() != 4) return {};
  const auto size = q.SizesOf(1);
  const bool is_known = size && size->size() == 2;
  for (size_t i = 0; i < 2; ++i) {
    (*dims)[i + 1] = is_known ? (*size)[i] : kUnknownDim;
  }
  return dims;
}

// Inputs: images, boxes, the image of each box, height and width.
InferredShape CroppedShape(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  const auto boxes = q.DimsOf(1);
  if (!dims || dims->size() != 4 || !boxes || boxes->empty()) return {};
  const auto size = q.SizesOf(3);
  const bool is_known = size && size->size() == 2;
  (*dims)[0] = (*boxes)[0];
  for (size_t i = 0; i < 2; ++i) {
    (*dims)[i + 1] = is_known ? (*size)[i] : kUnknownDim;
  }
  return dims;
}

}  // namespace shape_rules

size_t ListedOutputs(const Graph& graph, uint32_t node) {
  constexpr int64_t kMostOutputs = 4096;  // more: not a model's
  const std::string_view type = graph.OpOf(node);
  if (type != "Split" && type != "SplitV" && type != "Unpack") return 1;
  const ShapeQuestion question{graph, node, {}, {}};
  const int64_t count =
      question.Number(type == "Unpack" ? "num" : "num_split", 1);
  return static_cast<size_t>(std::clamp<int64_t>(count, 1, kMostOutputs));
}

InferredShape ShapeOfOther(const ShapeQuestion& question, const Dims& first,
                           size_t output) {
  const std::string_view type = question.graph.OpOf(question.node);
  if (type != "SplitV") return first;
  const auto sizes = question.ValuesOf(1);
  const auto at = shape_rules::AxisInInput(question, 2, first.size());
  if (!sizes || output >= sizes->size() || !at) return {};
  Dims dims = first;
  dims[*at] = (*sizes)[output];
  return dims;
}

}  // namespace tfprof
