// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/matching_rows.h"

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

using Rows = std::vector<uint32_t>;

Rows Found(const GateRows& rows, const std::string& pattern) {
  const std::vector<std::string_view> patterns = {pattern};
  MatchingRows matching(rows, patterns);
  return matching.Find(pattern, RegexSet::Compile({pattern}).value());
}

GateRows Made(const std::vector<std::pair<std::string, uint32_t>>& made) {
  GateRows rows;
  for (const auto& [name, parent] : made) {
    GateRow& row = rows.emplace_back();
    row.name = name;
    row.parent = parent;
  }
  return rows;
}

}  // namespace

TEST_CASE("a name is found as a pattern that matches it alone") {
  const std::string longest(2 * RowText::kMost, 'n');
  const GateRows rows = Made({{"f", TestedRow::kNoParent},
                              {"f", 0},
                              {"g", 1},
                              {"f", 2},  // under its like
                              {"f", 0},
                              {"a.b", 0},
                              {"axb", 0},
                              {longest, 0}});
  CHECK(Found(rows, "f") == Rows{1, 4});
  CHECK(Found(rows, "g") == Rows{2});
  CHECK(Found(rows, "h").empty());
  CHECK(Found(rows, R"(a\.b)") == Rows{5});
  CHECK(Found(rows, "a.b") == Rows{5, 6});
  for (const std::string& name : {std::string("f"), longest}) {
    CHECK(Found(rows, name) == Found(rows, "(" + name + ")"));
  }
}

TEST_CASE("patterns find what each row alone would be asked for") {
  std::mt19937 random(1);
  const auto below = [&](size_t limit) { return random() % limit; };
  const std::string far(400, 'a');
  const std::vector<std::string> parts = {"a", "b", "A", "ab", "ba/", "/a",
                                          "\n", "\xff", far, "\xc3\xa9",
                                          // The sign of Kelvin, a long s.
                                          "k", "\xe2\x84\xaa", "s", "\xc5\xbf"};
  const std::vector<std::string> patterns = {"a.*",
                                             "ab",
                                             "(?i)a.*",
                                             "a|b.*",
                                             "[ab]+",
                                             ".*b",
                                             "(?i)AB",
                                             "a?b",
                                             "",
                                             "()",
                                             "a*",
                                             "^a.*$",
                                             far + ".*b",
                                             far + "b",
                                             "[a-b]/a.*",
                                             "(ab|ba)/.*",
                                             "\xc3.*",
                                             "\\C*",
                                             "(?s).*a",
                                             "b\\n.*",
                                             "a{3,}",
                                             ".*ba/",
                                             ".*(a)b",
                                             ".*" + far,
                                             "a.*/a",
                                             ".*[^a]b",
                                             ".*aab.*",
                                             "a.*bA.*",
                                             ".*(abab|ba/).*",
                                             ".*/aab?.*",
                                             "(?i).*AAB.*",
                                             ".*\\x{41}b.*",
                                             "(?i).*ABKb.*",
                                             "(?i).*(ka|Sab).*",
                                             ".*(?i:sb|ab)a.*",
                                             ".*(aab|bba)/.*",
                                             "[aB]bA?a.*",
                                             ".*(ab|bA.*a).*",
                                             "(?:.*/)?ab(?:/.*)?"};
  const std::vector<std::string_view> asked(patterns.begin(), patterns.end());
  size_t found = 0;
  for (int round = 0; round < 200; ++round) {
    GateRows rows = Made({{"root", TestedRow::kNoParent}});
    for (uint32_t row = 1; row < 120; ++row) {
      std::string name;
      for (size_t part = below(5); part > 0; --part) {
        name += parts[below(parts.size())];
      }
      rows.push_back({});
      rows.back().name = name;
      rows.back().parent = static_cast<uint32_t>(below(row));
    }
    MatchingRows matching(rows, asked);
    for (const std::string& pattern : patterns) {
      const auto compiled = RegexSet::Compile({pattern});
      if (!compiled) continue;
      Rows expected;
      std::vector<bool> is_under(rows.size());
      for (uint32_t row = 1; row < rows.size(); ++row) {
        const bool is_match = compiled->Matches(rows[row].name.str());
        is_under[row] = is_match || is_under[rows[row].parent];
        if (is_match && !is_under[rows[row].parent]) expected.push_back(row);
      }
      CAPTURE(pattern);
      REQUIRE(matching.Find(pattern, *compiled) == expected);
      found += expected.size();
    }
  }
  CHECK(found > 10000);
}

TEST_CASE("of a long name in many rows patterns see what is said of it") {
  const auto all = std::make_shared<const std::string>(
      std::string(RowText::kMost, 'a') + "/b/c");
  GateRows rows = Made({{"root", TestedRow::kNoParent}, {"a", 0}, {"b", 0}});
  for (const size_t size : {RowText::kMost + 2, RowText::kMost + 4}) {
    rows.push_back({});
    rows.back().name = RowText(all, size, size);
    rows.back().parent = 0;
  }
  CHECK(Found(rows, "a.*") == Rows{1, 3, 4});
  CHECK(Found(rows, "aa.*b #.*") == Rows{3});
  CHECK(Found(rows, "a{300}.*") == Rows{3, 4});
  const std::string name = rows[3].name.str();
  for (const size_t size : {2, 15, 16, 17, 18, 30, 500, 900}) {
    CAPTURE(size);
    CHECK(Found(rows, ".*" + name.substr(name.size() - size)) == Rows{3});
  }
  CHECK(
      Found(rows, ".*" + std::string(500, 'a') + " #0000000000000000").empty());
}

}  // namespace tfprof
