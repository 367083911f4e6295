// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/window_shapes.h"

namespace tfprof {

namespace {

// The layout of an image with as many spatial dimensions as the window, plus
// batch and channels.
struct ImageLayout {
  size_t first = 1;  // dimension that the window slides along
  size_t channels = 3;
};

std::optional<ImageLayout> ImageLayoutOf(const ShapeQuestion& q, size_t rank) {
  const std::string_view format = q.graph.AttrOf(q.node, "data_format");
  if (format.empty() || format == "NHWC" || format == "NDHWC") {
    return ImageLayout{1, rank - 1};
  }
  if (format == "NCHW" || format == "NCDHW") return ImageLayout{2, 1};
  return {};
}

// How many positions a window has along a dimension.
int64_t Windows(const ShapeQuestion& q, int64_t size, int64_t window,
                int64_t stride) {
  if (size < 0 || window < 0 || stride <= 0) return kUnknownDim;
  const std::string_view padding = q.graph.AttrOf(q.node, "padding");
  if (padding == "SAME") return size == 0 ? 0 : (size - 1) / stride + 1;
  if (padding != "VALID" || size < window) return kUnknownDim;
  return (size - window) / stride + 1;
}

// The extent of a window whose elements are `dilation` apart.
int64_t Reach(int64_t window, int64_t dilation) {
  int64_t reach = 0;
  if (window <= 0 || dilation <= 0 ||
      __builtin_mul_overflow(window - 1, dilation, &reach)) {
    return kUnknownDim;
  }
  return reach + 1;
}

// The image that results from sliding a window; `channels` if they change.
InferredShape Slide(const ShapeQuestion& q, std::span<const int64_t> window,
                    std::optional<int64_t> channels) {
  const size_t rank = window.size() + 2;
  auto image = q.DimsOf(0);
  const auto layout = ImageLayoutOf(q, rank);
  const Dims strides = q.Numbers("strides"), spread = q.Numbers("dilations");
  if (!image || image->size() != rank || !layout || strides.size() != rank) {
    return {};
  }
  for (size_t i = 0; i < window.size(); ++i) {
    const size_t at = layout->first + i;
    const int64_t dilation = spread.size() == rank ? spread[at] : 1;
    const int64_t reach = Reach(window[i], dilation);
    (*image)[at] = Windows(q, (*image)[at], reach, strides[at]);
  }
  if (channels) (*image)[layout->channels] = *channels;
  return image;
}

}  // namespace

// A filter has the window's dimensions, then channels in, channels out.
InferredShape ConvolutionShape(const ShapeQuestion& q) {
  const auto filter = q.DimsOf(1);
  if (!filter || filter->size() < 3) return {};
  return Slide(q, std::span(*filter).first(filter->size() - 2), filter->back());
}

InferredShape DepthwiseShape(const ShapeQuestion& q) {
  const auto filter = q.DimsOf(1);
  if (!filter || filter->size() != 4) return {};
  int64_t channels = 0;
  if ((*filter)[2] < 0 || (*filter)[3] < 0 ||
      __builtin_mul_overflow((*filter)[2], (*filter)[3], &channels)) {
    channels = kUnknownDim;
  }
  return Slide(q, std::span(*filter).first(2), channels);
}

InferredShape PoolShape(const ShapeQuestion& q) {
  const Dims sizes = q.Numbers("ksize");
  if (sizes.size() < 3) return {};
  const auto layout = ImageLayoutOf(q, sizes.size());
  if (!layout) return {};
  return Slide(q, std::span(sizes).subspan(layout->first, sizes.size() - 2),
               {});
}

}  // namespace tfprof
