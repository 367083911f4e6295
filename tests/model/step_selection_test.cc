// SPDX-License-Identifier: Apache-2.0
#include "model/step_selection.h"

#include "support/catch.h"

namespace tfprof {

namespace {

// Steps of these lengths, from number 2 on; a negative one compiled.
StepTable TableOf(const std::vector<int64_t>& lengths) {
  StepTable table;
  for (size_t i = 0; i < lengths.size(); ++i) {
    StepTable::Step step;
    step.step = static_cast<int64_t>(i) + 2;
    step.start_ns = 1;
    step.end_ns = 1 + std::abs(lengths[i]);
    step.time.records = 1;
    step.has_compiled = lengths[i] < 0;
    table.steps.push_back(step);
  }
  return table;
}

std::vector<int64_t> Choose(std::string_view text, const StepTable& table) {
  const auto asked = ParseStepSelection(text);
  REQUIRE(asked);
  const auto chosen = ChooseSteps(*asked, table);
  REQUIRE(chosen);
  return chosen->numbers;
}

using Numbers = std::vector<int64_t>;

}  // namespace

TEST_CASE("warm leaves out the first step and those that compiled") {
  CHECK(Choose("warm", TableOf({90, 5, -70, 6})) == Numbers{3, 5});
}

TEST_CASE("the only step is warm") {
  CHECK(Choose("warm", TableOf({90})) == Numbers{2});
}

TEST_CASE("where no step is warm all are taken, which is said") {
  const auto chosen = ChooseSteps({}, TableOf({90, -50}));
  REQUIRE(chosen);
  CHECK(chosen->numbers == Numbers{2, 3});
  CHECK(chosen->are == "all");
  CHECK_FALSE(chosen->note.empty());
}

TEST_CASE("the median step is the lower one of two and the earlier of equals") {
  CHECK(Choose("median", TableOf({90, 5, 7})) == Numbers{4});
  CHECK(Choose("median", TableOf({9, 5, 7, 1})) == Numbers{3});
  CHECK(Choose("median", TableOf({9, 5, 5, 5, 1})) == Numbers{3});
}

TEST_CASE("first, last and all are what they say") {
  const StepTable table = TableOf({1, 2, 3});
  CHECK(Choose("first", table) == Numbers{2});
  CHECK(Choose("last", table) == Numbers{4});
  CHECK(Choose("all", table) == Numbers{2, 3, 4});
}

TEST_CASE("numbers and ranges give each step once, in order") {
  const StepTable table = TableOf({1, 2, 3, 4, 5});
  CHECK(Choose("5,3-4,4", table) == Numbers{3, 4, 5});
  CHECK(Choose("4-99", table) == Numbers{4, 5, 6});
}

TEST_CASE("a step that is not there is an error that names those that are") {
  const auto chosen =
      ChooseSteps(*ParseStepSelection("3,9"), TableOf({1, 2, 3}));
  REQUIRE_FALSE(chosen);
  CHECK(chosen.error().code == ErrorCode::kInvalidArgument);
  CHECK(chosen.error().message ==
        "--steps=9: no such step; the dump has steps 2-4");
}

TEST_CASE("what is no choice of steps is an error") {
  for (const char* text :
       {"", ",", "3,", "7-3", "-1", "1-", "+3", "3 "}) {
    CAPTURE(text);
    const auto parsed = ParseStepSelection(text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == ErrorCode::kInvalidArgument);
  }
}

TEST_CASE("other words are names of steps, which only recordings have") {
  const auto parsed = ParseStepSelection("warmest");
  REQUIRE(parsed);
  CHECK(parsed->which == StepSelection::Which::kNamed);
  CHECK(parsed->name == "warmest");
  const auto chosen = ChooseSteps(*parsed, TableOf({1, 2}));
  REQUIRE_FALSE(chosen);
  CHECK(chosen.error().code == ErrorCode::kInvalidArgument);
  CHECK(chosen.error().message.starts_with(
      "--steps: 'warmest' is not a choice of steps"));
}

TEST_CASE("a dump is no whole of a file") {
  CHECK_FALSE(ChooseSteps(*ParseStepSelection("whole"), TableOf({1, 2})));
}

TEST_CASE("steps are listed as ranges") {
  CHECK(WordsOfSteps({3}) == "step 3");
  CHECK(WordsOfSteps({3, 4, 5, 7}) == "steps 3-5, 7");
  CHECK(WordsOfSteps({0, 2, 4, 6, 8, 10, 12, 14, 16, 18}) ==
        "steps 0, 2, 4, 6, 8, 10, 12, 14 and 2 more");
}

}  // namespace tfprof
