// SPDX-License-Identifier: Apache-2.0
#include "render/text/measure_text.h"

#include <vector>

#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

using Shown = std::vector<Measure>;

}  // namespace

TEST_CASE("measures are shown if they are columns, counts if asked for") {
  WholeView view("a Op step=1:5:0:0\n", "scope");
  Selection& selection = view.tree.selection;
  selection.columns.reset();
  selection.columns.set(IndexOf(Measure::kParameters));
  selection.columns.set(IndexOf(Measure::kMicros));
  CHECK(ShownMeasures(view.tree) ==
        Shown{Measure::kMicros, Measure::kParameters});
  selection.details.set(static_cast<size_t>(Detail::kOccurrence));
  CHECK(ShownMeasures(view.tree) ==
        Shown{Measure::kMicros, Measure::kParameters, Measure::kRunCount,
              Measure::kDefinitionCount});
}

TEST_CASE("a value has its unit") {
  CHECK(MeasureText(Measure::kMicros, 999) == "999us");
  CHECK(MeasureText(Measure::kFloatOps, 2'000'000) == "2.00m");
}

}  // namespace tfprof
