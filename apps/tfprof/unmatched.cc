// SPDX-License-Identifier: Apache-2.0
#include "unmatched.h"

#include <vector>

#include "base/regex_set.h"
#include "base/strings.h"
#include "model/profile.h"

namespace tfprof {

void WarnAboutUnmatched(std::string_view flag,
                        const std::vector<std::string>& patterns,
                        std::string_view what, const ForEachName& for_each,
                        Diagnostics& diagnostics) {
  for (const std::string& pattern : patterns) {
    const auto regex = RegexSet::Compile({pattern});
    if (pattern == ".*" || !regex) continue;
    bool is_found = false;
    for_each([&](std::string_view name) {
      is_found = regex->Matches(name);
      return !is_found;
    });
    if (is_found) continue;
    const std::string anywhere = fmt::format(".*{}.*", pattern);
    const auto wider = RegexSet::Compile({anywhere});
    size_t count = 0;
    for_each([&](std::string_view name) {
      count += wider && wider->Matches(name) ? 1 : 0;
      return true;
    });
    diagnostics.WarnOnce(
        "patterns that match nothing",
        fmt::format("--{}: no {} matches '{}' in full{}", flag, what,
                    Printable(pattern),
                    count > 0 ? fmt::format("; '{}' matches {}",
                                            Printable(anywhere), count)
                              : ""));
  }
}

void WarnAboutUnmatched(const ViewTree& tree, const ViewOptions& options,
                        Diagnostics& diagnostics) {
  const Profile& profile = *tree.profile;
  const ForEachName rows = [&](const auto& visit) {
    // The root of the op view is not a type, and patterns do not apply to it.
    uint32_t row = tree.view->policy.is_flat ? 1 : 0;
    for (; row < tree.forest->size(); ++row) {
      if (!visit(tree.forest->NameOf(row).str())) return;
    }
  };
  const ForEachName types = [&](const auto& visit) {
    for (size_t node = 0; node < profile.nodes.size(); ++node) {
      for (const StringId type : profile.nodes.TypesOf(node)) {
        if (!visit(profile.strings[type])) return;
      }
    }
  };
  const auto warn = [&](std::string_view flag,
                        const std::vector<std::string>& patterns) {
    WarnAboutUnmatched(flag, patterns, "row", rows, diagnostics);
  };
  warn("start_name_regexes", options.start_name_regexes);
  warn("trim_name_regexes", options.trim_name_regexes);
  warn("show_name_regexes", options.show_name_regexes);
  warn("hide_name_regexes", options.hide_name_regexes);
  WarnAboutUnmatched("account_type_regexes", options.account_type_regexes,
                     "type of a node", types, diagnostics);
}

}  // namespace tfprof
