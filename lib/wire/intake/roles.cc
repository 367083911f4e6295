// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/roles.h"

#include <array>

namespace tfprof {

namespace {

struct RoleInfo {
  Role role;
  std::string_view words;
  std::string_view flag;
};

constexpr std::array<RoleInfo, kRoleCount> kRoles = {{
    {Role::kGraph, "graph", "--graph_path"},
    {Role::kOpLog, "op log", "--op_log_path"},
    {Role::kCheckpoint, "checkpoint", "--checkpoint_path"},
    {Role::kRunMetadata, "run metadata", "--run_meta_path"},
    {Role::kXSpace, "XSpace", ""},
    {Role::kProfile, "profile", "--profile_path"},
    {Role::kIgnored, "ignored", ""},
}};

constexpr bool AreInOrder() {
  for (size_t i = 0; i < kRoles.size(); ++i) {
    if (kRoles[i].role != static_cast<Role>(i)) return false;
  }
  return true;
}

static_assert(AreInOrder(), "a row for each role, in their order");

}  // namespace

std::string_view RoleWords(Role role) {
  return kRoles[static_cast<size_t>(role)].words;
}

std::string_view RoleFlag(Role role) {
  return kRoles[static_cast<size_t>(role)].flag;
}

}  // namespace tfprof
