// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/fleet.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "analysis/fleet/stragglers.h"
#include "base/numbers.h"
#include "base/statistics.h"
#include "base/strings.h"
#include "model/step_selection.h"

namespace tfprof {

namespace {

// The median over the steps of the time that `get` returns.
template <typename Get>
double MedianOf(const std::vector<Worker::Step>& steps, Get get) {
  std::vector<int64_t> values;
  values.reserve(steps.size());
  for (const Worker::Step& step : steps) values.push_back(get(step));
  return static_cast<double>(TwiceMedian(values)) / 2;
}

FleetWorker SumUp(const Worker& worker) {
  FleetWorker sums;
  sums.name = worker.name;
  sums.error = worker.error;
  sums.graph = worker.graph;
  if (worker.IsReadable() && worker.steps.empty()) {
    sums.error = "no step with start times";
  }
  if (!sums.IsReadable()) return sums;
  std::vector<double> lengths;
  for (const Worker::Step& step : worker.steps) {
    sums.steps.push_back(step.step);
    lengths.push_back(static_cast<double>(step.length_ns));
  }
  using Step = Worker::Step;
  const auto of = [&](auto get) { return MedianOf(worker.steps, get); };
  sums.median_ns = of([](const Step& step) { return step.length_ns; });
  sums.own_ns = of([](const Step& step) { return step.own_ns; });
  sums.input_ns = of([](const Step& step) { return step.input_ns; });
  sums.waiting_ns = of([](const Step& step) { return step.waiting_ns; });
  sums.idle_ns = of([](const Step& step) { return step.IdleNs(); });
  sums.rest_ns =
      of([](const Step& step) { return step.length_ns - step.waiting_ns; });
  sums.p90_ns = QuantileOf(lengths, 0.9);
  sums.most_ns = *std::max_element(lengths.begin(), lengths.end());
  return sums;
}

// Workers by what they have in common, the largest group first.
template <typename Key>
std::vector<std::pair<Key, std::vector<std::string>>> GroupsBySize(
    const std::map<Key, std::vector<std::string>>& names) {
  std::vector<std::pair<Key, std::vector<std::string>>> groups(names.begin(),
                                                               names.end());
  for (auto& group : groups) {
    std::sort(group.second.begin(), group.second.end());
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) {
                     if (a.second.size() != b.second.size()) {
                       return a.second.size() > b.second.size();
                     }
                     return a.second.front() < b.second.front();
                   });
  return groups;
}

std::string WordsOfWorkers(const std::vector<std::string>& names) {
  constexpr size_t kMost = 3;
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", Printable(names[i]));
  }
  if (names.size() > kMost) {
    text += fmt::format(" and {} more", names.size() - kMost);
  }
  return text;
}

}  // namespace

Status Fleet::Add(const Worker& worker) {
  const std::lock_guard lock(mutex_);
  const auto number = static_cast<uint32_t>(workers_.size());
  if (!number_of_.emplace(worker.name, number).second) {
    return Fail(ErrorCode::kInvalidArgument,
                "two workers have the name '{}': rename one of them by "
                "NAME=DUMP",
                Printable(worker.name));
  }
  workers_.push_back(SumUp(worker));
  if (!workers_.back().IsReadable()) return {};
  for (const Worker::Step& step : worker.steps) {
    Last& last = last_of_step_[step.step];
    ++last.workers;
    const int64_t rest = step.length_ns - step.waiting_ns;
    if (rest == last.rest_ns) last.is_tie = true;
    if (rest <= last.rest_ns) continue;
    last.rest_ns = rest;
    last.worker = number;
    last.is_tie = false;
  }
  return rows_.Add(number, worker);
}

Status Fleet::CheckReadable() const {
  const FleetWorker* first = nullptr;
  size_t readable = 0;
  for (const FleetWorker& worker : workers_) {
    if (worker.IsReadable()) {
      ++readable;
    } else if (first == nullptr || worker.name < first->name) {
      first = &worker;
    }
  }
  if (workers_.empty()) return Fail(ErrorCode::kNotFound, "no workers");
  if (readable == 0) {
    return Fail(ErrorCode::kNotFound, "none of {} workers can be read; {}: {}",
                workers_.size(), Printable(first->name), first->error);
  }
  const bool match =
      std::any_of(last_of_step_.begin(), last_of_step_.end(),
                  [](const auto& step) { return step.second.workers > 1; });
  if (readable == 1 || match) return {};
  return Fail(ErrorCode::kNotFound,
              "no two of {} workers have a step of the same number, so there "
              "is nothing to compare; --steps chooses the steps",
              readable);
}

