// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/stragglers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/median.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

constexpr double kNormalDeviation = 1.4826;  // MAD to standard deviation
constexpr double kLeastDeviation = 0.01;     // of a step's length
constexpr double kLeastOfMore = 0.001;       // of the difference; less is noise
constexpr double kMostOfStraggler = 0.6;     // a scope: share of its parent
constexpr double kOfFirst = 0.25;            // other rows: share of the first
constexpr size_t kMostStragglerRows = 3;

constexpr size_t kCauses = 4;

// A worker's times, in the order of StragglerCause.
std::array<double, kCauses> CausesOf(const FleetWorker& worker) {
  return {worker.own_ns, worker.input_ns, worker.waiting_ns, worker.idle_ns};
}

// How much longer a node takes than in the median worker.
struct MoreOfNode {
  std::string_view name;
  StringId op;
  StringId code;
  double ns = 0;
};

struct FleetSpread {
  double median = 0;
  double deviation = 0;

  double Z(double value) const {
    return deviation > 0 ? (value - median) / deviation : 0;
  }
};

class StragglerFinder {
 public:
  StragglerFinder(FleetRows& rows, std::vector<FleetWorker>& workers)
      : rows_(rows), workers_(workers) {
    for (const FleetWorker& worker : workers) readable_ += worker.IsReadable();
    for (size_t cause = 0; cause < kCauses; ++cause) {
      medians_[cause] = SpreadOf([&](const FleetWorker& worker) {
                          return CausesOf(worker)[cause];
                        }).median;
    }
  }

  Status Run(FleetView view, FleetResult& result);

 private:
  // A straggler whose nodes are compared.
  struct Suspect {
    StragglerCause cause = StragglerCause::kOwn;
    double more_ns = 0;
    std::vector<MoreOfNode> nodes;
    std::vector<MoreOfNode> callers;
  };

  template <typename Get>
  FleetSpread SpreadOf(Get get) const {
    std::vector<double> values;
    std::vector<double> lengths;
    for (const FleetWorker& worker : workers_) {
      if (!worker.IsReadable()) continue;
      values.push_back(get(worker));
      lengths.push_back(worker.median_ns);
    }
    FleetSpread spread{Median(values), 0};
    for (double& value : values) value = std::abs(value - spread.median);
    spread.deviation = std::max(kNormalDeviation * Median(values),
                                kLeastDeviation * Median(lengths));
    return spread;
  }

  void LookAtRow(const FleetRows::Row& row, FleetResult& result);
  void Judge();
  Suspect CauseOf(uint32_t number) const;
  void LookForCauses(const FleetRows::Row& row);
  void Explain(uint32_t number, const Suspect& suspect, FleetView view,
               FleetResult& result) const;

  FleetRows& rows_;
  std::vector<FleetWorker>& workers_;
  size_t readable_ = 0;
  std::array<double, kCauses> medians_{};
  std::vector<double> waits_more_;        // by worker
  std::map<uint32_t, Suspect> suspects_;  // by worker
};

void StragglerFinder::LookAtRow(const FleetRows::Row& row,
                                FleetResult& result) {
  if (row.is_node) {
    if (row.kind != WorkKind::kWaiting) return;
    const double median = row.MedianNs(readable_);
    for (const FleetRows::Value& value : row.values) {
      waits_more_[value.worker] +=
          std::max(static_cast<double>(value.twice_ns) / 2 - median, 0.0);
    }
    return;
  }
  FleetRow of_view;
  of_view.name = row.name;
  of_view.median_ns = row.MedianNs(readable_);
  of_view.p90_ns = row.QuantileNs(readable_, 0.9);
  of_view.most_ns = row.QuantileNs(readable_, 1);
  for (const FleetRows::Value& value : row.values) {
    of_view.sum_ns = WrapAdd(of_view.sum_ns, value.sum_ns);
    const std::string& name = workers_[value.worker].name;
    const bool is_worst = value.twice_ns == row.values.back().twice_ns;
    if (is_worst &&
        (of_view.worst_worker.empty() || name < of_view.worst_worker)) {
      of_view.worst_worker = name;
    }
  }
  result.rows.push_back(std::move(of_view));
}

