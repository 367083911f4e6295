// SPDX-License-Identifier: Apache-2.0
#include "render/text/prelude.h"

#include <string>

#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

std::string PreludeOf(WholeView& view) {
  std::string text;
  AppendPrelude(text, view.tree);
  return text;
}

}  // namespace

TEST_CASE("what is selected is explained in the order of its words") {
  WholeView view("a Op\n", "op");
  Selection& selection = view.tree.selection;
  selection.words.reset();
  selection.words.set(IndexOf(Measure::kParameters));
  selection.words.set(IndexOf(Measure::kPeakBytes));
  selection.details.set(static_cast<size_t>(Detail::kOccurrence));
  const std::string text = PreludeOf(view);
  const size_t occurrence = text.find("occurrence: ");
  const size_t params = text.find("param: ");
  const size_t peak = text.find("peak bytes: ");
  CAPTURE(text);
  CHECK(text.starts_with("\nDoc:\nop: "));
  CHECK(text.ends_with("\n\nProfile:\n"));
  CHECK(occurrence < params);
  CHECK(params < peak);
  CHECK(peak != std::string::npos);
}

TEST_CASE("micros is explained with its two parts") {
  WholeView view("a Op\n", "scope");
  view.tree.selection.words.reset();
  view.tree.selection.words.set(IndexOf(Measure::kMicros));
  const std::string text = PreludeOf(view);
  const auto has = [&](std::string_view doc) {
    return text.find(doc) != std::string::npos;
  };
  CHECK(has(InfoOf(Measure::kMicros).doc));
  CHECK(has(InfoOf(Measure::kCpuMicros).doc));
  CHECK(has(InfoOf(Measure::kAcceleratorMicros).doc));
}

TEST_CASE("missing kernel times are warned of before anything else") {
  WholeView view("a Op device=/job:a/device:gpu:0 step=1:5:0:0\n", "scope");
  REQUIRE(view.profile.misses_accelerator_stream);
  CHECK(PreludeOf(view).starts_with(
      "\n\nFound accelerator operation but misses accelerator stream stats!"));
  WholeView cpu("a Op step=1:5:0:0\n", "scope");
  CHECK(PreludeOf(cpu).starts_with("\nDoc:\n"));
}

}  // namespace tfprof