void Fleet::AddLastShares() {
  std::vector<size_t> lasts(workers_.size());
  for (const auto& [step, last] : last_of_step_) {
    if (last.workers > 1 && !last.is_tie) ++lasts[last.worker];
  }
  for (size_t i = 0; i < workers_.size(); ++i) {
    size_t shared = 0;
    for (const int64_t step : workers_[i].steps) {
      shared += last_of_step_.at(step).workers > 1;
    }
    if (shared == 0) continue;
    workers_[i].last_share =
        static_cast<double>(lasts[i]) / static_cast<double>(shared);
  }
}

void Fleet::NoteSteps(std::vector<std::string>& notes) const {
  std::map<std::vector<int64_t>, std::vector<std::string>> names;
  for (const FleetWorker& worker : workers_) {
    if (worker.IsReadable()) names[worker.steps].push_back(worker.name);
  }
  if (names.size() < 2) return;
  const auto groups = GroupsBySize(names);
  size_t others = 0;
  for (size_t i = 1; i < groups.size(); ++i) others += groups[i].second.size();
  notes.push_back(fmt::format(
      "steps do not match: {} of {} workers have {}, others do not, such as {} "
      "with {}; last_share covers the steps that workers share",
      groups[0].second.size(), groups[0].second.size() + others,
      WordsOfSteps(groups[0].first), Printable(groups[1].second.front()),
      WordsOfSteps(groups[1].first)));
}

void Fleet::NoteGraphs(std::vector<std::string>& notes) const {
  std::map<std::string, std::vector<std::string>> names;
  for (const FleetWorker& worker : workers_) {
    if (!worker.graph.empty()) names[worker.graph].push_back(worker.name);
  }
  if (names.size() < 2) return;
  const auto groups = GroupsBySize(names);
  notes.push_back(fmt::format(
      "workers have {} different graphs: {} have that of {}, {} that of {}; "
      "rows that a graph does not have count as 0 there",
      groups.size(), groups[0].second.size(), WordsOfWorkers(groups[0].second),
      groups[1].second.size(), WordsOfWorkers(groups[1].second)));
}

Result<FleetResult> Fleet::Finish() {
  TFPROF_RETURN_IF_ERROR(CheckReadable());
  AddLastShares();
  FleetResult result;
  NoteSteps(result.notes);
  NoteGraphs(result.notes);
  TFPROF_RETURN_IF_ERROR(FindStragglers(rows_, workers_, result));
  std::sort(result.rows.begin(), result.rows.end(),
            [](const FleetRow& a, const FleetRow& b) {
              if (a.sum_ns != b.sum_ns) return a.sum_ns > b.sum_ns;
              return a.name < b.name;
            });
  // Workers that are slow come first, those with errors last.
  std::vector<uint32_t> order(workers_.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto rank = [](const FleetWorker& worker) {
    return std::max(worker.robust_z, worker.waiting_z);
  };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const FleetWorker& left = workers_[a];
    const FleetWorker& right = workers_[b];
    if (left.IsReadable() != right.IsReadable()) return left.IsReadable();
    if (left.is_straggler != right.is_straggler) return left.is_straggler;
    if (rank(left) != rank(right)) return rank(left) > rank(right);
    return left.name < right.name;
  });
  std::vector<uint32_t> place(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    result.workers.push_back(std::move(workers_[order[i]]));
  }
  for (Straggler& straggler : result.stragglers) {
    straggler.worker = place[straggler.worker];
  }
  std::stable_sort(result.stragglers.begin(), result.stragglers.end(),
                   [](const Straggler& a, const Straggler& b) {
                     return a.worker < b.worker;
                   });
  return result;
}

}  // namespace tfprof