void StragglerFinder::Judge() {
  const auto rest_of = [](const FleetWorker& worker) { return worker.rest_ns; };
  const FleetSpread rest = SpreadOf(rest_of);
  for (size_t i = 0; i < workers_.size(); ++i) {
    // A worker with less work waits for the others: not its fault.
    waits_more_[i] += std::min(workers_[i].rest_ns - rest.median, 0.0);
  }
  const FleetSpread waits = SpreadOf([&](const FleetWorker& worker) {
    return waits_more_[static_cast<size_t>(&worker - workers_.data())];
  });
  for (size_t i = 0; i < workers_.size(); ++i) {
    FleetWorker& worker = workers_[i];
    if (!worker.IsReadable()) continue;
    worker.robust_z = rest.Z(worker.rest_ns);
    worker.waiting_z = waits.Z(waits_more_[i]);
    worker.is_straggler =
        std::max(worker.robust_z, worker.waiting_z) >= kStragglerZ;
  }
}

// The rows of the view that take longer, the largest difference first.
class MoreByRow {
 public:
  explicit MoreByRow(const FleetRows& rows, FleetView view)
      : rows_(rows), view_(view) {}

  void Add(const MoreOfNode& node) {
    total_ += node.ns;
    const auto add = [&](std::string_view name) {
      Row& row = by_name_[name];
      row.ns += node.ns;
      if (node.ns > row.largest_ns) {
        row.largest_ns = node.ns;
        row.code = node.code.valid() ? rows_.Text(node.code) : "";
      }
    };
    if (view_ == FleetView::kOp) {
      add(rows_.Text(node.op));
    } else if (view_ == FleetView::kCode) {
      add(node.code.valid() ? rows_.Text(node.code) : kNoCodeLine);
    } else {
      ForEachScope(node.name, add);
    }
  }

  struct Row {
    double ns = 0;
    double largest_ns = 0;  // of one node
    std::string_view code;  // of that node
  };

  using Named = std::pair<std::string_view, Row>;

  std::vector<Named> Rows() const {
    std::vector<Named> rows;
    if (view_ != FleetView::kScope) {
      rows.assign(by_name_.begin(), by_name_.end());
    } else {
      rows = Scopes();
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Named& a, const Named& b) {
                       return a.second.ns > b.second.ns;
                     });
    const auto end = std::find_if(rows.begin(), rows.end(), [&](auto& row) {
      return row.second.ns < kOfFirst * rows.front().second.ns;
    });
    rows.erase(end, rows.end());
    if (rows.size() > kMostStragglerRows) rows.resize(kMostStragglerRows);
    return rows;
  }

 private:
  // The deepest row that explains most of the difference; else the outermost.
  std::vector<Named> Scopes() const {
    std::vector<Named> outermost;
    Named deepest;
    for (const auto& [name, row] : by_name_) {
      if (name.find('/', 1) == std::string_view::npos) {
        outermost.emplace_back(name, row);
      }
      const bool explains = row.ns >= kMostOfStraggler * total_;
      if (explains && name.size() > deepest.first.size()) deepest = {name, row};
    }
    if (deepest.first.empty()) return outermost;
    return {deepest};
  }

  const FleetRows& rows_;
  const FleetView view_;
  std::map<std::string_view, Row> by_name_;
  double total_ = 0;
};

