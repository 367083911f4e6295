// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/difference_terms.h"

#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/parts_maker.h"

namespace tfprof {

namespace {

// "slower compute a +3; unmatched -2": whole milliseconds.
std::string TermText(const PartsMaker& before, const PartsMaker& after) {
  const DifferenceTerms terms = TermsOf(DifferenceOf(before.run, after.run));
  std::string text;
  double sum = 0;
  for (const DifferenceTerm& term : terms.terms) {
    sum += term.change_ps();
    if (!text.empty()) text += "; ";
    if (!term.cause.empty()) text += term.cause + " ";
    text += term.term_class;
    if (!term.name.empty()) text += " " + term.name;
    text += fmt::format(" {:+.0f}", term.change_ps() / 1e9);
  }
  const double change = after.run.processes.at("").side.mean_ps() -
                        before.run.processes.at("").side.mean_ps();
  CHECK(sum == Approx(change).margin(1));
  return text;
}

}  // namespace

TEST_CASE("a row on both sides is slower, or runs more often") {
  CHECK(TermText(PartsMaker().Add("compute", "a", 5),
                 PartsMaker().Add("compute", "a", 8)) == "slower compute a +3");
  CHECK(TermText(PartsMaker().Add("compute", "a", 8),
                 PartsMaker().Add("compute", "a", 5)) == "faster compute a -3");
  CHECK(TermText(PartsMaker().Add("compute", "a", 4, "", "", 2),
                 PartsMaker().Add("compute", "a", 8, "", "", 4)) ==
        "more calls compute a +4");
  CHECK(TermText(PartsMaker().Add("compute", "a", 8, "", "", 4),
                 PartsMaker().Add("compute", "a", 4, "", "", 2)) ==
        "fewer calls compute a -4");
}

TEST_CASE("a fusion that falls apart is one term of its line") {
  CHECK(TermText(PartsMaker().Add("compute", "fusion.1", 5, "m.py:3"),
                 PartsMaker()
                     .Add("compute", "add.2", 4, "m.py:3")
                     .Add("compute", "mul.2", 6, "m.py:3")) ==
        "other kernel work m.py:3 +5");
}

TEST_CASE("an instruction's number is no match if the lines differ") {
  CHECK(TermText(PartsMaker().Add("compute", "fusion.1", 5, "m.py:3"),
                 PartsMaker().Add("compute", "fusion.1", 7, "m.py:9")) ==
        "new work m.py:9 +7; gone work m.py:3 -5");
  CHECK(TermText(PartsMaker().Add("compute", "fusion.1", 5, "m.py:3"),
                 PartsMaker().Add("compute", "fusion.1", 7)) ==
        "slower compute fusion.1 +2");
  // Operations of step stats are named by their place.
  CHECK(TermText(PartsMaker(false).Add("compute", "net/a", 5, "m.py:3"),
                 PartsMaker(false).Add("compute", "net/a", 7, "m.py:9")) ==
        "slower compute net/a +2");
}

TEST_CASE("work without a line is put together by scope, else unmatched") {
  CHECK(TermText(PartsMaker().Add("compute", "a", 9).Add("compute", "x", 2),
                 PartsMaker()
                     .Add("compute", "a", 9)
                     .Add("compute", "b", 7, "", "net")) ==
        "new work net +7; unmatched -2; other +0");
}

TEST_CASE("a collective that lasts as long and is not hidden is exposed") {
  CHECK(TermText(PartsMaker().Add("collective", "all-reduce", 1, "", "", 1, 10),
                 PartsMaker().Add("collective", "all-reduce", 9, "", "", 1,
                                  10)) == "exposed collective all-reduce +8");
  CHECK(TermText(PartsMaker().Add("collective", "all-reduce", 1, "", "", 1, 10),
                 PartsMaker().Add("collective", "all-reduce", 9, "", "", 1,
                                  18)) == "slower collective all-reduce +8");
  CHECK(TermText(PartsMaker(), PartsMaker().Add("copy", "h2d", 3)) ==
        "new copy h2d +3");
}

TEST_CASE("idle time of one side is a term of its reason") {
  CHECK(TermText(PartsMaker().Add("idle input", "t.py:1", 1),
                 PartsMaker()
                     .Add("idle input", "t.py:1", 2)
                     .Add("idle input", "t.py:5", 4)
                     .Add("idle input", "t.py:6", 5)
                     .Add("idle compile", "step", 7)) ==
        "other wait idle input +9; compiled again idle compile step +7; "
        "other wait idle input t.py:1 +1");
}

TEST_CASE("terms below 1 % of the change are other") {
  const PartsMaker before =
      PartsMaker().Add("compute", "a", 100).Add("compute", "b", 50);
  const PartsMaker after =
      PartsMaker().Add("compute", "a", 400).Add("compute", "b", 52);
  CHECK(TermText(before, after) == "slower compute a +300; other +2");
}

TEST_CASE("the share of the time in terms with rows on both sides") {
  const DifferenceTerms terms =
      TermsOf(DifferenceOf(PartsMaker().Add("compute", "a", 6).run,
                           PartsMaker()
                               .Add("compute", "a", 6)
                               .Add("compute", "b", 8, "m.py:1")
                               .run));
  CHECK(terms.matched_shares == std::vector<double>{0.6});
}

TEST_CASE("terms of random runs add up to the change") {
  std::mt19937 random(3);
  const auto letter = [&random](char first, uint32_t count) {
    return std::string(1, static_cast<char>(first + random() % count));
  };
  for (int turn = 0; turn < 300; ++turn) {
    PartsMaker sides[2] = {PartsMaker(turn % 2 == 0),
                           PartsMaker(turn % 2 == 0)};
    for (PartsMaker& side : sides) {
      for (uint32_t i = 0; i < random() % 20; ++i) {
        static const std::vector<std::string> kClasses = {
            "compute", "collective", "copy", "idle input", "idle compile"};
        side.Add(kClasses[random() % 5], letter('a', 6),
                 static_cast<int64_t>(random() % 9),
                 random() % 3 == 0 ? "" : letter('x', 3),
                 random() % 2 == 0 ? "" : "net", random() % 3);
      }
    }
    TermText(sides[0], sides[1]);  // checks the sum
    const DifferenceTerms terms =
        TermsOf(DifferenceOf(sides[0].run, sides[1].run));
    CHECK(terms.matched_shares.at(0) >= 0);
    CHECK(terms.matched_shares.at(0) <= 1 + 1e-9);
  }
}

}  // namespace tfprof
