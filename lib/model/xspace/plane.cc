// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/plane.h"

namespace tfprof {

XPlane::Kind PlaneKindOf(std::string_view name) {
  constexpr std::string_view kTpu = "/device:TPU:";
  if (name == "/host:CPU") return XPlane::Kind::kHost;
  if (name.starts_with("/device:GPU:")) return XPlane::Kind::kGpu;
  if (name.starts_with(kTpu) &&
      name.find_first_not_of("0123456789", kTpu.size()) ==
          std::string_view::npos) {
    return XPlane::Kind::kTpu;
  }
  return XPlane::Kind::kOther;
}

}  // namespace tfprof
