// SPDX-License-Identifier: Apache-2.0
#include "render/text/measure_text.h"

#include "render/text/text_columns.h"

namespace tfprof {

std::vector<Measure> ShownMeasures(const ViewTree& tree) {
  std::vector<Measure> shown;
  for (const MeasureInfo& info : Measures()) {
    const bool is_count =
        info.id == Measure::kRunCount || info.id == Measure::kDefinitionCount;
    const bool is_shown = is_count ? tree.selection.Selects(Detail::kOccurrence)
                                   : tree.selection.Shows(info.id);
    if (is_shown) shown.push_back(info.id);
  }
  return shown;
}

std::string MeasureText(Measure measure, int64_t value) {
  std::string text;
  AppendNumber(text, measure, value);
  return text;
}

}  // namespace tfprof
