// SPDX-License-Identifier: Apache-2.0
// Protobuf messages that occur in checkpoints.
#include "wire/checkpoint/checkpoint_parts.h"

namespace tfprof::checkpoint {

namespace {

template <typename Value, typename Range>
void Append(std::vector<Value>& values, const Range& range) {
  for (const auto value : range) values.push_back(static_cast<Value>(value));
}

// Each function reads the field if it holds values of this type.
bool DecodeReals(protozero::pbf_reader& message, int dtype,
                 std::vector<double>& values) {
  const uint32_t field = message.tag_and_type();
  if (dtype == kFloatType && field == Length(5)) {
    Append(values, message.get_packed_float());
  } else if (dtype == kFloatType && field == Fixed32(5)) {
    values.push_back(message.get_float());
  } else if (dtype == kDoubleType && field == Length(6)) {
    Append(values, message.get_packed_double());
  } else if (dtype == kDoubleType && field == Fixed64(6)) {
    values.push_back(message.get_double());
  } else {
    return false;
  }
  return true;
}

bool DecodeIntegers(protozero::pbf_reader& message, int dtype,
                    std::vector<int64_t>& values) {
  const uint32_t field = message.tag_and_type();
  if (dtype == kInt32Type && field == Length(7)) {
    Append(values, message.get_packed_int32());
  } else if (dtype == kInt32Type && field == Varint(7)) {
    values.push_back(message.get_int32());
  } else if (dtype == kInt64Type && field == Length(10)) {
    Append(values, message.get_packed_int64());
  } else if (dtype == kInt64Type && field == Varint(10)) {
    values.push_back(message.get_int64());
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::vector<int64_t> DecodeShape(protozero::pbf_reader message) {
  std::vector<int64_t> dims;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Length(2): {
        protozero::pbf_reader dim = message.get_message();
        dims.push_back(0);
        while (dim.next()) {
          if (dim.tag_and_type() == Varint(1)) {
            dims.back() = dim.get_int64();
          } else {
            dim.skip();
          }
        }
        break;
      }
      case Varint(3):
        if (message.get_bool()) dims.push_back(-1);
        break;
      default:
        message.skip();
    }
  }
  return dims;
}

Slice DecodeSlice(protozero::pbf_reader message) {
  Slice slice;
  while (message.next()) {
    if (message.tag_and_type() != Length(1)) {
      message.skip();
      continue;
    }
    protozero::pbf_reader extent = message.get_message();
    slice.emplace_back();
    while (extent.next()) {
      switch (extent.tag_and_type()) {
        case Varint(1):
          slice.back().start = extent.get_int64();
          break;
        case Varint(2):
          slice.back().length = extent.get_int64();
          break;
        default:
          extent.skip();
      }
    }
  }
  return slice;
}

TensorFields DecodeTensor(protozero::pbf_reader message, int dtype) {
  TensorFields tensor;
  while (message.next()) {
    const uint32_t field = message.tag_and_type();
    if (field == Length(4)) {
      const protozero::data_view content = message.get_view();
      tensor.content = {content.data(), content.size()};
    } else if (dtype == kStringType && field == Length(8)) {
      tensor.strings.push_back(message.get_string());
    } else if (!DecodeReals(message, dtype, tensor.reals) &&
               !DecodeIntegers(message, dtype, tensor.integers)) {
      message.skip();
    }
  }
  return tensor;
}

}  // namespace tfprof::checkpoint
