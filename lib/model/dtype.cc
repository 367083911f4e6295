// SPDX-License-Identifier: Apache-2.0
#include "model/dtype.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace tfprof {

namespace {

constexpr std::array<std::string_view, 33> kNames = {"INVALID",
                                                     "float",
                                                     "double",
                                                     "int32",
                                                     "uint8",
                                                     "int16",
                                                     "int8",
                                                     "string",
                                                     "complex64",
                                                     "int64",
                                                     "bool",
                                                     "qint8",
                                                     "quint8",
                                                     "qint32",
                                                     "bfloat16",
                                                     "qint16",
                                                     "quint16",
                                                     "uint16",
                                                     "complex128",
                                                     "half",
                                                     "resource",
                                                     "variant",
                                                     "uint32",
                                                     "uint64",
                                                     "float8_e5m2",
                                                     "float8_e4m3fn",
                                                     "float8_e4m3fnuz",
                                                     "float8_e4m3b11fnuz",
                                                     "float8_e5m2fnuz",
                                                     "int4",
                                                     "uint4",
                                                     "int2",
                                                     "uint2"};

}  // namespace

std::string DtypeName(int32_t dtype) {
  constexpr int32_t kReference = 100;
  const auto known = static_cast<int32_t>(kNames.size());
  if (dtype >= 0 && dtype < known) {
    return std::string(kNames[static_cast<size_t>(dtype)]);
  }
  if (dtype > kReference && dtype < kReference + known) {
    return fmt::format("{}_ref", kNames[static_cast<size_t>(dtype - 100)]);
  }
  return fmt::format("unknown dtype enum ({})", dtype);
}

}  // namespace tfprof
