// SPDX-License-Identifier: Apache-2.0
// trend: the commits of a history that changed the length of a step.
#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/trend/change_points.h"
#include "base/median.h"
#include "base/read_error.h"
#include "command.h"
#include "output.h"
#include "store/history.h"

namespace tfprof {

namespace {

// A row explains its parent's change if its share of it is at least this.
constexpr double kMostOfIt = 0.8;

struct TrendOptions {
  std::string store;
  std::string branch = "main";
  int64_t scope_depth = 3;
};

void AddTrendFlags(FlagSet& flags, TrendOptions& options) {
  flags.Text("store", options.store, "FILE", "the history, made by record");
  flags.Text("branch", options.branch, "NAME",
             "the branch whose commits are shown");
  flags.Whole("scope_depth", options.scope_depth, {},
              "name a change's scopes down to this many levels");
}

struct Commit {
  std::string name;
  std::vector<int64_t> runs;  // ids
  std::vector<double> medians_us;
  std::optional<int64_t> time_s;
};

// Commits by time if all runs have one, else in the order they were recorded.
std::vector<Commit> CommitsOf(const std::vector<History::Run>& runs) {
  std::vector<Commit> commits;
  std::map<std::string, size_t> row_of;
  for (const History::Run& run : runs) {
    const auto [row, is_new] = row_of.emplace(run.commit, commits.size());
    if (is_new) commits.push_back({run.commit, {}, {}, run.time_s});
    Commit& commit = commits[row->second];
    commit.runs.push_back(run.id);
    commit.medians_us.push_back(run.median_us);
  }
  if (std::all_of(commits.begin(), commits.end(),
                  [](const Commit& commit) { return commit.time_s; })) {
    std::stable_sort(
        commits.begin(), commits.end(),
        [](const Commit& a, const Commit& b) { return *a.time_s < *b.time_s; });
  }
  return commits;
}

std::vector<int64_t> RunsOf(std::span<const Commit> commits) {
  std::vector<int64_t> runs;
  for (const Commit& commit : commits) {
    runs.insert(runs.end(), commit.runs.begin(), commit.runs.end());
  }
  return runs;
}

// Changes of rows in us, by depth and name.
using Changes = std::vector<History::RowSum>;

Status AddMeans(const History& history, std::span<const Commit> commits,
                int64_t depth, double sign, Changes& changes) {
  const std::vector<int64_t> runs = RunsOf(commits);
  TFPROF_ASSIGN_OR_RETURN(const std::vector<History::RowSum> rows,
                          history.SumRows(runs, depth));
  changes.reserve(changes.size() + rows.size());
  for (const History::RowSum& row : rows) {
    changes.push_back({row.depth, row.name,
                       sign * row.sum_us / static_cast<double>(runs.size())});
  }
  return {};
}

// Merges entries of one row.
void Unite(Changes& changes) {
  std::ranges::sort(changes);
  size_t rows = 0;
  for (const History::RowSum& change : changes) {
    if (rows > 0 && changes[rows - 1].depth == change.depth &&
        changes[rows - 1].name == change.name) {
      changes[rows - 1].sum_us += change.sum_us;
    } else {
      changes[rows++] = change;
    }
  }
  changes.resize(rows);
}

// The child with the greatest share of a row's change, if that is most of it.
Result<const History::RowSum*> MostOf(const History& history,
                                      const History::RowSum& above,
                                      std::span<const History::RowSum> below) {
  std::vector<const History::RowSum*> rows;
  std::vector<int64_t> names;
  for (const History::RowSum& row : below) {
    if (above.sum_us == 0 || row.sum_us / above.sum_us < kMostOfIt) continue;
    rows.push_back(&row);
    names.push_back(row.name);
  }
  TFPROF_ASSIGN_OR_RETURN(const std::vector<int64_t> parents,
                          history.ParentsOf(names));
  const History::RowSum* most = nullptr;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (parents[i] != above.name) continue;
    const bool is_more = most == nullptr || rows[i]->sum_us / above.sum_us >
                                                most->sum_us / above.sum_us;
    if (is_more) most = rows[i];
  }
  return most;
}

// The scope whose time changed: goes down from the root while a child explains
// most of the change.
Result<std::string> ScopeOfChange(const History& history,
                                  std::span<const Commit> before,
                                  std::span<const Commit> after,
                                  int64_t depth) {
  Changes changes;
  TFPROF_RETURN_IF_ERROR(AddMeans(history, before, depth, -1, changes));
  TFPROF_RETURN_IF_ERROR(AddMeans(history, after, depth, 1, changes));
  Unite(changes);
  // Clang 14, which builds the fuzz targets, has no ranges::equal_range.
  const auto level_of = [&](int64_t level) {
    const auto begin = std::ranges::lower_bound(changes, level, {},
                                                &History::RowSum::depth);
    const auto end = std::ranges::upper_bound(changes, level, {},
                                              &History::RowSum::depth);
    return std::span<const History::RowSum>(begin, end);
  };
  const auto root = level_of(0);
  const History::RowSum* scope = root.empty() ? nullptr : &root.front();
  for (int64_t level = 1; scope != nullptr && level <= depth; ++level) {
    TFPROF_ASSIGN_OR_RETURN(const History::RowSum* const most,
                            MostOf(history, *scope, level_of(level)));
    if (most == nullptr) break;
    scope = most;
  }
  if (scope == nullptr || scope->depth == 0) return "(all)";
  return history.NameOf(scope->name);
}

class TrendMaker {
 public:
  TrendMaker(const TrendOptions& options, std::vector<Commit> commits)
      : options_(options), commits_(std::move(commits)) {
    for (const Commit& commit : commits_) {
      medians_us_.push_back(Median(commit.medians_us));
      logs_.push_back(std::log(std::max(medians_us_.back(), 1e-3)));
    }
    points_ = FindChangePoints(logs_);
  }

