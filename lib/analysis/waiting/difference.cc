// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/difference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "analysis/waiting/idle_parts.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// Class and name.
using WaterfallKey = std::pair<std::string, std::string>;
using WaterfallSums = std::map<WaterfallKey, DifferenceRow::Side>;

std::string_view PlaceOfCause(const RecordedHost& host,
                              const IdleCause& cause) {
  for (const auto text : {LineText, RegionText, ProgramText}) {
    if (const std::string_view place = text(host, cause); !place.empty()) {
      return place;
    }
  }
  return {};
}

void AddIdle(const WaitingOfProcess& process, const DeviceMoments& device,
             WaterfallSums& sums) {
  const RecordedHost& host = process.view->host();
  IdleExplainer explainer(*process.view, device);
  for (const IdleStretch& stretch : StretchesOf(device, process.windows)) {
    for (const IdlePart& part : explainer.PartsOf(stretch)) {
      DifferenceRow::Side& side =
          sums[{fmt::format("idle {}", WordsOf(part.cause.reason)),
                std::string(PlaceOfCause(host, part.cause))}];
      side.sum_ps += part.length_ps() * stretch.windows;
      side.works += static_cast<uint64_t>(stretch.windows);
      if (part.cause.certainty == Certainty::kGuess) {
        side.guess_ps += part.length_ps() * stretch.windows;
      }
    }
  }
}

WaterfallSums SumsOf(const WaitingOfProcess& process) {
  WaterfallSums sums;
  const auto all =
      std::find_if(process.devices.begin(), process.devices.end(),
                   [](const DeviceMoments& device) { return device.is_all; });
  if (all == process.devices.end()) return sums;
  for (const OperationAccount& row :
       AccountByOperation(process.view->works, *all, process.windows)) {
    const bool is_compute = row.work_class == WorkClass::kCompute;
    DifferenceRow::Side& side =
        sums[{std::string(WordsOf(row.work_class)),
              std::string(is_compute ? row.name : row.kind)}];
    side.sum_ps += row.exposed_ps;
    side.works += row.works;
  }
  AddIdle(process, *all, sums);
  return sums;
}

DifferenceSide SideOf(const WaitingOfProcess& process, std::string host) {
  DifferenceSide side{std::move(host), 0, 0};
  for (const AccountWindow& window : process.windows) {
    ++side.steps;
    side.length_sum_ps += window.length_ps();
  }
  return side;
}

// The processes of a run by their names; one process has no name.
std::map<std::string, const WaitingOfProcess*> ByHost(
    const RecordedWaiting& waiting) {
  std::map<std::string, const WaitingOfProcess*> processes;
  for (size_t i = 0; i < waiting.processes.size(); ++i) {
    const bool is_only = waiting.processes.size() == 1;
    processes[is_only ? "" : waiting.capture->processes[i].label] =
        &waiting.processes[i];
  }
  return processes;
}

double MeanOf(const std::optional<DifferenceRow::Side>& side,
              const DifferenceSide& of) {
  return side && of.steps > 0
             ? static_cast<double>(side->sum_ps) / static_cast<double>(of.steps)
             : 0;
}

void AddRows(const DifferenceSide& before, const WaterfallSums& was,
             const DifferenceSide& after, const WaterfallSums& is,
             std::vector<DifferenceRow>& rows) {
  std::map<WaterfallKey, DifferenceRow> merged;
  for (const auto& [key, side] : was) merged[key].before = side;
  for (const auto& [key, side] : is) merged[key].after = side;
  for (auto& [key, row] : merged) {
    row.host = before.host;
    std::tie(row.row_class, row.name) = key;
    row.change_ps = MeanOf(row.after, after) - MeanOf(row.before, before);
    rows.push_back(std::move(row));
  }
}

class DifferenceTables {
 public:
  DifferenceTables(const Difference& difference, const RowFormat& format)
      : difference_(difference), format_(format) {}

  Section Sides() const;
  Section Waterfall() const;

 private:
  bool ShowsHost() const {
    return !format_.is_for_people || difference_.before.size() > 1;
  }

  Cell Ps(double ps) const {
    return format_.is_for_people ? Cell(ps / 1000) : Cell(ps);
  }

  // The mean of a side's sum, for people.
  Cell MeanCell(const std::optional<DifferenceRow::Side>& side,
                const DifferenceRow& row,
                const std::vector<DifferenceSide>& sides) const {
    if (!side) return Cell();
    const auto found = std::find_if(
        sides.begin(), sides.end(),
        [&](const DifferenceSide& of) { return of.host == row.host; });
    return Ps(MeanOf(side, *found));
  }

  const Difference& difference_;
  const RowFormat format_;
};

