// SPDX-License-Identifier: Apache-2.0
#include "store/history_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "store/database_rows.h"
#include "store/history_names.h"
#include "store/history_times.h"

namespace tfprof {

namespace {

using HistoryRow = RecordedRun::Row;

constexpr size_t kExactCount = RecordedRun::kExactColumns.size();

// The stored form of a row until it changes.
struct KeptRow {
  RecordedRun::Exact exact;
  uint64_t types = 0;

  bool operator==(const KeptRow& other) const = default;
};

using KeptRows = tsl::robin_map<int64_t, KeptRow, IntHash>;  // by name

std::string ExactColumns() {
  return fmt::format("{}", fmt::join(RecordedRun::kExactColumns, ", "));
}

Result<KeptRows> KeptRowsOf(Query query, int64_t run) {
  KeptRows rows;
  const auto add = [&] {
    const int64_t name = query.Whole(0);
    if (query.IsNull(1)) {
      rows.erase(name);
      return;
    }
    KeptRow row;
    row.types = static_cast<uint64_t>(query.Whole(1));
    for (size_t i = 0; i < kExactCount; ++i) {
      row.exact[i] = query.RealOrNull(static_cast<int>(2 + i));
    }
    rows[name] = row;
  };
  TFPROF_RETURN_IF_ERROR(query.ForEach(add, run));
  return rows;
}

// The last recorded values of each name up to `run`, without names that were
// gone by then.
Result<KeptRows> ReadKeptRows(int64_t run, const Database& database) {
  TFPROF_ASSIGN_OR_RETURN(
      Query query,
      database.Prepare(fmt::format("SELECT name, types, {} FROM exact WHERE "
                                   "run <= ?1 ORDER BY name, run",
                                   ExactColumns())));
  return KeptRowsOf(std::move(query), run);
}

// The same for these names, for a history with far more names.
Result<KeptRows> ReadKeptRowsOf(std::vector<int64_t> names, int64_t run,
                                Database& database) {
  TFPROF_ASSIGN_OR_RETURN(
      const int64_t has_more,
      database.AskWhole(fmt::format("SELECT 1 FROM exact LIMIT 1 OFFSET {}",
                                    MostToRead(names.size()))));
  if (has_more == 0) return ReadKeptRows(run, database);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  RowBatch wanted;
  for (const int64_t name : names) wanted.Put(name);
  RowSource source{.columns = 1, .rows = &wanted};
  TFPROF_RETURN_IF_ERROR(source.AddTo(database, "wanted_names"));
  TFPROF_ASSIGN_OR_RETURN(
      Query query,
      database.Prepare(fmt::format(
          "SELECT name, types, {} FROM wanted_names CROSS JOIN exact ON name = "
          "c0 AND run = (SELECT max(run) FROM exact WHERE name = c0 AND run <= "
          "?1)",
          ExactColumns())));
  return KeptRowsOf(std::move(query), run);
}

// Rows of a run by name; the last of rows with one name counts.
std::vector<std::pair<int64_t, const HistoryRow*>> ByName(
    const RecordedRun::Rows& rows, const std::vector<int64_t>& name_of_row) {
  std::vector<std::pair<int64_t, const HistoryRow*>> by_name;
  by_name.reserve(rows.size());
  for (size_t i = rows.size(); i-- > 0;) {
    by_name.emplace_back(name_of_row[i], &rows[i]);
  }
  const auto name_of = [](const auto& row) { return row.first; };
  std::ranges::stable_sort(by_name, {}, name_of);
  const auto again = std::unique(
      by_name.begin(), by_name.end(),
      [](const auto& a, const auto& b) { return a.first == b.first; });
  by_name.erase(again, by_name.end());
  return by_name;
}

// Writes the differences from the stored values, and removed names.
Status KeepChanges(int64_t run, KeptRows& before, const RecordedRun::Rows& rows,
                   const std::vector<int64_t>& name_of_row,
                   Database& database) {
  constexpr size_t kColumns = 3 + kExactCount;
  RowBatch changed;
  const auto keep = [&](int64_t name, std::optional<int64_t> types,
                        const RecordedRun::Exact& exact) -> Status {
    changed.Put(name);
    changed.Put(run);
    changed.Put(types);
    for (const std::optional<double> value : exact) changed.Put(value);
    return InsertIfMany(changed, kColumns, "exact", database);
  };
  for (const auto& [name, row] : ByName(rows, name_of_row)) {
    const auto found = before.find(name);
    const bool is_known = found != before.end();
    if (!is_known || found->second != KeptRow{row->exact, row->types}) {
      TFPROF_RETURN_IF_ERROR(
          keep(name, static_cast<int64_t>(row->types), row->exact));
    }
    if (is_known) before.erase(found);
  }
  for (const auto& gone : before) {
    TFPROF_RETURN_IF_ERROR(keep(gone.first, std::nullopt, {}));
  }
  return InsertRows(changed, kColumns, "exact", database);
}

// The common part of a run's rows and those of earlier runs.
struct Likeness {
  bool is_as_last = false;  // equal except for times
  // The layout of the last run, if it has the rows in the same order: then
  // nothing else of the history needs to be read.
  std::optional<int64_t> layout_in_order;
};

Result<Likeness> LikenessOf(int64_t run, size_t rows, Database& database) {
  TFPROF_ASSIGN_OR_RETURN(
      Query query,
      database.Prepare(
          "SELECT last.rows_hash = this.rows_hash, m.layout, "
          "first.rows_hash = this.rows_hash, (SELECT count(*) FROM layouts AS "
          "l "
          "WHERE l.layout = m.layout) FROM runs AS this JOIN runs AS last ON "
          "last.id = (SELECT max(id) FROM runs WHERE id < ?1) JOIN medians AS "
          "m "
          "ON m.run = last.id AND m.depth = 0 JOIN runs AS first ON first.id = "
          "m.layout WHERE this.id = ?1"));
  query.Start(run);
  TFPROF_ASSIGN_OR_RETURN(const bool has_row, query.Next());
  Likeness likeness;
  if (!has_row) return likeness;
  likeness.is_as_last = query.Whole(0) != 0;
  const bool is_in_order = likeness.is_as_last && query.Whole(2) != 0 &&
                           static_cast<size_t>(query.Whole(3)) == rows;
  if (is_in_order) likeness.layout_in_order = query.Whole(1);
  return likeness;
}

Status AddTimesInOrder(int64_t run, const RecordedRun::Rows& rows,
                       int64_t layout, Database& database) {
  std::map<int64_t, std::vector<int64_t>> levels;
  for (const HistoryRow& row : rows) {
    levels[row.depth].push_back(row.median_ns);
  }
  return AddHistoryLists(run, layout, levels, database);
}

// Hashes eight bytes at a time, since rows are megabytes. If another version
// hashes differently, rows are merely compared one by one.
class RowsHash {
 public:
  void Add(int64_t number) {
    value_ = (value_ ^ static_cast<uint64_t>(number)) * 0x9E3779B97F4A7C15u;
    value_ ^= value_ >> 32;
  }

