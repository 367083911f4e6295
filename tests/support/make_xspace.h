// SPDX-License-Identifier: Apache-2.0
// Small XSpaces, written as profilers write them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tfprof {

inline void PushVarint(std::string& out, uint64_t value) {
  for (; value > 127; value >>= 7) out += static_cast<char>(value | 128);
  out += static_cast<char>(value);
}

inline std::string NumberField(uint32_t number, int64_t value) {
  std::string out;
  PushVarint(out, number << 3);
  PushVarint(out, static_cast<uint64_t>(value));
  return out;
}

inline std::string BytesField(uint32_t number, const std::string& bytes) {
  std::string out;
  PushVarint(out, number << 3 | 2);
  PushVarint(out, bytes.size());
  return out + bytes;
}

class MakePlane {
 public:
  // A number is written with a sign, or without; Ref is a reference to text.
  struct Ref {
    std::string text;
  };

  // Bytes that are no text.
  struct Blob {
    std::string bytes;
  };

  using Value = std::variant<int64_t, uint64_t, std::string, Ref, Blob>;
  using Stats = std::vector<std::pair<std::string, Value>>;

  explicit MakePlane(std::string name) : name_(std::move(name)) {}

  std::string Event(const std::string& name, int64_t offset, int64_t duration,
                    const Stats& stats = {}) {
    std::string out = NumberField(1, IdOf(names_, name)) +
                      NumberField(2, offset) + NumberField(3, duration);
    for (const auto& stat : stats) out += BytesField(4, Stat(stat));
    return out;
  }

  std::string Stat(const std::pair<std::string, Value>& stat) {
    std::string out = NumberField(1, IdOf(stats_, stat.first));
    if (const auto* number = std::get_if<int64_t>(&stat.second)) {
      out += NumberField(4, *number);
    } else if (const auto* bits = std::get_if<uint64_t>(&stat.second)) {
      out += NumberField(3, static_cast<int64_t>(*bits));
    } else if (const auto* text = std::get_if<std::string>(&stat.second)) {
      out += BytesField(5, *text);
    } else if (const auto* blob = std::get_if<Blob>(&stat.second)) {
      out += BytesField(6, blob->bytes);
    } else {
      out += NumberField(7, IdOf(stats_, std::get<Ref>(stat.second).text));
    }
    return out;
  }

  void Line(int64_t id, const std::string& name, int64_t timestamp_ns,
            const std::vector<std::string>& events) {
    std::string line =
        NumberField(1, id) + BytesField(2, name) + NumberField(3, timestamp_ns);
    for (const std::string& event : events) line += BytesField(4, event);
    lines_.push_back(line);
  }

  // A stat of all events of that name.
  void NameStat(const std::string& name, const std::string& stat, Value value) {
    name_stats_[IdOf(names_, name)] += BytesField(5, Stat({stat, value}));
  }

  void PlaneStat(const std::string& stat, Value value) {
    plane_stats_ += BytesField(6, Stat({stat, value}));
  }

  std::string Bytes() const {
    std::string out = BytesField(2, name_);
    for (const std::string& line : lines_) out += BytesField(3, line);
    for (const auto& [number, table] : {std::pair(4, &names_), {5, &stats_}}) {
      for (const auto& [name, id] : *table) {
        const bool has_stats = number == 4 && name_stats_.count(id) > 0;
        out += BytesField(
            static_cast<uint32_t>(number),
            NumberField(1, id) +
                BytesField(2, NumberField(1, id) + BytesField(2, name) +
                                  (has_stats ? name_stats_.at(id) : "")));
      }
    }
    return out + plane_stats_;
  }

 private:
  using Ids = std::map<std::string, int64_t>;

  static int64_t IdOf(Ids& ids, const std::string& name) {
    return ids.try_emplace(name, static_cast<int64_t>(ids.size()) + 1)
        .first->second;
  }

  std::string name_;
  std::vector<std::string> lines_;
  Ids names_;
  Ids stats_;
  std::map<int64_t, std::string> name_stats_;  // by id of the name
  std::string plane_stats_;
};

inline std::string MakeXSpace(const std::vector<MakePlane>& planes,
                              const std::string& host = "maker") {
  std::string out;
  for (const MakePlane& plane : planes) out += BytesField(1, plane.Bytes());
  return out + BytesField(4, host);
}

}  // namespace tfprof
