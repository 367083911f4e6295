// SPDX-License-Identifier: Apache-2.0
// The tables of a plane, and where its lines are. Writers put lines in front of
// the tables that give their events names, so a plane is passed over twice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/column.h"
#include "model/xspace/event.h"
#include "model/xspace/plane.h"
#include "wire/row_of_id.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// The program that the stat "Hlo Proto" of an event's metadata holds.
struct SerializedProgram {
  std::string_view name;  // "MODULE(PROGRAM_ID)"
  std::string_view proto;
};

class PlaneReader {
 public:
  // Throws protozero::exception on damage; at() then is where.
  void Read(std::string_view bytes, StringPool& strings);

  const char* at() const { return at_; }

  const XPlane& plane() const { return plane_; }

  // Serialized, by line.
  std::string_view BytesOf(size_t line) const { return lines_[line]; }

  // By row of XPlane::names: stats that all its events have.
  std::span<const XStat> SharedStats(uint32_t name) const {
    if (shared_stats_.empty()) return {};
    return {shared_stats_.data() + shared_begin_[name],
            shared_begin_[name + 1] - shared_begin_[name]};
  }

  bool has_shared_stats() const { return !shared_stats_.empty(); }

  const std::vector<SerializedProgram>& programs() const { return programs_; }

  // The plane's stats such as "jax_version", as "jax 0.10.2", in order of name.
  std::vector<std::string> Versions() const;

  // When the recording began, in ns since 1970, if the plane says so; else 0.
  int64_t StartNs() const;

  // The row of XPlane::names of a metadata id; the last one if there is none.
  uint32_t NameOf(int64_t metadata_id) const {
    const uint32_t row = name_of_id_.Find(metadata_id);
    return row == RowOfId::kNone
               ? static_cast<uint32_t>(plane_.names.size() - 1)
               : row;
  }

  StatKey KeyOf(int64_t metadata_id) const {
    const auto small = static_cast<uint64_t>(metadata_id);
    if (small < key_of_small_id_.size()) return key_of_small_id_[small];
    const uint32_t row = stat_of_id_.Find(metadata_id);
    return row == RowOfId::kNone ? StatKey::kOther : stats_[row].key;
  }

  // False if a serialized XStat begins with a key that is none of `keys`, as
  // most do. Writers put the key first.
  bool MayBeOf(std::string_view stat, StatKeys keys) const {
    const char* at = stat.data();
    const char* const end = at + stat.size();
    if (at == end || *at != static_cast<char>(Varint(1))) return true;
    ++at;
    return keys.Has(KeyOf(static_cast<int64_t>(TakeVarint(at, end))));
  }

  // Reads an XStat. Without a key of `keys` its value is not looked at.
  XStat ReadStat(std::string_view bytes, StatKeys keys) const;

 private:
  struct StatName {
    StatKey key = StatKey::kOther;
    std::string_view name;
  };

  void ReadStatName(std::string_view entry);
  void ReadEventName(std::string_view entry, StringPool& strings);
  void ReadLineHead(std::string_view bytes);
  std::string_view TextOfRef(uint64_t id) const;

  const char* at_ = nullptr;
  XPlane plane_;
  Column<std::string_view> lines_;
  std::vector<std::string_view> plane_stats_;
  RowOfId name_of_id_;
  RowOfId stat_of_id_;
  std::vector<StatName> stats_;
  std::vector<StatKey> key_of_small_id_;  // kOther of what is no stat
  std::vector<XStat> shared_stats_;
  // By name, if any has shared stats.
  std::vector<size_t> shared_begin_;
  std::vector<SerializedProgram> programs_;
};

}  // namespace tfprof
