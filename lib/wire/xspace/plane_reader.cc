// SPDX-License-Identifier: Apache-2.0
#include "wire/xspace/plane_reader.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "wire/map_entry.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// Stats that may stand at a name, for all its events.
constexpr StatKeys kShared{StatKey::kTfOp, StatKey::kHloOp, StatKey::kHloModule,
                           StatKey::kProgramId};

// Stats of a name itself.
constexpr StatKeys kOfNames{StatKey::kHloProto, StatKey::kFloatOps};

// Ids are few and count from 1; those beyond are looked up.
constexpr uint64_t kMostSmallIds = uint64_t{1} << 12;

// tfprof: a plane that describes programs and holds no events.
constexpr std::string_view kMetadataPlane = "/host:metadata";

}  // namespace

void PlaneReader::ReadStatName(std::string_view bytes) {
  const MapEntry entry = ReadMapEntry(bytes);
  StatName stat;
  WireCursor cursor(entry.bytes);
  while (cursor.Next()) {
    if (cursor.field() == Len(2)) {
      stat.name = cursor.View();
    } else {
      cursor.Skip();
    }
  }
  stat.key = StatKeyOf(stat.name);
  // The entries of a map: the last of a key wins.
  stat_of_id_.Set(entry.key, static_cast<uint32_t>(stats_.size()));
  stats_.push_back(stat);
  const auto small = static_cast<uint64_t>(entry.key);
  if (small >= kMostSmallIds) return;
  if (key_of_small_id_.size() <= small) {
    key_of_small_id_.resize(small + 1, StatKey::kOther);
  }
  key_of_small_id_[small] = stat.key;
}

void PlaneReader::ReadEventName(std::string_view bytes, StringPool& strings) {
  const MapEntry entry = ReadMapEntry(bytes);
  std::string_view name;
  std::string_view proto;
  int64_t float_ops = 0;
  WireCursor cursor(entry.bytes);
  while (cursor.Next()) {
    if (cursor.field() == Len(2)) {
      name = cursor.View();
    } else if (cursor.field() == Len(5)) {
      const XStat stat =
          ReadStat(cursor.View(), kShared | kOfNames);
      if (stat.key == StatKey::kHloProto) {
        proto = stat.kind == XStat::Kind::kBytes ? stat.text : proto;
      } else if (stat.key == StatKey::kFloatOps) {
        float_ops = std::max<int64_t>(stat.number, 0);
      } else if (stat.kind != XStat::Kind::kNone) {
        shared_stats_.push_back(stat);
      }
    } else {
      cursor.Skip();
    }
  }
  if (!proto.empty() && plane_.name == kMetadataPlane) {
    programs_.push_back({name, proto});
  }
  name_of_id_.Set(entry.key, static_cast<uint32_t>(plane_.names.size()));
  plane_.names.push_back(ClassifyEventName(name, strings));
  plane_.has_calls = plane_.has_calls || plane_.names.back().is_call;
  if (float_ops != 0) {
    plane_.float_ops.resize(plane_.names.size());
    plane_.float_ops.back() = float_ops;
  }
  // Up to the first that has any there is nothing to count.
  if (!shared_stats_.empty()) {
    shared_begin_.resize(plane_.names.size());
    shared_begin_.push_back(shared_stats_.size());
  }
}

void PlaneReader::ReadLineHead(std::string_view bytes) {
  XLine& line = plane_.lines.emplace_back();
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
      default:
        cursor.Skip();
    }
  }
}

void PlaneReader::Read(std::string_view bytes, StringPool& strings) {
  std::vector<std::string_view> event_names;
  lines_.reserve(CountOf(Len(3), bytes));
  WireCursor plane(bytes);
  while (plane.Next()) {
    at_ = plane.field_at();
    switch (plane.field()) {
      case Len(2):
        plane_.name = plane.View();
        break;
      case Len(3):
        lines_.push_back(plane.View());
        break;
      case Len(4):
        event_names.push_back(plane.View());
        break;
      case Len(5):
        ReadStatName(plane.View());
        break;
      case Len(6):
        plane_stats_.push_back(plane.View());
        break;
      default:
        plane.Skip();
    }
  }
  plane_.kind = PlaneKindOf(plane_.name);
  // Names of stats may stand behind what uses them.
  plane_.names.reserve(event_names.size() + 1);
  for (const std::string_view entry : event_names) {
    at_ = entry.data();
    ReadEventName(entry, strings);
  }
  plane_.names.push_back(ClassifyEventName({}, strings));
  if (!shared_stats_.empty()) shared_begin_.push_back(shared_stats_.size());
  plane_.lines.reserve(lines_.size());
  for (size_t line = 0; line < lines_.size(); ++line) {
    at_ = lines_[line].data();
    ReadLineHead(lines_[line]);
  }
}

std::vector<std::string> PlaneReader::Versions() const {
  constexpr std::string_view kSuffix = "_version";
  std::vector<std::string> versions;
  for (const std::string_view bytes : plane_stats_) {
    std::string_view name;
    std::string_view text;
    WireCursor stat(bytes);
    while (stat.Next()) {
      switch (stat.field()) {
        case Varint(1):
          name = TextOfRef(stat.Uint64());
          break;
        case Len(5):
          text = stat.View();
          break;
        case Varint(7):
          text = TextOfRef(stat.Uint64());
          break;
        default:
          stat.Skip();
      }
    }
    if (!name.ends_with(kSuffix) || text.empty()) continue;
    name.remove_suffix(kSuffix.size());
    versions.push_back(fmt::format("{} {}", name, text));
  }
  std::sort(versions.begin(), versions.end());
  return versions;
}

int64_t PlaneReader::StartNs() const {
  for (const std::string_view bytes : plane_stats_) {
    const XStat stat = ReadStat(bytes, StatKeys(StatKey::kStartTime));
    if (stat.number > 0) return stat.number;
  }
  return 0;
}

std::string_view PlaneReader::TextOfRef(uint64_t id) const {
  const uint32_t row = stat_of_id_.Find(static_cast<int64_t>(id));
  return row == RowOfId::kNone ? std::string_view() : stats_[row].name;
}

XStat PlaneReader::ReadStat(std::string_view bytes, StatKeys keys) const {
  using Kind = XStat::Kind;
  XStat stat;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Varint(1):
        stat.key = KeyOf(cursor.Int64());
        // Writers put the key first, so that the rest is not looked at.
        if (!keys.Has(stat.key)) return {};
        break;
      case Fixed64(2):
        stat.kind = Kind::kDouble;
        cursor.Skip();
        break;
      case Varint(3):
        stat.kind = Kind::kUnsigned;
        stat.number = cursor.Int64();
        break;
      case Varint(4):
        stat.kind = Kind::kSigned;
        stat.number = cursor.Int64();
        break;
      case Len(5):
        stat.kind = Kind::kText;
        stat.text = cursor.View();
        break;
      case Len(6):
        stat.kind = Kind::kBytes;
        stat.text = cursor.View();
        break;
      case Varint(7):
        stat.kind = Kind::kText;
        stat.text = TextOfRef(cursor.Uint64());
        break;
      default:
        cursor.Skip();
    }
  }
  return keys.Has(stat.key) ? stat : XStat();
}

}  // namespace tfprof