  void Add(std::string_view text) {
    Add(static_cast<int64_t>(text.size()));
    for (; !text.empty();
         text.remove_prefix(std::min<size_t>(text.size(), 8))) {
      int64_t word = 0;
      std::memcpy(&word, text.data(), std::min<size_t>(text.size(), 8));
      Add(word);
    }
  }

  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 14695981039346656037u;
};

// Numbers the names of the rows, and writes new names.
Status NumberNames(const RecordedRun::Rows& rows,
                   std::vector<int64_t>& name_of_row, Database& database) {
  TFPROF_ASSIGN_OR_RETURN(HistoryNames names,
                          HistoryNames::Read(rows.size(), database));
  name_of_row.reserve(rows.size());
  for (const HistoryRow& row : rows) {
    const bool is_root = row.parent == HistoryRow::kNoParent;
    TFPROF_ASSIGN_OR_RETURN(
        const int64_t name,
        names.Of(is_root ? 0 : name_of_row[row.parent], row.name, database));
    name_of_row.push_back(name);
  }
  return names.Insert(database);
}

}  // namespace

int64_t HashOfRows(const RecordedRun::Rows& rows) {
  RowsHash hash;
  for (const HistoryRow& row : rows) {
    hash.Add(row.name);
    hash.Add(int64_t{row.parent});
    hash.Add(static_cast<int64_t>(row.types));
    for (const std::optional<double> value : row.exact) {
      hash.Add(value ? std::bit_cast<int64_t>(*value) : INT64_MIN);
    }
  }
  return static_cast<int64_t>(hash.value());
}

Status AddHistoryRows(int64_t run, const RecordedRun::Rows& rows,
                      Database& database) {
  TFPROF_ASSIGN_OR_RETURN(const Likeness likeness,
                          LikenessOf(run, rows.size(), database));
  if (likeness.layout_in_order) {
    return AddTimesInOrder(run, rows, *likeness.layout_in_order, database);
  }
  std::vector<HistoryTime> times;
  std::vector<int64_t> name_of_row;
  TFPROF_RETURN_IF_ERROR(NumberNames(rows, name_of_row, database));
  times.reserve(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    times.push_back({rows[i].depth, name_of_row[i], rows[i].median_ns});
  }
  HistoryLayout layout;
  if (!likeness.is_as_last) {
    TFPROF_ASSIGN_OR_RETURN(layout, ReadLastLayout(database));
  }
  // All names of the last run are in its layout.
  std::vector<int64_t> now_and_before;
  for (const auto& [depth, level] : layout.names) {
    now_and_before.insert(now_and_before.end(), level.begin(), level.end());
  }
  TFPROF_RETURN_IF_ERROR(
      AddHistoryTimes(run, std::move(times), std::move(layout), database));
  now_and_before.insert(now_and_before.end(), name_of_row.begin(),
                        name_of_row.end());
  TFPROF_ASSIGN_OR_RETURN(
      KeptRows before,
      ReadKeptRowsOf(std::move(now_and_before), run, database));
  return KeepChanges(run, before, rows, name_of_row, database);
}

Result<RecordedRun::Rows> ReadHistoryRows(int64_t run,
                                          const Database& database) {
  TFPROF_ASSIGN_OR_RETURN(const KeptRows kept, ReadKeptRows(run, database));
  TFPROF_ASSIGN_OR_RETURN(const auto median_of_name,
                          ReadHistoryTimes(run, database));
  // A name is numbered after its parent.
  TFPROF_ASSIGN_OR_RETURN(
      Query query,
      database.Prepare("SELECT id, parent, name FROM names ORDER BY id"));
  RecordedRun::Rows rows;
  tsl::robin_map<int64_t, uint32_t, IntHash> row_of_name;
  query.Start();
  while (true) {
    TFPROF_ASSIGN_OR_RETURN(const bool has_row, query.Next());
    if (!has_row) return rows;
    const auto found = kept.find(query.Whole(0));
    if (found == kept.end()) continue;
    HistoryRow row{.name = std::string(query.Text(2)),
                   .exact = found->second.exact,
                   .types = found->second.types};
    const auto parent = row_of_name.find(query.Whole(1));
    if (parent != row_of_name.end()) {
      row.parent = parent->second;
      row.depth = rows[parent->second].depth + 1;
    } else if (!rows.empty()) {
      return Fail(ErrorCode::kCorrupt, "{}: name {} has no parent",
                  database.name(), query.Whole(0));
    }
    const auto median = median_of_name.find(found->first);
    if (median != median_of_name.end()) row.median_ns = median->second;
    row_of_name[found->first] = static_cast<uint32_t>(rows.size());
    rows.push_back(std::move(row));
  }
}

}  // namespace tfprof
