// SPDX-License-Identifier: Apache-2.0
#include "model/dtype.h"

#include <iterator>

#include <fmt/format.h>

namespace tfprof {

namespace {

// Indexed by number.
constexpr DtypeInfo kDtypes[] = {
    {"INVALID", ValueForm::kNone, 0, 0, false},
    {"float", ValueForm::kReal32, 4, 5},
    {"double", ValueForm::kReal64, 8, 6},
    {"int32", ValueForm::kSigned, 4, 7},
    {"uint8", ValueForm::kUnsigned, 1, 7},
    {"int16", ValueForm::kSigned, 2, 7},
    {"int8", ValueForm::kSigned, 1, 7},
    {"string", ValueForm::kString, 0, 8},
    {"complex64", ValueForm::kOpaque, 8, 9},
    {"int64", ValueForm::kSigned, 8, 10},
    {"bool", ValueForm::kUnsigned, 1, 11},
    {"qint8", ValueForm::kSigned, 1, 7},
    {"quint8", ValueForm::kUnsigned, 1, 7},
    {"qint32", ValueForm::kOpaque, 4, 7},
    {"bfloat16", ValueForm::kBfloat16, 2, 13},
    {"qint16", ValueForm::kSigned, 2, 7},
    {"quint16", ValueForm::kUnsigned, 2, 7},
    {"uint16", ValueForm::kUnsigned, 2, 7},
    {"complex128", ValueForm::kOpaque, 16, 12},
    {"half", ValueForm::kHalf, 2, 13},
    {"resource", ValueForm::kOpaque, 0, 14},
    {"variant", ValueForm::kOpaque, 0, 15},
    {"uint32", ValueForm::kUnsigned, 4, 16},
    {"uint64", ValueForm::kUnsigned, 8, 17},
    {"float8_e5m2", ValueForm::kOpaque, 1, 18},
    {"float8_e4m3fn", ValueForm::kOpaque, 1, 18},
    {"float8_e4m3fnuz", ValueForm::kOpaque, 1, 18, false},
    {"float8_e4m3b11fnuz", ValueForm::kOpaque, 1, 18, false},
    {"float8_e5m2fnuz", ValueForm::kOpaque, 1, 18, false},
    {"int4", ValueForm::kSigned, 1, 7, true, true},
    {"uint4", ValueForm::kUnsigned, 1, 7, true, true},
    {"int2", ValueForm::kSigned, 1, 7, false, true},
    {"uint2", ValueForm::kUnsigned, 1, 7, false, true},
};

constexpr int32_t kReference = 100;

bool IsType(int32_t dtype) {
  return dtype > 0 && dtype < static_cast<int32_t>(std::size(kDtypes));
}

bool IsReference(int32_t dtype) {
  return dtype > kReference && IsType(dtype - kReference);
}

}  // namespace

const DtypeInfo& InfoOfDtype(int32_t dtype) {
  return kDtypes[IsType(dtype) ? static_cast<size_t>(dtype) : 0];
}

std::string DtypeName(int32_t dtype) {
  if (dtype == 0 || IsType(dtype)) return std::string(InfoOfDtype(dtype).name);
  if (IsReference(dtype)) {
    return fmt::format("{}_ref", InfoOfDtype(dtype - kReference).name);
  }
  return fmt::format("unknown dtype enum ({})", dtype);
}

std::string DtypeEnumName(int32_t dtype) {
  const bool is_reference = IsReference(dtype);
  const DtypeInfo& info =
      InfoOfDtype(is_reference ? dtype - kReference : dtype);
  if (!info.has_enum_name) return fmt::format("{}", dtype);
  std::string name = "DT_";
  for (const char c : info.name) {
    name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return name + (is_reference ? "_REF" : "");
}

int64_t DtypeBytes(int32_t dtype) {
  const DtypeInfo& info = InfoOfDtype(dtype);
  return info.is_part_of_a_byte ? 0 : info.width;
}

}  // namespace tfprof
