// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "analysis/difference/difference_sections.h"
#include "support/catch.h"
#include "support/parts_maker.h"

namespace tfprof {

namespace {

std::string SentenceOf(const PartsMaker& before, const PartsMaker& after) {
  const Difference difference = DifferenceOf(before.run, after.run);
  return DifferenceSentences(difference, TermsOf(difference)).at(0);
}

}  // namespace

TEST_CASE("the sentence of a difference") {
  CHECK(SentenceOf(PartsMaker()
                       .Add("compute", "dot.7", 40, "model.py:93")
                       .Add("collective", "all-reduce", 2, "", "", 1, 10)
                       .Add("idle host_read", "", 3),
                   PartsMaker()
                       .Add("compute", "dot.7", 39, "model.py:93")
                       .Add("collective", "all-reduce", 10, "", "", 1, 10)
                       .Add("idle host_read", "", 5)
                       .Add("idle input", "train.py:41 load", 3)) ==
        "was 45.0 ms, now 57.0 ms (+26.7 %): +8.0 exposed all-reduce, +3.0 "
        "input (train.py:41 load), +2.0 host read, -1.0 compute dot.7 "
        "(model.py:93)");
  CHECK(SentenceOf(PartsMaker().Add("compute", "a", 4),
                   PartsMaker().Add("compute", "a", 4)) ==
        "was 4.00 ms, now 4.00 ms (+0.0 %)");
}

TEST_CASE("a sentence has four terms and the rest") {
  CHECK(SentenceOf(PartsMaker().Add("compute", "a", 100),
                   PartsMaker()
                       .Add("compute", "a", 200)
                       .Add("compute", "b", 90, "m.py:1")
                       .Add("compute", "c", 80, "m.py:2")
                       .Add("copy", "h2d", 70)
                       .Add("idle host_read", "", 60)
                       .Add("idle compile", "step", 50)) ==
        "was 100.0 ms, now 550.0 ms (+450.0 %): +100.0 compute a, +90.0 new "
        "work (m.py:1), +80.0 new work (m.py:2), +70.0 copy h2d, +110.0 in 2 "
        "other rows");
}

TEST_CASE("steps on one side only have no sum") {
  RunParts none;
  none.is_recording = true;
  const RunParts some = PartsMaker().Add("compute", "a", 4).run;
  const Difference difference = DifferenceOf(none, some);
  CHECK(DifferenceSentences(difference, TermsOf(difference)).at(0) ==
        "steps on one side only, the new one, of 4.00 ms");
}

}  // namespace tfprof
