// SPDX-License-Identifier: Apache-2.0
#include "render/text/text_columns.h"

#include <algorithm>

#include "base/numbers.h"

namespace tfprof {

std::vector<Measure> ColumnOrder(TextStyle style) {
  std::vector<Measure> order;
  for (const MeasureInfo& info : SelectableMeasures()) {
    order.push_back(info.id);
  }
  if (style != TextStyle::kTree) return order;
  std::stable_partition(order.begin(), order.end(), [](Measure measure) {
    return InfoOf(measure).leads_in_trees;
  });
  return order;
}

void AppendLegend(std::string& out, const ViewTree& tree) {
  const TextStyle style = tree.view->text;
  // tfprof: the line ends in a blank if there are no columns.
  out += "node name | ";
  bool is_first = true;
  const auto append = [&](std::string_view heading) {
    if (!is_first) out += " | ";
    is_first = false;
    out += heading;
  };
  for (const Measure measure : ColumnOrder(style)) {
    if (tree.selection.Shows(measure)) append(InfoOf(measure).legend);
  }
  for (const DetailInfo& info : Details()) {
    if (!tree.selection.Selects(info.id) || info.legend.empty()) continue;
    const bool is_group_count =
        info.id == Detail::kOccurrence && style != TextStyle::kTree;
    append(is_group_count ? "op occurrence (run|defined)" : info.legend);
  }
  out += '\n';
}

char* PutNumber(char* to, Unit unit, int64_t value) {
  switch (unit) {
    case Unit::kMicros:
      return PutTime(to, value);
    case Unit::kBytes:
      return PutBytes(to, value);
    default:
      return PutCount(to, value);
  }
}

void AppendNumber(std::string& out, Measure measure, int64_t value) {
  char text[kMostNumberBytes];
  out.append(text, PutNumber(text, InfoOf(measure).unit, value));
}

}  // namespace tfprof
