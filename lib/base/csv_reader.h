// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tfprof {

// Reads RFC 4180: fields separated by commas, in quotes if they contain commas,
// quotes (doubled) or line ends.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : left_(text) {}

  // The next line's fields; false at the end. Fails with kCorrupt if a quote is
  // not closed.
  Result<bool> Next(std::vector<std::string>& fields);

  size_t line() const { return line_; }  // the line read last, from 1

 private:
  Result<std::string> Quoted();

  std::string_view left_;
  size_t line_ = 0;
};

}  // namespace tfprof
