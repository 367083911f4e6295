// SPDX-License-Identifier: Apache-2.0
// Parses and formats numbers with units: times, sizes and counts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/unit.h"

namespace tfprof {

// The placeholder for such a number in help: "N", "TIME" or "SIZE".
std::string_view NameOf(Unit unit);

// Parses "5ms" as 5000 microseconds, "1.5MB" as 1500000 bytes, "2k" as 2000.
// Units are decimal (except KiB, MiB, GiB), in either case; a whole number
// without a unit is in microseconds or bytes. The result is rounded up to a
// whole number. Fails with kInvalidArgument.
Result<int64_t> ParseQuantity(std::string_view text, Unit unit);

// The shortest text that ParseQuantity reads as `value`: "100us", "64MiB".
std::string QuantityText(int64_t value, Unit unit);

// "5%" is 0.05. A bare number is an error.
Result<double> ParsePercentage(std::string_view text);

// A number with nothing else around it, neither infinite nor NaN.
Result<double> ParseReal(std::string_view text);

}  // namespace tfprof
