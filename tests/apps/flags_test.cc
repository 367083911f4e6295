// SPDX-License-Identifier: Apache-2.0
#include "flags.h"

#include "support/catch.h"

namespace tfprof {

namespace {

using Words = std::vector<std::string>;

// A flag of each type.
struct Filled {
  bool is_on = false;
  int64_t rows = 10;
  int64_t micros = 100;
  double share = 0.02;
  std::string text = "old";
  std::vector<std::string> list;
  int word = 1;
  Words others;
};

struct Asked {
  Asked() {
    flags.Switch("on", filled.is_on, "");
    flags.Whole("rows", filled.rows, {.least = 0, .most = 50}, "");
    flags.Quantity("time", filled.micros, Unit::kMicros, {}, "");
    flags.Share("share", filled.share, "");
    flags.Text("text", filled.text, "TEXT", "");
    flags.List("list", filled.list, "NAME,...", "");
    flags.Word("word", filled.word, {{"one", 1}, {"two", 2}}, "");
    flags.Other(
        "each", "X", "",
        [this](std::string_view text) -> Status {
          if (text == "bad") {
            return Fail(ErrorCode::kInvalidArgument, "'bad' is bad");
          }
          filled.others.emplace_back(text);
          return {};
        },
        "");
  }

  std::string ErrorOf(Words words) {
    const auto parsed = flags.Parse(std::move(words));
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == ErrorCode::kInvalidArgument);
    return parsed.error().message;
  }

  Filled filled;
  FlagSet flags;
};

}  // namespace

TEST_CASE("each type of flag fills its variable") {
  Asked asked;
  const auto others = asked.flags.Parse(
      {"a", "--on", "--rows", "7", "--time", "5ms", "--share", "3%", "--text",
       "-x", "--list", "a,,b", "--word", "two", "--each", "1", "b"});
  REQUIRE(others);
  CHECK(*others == Words{"a", "b"});
  CHECK(asked.filled.is_on);
  CHECK(asked.filled.rows == 7);
  CHECK(asked.filled.micros == 5000);
  CHECK(asked.filled.share == 0.03);
  CHECK(asked.filled.text == "-x");
  CHECK(asked.filled.list == Words{"a", "b"});
  CHECK(asked.filled.word == 2);
  CHECK(asked.filled.others == Words{"1"});
}

TEST_CASE("the last of a repeated flag wins, and Other sees each") {
  Asked asked;
  REQUIRE(asked.flags.Parse({"--rows", "1", "--on", "--rows", "2", "--on=false",
                             "--each", "1", "--each", "2"}));
  CHECK(asked.filled.rows == 2);
  CHECK_FALSE(asked.filled.is_on);
  CHECK(asked.filled.others == Words{"1", "2"});
}

TEST_CASE("texts stay as they are") {
  for (const char* text :
       {"", "[ab]", "{}", "\"x\"", "a=b", "-5", "--", "++"}) {
    Asked asked;
    CAPTURE(text);
    const auto others = asked.flags.Parse({"--text", text});
    REQUIRE(others);
    CHECK(others->empty());
    CHECK(asked.filled.text == text);
  }
}

TEST_CASE("behind two dashes there are no flags") {
  Asked asked;
  const auto others = asked.flags.Parse({"a", "--", "--rows", "--", "b"});
  REQUIRE(others);
  CHECK(*others == Words{"a", "--rows", "--", "b"});
}

TEST_CASE("a wrong value is named with its flag") {
  CHECK(Asked().ErrorOf({"--rows", "x"}) ==
        "--rows: 'x' is not a whole number");
  CHECK(Asked().ErrorOf({"--rows", "-1"}) == "--rows: '-1' is below 0");
  CHECK(Asked().ErrorOf({"--rows", "51"}) == "--rows: '51' is above 50");
  CHECK(Asked().ErrorOf({"--time", "5kg"}) ==
        "--time: '5kg' is not a time; write 500us, 5ms or 2s");
  CHECK(Asked().ErrorOf({"--time", "-5"}) == "--time: '-5' is below 0");
  CHECK(Asked().ErrorOf({"--share", "0.5"}) ==
        "--share: '0.5' is not a percentage; write 0.5%");
  CHECK(Asked().ErrorOf({"--word", "twoo"}) ==
        "--word: unknown word 'twoo', did you mean 'two'? known: one, two");
  CHECK(Asked().ErrorOf({"--each", "bad"}) == "--each: 'bad' is bad");
  CHECK(Asked().ErrorOf({"--on=maybe"}) ==
        "--on: 'maybe' is neither true nor false");
}

TEST_CASE("a row says what the flag's variable was") {
  const Asked asked;
  CHECK(asked.flags.Find("rows")->default_text == "10");
  CHECK(asked.flags.Find("time")->default_text == "100us");
  CHECK(asked.flags.Find("share")->default_text == "2%");
  CHECK(asked.flags.Find("text")->default_text == "old");
  CHECK(asked.flags.Find("word")->default_text == "one");
  CHECK(asked.flags.Find("word")->words == Words{"one", "two"});
  CHECK(asked.flags.Find("on")->is_switch());
  CHECK(asked.flags.Find("no") == nullptr);
}

}  // namespace tfprof
