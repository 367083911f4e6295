// SPDX-License-Identifier: Apache-2.0
#include "commands/work_file.h"

#include <string>
#include <string_view>

#include "support/catch.h"

namespace tfprof {

namespace {

std::string WorkErrorOf(std::string_view text, ErrorCode code) {
  const auto work = ParseWorkFile(text, "work.toml");
  REQUIRE_FALSE(work.has_value());
  CHECK(work.error().code == code);
  return work.error().message;
}

}  // namespace

TEST_CASE("given work is read from TOML") {
  const auto work = ParseWorkFile(
      "[[work]]\nname = 'flash.*'\nfloat_ops = 1.5e12\nbytes = 4_096\n"
      "[[work]]\nname = 'grün'\nbytes = 0\n",
      "work.toml");
  REQUIRE(work.has_value());
  const size_t flash = work->Find("flash_attention");
  REQUIRE(flash == 0);
  CHECK((*work)[flash].float_ops == 1'500'000'000'000);
  CHECK((*work)[flash].bytes == 4096);
  const size_t other = work->Find("grün");
  REQUIRE(other == 1);
  CHECK_FALSE((*work)[other].float_ops.has_value());
  CHECK((*work)[other].bytes == 0);
}

TEST_CASE("errors in given work name the line") {
  constexpr auto kWrong = ErrorCode::kInvalidArgument;
  CHECK(WorkErrorOf("", kWrong) == "work.toml: no [[work]] in it");
  CHECK(WorkErrorOf("[[work]]\nbytes = 1\n", kWrong) ==
        "work.toml:1: [[work]] has no name");
  CHECK(WorkErrorOf("\n[[work]]\nname = 'a'\n", kWrong) ==
        "work.toml:2: [[work]] has neither float_ops nor bytes");
  CHECK(WorkErrorOf("[[work]]\nname = 'a'\nflops = 1\n", kWrong)
            .starts_with("work.toml:3: unknown key 'flops'"));
  CHECK(WorkErrorOf("[[work]]\nname = '('\nbytes = 1\n", kWrong)
            .starts_with("work.toml:2: "));
  for (const char* bytes : {"-1", "1.5", "'many'", "inf", "nan", "1e30"}) {
    CHECK(WorkErrorOf(std::string("[[work]]\nname = 'a'\nbytes = ") + bytes,
                      kWrong) ==
          "work.toml:3: bytes is not a whole number of 0 or more");
  }
  CHECK(WorkErrorOf("[works]\na = 1\n", kWrong)
            .ends_with("unknown key 'works'; given work has [[work]] tables"));
  CHECK(WorkErrorOf("work = [1]\n", kWrong) ==
        "work.toml:1: given work is not a table; write [[work]]");
  CHECK(WorkErrorOf("[[work]\n", ErrorCode::kCorrupt)
            .starts_with("work.toml:1: "));
}

TEST_CASE("without the flag nothing is given") {
  const auto none = GivenWorkOf("");
  REQUIRE(none.has_value());
  CHECK(none->empty());
  CHECK(CheckNoWork("").has_value());
  CHECK_FALSE(CheckNoWork("work.toml").has_value());
}

}  // namespace tfprof
