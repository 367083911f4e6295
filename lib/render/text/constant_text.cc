// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "model/dtype.h"
#include "render/text/text_summary.h"

namespace tfprof {

namespace {

constexpr int64_t kMostValues = 3;

// tfprof: few digits if they give the same number, else all digits.
std::string RealText(double value, bool is_double) {
  const int few = is_double ? 15 : 6;
  const int all = is_double ? 17 : 9;
  std::string text = fmt::format("{:.{}g}", value, few);
  const double back = is_double ? std::strtod(text.c_str(), nullptr)
                                : std::strtof(text.c_str(), nullptr);
  if (!std::isnan(value) && back != value) {
    text = fmt::format("{:.{}g}", value, all);
  }
  return text;
}

std::string ValueText(const Constant& constant, size_t i) {
  const Tensor& head = constant.head;
  if (const auto* reals = std::get_if<std::vector<double>>(&head.values)) {
    return RealText((*reals)[i], head.dtype == kDoubleType);
  }
  if (const auto* wholes = std::get_if<std::vector<int64_t>>(&head.values)) {
    return head.dtype == kUint64Type
               ? fmt::format("{}", static_cast<uint64_t>((*wholes)[i]))
               : fmt::format("{}", (*wholes)[i]);
  }
  if (const auto* texts = std::get_if<std::vector<std::string>>(&head.values)) {
    return CEscaped((*texts)[i]);
  }
  return "?";
}

// Writes the values of a block and of its inner blocks. Decodable tensors have
// at most 254 dimensions, which limits the recursion.
class BlockWriter {
 public:
  BlockWriter(const Constant& constant, std::string& out)
      : constant_(constant),
        most_(std::min(constant.elements, kMostValues)),
        out_(out) {}

  void Write(size_t dim) {
    const auto& dims = constant_.head.dims;
    if (dim + 1 >= dims.size())
      return WriteValues(dims.empty() ? 1 : dims[dim]);
    for (int64_t i = 0; i < dims[dim] && next_ < most_; ++i) {
      out_ += '[';
      Write(dim + 1);
      out_ += ']';
    }
  }

 private:
  void WriteValues(int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      if (next_ >= most_) {
        out_ += "...";
        return;
      }
      if (i > 0) out_ += ' ';
      out_ += ValueText(constant_, static_cast<size_t>(next_++));
    }
  }

  const Constant& constant_;
  const int64_t most_;
  std::string& out_;
  int64_t next_ = 0;
};

}  // namespace

std::string ConstantText(const Constant& constant) {
  std::string values;
  BlockWriter(constant, values).Write(0);
  const std::vector<int64_t>& dims = constant.head.dims;
  if (dims.size() > 1 &&
      constant.elements > kMostValues) {
    values += "...";
  }
  return fmt::format("Tensor<type: {} shape: [{}] values: {}>",
                     DtypeName(constant.head.dtype), fmt::join(dims, ","),
                     values);
}

}  // namespace tfprof
