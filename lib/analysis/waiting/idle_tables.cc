// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/idle_tables.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <tsl/robin_map.h>

#include "base/hash.h"

namespace tfprof {

namespace {

// Sums parts by one property of their causes.
class IdleSums {
 public:
  void Add(uint32_t key, int64_t length_ps, const IdleCause& cause,
           std::string_view evidence) {
    const auto [found, is_new] = row_of_key_.insert({key, rows_.size()});
    if (is_new) rows_.push_back({.key = key});
    const size_t at = found->second;
    Sum& row = rows_[at];
    if (row.in_stretch_ps == 0) touched_.push_back(at);
    row.in_stretch_ps += length_ps;
    row.sum.idle_ps += length_ps;
    if (cause.certainty == Certainty::kRecorded) {
      row.sum.recorded_ps += length_ps;
    } else if (cause.certainty == Certainty::kGuess) {
      row.sum.guess_ps += length_ps;
    }
    // The same text has the same storage, nearly always.
    row.evidence[reinterpret_cast<uintptr_t>(evidence.data())].text = evidence;
    row.evidence[reinterpret_cast<uintptr_t>(evidence.data())].ps += length_ps;
  }

  void EndStretch(const IdleStretch& stretch) {
    for (const size_t at : touched_) {
      IdleRow& sum = rows_[at].sum;
      ++sum.stretches;
      if (stretch.is_short()) ++sum.short_stretches;
      sum.longest_ps = std::max(sum.longest_ps, rows_[at].in_stretch_ps);
      rows_[at].in_stretch_ps = 0;
    }
    touched_.clear();
  }

  // `text(key)` has the storage of the recording.
  template <typename Text>
  std::vector<IdleRow> Finish(Text text) const {
    std::vector<IdleRow> rows;
    for (const Sum& of : rows_) {
      IdleRow& row = rows.emplace_back(of.sum);
      row.key = text(of.key);
      row.evidence = MostOf(of);
    }
    std::sort(rows.begin(), rows.end(), [](const IdleRow& a, const IdleRow& b) {
      return a.idle_ps != b.idle_ps ? a.idle_ps > b.idle_ps : a.key < b.key;
    });
    return rows;
  }

 private:
  struct Evidence {
    std::string_view text;
    int64_t ps = 0;
  };

  struct Sum {
    uint32_t key = 0;
    IdleRow sum = {};
    int64_t in_stretch_ps = 0;
    tsl::robin_map<uint64_t, Evidence, IntHash> evidence = {};
  };

  static std::string_view MostOf(const Sum& row) {
    std::map<std::string_view, int64_t> by_text;
    for (const auto& [storage, evidence] : row.evidence) {
      by_text[evidence.text] += evidence.ps;
    }
    const auto most = std::max_element(
        by_text.begin(), by_text.end(),
        [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == by_text.end() ? std::string_view() : most->first;
  }

  tsl::robin_map<uint32_t, size_t, IntHash> row_of_key_;
  std::vector<Sum> rows_;
  std::vector<size_t> touched_;
};

using StageKey = std::pair<std::string_view, std::string_view>;

std::vector<StageRow> SortedStages(const std::map<StageKey, int64_t>& sums) {
  std::vector<StageRow> rows;
  for (const auto& [key, ps] : sums) {
    rows.push_back({key.first, key.second, ps});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const StageRow& a, const StageRow& b) {
                     return a.idle_ps > b.idle_ps;
                   });
  return rows;
}

// Sums parts by their place in the program.
class PlaceSums {
 public:
  void Add(const IdleCause& cause, int64_t ps) {
    if (cause.certainty != Certainty::kRecorded) return;
    sums_[{cause.reason, cause.line.value, cause.region.value,
           cause.call.value}] += ps;
  }

  std::vector<IdlePlace> Finish(const RecordedHost& host) const {
    std::vector<IdlePlace> places;
    for (const auto& [key, ps] : sums_) {
      IdleCause cause;
      cause.line = StringId(std::get<1>(key));
      cause.region = StringId(std::get<2>(key));
      cause.call = StringId(std::get<3>(key));
      places.push_back({std::get<0>(key), LineText(host, cause),
                        RegionText(host, cause), ProgramText(host, cause), ps});
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const IdlePlace& a, const IdlePlace& b) {
                       return a.Key() < b.Key();
                     });
    return places;
  }

 private:
  std::map<std::tuple<WaitReason, uint32_t, uint32_t, uint32_t>, int64_t> sums_;
};

}  // namespace

IdleTables FindIdle(const WaitingOfProcess& process,
                    const DeviceMoments& device) {
  const HostView& view = *process.view;
  const RecordedHost& host = view.host();
  IdleExplainer explainer(view, device);
  IdleSums by_reason, by_region, by_line;
  PlaceSums places;
  std::map<StageKey, int64_t> by_stage;
  for (const IdleStretch& stretch : StretchesOf(device, process.windows)) {
    for (const IdlePart& part : explainer.PartsOf(stretch)) {
      const int64_t ps = part.length_ps() * stretch.windows;
      const IdleCause& cause = part.cause;
      const std::string_view evidence = EvidenceText(host, cause);
      by_reason.Add(static_cast<uint32_t>(cause.reason), ps, cause, evidence);
      by_region.Add(cause.region.value, ps, cause, evidence);
      by_line.Add(cause.line.value, ps, cause, evidence);
      places.Add(cause, ps);
      if (cause.reason != WaitReason::kInput) continue;
      process.stages->ForEach(
          part.begin_ps, part.end_ps,
          [&](int64_t length_ps, std::string_view stage,
              std::string_view label) {
            if (stage.empty()) stage = evidence;
            by_stage[{stage, label}] += length_ps * stretch.windows;
          });
    }
    by_reason.EndStretch(stretch);
    by_region.EndStretch(stretch);
    by_line.EndStretch(stretch);
  }
  IdleTables tables;
  tables.by_reason = by_reason.Finish(
      [](uint32_t key) { return WordsOf(static_cast<WaitReason>(key)); });
  tables.by_region = by_region.Finish([&](uint32_t key) {
    return key == StringId::kNone ? std::string_view()
                                  : host.Text(StringId(key));
  });
  tables.by_line = by_line.Finish([&](uint32_t key) {
    return LineText(
        host, {.line = key == StringId::kNone ? StringId() : StringId(key)});
  });
  tables.by_stage = SortedStages(by_stage);
  tables.places = places.Finish(host);
  return tables;
}

}  // namespace tfprof