Section DifferenceTables::Sides() const {
  Table table{{{"side"},
               {"steps"},
               PsColumn("length sum", format_),
               PsColumn("mean", format_)},
              {}};
  if (ShowsHost()) table.columns.insert(table.columns.begin(), {"host"});
  std::vector<std::string> notes;
  for (size_t i = 0; i < difference_.before.size(); ++i) {
    for (const auto& [words, side] :
         {std::pair("before", &difference_.before[i]),
          std::pair("after", &difference_.after[i])}) {
      std::vector<Cell> cells = {std::string(words), side->steps,
                                 PsCell(side->length_sum_ps, format_),
                                 Ps(side->mean_ps())};
      if (ShowsHost()) cells.insert(cells.begin(), side->host);
      table.AddRow(std::move(cells));
    }
    const auto time = [](double ps) {
      return TextOf(Cell(ps / 1000), Unit::kNanos);
    };
    const double before_ps = difference_.before[i].mean_ps();
    const double after_ps = difference_.after[i].mean_ps();
    const std::string host = Printable(difference_.before[i].host);
    notes.push_back(fmt::format(
        "{}{}the mean step takes {}, it took {}: {} {}; the rows below are "
        "the parts of that",
        host, host.empty() ? "" : ": ", time(after_ps), time(before_ps),
        time(std::abs(after_ps - before_ps)),
        after_ps < before_ps ? "less" : "more"));
  }
  if (!format_.is_for_people) notes.clear();
  return {"difference", std::move(notes), std::move(table)};
}

Section DifferenceTables::Waterfall() const {
  const bool people = format_.is_for_people;
  Table table;
  if (ShowsHost()) table.columns.push_back({"host"});
  for (const char* const title : {"class", "name"}) {
    table.columns.push_back({title});
  }
  if (people) {
    for (const char* const title : {"before", "after", "change"}) {
      table.columns.push_back(PsColumn(title, format_));
    }
  } else {
    for (const char* const title : {"before sum", "after sum"}) {
      table.columns.push_back(PsColumn(title, format_));
    }
  }
  table.columns.push_back({"before works"});
  table.columns.push_back({"after works"});
  if (!people) {
    table.columns.push_back(PsColumn("change", format_));
    table.columns.push_back({"is new"});
    table.columns.push_back({"is gone"});
  }
  // The largest change comes first.
  const auto first_same =
      std::find_if(difference_.rows.begin(), difference_.rows.end(),
                   [](const DifferenceRow& row) { return row.change_ps == 0; });
  const size_t count =
      people ? static_cast<size_t>(first_same - difference_.rows.begin())
             : difference_.rows.size();
  const size_t shown = format_.Shown(count);
  for (size_t i = 0; i < shown; ++i) {
    const DifferenceRow& row = difference_.rows[i];
    const DifferenceRow::Side before =
        row.before.value_or(DifferenceRow::Side());
    const DifferenceRow::Side after = row.after.value_or(DifferenceRow::Side());
    std::vector<Cell> cells;
    if (ShowsHost()) cells.emplace_back(row.host);
    const bool is_guess =
        people && (before.is_mostly_guess() || after.is_mostly_guess());
    cells.emplace_back((is_guess ? "~ " : "") + row.row_class);
    cells.emplace_back(row.name);
    if (people) {
      cells.push_back(MeanCell(row.before, row, difference_.before));
      cells.push_back(MeanCell(row.after, row, difference_.after));
      cells.push_back(Ps(row.change_ps));
    } else {
      cells.push_back(PsCell(before.sum_ps, format_));
      cells.push_back(PsCell(after.sum_ps, format_));
    }
    cells.emplace_back(static_cast<int64_t>(before.works));
    cells.emplace_back(static_cast<int64_t>(after.works));
    if (!people) {
      cells.push_back(Ps(row.change_ps));
      cells.emplace_back(!row.before.has_value());
      cells.emplace_back(!row.after.has_value());
    }
    table.AddRow(std::move(cells));
  }
  std::vector<std::string> notes;
  if (count == 0) notes.emplace_back("no change");
  if (shown < count) {
    notes.push_back(
        fmt::format("{} more rows; --output=json has all", count - shown));
  }
  return {"waterfall", std::move(notes), std::move(table)};
}

}  // namespace

Difference DifferenceOf(const RecordedWaiting& before,
                        const RecordedWaiting& after) {
  Difference result;
  const auto was = ByHost(before);
  const auto is = ByHost(after);
  std::map<std::string, bool> hosts;
  for (const auto& [host, process] : was) hosts[host] = true;
  for (const auto& [host, process] : is) hosts[host] = true;
  for (const auto& [host, unused] : hosts) {
    const auto old = was.find(host);
    const auto now = is.find(host);
    const bool has_old = old != was.end();
    const bool has_now = now != is.end();
    result.before.push_back(has_old ? SideOf(*old->second, host)
                                    : DifferenceSide{host, 0, 0});
    result.after.push_back(has_now ? SideOf(*now->second, host)
                                   : DifferenceSide{host, 0, 0});
    AddRows(result.before.back(),
            has_old ? SumsOf(*old->second) : WaterfallSums(),
            result.after.back(),
            has_now ? SumsOf(*now->second) : WaterfallSums(), result.rows);
  }
  std::stable_sort(result.rows.begin(), result.rows.end(),
                   [](const DifferenceRow& a, const DifferenceRow& b) {
                     const double left = std::abs(a.change_ps);
                     const double right = std::abs(b.change_ps);
                     return std::tie(right, a.row_class, a.name) <
                            std::tie(left, b.row_class, b.name);
                   });
  return result;
}

std::vector<Section> DifferenceSections(const Difference& difference,
                                        const RowFormat& format) {
  const DifferenceTables tables(difference, format);
  std::vector<Section> sections;
  sections.push_back(tables.Sides());
  sections.push_back(tables.Waterfall());
  return sections;
}

}  // namespace tfprof
