// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/path_tables.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "analysis/path/path_notes.h"
#include "analysis/path/share_rows.h"
#include "base/rows_of_lists.h"

namespace tfprof {

namespace {

using enum Unit;

Cell CountCell(uint64_t count) { return static_cast<int64_t>(count); }

class PathTableMaker {
 public:
  PathTableMaker(const std::vector<PathAnswer>& hosts, const CodeLines& code,
                 const PathHistory* history, const RowFormat& format)
      : hosts_(hosts), code_(code), history_(history), format_(format) {}

  std::vector<Section> Make() const;
  Section WhatIfs() const;

 private:
  std::string HostOf(const PathAnswer& answer) const {
    const StepTasks& tasks = *answer.path.tasks;
    return std::string(tasks.records->strings[tasks.host]);
  }

  // For people, the host is shown only if there are several.
  bool ShowsHost() const { return !format_.is_for_people || hosts_.size() > 1; }

  // For people, waits for streams are shown only if there are streams.
  bool ShowsWaits() const {
    return !format_.is_for_people ||
           std::any_of(hosts_.begin(), hosts_.end(),
                       [](const PathAnswer& answer) {
                         return answer.path.stream_busy_ns > 0;
                       });
  }

  Table NewTable(std::vector<TableColumn> columns) const;
  void AddRow(Table& table, const PathAnswer& answer,
              std::vector<Cell> cells) const;
  std::vector<Cell> WithHost(const PathAnswer& answer,
                             std::vector<Cell> cells) const;
  std::vector<Cell> CellsOf(const PathAnswer& answer, PathKey key,
                            const PathShare& share) const;
  std::vector<Cell> CellsOf(const PathAnswer& answer,
                            const ChainTask& row) const;

  Section Totals() const;
  std::string RemarkOn(const PathAnswer& answer, const WhatIf& what_if) const;
  Section Shares(PathKey key, std::string_view heading) const;
  Section Chain() const;
  std::vector<uint32_t> ShownOf(const PathAnswer& answer) const;

