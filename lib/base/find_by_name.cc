// SPDX-License-Identifier: Apache-2.0
#include "base/find_by_name.h"

#include "base/strings.h"

namespace tfprof {

Failure UnknownName(std::string_view what, std::string_view name,
                    const std::vector<std::string_view>& known) {
  const std::string suggestion = Suggestion(name, known);
  return Fail(ErrorCode::kInvalidArgument, "unknown {} '{}'{}{}", what,
              Printable(name), suggestion,
              known.empty()
                  ? ""
                  : fmt::format("{} known: {}", suggestion.empty() ? ";" : "",
                                fmt::join(known, ", ")));
}

}  // namespace tfprof
