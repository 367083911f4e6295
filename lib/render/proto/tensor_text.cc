// SPDX-License-Identifier: Apache-2.0
#include "render/proto/tensor_text.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/numbers.h"

namespace tfprof {

namespace {

constexpr size_t kMostText = 10000;
constexpr size_t kHugeTensor = 100000;

void AppendValue(std::string& text, double value) {
  text += fmt::format("{:.2f} ", SixDigits(value));
}

void AppendValue(std::string& text, int64_t value) {
  AppendInt(text, value);
  text += ' ';
}

void AppendValue(std::string& text, const std::string& value) {
  text += '\'';
  text += value;
  text += "' ";
}

// Closes a bracket. tfprof: each time the text is cut to 10,000 characters, so
// a long tensor ends in one bracket after these. False if it was cut.
bool Close(std::string& text) {
  const bool is_cut = text.size() > kMostText;
  if (is_cut) text.resize(kMostText);
  text += "],\n";
  return !is_cut;
}

// Iterates over all indices with counters, not by recursion.
template <typename T>
std::string NestedText(const std::vector<int64_t>& dims,
                       const std::vector<T>& values) {
  const size_t rank = dims.size();
  // A scalar is written as one block of one value.
  const int64_t block = rank == 0 ? 1 : dims.back();
  std::vector<int64_t> wheel(rank, 0);
  std::string text;
  size_t opened = 0;  // dimensions open now
  size_t next = 0;    // in values
  do {
    // Open brackets down to the innermost or an empty dimension.
    do {
      text += '[';
      if (opened < rank) wheel[opened] = 0;
      ++opened;
    } while (opened < rank && dims[opened - 1] > 0);
    if (opened >= rank) {
      for (int64_t i = 0; i < block && next < values.size(); ++i) {
        AppendValue(text, values[next++]);
      }
    }
    if (!Close(text)) return text;
    --opened;
    while (opened > 0 && ++wheel[opened - 1] >= dims[opened - 1]) {
      if (!Close(text)) return text;
      --opened;
    }
  } while (opened > 0);
  return text;
}

}  // namespace

double SixDigits(double value) {
  return std::strtod(fmt::format("{:g}", value).c_str(), nullptr);
}

Status WarnAboutTensor(const Result<Tensor>& tensor, Diagnostics& diagnostics) {
  if (!tensor && tensor.error().code != ErrorCode::kNotFound) {
    return Failure(tensor.error());
  }
  if (!tensor) {
    diagnostics.Warn("rows have no tensor in the checkpoint",
                     tensor.error().message);
    return {};
  }
  std::visit(
      [&](const auto& values) {
        if constexpr (std::is_same_v<std::decay_t<decltype(values)>,
                                     std::monostate>) {
          diagnostics.Warn("tensors of a type that is not shown",
                           fmt::format("Not Supported type {}", tensor->dtype));
        } else if (values.size() > kHugeTensor) {
          diagnostics.Warn("huge tensors",
                           "Showing huge tensor, the tool might halt...");
        }
      },
      tensor->values);
  return {};
}

Status AppendTensor(std::string& out, const Result<Tensor>& tensor,
                    Diagnostics& diagnostics) {
  TFPROF_RETURN_IF_ERROR(WarnAboutTensor(tensor, diagnostics));
  if (!tensor) return {};
  std::visit(
      [&](const auto& values) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(values)>,
                                      std::monostate>) {
          std::string text = NestedText(tensor->dims, values);
          const bool is_cut = text.size() >= kMostText;
          out += text;
          if (is_cut) out += "...omitted from display\n\n";
        }
      },
      tensor->values);
  return {};
}

}  // namespace tfprof