  Result<Report> Run(const History& history);

 private:
  Status AddChange(const History& history, size_t begin,
                   const ChangePoint& point, size_t end);
  Status AddCreep(const History& history);
  Section Series() const;

  const TrendOptions& options_;
  std::vector<Commit> commits_;
  std::vector<double> medians_us_;
  std::vector<double> logs_;
  std::vector<ChangePoint> points_;
  Table changes_{.columns = {{"commit"},
                             {"branch"},
                             {"name"},
                             {"kind"},
                             {"before", Unit::kMicros},
                             {"after", Unit::kMicros},
                             {"ratio"},
                             {"ratio_low"},
                             {"ratio_high"},
                             {"p"}}};
};

Status TrendMaker::AddChange(const History& history, size_t begin,
                             const ChangePoint& point, size_t end) {
  const std::span<const Commit> all = commits_;
  const std::span<const double> logs = logs_;
  TFPROF_ASSIGN_OR_RETURN(
      std::string scope,
      ScopeOfChange(history, all.subspan(begin, point.at - begin),
                    all.subspan(point.at, end - point.at),
                    options_.scope_depth));
  const auto before = logs.subspan(begin, point.at - begin);
  const auto after = logs.subspan(point.at, end - point.at);
  const MeanDifference change = CompareMeans(before, after);
  const auto median_of = [&](size_t from, size_t to) {
    return Median({medians_us_.begin() + static_cast<ptrdiff_t>(from),
                   medians_us_.begin() + static_cast<ptrdiff_t>(to)});
  };
  changes_.AddRow({commits_[point.at].name, options_.branch, std::move(scope),
                   "step", median_of(begin, point.at), median_of(point.at, end),
                   std::exp(change.difference),
                   std::exp(change.difference - change.half_width),
                   std::exp(change.difference + change.half_width), point.p});
  return {};
}

// A slow change over all commits, as the first third against the last.
Status TrendMaker::AddCreep(const History& history) {
  const Line line = FitLine(logs_);
  const size_t third = std::max(kLeastSegment, commits_.size() / 3);
  const std::span<const Commit> all = commits_;
  const std::span<const double> logs = logs_;
  TFPROF_ASSIGN_OR_RETURN(std::string scope,
                          ScopeOfChange(history, all.first(third),
                                        all.last(third), options_.scope_depth));
  const MeanDifference ends = CompareMeans(logs.first(third), logs.last(third));
  const double difference = line.last - line.first;
  double p = 1;
  for (const ChangePoint& point : points_) p = std::min(p, point.p);
  changes_.AddRow({commits_.front().name, options_.branch, std::move(scope),
                   "creep", std::exp(line.first), std::exp(line.last),
                   std::exp(difference), std::exp(difference - ends.half_width),
                   std::exp(difference + ends.half_width), p});
  return {};
}

Section TrendMaker::Series() const {
  Table series{.columns = {{"commit"},
                           {"order"},
                           {"runs"},
                           {"median", Unit::kMicros},
                           {"segment"}}};
  size_t segment = 0;
  for (size_t i = 0; i < commits_.size(); ++i) {
    if (segment < points_.size() && points_[segment].at == i) ++segment;
    series.AddRow({commits_[i].name, static_cast<int64_t>(i),
                   static_cast<int64_t>(commits_[i].runs.size()),
                   medians_us_[i], static_cast<int64_t>(segment)});
  }
  return {"series", {}, std::move(series)};
}

Result<Report> TrendMaker::Run(const History& history) {
  if (IsCreep(logs_, points_)) {
    TFPROF_RETURN_IF_ERROR(AddCreep(history));
  } else {
    for (size_t i = 0; i < points_.size(); ++i) {
      TFPROF_RETURN_IF_ERROR(AddChange(
          history, i == 0 ? 0 : points_[i - 1].at, points_[i],
          i + 1 < points_.size() ? points_[i + 1].at : commits_.size()));
    }
  }
  std::vector<std::string> notes;
  if (commits_.size() < 2 * kLeastSegment) {
    notes.push_back(fmt::format(
        "{} commit{}: the search for changes needs {}", commits_.size(),
        commits_.size() == 1 ? "" : "s", 2 * kLeastSegment));
  } else if (points_.empty()) {
    notes.push_back(fmt::format("no change in {} commits", commits_.size()));
  }
  Report report;
  report.sections.push_back({"changes", std::move(notes), std::move(changes_)});
  report.sections.push_back(Series());
  return report;
}

Result<std::vector<History::Run>> ReadRuns(const TrendOptions& options) {
  TFPROF_ASSIGN_OR_RETURN(const History history,
                          History::OpenToRead(options.store));
  TFPROF_ASSIGN_OR_RETURN(std::vector<History::Run> runs,
                          history.RunsOf(options.branch));
  TFPROF_RETURN_IF_ERROR(history.CheckUnchanged());
  return runs;
}

// The history is closed before the search for changes, which takes seconds for
// thousands of commits: signals would wait.
Result<Report> ReadTrend(const TrendOptions& options) {
  TFPROF_ASSIGN_OR_RETURN(const std::vector<History::Run> runs,
                          ReadRuns(options));
  TrendMaker maker(options, CommitsOf(runs));
  TFPROF_ASSIGN_OR_RETURN(const History history,
                          History::OpenToRead(options.store));
  TFPROF_ASSIGN_OR_RETURN(Report report, maker.Run(history));
  TFPROF_RETURN_IF_ERROR(history.CheckUnchanged());
  return report;
}

Status RunTrend(const TrendOptions& options, const Arguments& arguments,
                CommandContext& context) {
  if (options.store.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "trend needs a history: tfprof trend --store=history.db");
  }
  if (!arguments.inputs.dumps.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "trend takes a history, not a dump; tfprof record {} "
                "--store={} --commit=SHA adds a dump to one",
                arguments.inputs.dumps.front(), options.store);
  }
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kTrend, context));
  const Result<Report> report = ReadTrend(options);
  if (!report) return OfInput(report.error());
  return outputs.Render(*report, context.diagnostics);
}

}  // namespace

Command TrendCommand() {
  return {.name = "trend",
          .summary = "the commits of a history that changed the step's length",
          .operands = "",
          .examples = "  tfprof trend --store=history.db\n",
          .result = ResultKind::kTrend,
          .prepare = Prepare(AddTrendFlags, RunTrend)};
}

}  // namespace tfprof
