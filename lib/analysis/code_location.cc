// SPDX-License-Identifier: Apache-2.0
#include "analysis/code_location.h"

#include "base/strings.h"

namespace tfprof {

CodeLocation OwnLocationOf(const ViewTree& tree, uint32_t row,
                           const CodeLines& lines) {
  CodeLines::Owner own;
  for (const NodeId node : tree.MembersOf(row)) {
    const CodeLines::Owner owner = lines.OwnerOf(tree.profile->NameOf(node));
    const bool is_other = !own.line.empty() &&
                          (owner.line != own.line ||
                           owner.is_gradient != own.is_gradient);
    if (owner.line.empty() || is_other) return {};
    own = owner;
  }
  // "train.py:41"
  const size_t colon = own.line.rfind(':');
  if (colon == std::string_view::npos) return {};
  const auto line = ParseInt64(own.line.substr(colon + 1));
  return {own.line.substr(0, colon), static_cast<int32_t>(line.value_or(0)),
          own.is_gradient};
}

std::string CodeText(std::string_view file, int64_t line, bool is_gradient) {
  if (line <= 0) return "";
  return fmt::format("{}:{}{}", file, line, is_gradient ? " (gradient)" : "");
}

}  // namespace tfprof