StragglerFinder::Suspect StragglerFinder::CauseOf(uint32_t number) const {
  const FleetWorker& worker = workers_[number];
  const std::array<double, kCauses> causes = CausesOf(worker);
  Suspect suspect{.nodes = {}, .callers = {}};
  const auto try_cause = [&](StragglerCause cause, double more) {
    if (more > suspect.more_ns) {
      suspect.cause = cause;
      suspect.more_ns = more;
    }
  };
  if (worker.robust_z >= kStragglerZ) {
    for (const StragglerCause cause :
         {StragglerCause::kOwn, StragglerCause::kInput,
          StragglerCause::kIdle}) {
      const auto place = static_cast<size_t>(cause);
      try_cause(cause, causes[place] - medians_[place]);
    }
  }
  if (worker.waiting_z >= kStragglerZ) {
    try_cause(StragglerCause::kWaiting, waits_more_[number]);
  }
  return suspect;
}

void StragglerFinder::LookForCauses(const FleetRows::Row& row) {
  if (!row.is_node) return;
  const double median = row.MedianNs(readable_);
  for (const FleetRows::Value& value : row.values) {
    const auto found = suspects_.find(value.worker);
    if (found == suspects_.end()) continue;
    Suspect& suspect = found->second;
    const double more = static_cast<double>(value.twice_ns) / 2 - median;
    if (more <= kLeastOfMore * suspect.more_ns) continue;
    const MoreOfNode node{row.name, value.op, value.code, more};
    const bool is_cause =
        static_cast<size_t>(row.kind) == static_cast<size_t>(suspect.cause);
    if (is_cause && row.kind != WorkKind::kCaller) {
      suspect.nodes.push_back(node);
    } else if (row.kind == WorkKind::kCaller &&
               suspect.cause == StragglerCause::kOwn) {
      suspect.callers.push_back(node);
    }
  }
}

void StragglerFinder::Explain(uint32_t number, const Suspect& suspect,
                              FleetView view, FleetResult& result) const {
  MoreByRow more(rows_, view);
  // If the operations of a function have no records, only its call has a time.
  const auto& nodes = suspect.nodes.empty() ? suspect.callers : suspect.nodes;
  for (const MoreOfNode& node : nodes) more.Add(node);
  for (const auto& [name, row] : more.Rows()) {
    result.stragglers.push_back({number, suspect.cause, std::string(name),
                                 std::string(row.code), row.ns});
  }
  if (!nodes.empty()) return;
  result.stragglers.push_back({number, suspect.cause, "", "", suspect.more_ns});
}

Status StragglerFinder::Run(FleetView view, FleetResult& result) {
  waits_more_.assign(workers_.size(), 0);
  TFPROF_RETURN_IF_ERROR(rows_.ForEach(
      [&](const FleetRows::Row& row) { LookAtRow(row, result); }));
  Judge();
  for (uint32_t i = 0; i < workers_.size(); ++i) {
    if (workers_[i].is_straggler) suspects_.emplace(i, CauseOf(i));
  }
  if (suspects_.empty()) return {};
  TFPROF_RETURN_IF_ERROR(
      rows_.ForEach([&](const FleetRows::Row& row) { LookForCauses(row); }));
  for (auto& [number, suspect] : suspects_) {
    // Sorted, so that the order of the workers does not matter.
    for (std::vector<MoreOfNode>* nodes : {&suspect.nodes, &suspect.callers}) {
      std::sort(nodes->begin(), nodes->end(),
                [](const MoreOfNode& a, const MoreOfNode& b) {
                  return a.name < b.name;
                });
    }
    Explain(number, suspect, view, result);
  }
  return {};
}

}  // namespace

std::string_view WordsOf(StragglerCause cause) {
  switch (cause) {
    case StragglerCause::kOwn:
      return WordsOf(WorkKind::kOwn);
    case StragglerCause::kInput:
      return WordsOf(WorkKind::kInput);
    case StragglerCause::kWaiting:
      return WordsOf(WorkKind::kWaiting);
    case StragglerCause::kIdle:
      return "idle";
  }
  return "";
}

Status FindStragglers(FleetRows& rows, std::vector<FleetWorker>& workers,
                      FleetResult& result) {
  return StragglerFinder(rows, workers).Run(rows.view(), result);
}

}  // namespace tfprof
