// SPDX-License-Identifier: Apache-2.0
// The types of tensors, by their number in TensorFlow's DataType. Types that
// are a reference to another one have its number and 100 more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tfprof {

// The numbers that the code refers to.
enum DataType : int32_t {
  kFloatType = 1,
  kDoubleType = 2,
  kInt32Type = 3,
  kStringType = 7,
  kInt64Type = 9,
  kUint64Type = 23,
};

// What the values of a type are.
enum class ValueForm : uint8_t {
  kNone,  // there is no such type
  kReal32,
  kReal64,
  kHalf,
  kBfloat16,
  kSigned,
  kUnsigned,
  kString,
  kOpaque,  // complex, resources and other types whose values are not shown
};

struct DtypeInfo {
  std::string_view name;  // "float"
  ValueForm form = ValueForm::kNone;
  uint8_t width = 0;   // bytes of a value in TensorProto.tensor_content
  uint32_t field = 0;  // number of the field of TensorProto for such values
  bool has_enum_name = true;  // in the enum of TensorFlow 2.15
  bool is_part_of_a_byte = false;
};

// Of a type that is no reference; of form kNone if there is no such type.
const DtypeInfo& InfoOfDtype(int32_t dtype);

// "float" of DataType 1, "float_ref" of 101, "INVALID" of 0.
std::string DtypeName(int32_t dtype);

// "DT_FLOAT" of 1, "DT_FLOAT_REF" of 101, the number of others.
std::string DtypeEnumName(int32_t dtype);

// The bytes of a value of DataType `dtype`; 0 of values without a size
// (strings, resources), of less than a byte, and of types that are not known.
int64_t DtypeBytes(int32_t dtype);

}  // namespace tfprof
