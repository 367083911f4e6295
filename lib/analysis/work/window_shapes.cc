// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/window_shapes.h"

#include <array>

namespace tfprof {

namespace {

constexpr int64_t kUnknownDim = -1;

std::optional<std::vector<int64_t>> FourDims(const ShapeQuestion& q,
                                             size_t input) {
  if (input >= q.inputs.size() || !q.inputs[input].has_rank ||
      q.inputs[input].dims.size() != 4) {
    return {};
  }
  const auto dims = q.inputs[input].dims;
  return std::vector<int64_t>(dims.begin(), dims.end());
}

// Where the image's height, width and channels are.
struct ImageLayout {
  size_t height = 1;
  size_t channels = 3;
};

std::optional<ImageLayout> ImageLayoutOf(const ShapeQuestion& q) {
  const std::string_view format = q.graph.AttrOf(q.node, "data_format");
  if (format.empty() || format == "NHWC") return ImageLayout{1, 3};
  if (format == "NCHW") return ImageLayout{2, 1};
  return {};
}

// How often a window fits.
int64_t Windows(const ShapeQuestion& q, int64_t size, int64_t window,
                int64_t stride) {
  if (size < 0 || window < 0 || stride <= 0) return kUnknownDim;
  const std::string_view padding = q.graph.AttrOf(q.node, "padding");
  if (padding == "SAME") return size == 0 ? 0 : (size - 1) / stride + 1;
  if (padding != "VALID" || size < window) return kUnknownDim;
  return (size - window) / stride + 1;
}

// How far a window reaches whose taps are `dilation` apart.
int64_t Reach(int64_t window, int64_t dilation) {
  int64_t reach = 0;
  if (window <= 0 || dilation <= 0 ||
      __builtin_mul_overflow(window - 1, dilation, &reach)) {
    return kUnknownDim;
  }
  return reach + 1;
}

// An image that windows of `size` by `channels` made another of.
InferredShape Slide(const ShapeQuestion& q, std::array<int64_t, 2> window,
                    int64_t channels) {
  auto image = FourDims(q, 0);
  const auto layout = ImageLayoutOf(q);
  const std::vector<int64_t> strides = q.Numbers("strides"),
                             spread = q.Numbers("dilations");
  if (!image || !layout || strides.size() != 4) return {};
  for (size_t i = 0; i < 2; ++i) {
    const size_t at = layout->height + i;
    const int64_t dilation = spread.size() == 4 ? spread[at] : 1;
    const int64_t reach = Reach(window[i], dilation);
    (*image)[at] = Windows(q, (*image)[at], reach, strides[at]);
  }
  if (channels != 0) (*image)[layout->channels] = channels;
  return image;
}

}  // namespace

InferredShape ConvolutionShape(const ShapeQuestion& q) {
  const auto filter = FourDims(q, 1);
  if (!filter) return {};
  return Slide(q, {(*filter)[0], (*filter)[1]}, (*filter)[3]);
}

InferredShape DepthwiseShape(const ShapeQuestion& q) {
  const auto filter = FourDims(q, 1);
  if (!filter) return {};
  int64_t channels = 0;
  if ((*filter)[2] < 0 || (*filter)[3] < 0 ||
      __builtin_mul_overflow((*filter)[2], (*filter)[3], &channels)) {
    channels = kUnknownDim;
  }
  return Slide(q, {(*filter)[0], (*filter)[1]}, channels);
}

InferredShape PoolShape(const ShapeQuestion& q) {
  const std::vector<int64_t> window = q.Numbers("ksize");
  const auto layout = ImageLayoutOf(q);
  if (window.size() != 4 || !layout) return {};
  return Slide(q, {window[layout->height], window[layout->height + 1]}, 0);
}

}  // namespace tfprof
