// SPDX-License-Identifier: Apache-2.0
// The tables of a plane of an XSpace, where its lines are, and the decoding of
// its events.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/string_pool.h"
#include "model/xspace/file_event.h"
#include "model/xspace/recorded_stat.h"
#include "wire/row_of_id.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// A line as it is in the file.
struct FileLine {
  std::string_view bytes;
  int64_t id = 0;
  std::string_view name;
  int64_t timestamp_ns = 0;
  uint64_t events = 0;
};

class PlaneTables {
 public:
  // The common data of events with one metadata id.
  struct Meta {
    int64_t id = 0;
    std::string_view name;
    std::string_view display_name;
    uint32_t first_stat = 0;  // serialized, of raw_stats_
    uint32_t end_stat = 0;
    uint32_t first_value = 0;  // those that rules read, of meta_values_
    uint32_t end_value = 0;
  };

  // Throws protozero::exception on damage; at() then is where.
  void Read(std::string_view bytes);

  const char* at() const { return at_; }

  std::string_view name() const { return name_; }

  // True if it has no lines, programs or stats, and is no device.
  bool is_empty() const {
    return lines_.empty() && metas_.size() == 1 && plane_stats_.empty() &&
           !name_.starts_with("/device:");
  }

  const std::vector<FileLine>& lines() const { return lines_; }

  // The last one is of ids that do not exist.
  const std::vector<Meta>& metas() const { return metas_; }

  // Adds those stats of a metadata that an event does not have itself.
  void AddMetaStats(uint32_t meta, RecordedStatSet wanted,
                    EventStats& stats) const {
    const Meta& row = metas_[meta];
    for (uint32_t i = row.first_value; i < row.end_value; ++i) {
      const MetaValue& it = meta_values_[i];
      if (wanted.Has(it.stat) && !stats.Has(it.stat)) {
        stats.Set(it.stat, it.value);
      }
    }
  }

  // The stat "Hlo Proto" of a metadata; empty if it has none.
  std::string_view HloProtoOf(const Meta& meta) const;

  // Calls `take(name, value)` for each stat of the plane.
  template <typename Take>
  void ForEachStat(Take take) const {
    for (const std::string_view bytes : plane_stats_) {
      std::string_view name;
      const StatValue value = ReadStat(bytes, name);
      take(name, value);
    }
  }

  // Calls `take(event)` for each event of a line, in the order of the file.
  template <typename Take>
  void ForEachEvent(const FileLine& line, RecordedStatSet wanted,
                    FileEvent& event, Take take) {
    ForEachEvent(line, wanted, event, at_, take);
  }

  // The same for several threads; `at` is where it is.
  template <typename Take>
  void ForEachEvent(const FileLine& line, RecordedStatSet wanted,
                    FileEvent& event, const char*& at, Take take) const {
    WireCursor cursor(line.bytes);
    while (cursor.Next()) {
      at = cursor.field_at();
      if (cursor.field() != Len(4)) {
        cursor.Skip();
        continue;
      }
      ReadEvent(cursor.View(), wanted, event);
      take(event);
    }
  }

  // The id of a text of a stat: refs are looked up once.
  StringId Intern(const StatValue& value, StringPool& strings);

  StringId Intern(RecordedStat stat, const EventStats& stats,
                  StringPool& strings) {
    if (!stats.Has(stat)) return {};
    const StatValue& value = stats[stat];
    return value.kind == StatValue::Kind::kText ? Intern(value, strings)
                                                : StringId();
  }

  // Adds the events of all lines that have each stat no rule reads, by name.
  template <typename Count>
  void CountUnknownStats(Count count);

 private:
  struct StatName {
    RecordedStat stat = RecordedStat::kOther;
    std::string_view name;
    StringId interned;
  };

  struct MetaValue {
    RecordedStat stat = RecordedStat::kOther;
    StatValue value;
  };

  void ReadMetaValues(Meta& meta);
  void ReadMeta(int64_t id, std::string_view bytes);
  void ReadStatName(int64_t id, std::string_view bytes);
  void ReadLine(std::string_view bytes);
  void ReadEvent(std::string_view bytes, RecordedStatSet wanted,
                 FileEvent& event) const;
  void AddStat(std::string_view bytes, RecordedStatSet wanted,
               EventStats& stats) const;
  StatValue ReadStat(std::string_view bytes, std::string_view& name) const;
  StatValue ReadValue(std::string_view bytes) const;

  // The row of stat_names_ that a serialized stat has; kNone: of no name.
  uint32_t RowOfStat(std::string_view bytes) const;

  const char* at_ = nullptr;
  std::string_view name_;
  std::vector<FileLine> lines_;
  std::vector<Meta> metas_;
  std::vector<std::string_view> raw_stats_;
  std::vector<MetaValue> meta_values_;
  std::vector<std::string_view> plane_stats_;
  RowOfId meta_of_id_;
  RowOfId stat_of_id_;
  std::vector<StatName> stat_names_;
  std::vector<RecordedStat> stat_of_small_id_;
};

template <typename Count>
void PlaneTables::CountUnknownStats(Count count) {
  // The event that each stat was met in last.
  std::vector<uint64_t> met(stat_names_.size() + 1, 0);
  uint64_t number = 0;
  const auto meet = [&](std::string_view bytes) {
    const uint32_t row = RowOfStat(bytes);
    const bool is_known = row != RowOfId::kNone;
    if (is_known && stat_names_[row].stat != RecordedStat::kOther) return;
    uint64_t& last = met[is_known ? row : stat_names_.size()];
    if (last == number) return;
    last = number;
    count(is_known ? stat_names_[row].name : std::string_view());
  };
  for (const FileLine& line : lines_) {
    WireCursor cursor(line.bytes);
    while (cursor.Next()) {
      if (cursor.field() != Len(4)) {
        cursor.Skip();
        continue;
      }
      ++number;
      int64_t id = 0;
      WireCursor event(cursor.View());
      while (event.Next()) {
        if (event.field() == Len(4)) {
          meet(event.View());
        } else if (event.field() == Varint(1)) {
          id = event.Int64();
        } else {
          event.Skip();
        }
      }
      const uint32_t meta = meta_of_id_.Find(id);
      if (meta == RowOfId::kNone) continue;
      for (uint32_t i = metas_[meta].first_stat; i < metas_[meta].end_stat;
           ++i) {
        meet(raw_stats_[i]);
      }
    }
  }
}

}  // namespace tfprof
