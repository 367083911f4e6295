// SPDX-License-Identifier: Apache-2.0
#include "base/terminal_writer.h"

#include "support/catch.h"

namespace tfprof {

namespace {

std::string Shown(std::string_view text, size_t piece) {
  StringWriter out;
  TerminalWriter writer(out);
  for (size_t at = 0; at < text.size(); at += piece) {
    REQUIRE(writer.Write(text.substr(at, piece)));
  }
  REQUIRE(writer.Close());
  return out.text();
}

}  // namespace

TEST_CASE("a terminal gets lines, tabs and characters, but no commands") {
  const std::string_view text =
      "a\tb\n\x1b[31mred\x1b]0;title\a\r\x7f \xc3\xa9 \xe2\x82\xac "
      "\xf0\x9f\x98\x80 \xff \xc2\x9b"
      "31m \xe2\x82";
  const std::string safe =
      "a\tb\n\\x1b[31mred\\x1b]0;title\\x07\\x0d\\x7f \xc3\xa9 \xe2\x82\xac "
      "\xf0\x9f\x98\x80 \\xff \\xc2\\x9b"
      "31m \\xe2\\x82";
  for (size_t piece = 1; piece <= text.size(); ++piece) {
    INFO(piece);
    CHECK(Shown(text, piece) == safe);
  }
}

TEST_CASE("whole lines have a style, which names cannot imitate") {
  StringWriter out;
  TerminalWriter writer(out, [](std::string_view line) {
    return std::string_view(line.starts_with("!") ? "31" : "");
  });
  REQUIRE(writer.Write("!a\x1b[0m\nb\n!c\n!d"));
  REQUIRE(writer.Write("e\n!f\n"));
  CHECK(out.text() ==
        "\x1b[31m!a\\x1b[0m\x1b[0m\nb\n\x1b[31m!c\x1b[0m\n!de\n"
        "\x1b[31m!f\x1b[0m\n");
}

}  // namespace tfprof
