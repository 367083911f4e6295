// SPDX-License-Identifier: Apache-2.0
#include "store/history_times.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "store/database_rows.h"

namespace tfprof {

namespace {

Result<HistoryLayout> ReadHistoryLayout(int64_t id, const Database& database) {
  HistoryLayout layout;
  layout.id = id;
  TFPROF_ASSIGN_OR_RETURN(
      Query query, database.Prepare("SELECT depth, name FROM layouts WHERE "
                                    "layout = ?1 ORDER BY depth, place"));
  TFPROF_RETURN_IF_ERROR(query.ForEach(
      [&] { layout.PlaceOf(query.Whole(0), query.Whole(1)); }, id));
  return layout;
}

// Calls `take` for each number of a JSON list. False if it is malformed, or has
// a number that cannot be a time.
template <typename Take>
bool ForEachNumber(std::string_view list, Take take) {
  if (!list.starts_with('[') || !list.ends_with(']')) return false;
  const char* at = list.data() + 1;
  const char* const end = list.data() + list.size() - 1;
  while (at < end) {
    int64_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (next != end && *next != ',')) return false;
    if (number < 0) return false;
    take(number);
    at = next + 1;
  }
  return true;
}

// Adds the numbers of a JSON list to `sums`. False as above.
bool AddTimes(std::string_view list, std::vector<double>& sums) {
  // Resized once, since a number takes four times its text here.
  const auto commas = std::count(list.begin(), list.end(), ',');
  const auto size = static_cast<size_t>(commas) + 1;
  if (sums.size() < size) sums.resize(size);
  size_t place = 0;
  return ForEachNumber(list, [&](int64_t number) {
    sums[place++] += static_cast<double>(number);
  });
}

Failure BadList(const Database& database, int64_t run, int64_t depth) {
  return Fail(ErrorCode::kCorrupt,
              "{}: is damaged: medians_ns of run {} and depth {} in medians is "
              "not a list of times that a run can have",
              database.name(), run, depth);
}

// True if at least a quarter of the layout is in use after adding the names of
// a run: otherwise lists would mostly hold entries of obsolete names.
bool IsWorthUsing(const HistoryLayout& layout,
                  const std::vector<HistoryTime>& times) {
  constexpr size_t kLeastPart = 4;
  const auto added = static_cast<size_t>(
      std::count_if(times.begin(), times.end(), [&](const HistoryTime& time) {
        return !layout.Has(time.depth, time.name);
      }));
  return times.size() * kLeastPart >= layout.size() + added;
}

}  // namespace

size_t HistoryLayout::PlaceOf(int64_t depth, int64_t name) {
  std::vector<int64_t>& level = names[depth];
  const size_t place = places_[depth].FindOrAdd(
      IntHash()(static_cast<uint64_t>(name)),
      static_cast<uint32_t>(level.size()),
      [&](uint32_t at) { return level[at] == name; });
  if (place == level.size()) level.push_back(name);
  return place;
}

bool HistoryLayout::Has(int64_t depth, int64_t name) const {
  const auto level = names.find(depth);
  if (level == names.end()) return false;
  return places_.at(depth).Find(
             IntHash()(static_cast<uint64_t>(name)), [&](uint32_t at) {
               return level->second[at] == name;
             }) != TableIndex::kNone;
}

size_t HistoryLayout::size() const {
  size_t size = 0;
  for (const auto& [depth, level] : names) size += level.size();
  return size;
}

Result<HistoryLayout> ReadLastLayout(const Database& database) {
  TFPROF_ASSIGN_OR_RETURN(
      const int64_t last,
      database.AskWhole("SELECT layout FROM medians ORDER BY run DESC LIMIT 1"));
  return ReadHistoryLayout(last, database);
}

Status AddHistoryLists(int64_t run, int64_t layout,
                       const std::map<int64_t, std::vector<int64_t>>& levels,
                       Database& database) {
  TFPROF_ASSIGN_OR_RETURN(
      Query insert, database.Prepare("INSERT INTO medians VALUES(?1, ?2, ?3, ?4)"));
  for (const auto& [depth, level] : levels) {
    std::string list = "[";
    for (const int64_t median_ns : level) {
      list += std::to_string(median_ns);
      list += ',';
    }
    list.back() = ']';
    TFPROF_RETURN_IF_ERROR(insert.Run(run, depth, layout, list));
  }
  return {};
}

