// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/plane_tables.h"

#include <algorithm>
#include <cstring>

#include "recorded/xla_name.h"
#include "wire/map_entry.h"

namespace tfprof {

namespace {

// Ids are few and count from 1; those beyond are looked up.
constexpr uint64_t kMostSmallStatIds = uint64_t{1} << 12;

}  // namespace

void PlaneTables::ReadStatName(int64_t id, std::string_view bytes) {
  StatName stat;
  WireCursor cursor(bytes);
  bool is_named = false;
  while (cursor.Next()) {
    if (cursor.field() == Len(2) && !is_named) {
      stat.name = cursor.View();
      is_named = true;
    } else {
      cursor.Skip();
    }
  }
  stat.stat = RecordedStatOf(stat.name);
  stat_of_id_.Set(id, static_cast<uint32_t>(stat_names_.size()));
  stat_names_.push_back(stat);
  const auto small = static_cast<uint64_t>(id);
  if (small >= kMostSmallStatIds) return;
  if (stat_of_small_id_.size() <= small) {
    stat_of_small_id_.resize(small + 1, RecordedStat::kOther);
  }
  stat_of_small_id_[small] = stat.stat;
}

void PlaneTables::ReadMeta(int64_t id, std::string_view bytes) {
  Meta meta;
  meta.id = id;
  meta.first_stat = static_cast<uint32_t>(raw_stats_.size());
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Len(2):
        meta.name = cursor.View();
        break;
      case Len(4):
        meta.display_name = cursor.View();
        break;
      case Len(5):
        raw_stats_.push_back(cursor.View());
        break;
      default:
        cursor.Skip();
    }
  }
  meta.end_stat = static_cast<uint32_t>(raw_stats_.size());
  ReadMetaValues(meta);
  meta_of_id_.Set(id, static_cast<uint32_t>(metas_.size()));
  metas_.push_back(meta);
}

void PlaneTables::ReadLine(std::string_view bytes) {
  FileLine line;
  line.bytes = bytes;
  std::string_view display_name;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Varint(1):
        line.id = cursor.Int64();
        break;
      case Len(2):
        line.name = cursor.View();
        break;
      case Varint(3):
        line.timestamp_ns = cursor.Int64();
        break;
      case Len(4):
        ++line.events;
        cursor.Skip();
        break;
      case Len(11):
        display_name = cursor.View();
        break;
      default:
        cursor.Skip();
    }
  }
  if (line.name.empty()) line.name = display_name;
  lines_.push_back(line);
}

void PlaneTables::Read(std::string_view bytes) {
  std::vector<std::string_view> metas, lines;
  at_ = bytes.data();
  WireCursor plane(bytes);
  while (plane.Next()) {
    at_ = plane.field_at();
    switch (plane.field()) {
      case Len(2):
        name_ = plane.View();
        break;
      case Len(3):
        lines.push_back(plane.View());
        break;
      case Len(4):
        metas.push_back(plane.View());
        break;
      case Len(5): {
        const MapEntry entry = ReadMapEntry(plane.View());
        ReadStatName(entry.key, entry.bytes);
        break;
      }
      case Len(6):
        plane_stats_.push_back(plane.View());
        break;
      default:
        plane.Skip();
    }
  }
  metas_.reserve(metas.size() + 1);
  for (const std::string_view entry_bytes : metas) {
    at_ = entry_bytes.data();
    const MapEntry entry = ReadMapEntry(entry_bytes);
    ReadMeta(entry.key, entry.bytes);
  }
  metas_.emplace_back();
  lines_.reserve(lines.size());
  for (const std::string_view line : lines) {
    at_ = line.data();
    ReadLine(line);
  }
}

uint32_t PlaneTables::RowOfStat(std::string_view bytes) const {
  int64_t id = 0;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    if (cursor.field() == Varint(1)) {
      id = cursor.Int64();
    } else {
      cursor.Skip();
    }
  }
  return stat_of_id_.Find(id);
}

StatValue PlaneTables::ReadValue(std::string_view bytes) const {
  using Kind = StatValue::Kind;
  StatValue value;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Fixed64(2):
        value.kind = Kind::kDouble;
        cursor.Skip();
        std::memcpy(&value.number, cursor.at() - sizeof value.number,
                    sizeof value.number);
        break;
      case Varint(3):
      case Varint(4):
        value.kind = Kind::kNumber;
        value.is_unsigned = cursor.field() == Varint(3);
        value.number = cursor.Int64();
        break;
      case Len(5):
        value.kind = Kind::kText;
        value.ref = RowOfId::kNone;
        value.text = cursor.View();
        break;
      case Len(6):
        value.kind = Kind::kBytes;
        value.text = cursor.View();
        break;
      case Varint(7):
        value.kind = Kind::kText;
        value.ref = stat_of_id_.Find(cursor.Int64());
        value.text = value.ref == RowOfId::kNone ? std::string_view()
                                                 : stat_names_[value.ref].name;
        break;
      default:
        cursor.Skip();
    }
  }
  return value;
}

