// SPDX-License-Identifier: Apache-2.0
// Columns of times in picoseconds: programs read whole numbers under keys that
// end in "_ps", people read the largest unit that fits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/row_format.h"
#include "report/table.h"

namespace tfprof {

inline TableColumn PsColumn(std::string_view title, const RowFormat& format,
                            bool is_optional = false) {
  if (format.is_for_people) {
    return {std::string(title), Unit::kNanos, is_optional};
  }
  return {title.empty() ? "ps" : std::string(title) + " ps", Unit::kNone};
}

inline Cell PsCell(int64_t ps, const RowFormat& format) {
  if (format.is_for_people) return static_cast<double>(ps) / 1000;
  return ps;
}

}  // namespace tfprof
