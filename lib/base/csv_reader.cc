// SPDX-License-Identifier: Apache-2.0
#include "base/csv_reader.h"

#include <algorithm>

namespace tfprof {

// REQUIRES: a quote comes next.
Result<std::string> CsvReader::Quoted() {
  std::string field;
  left_.remove_prefix(1);
  while (true) {
    const size_t quote = left_.find('"');
    if (quote == std::string_view::npos) {
      return Fail(ErrorCode::kCorrupt, "line {}: a quote is not closed", line_);
    }
    field += left_.substr(0, quote);
    left_.remove_prefix(quote + 1);
    if (!left_.starts_with('"')) return field;
    field += '"';
    left_.remove_prefix(1);
  }
}

Result<bool> CsvReader::Next(std::vector<std::string>& fields) {
  fields.clear();
  if (left_.empty()) return false;
  ++line_;
  while (true) {
    std::string field;
    if (left_.starts_with('"')) {
      TFPROF_ASSIGN_OR_RETURN(field, Quoted());
    }
    const size_t end = std::min(left_.find_first_of(",\r\n"), left_.size());
    field += left_.substr(0, end);
    fields.push_back(std::move(field));
    left_.remove_prefix(end);
    if (left_.empty()) return true;
    const bool is_comma = left_.front() == ',';
    left_.remove_prefix(left_.starts_with("\r\n") ? 2 : 1);
    if (!is_comma) return true;
  }
}

}  // namespace tfprof
