// SPDX-License-Identifier: Apache-2.0
// The types of tensors, by their number in TensorFlow's DataType. A reference
// type has the number of its value type plus 100.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tfprof {

// The numbers that the code uses.
enum DataType : int32_t {
  kFloatType = 1,
  kDoubleType = 2,
  kInt32Type = 3,
  kStringType = 7,
  kInt64Type = 9,
  kUint64Type = 23,
};

// The form of a type's values.
enum class ValueForm : uint8_t {
  kNone,  // there is no such type
  kReal32,
  kReal64,
  kHalf,
  kBfloat16,
  kSigned,
  kUnsigned,
  kString,
  kOpaque,  // complex, resources and other types without displayed values
};

struct DtypeInfo {
  std::string_view name;  // "float"
  ValueForm form = ValueForm::kNone;
  uint8_t width = 0;   // bytes of a value in TensorProto.tensor_content
  uint32_t field = 0;  // field of TensorProto for these values
  bool has_enum_name = true;  // in the enum of TensorFlow 2.15
  bool is_part_of_a_byte = false;
};

// For a value type; of form kNone if there is no such type.
const DtypeInfo& InfoOfDtype(int32_t dtype);

// "float" for DataType 1, "float_ref" for 101, "INVALID" for 0.
std::string DtypeName(int32_t dtype);

// "DT_FLOAT" for 1, "DT_FLOAT_REF" for 101, otherwise the number.
std::string DtypeEnumName(int32_t dtype);

// The size of a value of DataType `dtype`; 0 for values without a fixed size
// (strings, resources), of less than a byte, and of unknown types.
int64_t DtypeBytes(int32_t dtype);

}  // namespace tfprof
