// SPDX-License-Identifier: Apache-2.0
#include "base/base64_writer.h"

#include "support/catch.h"

namespace tfprof {

namespace {

std::string Encoded(std::string_view bytes, size_t piece) {
  StringWriter out;
  Base64Writer writer(out);
  for (size_t at = 0; at < bytes.size(); at += piece) {
    REQUIRE(writer.Write(bytes.substr(at, piece)));
  }
  REQUIRE(writer.Close());
  return out.text();
}

}  // namespace

TEST_CASE("base64 is that of RFC 4648, however it is written") {
  const std::pair<std::string, std::string> kKnown[] = {
      {"", ""},
      {"f", "Zg=="},
      {"fo", "Zm8="},
      {"foo", "Zm9v"},
      {"foob", "Zm9vYg=="},
      {"fooba", "Zm9vYmE="},
      {"foobar", "Zm9vYmFy"},
      {std::string("\xff\xfb\x00\xef", 4), "//sA7w=="}};
  for (const auto& [bytes, text] : kKnown) {
    for (size_t piece = 1; piece < 8; ++piece) {
      CHECK(Encoded(bytes, piece) == text);
    }
  }
}

}  // namespace tfprof
