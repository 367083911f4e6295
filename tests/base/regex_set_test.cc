// SPDX-License-Identifier: Apache-2.0
#include "base/regex_set.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

RegexSet Compiled(const std::vector<std::string>& patterns) {
  return RegexSet::Compile(patterns, RegexSet::DotStar::kEverything).value();
}

constexpr std::string_view kTwoLines = "first\nsecond";
constexpr std::string_view kBrokenUtf8 = "name\xff";

}  // namespace

TEST_CASE("a pattern has to match the whole text") {
  const RegexSet set = Compiled({"conv.*", "a|b"});
  CHECK(set.Matches("conv1/weights"));
  CHECK_FALSE(set.Matches("tower/conv1"));
  CHECK(set.Matches("a"));
  CHECK_FALSE(set.Matches("ab"));
  CHECK_FALSE(set.Matches(""));
}

TEST_CASE("a pattern that spells a text is that text") {
  const auto text = [](const char* pattern) -> std::string {
    const RegexSet set = Compiled({pattern});
    const std::string* const only = set.OnlyText();
    return only != nullptr ? *only : "(more)";
  };
  CHECK(text("layer_1/conv-2 x") == "layer_1/conv-2 x");
  CHECK(text(R"(a\.b\(c\)\_\\)") == R"(a.b(c)_\)");
  for (const char* const pattern :
       {"a.b", "a|b", "a*", "[a]", R"(\d)", R"(a\b)", "\xc3\xa9", "(?i)a", "a$",
        "x{2}", "a\nb"}) {
    CAPTURE(pattern);
    CHECK(text(pattern) == "(more)");
  }
  CHECK(Compiled({"a", "b"}).OnlyText() == nullptr);
  // RE2 decides which characters need escapes.
  for (char c = ' '; c <= '~'; ++c) {
    const std::string escaped = {'\\', c};
    const auto set = RegexSet::Compile({escaped});
    if (!set || set->OnlyText() == nullptr) continue;
    CAPTURE(escaped);
    CHECK(set->Matches(std::string(1, c)));
    CHECK(RegexSet::Compile({escaped + "|" + escaped})
              ->Matches(std::string(1, c)));
  }
}

TEST_CASE("a list matches when one of its members does") {
  const RegexSet set = Compiled({"x", ".*relu"});
  CHECK(set.size() == 2);
  CHECK(set.Matches("layer/relu"));
  CHECK(set.Matches("x"));
  CHECK_FALSE(set.Matches("layer"));
  CHECK(set.MemberMatches(1, "layer/relu"));
  CHECK_FALSE(set.MemberMatches(0, "layer/relu"));
}

TEST_CASE("an empty list matches nothing") {
  const RegexSet set = Compiled({});
  CHECK(set.empty());
  CHECK_FALSE(set.is_everything());
  CHECK_FALSE(set.Matches(""));
}

TEST_CASE("an empty member matches the empty text only") {
  const RegexSet set = Compiled({""});
  CHECK_FALSE(set.empty());
  CHECK(set.Matches(""));
  CHECK_FALSE(set.Matches("a"));
}

TEST_CASE("the only member .* means everything, even what .* refuses") {
  const RegexSet everything = Compiled({".*"});
  CHECK(everything.is_everything());
  CHECK(everything.Matches(kTwoLines));
  CHECK(everything.Matches(kBrokenUtf8));

  const RegexSet twice = Compiled({".*", ".*"});
  CHECK_FALSE(twice.is_everything());
  CHECK(twice.Matches("a"));
  CHECK_FALSE(twice.Matches(kTwoLines));
  CHECK_FALSE(twice.Matches(kBrokenUtf8));
}

TEST_CASE("where .* is a pattern it refuses what patterns refuse") {
  const auto pattern = RegexSet::Compile({".*"});
  REQUIRE(pattern);
  CHECK_FALSE(pattern->is_everything());
  CHECK(pattern->Matches("a"));
  CHECK_FALSE(pattern->Matches(kTwoLines));
  CHECK_FALSE(pattern->Matches(kBrokenUtf8));
}

TEST_CASE("the first pattern that is no regular expression is named") {
  const auto result = RegexSet::Compile({"fine", "a(b", "[z"});
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::kInvalidArgument);
  CHECK(result.error().message.find("'a(b' is not a regular expression") == 0);
}

TEST_CASE("a copy of a compiled list works without the original") {
  RegexSet copy;
  {
    const RegexSet set = Compiled({"a+"});
    copy = set;
  }
  CHECK(copy.Matches("aaa"));
}

}  // namespace tfprof
