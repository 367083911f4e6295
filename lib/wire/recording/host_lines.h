// SPDX-License-Identifier: Apache-2.0
// The lines of host threads, which become HostEvents and the instructions that
// ran on CPUs.
#pragma once

#include <cstdint>
#include <vector>

#include <tsl/robin_map.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "recorded/identify.h"
#include "recorded/recorded_host.h"
#include "recorded/work_parts.h"
#include "wire/recording/plane_tables.h"
#include "wire/recording/space_clock.h"

namespace tfprof {

// The links between events, (type, id) by row: `_pt`, `_p` and `_ct`, `_c`.
class LinkTable {
 public:
  uint32_t Add(int64_t type, int64_t id);
  uint32_t Find(int64_t type, int64_t id) const;

  // The type of a link that has none.
  static constexpr int64_t kNoType = INT64_MIN;

  uint32_t size() const { return static_cast<uint32_t>(rows_.size()); }

 private:
  struct Key {
    int64_t type = 0;
    int64_t id = 0;

    friend bool operator==(const Key&, const Key&) = default;
  };

  struct KeyHash {
    size_t operator()(const Key& key) const {
      return IntHash()(IntHash()(static_cast<uint64_t>(key.type)) ^
                       static_cast<uint64_t>(key.id));
    }
  };

  tsl::robin_map<Key, uint32_t, KeyHash> rows_;
};

// An instruction that ran on a thread.
struct CpuWork {
  uint32_t event = 0;  // of HostEvents
  uint32_t node = 0;
};

class HostLinesReader {
 public:
  HostLinesReader(RecordedHost& host, NodeFinder& nodes, LinkTable& links,
                  const RecordedNeeds& needs)
      : host_(host), nodes_(nodes), links_(links), needs_(needs) {}

  // Reads the lines of a plane, whose rows of RecordedHost::lines begin with
  // `first_line`, and gives back the memory of each line of `file`. Throws
  // protozero::exception on damage; at() of the plane then is where.
  void Read(PlaneTables& plane, uint32_t first_line, const SpaceClock& clock,
            const Bytes& file);

  // Call once after the last plane: indexes links, and adds the instructions
  // to the work of `host`.
  void Finish(WorkParts& parts);

  uint64_t impossible_events() const { return impossible_events_; }

 private:
  // The fields that only some events have, before sorting.
  struct Extra {
    bool is_work = false;
    CpuWork work;
    uint32_t memory = kNoRow;  // of RecordedHost::memory
  };

  uint32_t NameOf(PlaneTables& plane, uint32_t meta);
  uint32_t StatsOf(PlaneTables& plane, const FileEvent& event);
  void ReadDetails(PlaneTables& plane, const FileEvent& event,
                   HostEvents::Stats& row);
  uint32_t ExtraOf(PlaneTables& plane, FileEvent& event,
                   const HostEvents::Row& row);
  void ReadMemory(PlaneTables& plane, const EventStats& stats,
                  bool is_allocation);
  void SortAndNest(const RecordedHost::Line& line);

  RecordedHost& host_;
  NodeFinder& nodes_;
  LinkTable& links_;
  const RecordedNeeds needs_;
  std::vector<uint32_t> name_of_meta_;  // of the plane that is read
  tsl::robin_map<uint32_t, uint32_t, IntHash> name_of_text_;  // by StringId
  std::vector<Extra> extras_;  // of the line that is read
  std::vector<CpuWork> works_;
  uint64_t impossible_events_ = 0;
};

}  // namespace tfprof
