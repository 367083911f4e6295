// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>
#include <vector>

#include "analysis/recording/recording_tables.h"
#include "model/dtype.h"
#include "report/cell_text.h"

namespace tfprof {

namespace {

struct AllocatorRow {
  const Recording* host = nullptr;
  const Allocator* allocator = nullptr;
};

struct HeldRow {
  AllocatorRow of;
  const Allocator::Alive* alive = nullptr;
};

// Makes cells of rows; a long name of a host is held once. Who packs the rows
// may let go of the hosts, but not all can be packed.
template <typename Row, typename Make>
void AddRows(const Recordings& hosts, std::vector<Row> rows,
             const RowFormat& format, Make make, Table& table) {
  const size_t count = rows.size();
  table.AddRows(count, format.makes_rows,
                [hosts, rows = std::move(rows), make,
                 texts = std::make_shared<LongTexts>()](size_t row) {
                  return make(rows[row], *texts);
                });
}

// Programs get exact numbers, in ps.
Section AllocatorsOf(const Recordings& hosts, const RowFormat& format) {
  Table table{
      {{"host"},
       {"allocator"},
       {"peak", Unit::kBytes},
       format.is_for_people ? TableColumn{"peak at", Unit::kMicros}
                            : TableColumn{"peak ps"},
       {"stack", Unit::kBytes, /*is_optional=*/true},
       {"heap", Unit::kBytes, /*is_optional=*/true},
       {"free", Unit::kBytes, /*is_optional=*/true},
       {"fragmentation", format.is_for_people ? Unit::kShare : Unit::kNone,
        /*is_optional=*/true},
       {"capacity", Unit::kBytes},
       {"lifetime peak", Unit::kBytes},
       {"peak step"},
       {"events"}},
      {}};
  std::vector<AllocatorRow> rows;
  for (const auto& host : hosts) {
    for (const Allocator& allocator : host->allocators) {
      rows.push_back({host.get(), &allocator});
    }
  }
  AddRows(
      hosts, std::move(rows), format,
      [format](const AllocatorRow& row, LongTexts& texts) {
        const Allocator& allocator = *row.allocator;
        return std::vector<Cell>{
            texts.Of(row.host->host),
            allocator.name,
            allocator.peak_bytes,
            format.is_for_people
                ? Cell(static_cast<double>(allocator.peak_ps) / 1e6)
                : Cell(allocator.peak_ps),
            allocator.stack_bytes,
            allocator.heap_bytes,
            allocator.free_bytes,
            allocator.fragmentation,
            allocator.capacity_bytes,
            allocator.lifetime_peak_bytes,
            allocator.peak_step,
            allocator.events};
      },
      table);
  return {"allocators", {}, std::move(table)};
}

Section AliveOf(const Recordings& hosts, const RowFormat& format) {
  Table table{{{"host"},
               {"allocator"},
               {"node"},
               {"bytes", Unit::kBytes},
               {"requested", Unit::kBytes},
               {"region"},
               {"dtype"},
               {"shape"}},
              {}};
  std::vector<HeldRow> rows;
  size_t left_out = 0;
  for (const auto& host : hosts) {
    for (const Allocator& allocator : host->allocators) {
      size_t shown = 0;
      for (const Allocator::Alive& alive : allocator.alive) {
        const auto count = static_cast<size_t>(alive.count);
        for (size_t i = 0; i < count; ++i) {
          if (format.is_for_people && shown == format.Shown(shown + 1)) {
            left_out += count - i;
            break;
          }
          ++shown;
          rows.push_back({{host.get(), &allocator}, &alive});
        }
      }
    }
  }
  // What is not told: "(null)" and INVALID are no words for people.
  const auto told = [for_people = format.is_for_people](std::string_view text) {
    return for_people && text == "(null)" ? std::string_view() : text;
  };
  AddRows(
      hosts, std::move(rows), format,
      [told, for_people = format.is_for_people](const HeldRow& row,
                                                LongTexts& texts) {
        const Allocator::Alive& alive = *row.alive;
        const std::string_view node = told(alive.node);
        const bool has_type = alive.dtype != 0 || !for_people;
        return std::vector<Cell>{
            texts.Of(row.of.host->host),
            row.of.allocator->name,
            node.empty() && for_people ? Cell("(not told)") : texts.Of(node),
            alive.bytes,
            alive.requested_bytes,
            texts.Of(told(alive.region)),
            has_type ? Cell(std::string(
                           DtypeName(static_cast<int32_t>(alive.dtype))))
                     : Cell(),
            texts.Of(alive.shape)};
      },
      table);
  Section section{"alive at the peak", {}, std::move(table)};
  if (left_out > 0) section.notes.push_back(RowFormat::WordsOfRest(left_out));
  return section;
}

}  // namespace

std::vector<Section> AllocatorSections(const Recordings& hosts,
                                       const RowFormat& format) {
  std::vector<Section> sections;
  sections.push_back(AllocatorsOf(hosts, format));
  sections.push_back(AliveOf(hosts, format));
  return sections;
}

}  // namespace tfprof
