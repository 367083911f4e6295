// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/constant_reader.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "model/dtype.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

double HalfToDouble(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 31) {
    return fraction == 0 ? sign * INFINITY : std::copysign(NAN, sign);
  }
  return exponent == 0 ? sign * std::ldexp(fraction, -24)
                       : sign * std::ldexp(fraction + 1024, exponent - 25);
}

double Bfloat16ToDouble(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

// A number of `width` little-endian bytes.
uint64_t BitsAt(std::string_view content, size_t index, size_t width) {
  uint64_t bits = 0;
  std::memcpy(&bits, content.data() + index * width, width);
  return bits;
}

int64_t SignExtended(uint64_t bits, size_t width) {
  const size_t unused = 64 - 8 * width;
  return static_cast<int64_t>(bits << unused) >> unused;
}

double RealOf(uint64_t bits, ValueForm form) {
  switch (form) {
    case ValueForm::kReal32:
      return std::bit_cast<float>(static_cast<uint32_t>(bits));
    case ValueForm::kReal64:
      return std::bit_cast<double>(bits);
    case ValueForm::kHalf:
      return HalfToDouble(static_cast<uint16_t>(bits));
    default:
      return Bfloat16ToDouble(static_cast<uint16_t>(bits));
  }
}

// The needed fields of a TensorProto.
struct Fields {
  int32_t dtype = 0;
  bool unknown_rank = false;
  std::vector<int64_t> dims;
  std::string_view content;
  std::vector<uint64_t> bits;  // the first values of the type's field
  std::vector<std::string_view> strings;
};

void ReadShape(std::string_view bytes, Fields& fields) {
  WireCursor shape(bytes);
  while (shape.Next()) {
    if (shape.field() == Varint(3)) {
      fields.unknown_rank = shape.Bool();
    } else if (shape.field() == Len(2)) {
      int64_t size = 0;
      WireCursor dim(shape.View());
      while (dim.Next()) {
        if (dim.field() == Varint(1)) {
          size = dim.Int64();
        } else {
          dim.Skip();
        }
      }
      fields.dims.push_back(size);
    } else {
      shape.Skip();
    }
  }
}

// Writers put the type before the values, but other orders are valid.
int32_t ReadType(std::string_view bytes) {
  return static_cast<int32_t>(LastVarint(bytes, 1));
}

// Reads one value, or packed values, of this type's field.
void ReadValues(WireCursor& tensor, const DtypeInfo& info, Fields& fields) {
  const bool is_fixed = info.field == 5 || info.field == 6;
  const size_t width = info.field == 5 ? 4 : 8;
  const auto add = [&](uint64_t bits) {
    if (fields.bits.size() < Constant::kValues) fields.bits.push_back(bits);
  };
  if (tensor.field() == Len(8)) {
    const std::string_view text = tensor.View();
    if (fields.strings.size() < Constant::kTexts) {
      fields.strings.push_back(text);
    }
  } else if (tensor.field() == Len(info.field) && is_fixed) {
    const std::string_view packed = tensor.View();
    for (size_t i = 0; i < packed.size() / width && i < Constant::kValues;
         ++i) {
      add(BitsAt(packed, i, width));
    }
  } else if (tensor.field() == Len(info.field)) {
    const std::string_view packed = tensor.View();
    const char* at = packed.data();
    const char* const end = at + packed.size();
    for (size_t i = 0; at != end && i < Constant::kValues; ++i) {
      add(protozero::decode_varint(&at, end));
    }
  } else if (tensor.field() == Varint(info.field) && !is_fixed) {
    add(tensor.Uint64());
  } else if ((tensor.field() == Fixed32(5) || tensor.field() == Fixed64(6)) &&
             tensor.field() >> 3 == info.field) {
    const char* const begin = tensor.at();
    tensor.Skip();
    add(BitsAt({begin, width}, 0, width));
  } else {
    tensor.Skip();
  }
}

Fields ReadFields(std::string_view bytes) {
  Fields fields;
  fields.dtype = ReadType(bytes);
  const DtypeInfo& info = InfoOfDtype(fields.dtype);
  WireCursor tensor(bytes);
  while (tensor.Next()) {
    switch (tensor.field()) {
      case Len(2):
        ReadShape(tensor.View(), fields);
        break;
      case Len(4):
        fields.content = tensor.View();
        break;
      default:
        ReadValues(tensor, info, fields);
    }
  }
  return fields;
}

// The product of the dimensions, if they are known and it fits into 63 bits.
std::optional<int64_t> ElementsOf(const Fields& fields) {
  constexpr size_t kMostDims = 254;
  if (fields.unknown_rank || fields.dims.size() > kMostDims) {
    return std::nullopt;
  }
  int64_t elements = 1;
  bool is_empty = false;
  for (const int64_t dim : fields.dims) {
    if (dim < 0) return std::nullopt;
    is_empty = is_empty || dim == 0;
  }
  if (is_empty) return 0;
  for (const int64_t dim : fields.dims) {
    if (__builtin_mul_overflow(elements, dim, &elements)) return std::nullopt;
  }
  return elements;
}

bool ContentFits(const Fields& fields, const DtypeInfo& info, int64_t elements) {
  if (fields.content.empty() || info.form == ValueForm::kString) return true;
  return info.width > 0 &&
         fields.content.size() / info.width ==
             static_cast<uint64_t>(elements) &&
         fields.content.size() % info.width == 0;
}

// tfprof: missing values repeat the last value, or are zero if there is none.
template <typename T>
T Repeated(const std::vector<T>& values, size_t i) {
  return values.empty() ? T{} : values[std::min(i, values.size() - 1)];
}

void SetHead(const Fields& fields, const DtypeInfo& info, Constant& constant) {
  const auto count = static_cast<size_t>(std::min<int64_t>(
      constant.elements, static_cast<int64_t>(Constant::kValues)));
  const auto bits = [&](size_t i) {
    return fields.content.empty() ? Repeated(fields.bits, i)
                                  : BitsAt(fields.content, i, info.width);
  };
  switch (info.form) {
    case ValueForm::kNone:
    case ValueForm::kOpaque:
      return;
    case ValueForm::kString: {
      std::vector<std::string> strings;
      for (size_t i = 0; i < std::min(count, Constant::kTexts); ++i) {
        strings.emplace_back(Repeated(fields.strings, i));
      }
      constant.head.values = std::move(strings);
      return;
    }
    case ValueForm::kSigned:
    case ValueForm::kUnsigned: {
      std::vector<int64_t> values;
      for (size_t i = 0; i < count; ++i) {
        values.push_back(info.form == ValueForm::kSigned
                             ? SignExtended(bits(i), info.width)
                             : static_cast<int64_t>(bits(i)));
      }
      constant.head.values = std::move(values);
      return;
    }
    default: {
      std::vector<double> values;
      for (size_t i = 0; i < count; ++i) {
        values.push_back(RealOf(bits(i), info.form));
      }
      constant.head.values = std::move(values);
    }
  }
}

}  // namespace

Constant ReadConstant(std::string_view tensor) {
  Fields fields = ReadFields(tensor);
  const DtypeInfo& info = InfoOfDtype(fields.dtype);
  Constant constant;
  constant.head.dtype = fields.dtype;
  const auto elements = ElementsOf(fields);
  constant.elements = elements.value_or(0);
  constant.is_decodable = info.form != ValueForm::kNone && elements &&
                          ContentFits(fields, info, *elements);
  if (constant.is_decodable) SetHead(fields, info, constant);
  constant.head.dims = std::move(fields.dims);
  return constant;
}

}  // namespace tfprof