  const std::vector<PathAnswer>& hosts_;
  const CodeLines& code_;
  const PathHistory* const history_;
  const RowFormat format_;
  // Any number of tasks may be of one node with a name of a megabyte.
  const std::shared_ptr<LongTexts> texts_ = std::make_shared<LongTexts>();
};

Table PathTableMaker::NewTable(std::vector<TableColumn> columns) const {
  if (ShowsHost()) columns.insert(columns.begin(), {"host"});
  return {std::move(columns), {}};
}

std::vector<Cell> PathTableMaker::WithHost(const PathAnswer& answer,
                                           std::vector<Cell> cells) const {
  if (ShowsHost()) cells.insert(cells.begin(), HostOf(answer));
  return cells;
}

void PathTableMaker::AddRow(Table& table, const PathAnswer& answer,
                            std::vector<Cell> cells) const {
  table.AddRow(WithHost(answer, std::move(cells)));
}

Section PathTableMaker::Totals() const {
  Section section{"path totals", {}, {}};
  std::vector<TableColumn> columns = {{"tasks"},
                                 {"edges"},
                                 {"inputs unknown"},
                                 {"without time"},
                                 {"lanes"},
                                 {"threads"},
                                 {"wall", kNanos},
                                 {"chain tasks"},
                                 {"chain busy", kNanos},
                                 {"chain gap", kNanos},
                                 {"chain wait", kNanos},
                                 {"chain stream", kNanos},
                                 {"stream busy", kNanos},
                                 {"work", kNanos},
                                 {"replay fixed", kNanos},
                                 {"replay list", kNanos},
                                 {"self check", kShare},
                                 {"is trusted"},
                                 {"producers after start"},
                                 {"zero slack"}};
  for (size_t link = 0; link < kLinks; ++link) {
    columns.push_back(
        {fmt::format("links {}", WordsOf(static_cast<Link>(link)))});
  }
  Table table = NewTable(std::move(columns));
  for (const PathAnswer& answer : hosts_) {
    const StepPath& path = answer.path;
    const StepTasks& tasks = *path.tasks;
    std::vector<Cell> cells = {CountCell(tasks.CountRecords()),
                               CountCell(path.edges),
                               CountCell(tasks.inputs_unknown),
                               CountCell(tasks.without_time),
                               CountCell(tasks.lanes),
                               CountCell(answer.threads),
                               path.wall_ns,
                               CountCell(path.chain.size()),
                               path.chain_busy_ns,
                               path.chain_gap_ns,
                               path.chain_wait_ns,
                               path.chain_stream_ns,
                               path.stream_busy_ns,
                               path.work_ns,
                               answer.unchanged.fixed_ns,
                               answer.unchanged.list_ns,
                               answer.SelfCheck(),
                               std::string(answer.IsTrusted() ? "yes" : "no"),
                               CountCell(path.producers_after_start),
                               CountCell(path.zero_slack)};
    for (const uint64_t count : path.links) cells.push_back(CountCell(count));
    AddRow(table, answer, std::move(cells));
    const std::string host =
        hosts_.size() > 1 ? HostOf(answer) + ": " : std::string();
    for (const std::string& note : NotesOnPath(answer)) {
      section.notes.push_back(host + note);
    }
  }
  // People get the same in the notes.
  if (!format_.is_for_people) section.block = std::move(table);
  return section;
}

// The limits of a what-if: its answer is the recorded length less what the
// replays say is saved.
std::string PathTableMaker::RemarkOn(const PathAnswer& answer,
                                     const WhatIf& what_if) const {
  if (what_if.matched == 0) {
    return what_if.found > 0
               ? fmt::format("nothing matches in full; '.*{}.*' matches {}",
                             what_if.pattern, what_if.found)
               : "nothing matches";
  }
  std::string remark;
  const int64_t list = answer.path.wall_ns - what_if.shrink_list_ns;
  const int64_t fixed = answer.path.wall_ns - what_if.shrink_ns;
  constexpr double kMostDifference = 0.02;
  if (std::abs(PathPart(list - fixed, answer.path.wall_ns)) > kMostDifference) {
    remark = fmt::format("between {} and {}", NanosText(std::min(list, fixed)),
                         NanosText(std::max(list, fixed)));
  }
  if (answer.IsTrusted()) return remark;
  return remark + (remark.empty() ? "" : "; ") +
         fmt::format("not to be trusted: the self-check is off by {}",
                     SignedPercent(answer.SelfCheck()));
}

Section PathTableMaker::WhatIfs() const {
  Section section{"what-if",
                  {"about this step as it was recorded, not about the next"},
                  {}};
  std::vector<TableColumn> columns = {{"pattern"},
                                      {"factor"},
                                      {"matched"},
                                      {"length", kNanos},
                                      {"shrink list", kNanos}};
  if (!format_.is_for_people) {
    columns.insert(columns.end(),
                   {{"list", kNanos}, {"fixed", kNanos}, {"shrink", kNanos}});
  }
  columns.push_back({"remark"});
  if (format_.is_for_people) columns[3].title = "step would take";
  if (format_.is_for_people) columns[4].title = "saves";
  Table table = NewTable(std::move(columns));
  for (const PathAnswer& answer : hosts_) {
    for (const WhatIf& what_if : answer.what_ifs) {
      std::vector<Cell> cells = {
          what_if.pattern,
          std::isfinite(what_if.factor) ? Cell(what_if.factor)
                                        : Cell(std::string("inf")),
          CountCell(what_if.matched), answer.path.wall_ns - what_if.shrink_list_ns,
          what_if.shrink_list_ns};
      if (!format_.is_for_people) {
        cells.insert(cells.end(),
                     {what_if.list_ns, what_if.fixed_ns, what_if.shrink_ns});
      }
      cells.push_back(RemarkOn(answer, what_if));
      AddRow(table, answer, std::move(cells));
    }
  }
  section.block = std::move(table);
  return section;
}

std::vector<Cell> PathTableMaker::CellsOf(const PathAnswer& answer, PathKey key,
                                          const PathShare& share) const {
  std::vector<Cell> cells = {PathPart(share.path_ns, answer.path.wall_ns),
                             share.path_ns,
                             share.gap_ns};
  if (ShowsWaits()) cells.emplace_back(share.wait_ns);
  cells.insert(cells.end(),
               {int64_t{share.times}, share.work_ns, share.slack_ns});
  if (history_ != nullptr) {
    const PathHistory::Row row = history_->Of(key, share.Label());
    cells.insert(cells.end(),
                 {CountCell(row.steps), row.median_ns, row.deviation_ns});
  }
  cells.emplace_back(format_.is_for_people ? share.Label()
                                           : std::string(share.name));
  if (key == PathKey::kCode && !format_.is_for_people) {
    cells.emplace_back(std::string(share.is_gradient ? "gradient" : "forward"));
  }
  return WithHost(answer, std::move(cells));
}

Section PathTableMaker::Shares(PathKey key, std::string_view heading) const {
  Section section{std::string(heading), {}, {}};
  std::vector<TableColumn> columns = {
      {"path", kShare}, {"path", kNanos}, {"gap", kNanos}};
  if (ShowsWaits()) columns.push_back({"wait", kNanos});
  columns.insert(columns.end(),
                 {{"times"}, {"work", kNanos}, {"slack", kNanos}});
  if (history_ != nullptr) {
    columns.insert(columns.end(),
                   {{"steps"}, {"median path", kNanos}, {"deviation", kNanos}});
  }
  columns.push_back({"name"});
  if (key == PathKey::kCode && !format_.is_for_people) {
    columns.push_back({"part"});
  }
  Table table = NewTable(std::move(columns));
  size_t left_out = 0;
  // One host after the other.
  const auto rows = std::make_shared<ShareRows>();
  for (const PathAnswer& answer : hosts_) {
    std::deque<PathShare> shares = SharesOf(answer.path, key, code_);
    const size_t shown = format_.Shown(shares.size());
    left_out += shares.size() - shown;
    shares.resize(shown);
    rows->AddHost(std::move(shares));
  }
  table.AddRows(rows->size(), format_.makes_rows,
                [maker = *this, key, rows](size_t row) {
                  return maker.CellsOf(maker.hosts_[rows->HostOf(row)], key,
                                       (*rows)[row]);
                });
  if (left_out > 0) section.notes.push_back(RowFormat::WordsOfRest(left_out));
  section.block = std::move(table);
  return section;
}

// People see the longest rows, in order of time.
std::vector<uint32_t> PathTableMaker::ShownOf(const PathAnswer& answer) const {
  const std::vector<ChainTask>& chain = answer.path.chain;
  std::vector<uint32_t> rows(chain.size());
  std::iota(rows.begin(), rows.end(), 0u);
  const size_t shown = format_.Shown(rows.size());
  if (shown == rows.size()) return rows;
  const auto first_left_out = rows.begin() + static_cast<ptrdiff_t>(shown);
  std::nth_element(rows.begin(), first_left_out, rows.end(),
                   [&](uint32_t a, uint32_t b) {
                     const auto time = [&](const ChainTask& task) {
                       return task.busy + task.wait + task.gap;
                     };
                     const int64_t a_time = time(chain[a]);
                     const int64_t b_time = time(chain[b]);
                     return std::tie(b_time, a) < std::tie(a_time, b);
                   });
  rows.resize(shown);
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::vector<Cell> PathTableMaker::CellsOf(const PathAnswer& answer,
                                          const ChainTask& row) const {
  const StepTasks& tasks = *answer.path.tasks;
  const StepRecords& records = *tasks.records;
  const std::string_view node = records.strings[tasks.NodeOf(row.task)];
  std::vector<Cell> cells = {tasks.start[row.task] - tasks.FirstStart(),
                             row.busy, row.gap};
  if (ShowsWaits()) cells.emplace_back(row.wait);
  cells.insert(cells.end(), {std::string(WordsOf(row.link)),
                             LaneWait(row, tasks, answer.path.waits),
                             texts_->Of(tasks.TypeText(row.task))});
  if (!format_.is_for_people) {
    cells.emplace_back(texts_->Of(
        records.strings[records.DeviceOf(tasks.record[row.task]).name]));
  }
  cells.emplace_back(texts_->Of(node));
  cells.emplace_back(texts_->Of(code_.Of(node)));
  return WithHost(answer, std::move(cells));
}

Section PathTableMaker::Chain() const {
  Section section{"path", {}, {}};
  std::vector<TableColumn> columns = {
      {"start", kNanos}, {"busy", kNanos}, {"gap", kNanos}};
  if (ShowsWaits()) columns.push_back({"wait", kNanos});
  columns.insert(columns.end(), {{"link"}, {"lane wait", kNanos}, {"type"}});
  if (!format_.is_for_people) columns.push_back({"device"});
  columns.insert(columns.end(), {{"node"}, {"code"}});
  Table table = NewTable(std::move(columns));
  size_t left_out = 0;
  RowsOfLists rows;
  const auto shown = std::make_shared<std::vector<std::vector<uint32_t>>>();
  for (const PathAnswer& answer : hosts_) {
    shown->push_back(ShownOf(answer));
    left_out += answer.path.chain.size() - shown->back().size();
    rows.AddList(shown->back().size());
  }
  table.AddRows(rows.size(), format_.makes_rows,
                [maker = *this, rows, shown](size_t row) {
                  const auto [host, place] = rows.At(row);
                  const PathAnswer& answer = maker.hosts_[host];
                  return maker.CellsOf(
                      answer, answer.path.chain[(*shown)[host][place]]);
                });
  if (left_out > 0) {
    section.notes.push_back("the longest of it; " +
                            RowFormat::WordsOfRest(left_out));
  }
  section.block = std::move(table);
  return section;
}

std::vector<Section> PathTableMaker::Make() const {
  std::vector<Section> sections;
  sections.push_back(Totals());
  if (!hosts_.empty() && !hosts_[0].what_ifs.empty()) {
    sections.push_back(WhatIfs());
  }
  sections.push_back(Shares(PathKey::kCode, "path by code"));
  sections.push_back(Shares(PathKey::kScope, "path by scope"));
  sections.push_back(Shares(PathKey::kType, "path by type"));
  sections.push_back(Shares(PathKey::kNode, "path by node"));
  sections.push_back(Chain());
  return sections;
}

}  // namespace

std::vector<Section> PathTables(const std::vector<PathAnswer>& hosts,
                                const CodeLines& code,
                                const PathHistory* history,
                                const RowFormat& format) {
  return PathTableMaker(hosts, code, history, format).Make();
}

Section WhatIfTable(const std::vector<PathAnswer>& hosts,
                    const RowFormat& format) {
  return PathTableMaker(hosts, CodeLines(), nullptr, format).WhatIfs();
}

}  // namespace tfprof
