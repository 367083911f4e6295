// SPDX-License-Identifier: Apache-2.0
#include "base/csv_reader.h"

#include "support/catch.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::vector<std::string>>;

Lines LinesOf(std::string_view text) {
  CsvReader reader(text);
  Lines lines;
  std::vector<std::string> fields;
  while (true) {
    const Result<bool> has_line = reader.Next(fields);
    REQUIRE(has_line);
    if (!*has_line) return lines;
    lines.push_back(fields);
  }
}

}  // namespace

TEST_CASE("fields stand between commas, lines end as they like") {
  CHECK(LinesOf("").empty());
  CHECK(LinesOf("a,b\r\nc,\n,\n") == Lines{{"a", "b"}, {"c", ""}, {"", ""}});
  CHECK(LinesOf("a") == Lines{{"a"}});
}

TEST_CASE("quotes hold commas, quotes and line ends") {
  CHECK(LinesOf("\"a,\"\"b\r\n\",c\n") == Lines{{"a,\"b\r\n", "c"}});
}

TEST_CASE("a quote that is not closed is an error with its line") {
  CsvReader reader("a\n\"b");
  std::vector<std::string> fields;
  REQUIRE(reader.Next(fields));
  const Result<bool> has_line = reader.Next(fields);
  REQUIRE_FALSE(has_line);
  CHECK(has_line.error().message == "line 2: a quote is not closed");
}

}  // namespace tfprof