StatValue PlaneTables::ReadStat(std::string_view bytes,
                                std::string_view& name) const {
  const uint32_t row = RowOfStat(bytes);
  name = row == RowOfId::kNone ? std::string_view() : stat_names_[row].name;
  return ReadValue(bytes);
}

void PlaneTables::AddStat(std::string_view bytes, RecordedStatSet wanted,
                          EventStats& stats) const {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  RecordedStat stat = RecordedStat::kOther;
  const bool has_key_first = at != end && *at == static_cast<char>(Varint(1));
  if (has_key_first) {  // as all writers do
    ++at;
    const uint64_t id = TakeVarint(at, end);
    if (id < stat_of_small_id_.size()) {
      stat = stat_of_small_id_[id];
    } else if (const uint32_t row = stat_of_id_.Find(static_cast<int64_t>(id));
               row != RowOfId::kNone) {
      stat = stat_names_[row].stat;
    }
  }
  uint32_t row = RowOfId::kNone;
  if (!has_key_first || stat == RecordedStat::kLevel) {
    row = RowOfStat(bytes);
    if (row != RowOfId::kNone) stat = stat_names_[row].stat;
  }
  if (!wanted.Has(stat)) return;
  const StatValue value = ReadValue({at, static_cast<size_t>(end - at)});
  if (stat == RecordedStat::kLevel) {
    const int64_t level = LevelOf(stat_names_[row].name);
    const bool is_deeper = !stats.Has(stat) || level > stats.level;
    if (!is_deeper || !ParseFrameworkName(value.text)) return;
    stats.level = level;
  }
  stats.Set(stat, value);
}

void PlaneTables::ReadEvent(std::string_view bytes, RecordedStatSet wanted,
                            FileEvent& event) const {
  int64_t id = 0;
  event.occurrences = 1;
  event.offset_ps = event.duration_ps = 0;
  event.stats.Clear();
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  while (at != end) {
    const char* const field_at = at;
    switch (TakeVarint(at, end)) {
      case Varint(1):
        id = static_cast<int64_t>(TakeVarint(at, end));
        break;
      case Varint(2):
        event.offset_ps = static_cast<int64_t>(TakeVarint(at, end));
        event.occurrences = 1;
        break;
      case Varint(3):
        event.duration_ps = static_cast<int64_t>(TakeVarint(at, end));
        break;
      case Len(4): {
        const uint64_t size = TakeVarint(at, end);
        if (size > static_cast<uint64_t>(end - at)) {
          throw protozero::end_of_buffer_exception();
        }
        AddStat({at, static_cast<size_t>(size)}, wanted, event.stats);
        at += size;
        break;
      }
      case Varint(5):
        event.occurrences = static_cast<int64_t>(TakeVarint(at, end));
        event.offset_ps = 0;
        break;
      default: {
        WireCursor other({field_at, static_cast<size_t>(end - field_at)});
        other.Next();
        other.Skip();
        at = other.at();
      }
    }
  }
  const uint32_t meta = meta_of_id_.Find(id);
  event.meta =
      meta == RowOfId::kNone ? static_cast<uint32_t>(metas_.size() - 1) : meta;
}

void PlaneTables::ReadMetaValues(Meta& meta) {
  meta.first_value = static_cast<uint32_t>(meta_values_.size());
  for (uint32_t i = meta.first_stat; i < meta.end_stat; ++i) {
    const uint32_t row = RowOfStat(raw_stats_[i]);
    if (row == RowOfId::kNone) continue;
    const RecordedStat stat = stat_names_[row].stat;
    // The last of repeated stats counts.
    if (stat >= RecordedStat::kRead || stat == RecordedStat::kLevel) continue;
    const auto same = std::find_if(
        meta_values_.begin() + meta.first_value, meta_values_.end(),
        [&](const MetaValue& it) { return it.stat == stat; });
    if (same == meta_values_.end()) {
      meta_values_.push_back({stat, ReadValue(raw_stats_[i])});
    } else {
      same->value = ReadValue(raw_stats_[i]);
    }
  }
  meta.end_value = static_cast<uint32_t>(meta_values_.size());
}

std::string_view PlaneTables::HloProtoOf(const Meta& meta) const {
  for (uint32_t i = meta.first_value; i < meta.end_value; ++i) {
    const MetaValue& it = meta_values_[i];
    if (it.stat == RecordedStat::kHloProto &&
        it.value.kind == StatValue::Kind::kBytes) {
      return it.value.text;
    }
  }
  return {};
}

StringId PlaneTables::Intern(const StatValue& value, StringPool& strings) {
  if (value.ref == RowOfId::kNone) return strings.Intern(value.text);
  StringId& interned = stat_names_[value.ref].interned;
  if (!interned.valid()) interned = strings.Intern(value.text);
  return interned;
}

}  // namespace tfprof
