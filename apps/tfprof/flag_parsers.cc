// SPDX-License-Identifier: Apache-2.0
#include "flag_parsers.h"

#include <cmath>

namespace tfprof {

Status ParseSwitch(std::string_view text, bool& value) {
  const auto parsed = ParseBool(text);
  if (!parsed) {
    return Fail(ErrorCode::kInvalidArgument, "'{}' is neither true nor false",
                Printable(text));
  }
  value = *parsed;
  return {};
}

Status ParseWhole(std::string_view text, int64_t& value) {
  const auto parsed = ParseInt64(text);
  if (!parsed) {
    return Fail(ErrorCode::kInvalidArgument, "'{}' is not a whole number",
                Printable(text));
  }
  value = *parsed;
  return {};
}

Status ParseReal(std::string_view text, double& value) {
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end || !std::isfinite(value)) {
    return Fail(ErrorCode::kInvalidArgument, "'{}' is not a number",
                Printable(text));
  }
  return {};
}

}  // namespace tfprof