Status AddHistoryTimes(int64_t run, std::vector<HistoryTime> times,
                       HistoryLayout layout, Database& database) {
  if (layout.id == 0 || !IsWorthUsing(layout, times)) {
    layout = HistoryLayout();
    layout.id = run;
  }
  std::map<int64_t, size_t> known;  // positions of the level above
  for (const auto& [depth, level] : layout.names) known[depth] = level.size();
  std::map<int64_t, std::vector<int64_t>> levels;
  for (const HistoryTime& time : times) {
    const size_t place = layout.PlaceOf(time.depth, time.name);
    std::vector<int64_t>& level = levels[time.depth];
    if (level.size() <= place) level.resize(place + 1);
    level[place] = time.median_ns;
  }
  times = std::vector<HistoryTime>();
  constexpr size_t kColumns = 4;
  RowBatch added;
  for (const auto& [depth, level] : layout.names) {
    for (size_t place = known[depth]; place < level.size(); ++place) {
      for (const int64_t cell : {layout.id, depth, static_cast<int64_t>(place),
                                 level[place]}) {
        added.Put(cell);
      }
      TFPROF_RETURN_IF_ERROR(
          InsertIfMany(added, kColumns, "layouts", database));
    }
  }
  TFPROF_RETURN_IF_ERROR(InsertRows(added, kColumns, "layouts", database));
  const int64_t id = layout.id;
  layout = HistoryLayout();
  return AddHistoryLists(run, id, levels, database);
}

Result<tsl::robin_map<int64_t, int64_t, IntHash>> ReadHistoryTimes(
    int64_t run, const Database& database) {
  // By layout, so each is read once.
  TFPROF_ASSIGN_OR_RETURN(
      Query query,
      database.Prepare("SELECT depth, layout, medians_ns FROM medians WHERE "
                       "run = ?1 ORDER BY layout, depth"));
  tsl::robin_map<int64_t, int64_t, IntHash> times;
  HistoryLayout layout;
  query.Start(run);
  while (true) {
    TFPROF_ASSIGN_OR_RETURN(const bool has_row, query.Next());
    if (!has_row) return times;
    if (layout.id != query.Whole(1)) {
      TFPROF_ASSIGN_OR_RETURN(layout,
                              ReadHistoryLayout(query.Whole(1), database));
    }
    const std::vector<int64_t>& names = layout.names[query.Whole(0)];
    size_t place = 0;
    const bool is_list = ForEachNumber(query.Text(2), [&](int64_t median_ns) {
      if (place < names.size() && median_ns > 0) {
        times[names[place]] = median_ns;
      }
      ++place;
    });
    if (!is_list) return BadList(database, run, query.Whole(0));
  }
}

Result<std::vector<HistorySum>> SumHistoryTimes(
    const std::vector<int64_t>& runs, int64_t depth, const Database& database) {
  TFPROF_ASSIGN_OR_RETURN(
      Query query, database.Prepare("SELECT depth, layout, medians_ns FROM "
                                    "medians WHERE run = ?1 AND depth <= ?2"));
  // By layout and depth: sums by position in the layout.
  std::map<std::pair<int64_t, int64_t>, std::vector<double>> by_layout;
  for (const int64_t run : runs) {
    query.Start(run, depth);
    while (true) {
      TFPROF_ASSIGN_OR_RETURN(const bool has_row, query.Next());
      if (!has_row) break;
      std::vector<double>& sums = by_layout[{query.Whole(1), query.Whole(0)}];
      if (!AddTimes(query.Text(2), sums)) {
        return BadList(database, run, query.Whole(0));
      }
    }
  }
  TFPROF_ASSIGN_OR_RETURN(
      Query place, database.Prepare("SELECT place, name FROM layouts WHERE "
                                    "layout = ?1 AND depth = ?2 AND place >= 0 "
                                    "AND place < ?3"));
  std::vector<HistorySum> all;
  for (const auto& of_layout : by_layout) {
    // Not a structured binding: Clang 14 does not let a lambda capture one.
    const std::vector<double>& sums = of_layout.second;
    const int64_t layout = of_layout.first.first;
    const int64_t level = of_layout.first.second;
    const auto add = [&] {
      const double sum_ns = sums[static_cast<size_t>(place.Whole(0))];
      if (sum_ns > 0 || level == 0) {
        all.push_back({level, place.Whole(1), sum_ns});
      }
    };
    TFPROF_RETURN_IF_ERROR(place.ForEach(add, layout, level,
                                         static_cast<int64_t>(sums.size())));
  }
  return all;
}

}  // namespace tfprof
