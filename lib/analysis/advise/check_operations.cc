// SPDX-License-Identifier: Apache-2.0
// Operations that have a faster form.
#include <algorithm>

#include "analysis/advise/checker.h"

namespace tfprof {

namespace {

bool HasBatchNorm(const Profile& profile) {
  for (size_t node = 0; node < profile.nodes.size(); ++node) {
    if (profile.NameOf(NodeId(node)).find("BatchNorm") !=
        std::string_view::npos) {
      return true;
    }
  }
  return false;
}

bool HasType(const Profile& profile, std::string_view type) {
  const StringId id = profile.strings.Find(type);
  if (!id.valid()) return false;
  for (size_t node = 0; node < profile.nodes.size(); ++node) {
    const auto types = profile.nodes.TypesOf(node);
    if (std::find(types.begin(), types.end(), id) != types.end()) return true;
  }
  return false;
}

// tfprof: the names of its successors do not count as fused.
bool IsFused(const Profile& profile, bool knows_successors) {
  return HasType(profile, "FusedBatchNorm") ||
         (knows_successors && (HasType(profile, "FusedBatchNormV2") ||
                               HasType(profile, "FusedBatchNormV3")));
}

bool HasNhwcOnGpu(const Profile& profile) {
  const StringId nhwc = profile.strings.Find("NHWC");
  for (size_t node = 0; nhwc.valid() && node < profile.nodes.size(); ++node) {
    const StringId device = profile.nodes.device[node];
    if (profile.nodes.data_format[node] == nhwc && device.valid() &&
        profile.strings[device].find("gpu") != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

Statements CheckOperations(const CheckerInput& input, Diagnostics&) {
  Statements statements;
  if (HasBatchNorm(input.profile) &&
      !IsFused(input.profile, input.rules.fused_successors)) {
    statements.push_back(
        {"Maybe use faster FusedBatchNorm instead of BatchNorm", true});
  }
  if (HasNhwcOnGpu(input.profile)) {
    statements.push_back(
        {"Found operation using NHWC data_format on GPU. "
         "Maybe NCHW is faster.",
         true});
  }
  return statements;
}

}  // namespace tfprof
