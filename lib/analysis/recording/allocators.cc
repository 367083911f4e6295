// SPDX-License-Identifier: Apache-2.0
#include "analysis/recording/recording_tables.h"
#include "model/dtype.h"

namespace tfprof {

namespace {

// Programs get exact numbers, in ps.
Section AllocatorsOf(const Recordings& hosts, const RowFormat& format) {
  Table table{{{"host"},
               {"allocator"},
               {"peak", Unit::kBytes},
               format.is_for_people ? Column{"peak at", Unit::kMicros}
                                    : Column{"peak ps"},
               {"capacity", Unit::kBytes},
               {"lifetime peak", Unit::kBytes},
               {"peak step"},
               {"events"}},
              {}};
  for (const auto& host : hosts) {
    for (const Allocator& allocator : host->allocators) {
      table.AddRow({host->host, allocator.name, allocator.peak_bytes,
                    format.is_for_people
                        ? Cell(static_cast<double>(allocator.peak_ps) / 1e6)
                        : Cell(allocator.peak_ps),
                    allocator.capacity_bytes,
                    allocator.lifetime_peak_bytes, allocator.peak_step,
                    allocator.events});
    }
  }
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
          table.AddRow({host->host, allocator.name, alive.node, alive.bytes,
                        alive.requested_bytes, alive.region,
                        DtypeName(static_cast<int32_t>(alive.dtype)), alive.shape});
        }
      }
    }
  }
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
