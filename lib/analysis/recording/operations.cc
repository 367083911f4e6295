// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "analysis/recording/recording_tables.h"
#include "base/regex_set.h"
#include "model/xspace/op_table.h"

namespace tfprof {

namespace {

Cell MicrosOf(int64_t ps) { return static_cast<double>(ps) / 1e6; }

bool IsOfWhole(const Recordings& hosts) {
  return std::all_of(hosts.begin(), hosts.end(),
                     [](const auto& host) { return host->steps.empty(); });
}

}  // namespace

Section OperationsSection(const Recordings& hosts, const ChosenSteps& chosen,
                          const OperationFilter& filter,
                          const RowFormat& format) {
  std::vector<OpTableRow> rows =
      MakeOpTable(hosts, 0, IsOfWhole(hosts) ? nullptr : &chosen.numbers);
  const auto is_left_out = [&](const OpTableRow& row) {
    const std::string_view place = row.on_device ? "Device" : "Host";
    return (filter.names != nullptr && !filter.names->Matches(row.name)) ||
           (filter.places != nullptr && !filter.places->Matches(place));
  };
  std::erase_if(rows, is_left_out);
  Table table{{{"place"},
               {"type"},
               {"name"},
               {"occurrences"},
               {"total", Unit::kMicros},
               {"self", Unit::kMicros},
               {"eager"}},
              {}};
  const size_t shown =
      format.is_for_people ? format.Shown(rows.size()) : rows.size();
  for (size_t i = 0; i < shown; ++i) {
    const OpTableRow& row = rows[i];
    table.AddRow({row.on_device ? "Device" : "Host", row.type, row.name,
                  row.occurrences, MicrosOf(row.total_ps),
                  MicrosOf(row.self_ps), row.is_eager});
  }
  Section section{"operations", {}, std::move(table)};
  if (shown < rows.size()) {
    section.notes.push_back(fmt::format(
        "{} more rows; --time_limit=0 shows all", rows.size() - shown));
  }
  return section;
}

}  // namespace tfprof
