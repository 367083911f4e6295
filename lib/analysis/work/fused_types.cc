// SPDX-License-Identifier: Apache-2.0
// Takes the names of fused operation types apart.
#include "analysis/work/formulas.h"

namespace tfprof {

namespace {

struct Fused {
  std::string_view name;
  int64_t per_element;
};

constexpr Fused kFused[] = {
    {"BiasAdd", 1},
    {"Relu", 1},
    {"Relu6", 2},
    {"Elu", 3},
    {"Add", 1},
    {"Tanh", 1},
    {"Sigmoid", 4},
    {"LeakyRelu", 2},
    {"GeluExact", 5},
    {"GeluApproximate", 9},
    {"FusedBatchNorm", 2},
};

constexpr std::string_view kPrefixes[] = {
    "_MklNativeFused", "_MklNative", "_MklFused", "_Mkl",
    "_NativeFused",    "_Fused",
};

}  // namespace

std::string_view PlainType(std::string_view type) {
  for (const std::string_view prefix : kPrefixes) {
    if (type.starts_with(prefix) && type != prefix) {
      return type.substr(prefix.size());
    }
  }
  return type;
}

int64_t FusedPerElement(std::string_view fused_op) {
  for (const Fused& fused : kFused) {
    if (fused.name == fused_op) return fused.per_element;
  }
  return 0;
}

}  // namespace tfprof
