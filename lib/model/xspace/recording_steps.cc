// SPDX-License-Identifier: Apache-2.0
// RecordingBuilder on steps: how long each was, and what that went into.
#include <algorithm>
#include <map>
#include <numeric>

#include "base/intervals.h"
#include "base/numbers.h"
#include "base/parallel.h"
#include "model/xspace/breakdown.h"
#include "model/xspace/recording_builder.h"

namespace tfprof {

// One marker a step, in order.
void RecordingBuilder::MergeMarkers() {
  const auto is_before = [](const StepMarker& a, const StepMarker& b) {
    return a.step < b.step;
  };
  if (!std::is_sorted(markers_.begin(), markers_.end(), is_before)) {
    std::stable_sort(markers_.begin(), markers_.end(), is_before);
  }
  size_t kept = 0;
  for (const StepMarker& other : markers_) {
    if (kept == 0 || markers_[kept - 1].step != other.step) {
      markers_[kept++] = other;
      continue;
    }
    LineSums::Marker& of_step = markers_[kept - 1].marker;
    of_step.Take(other.marker.span);
    if (of_step.name.empty()) of_step.name = other.marker.name;
  }
  markers_.resize(kept);
}

// The runs of `step`; `runs` are those of `list`.
std::span<const uint32_t> RecordingBuilder::OfStep(const SpanList& list,
                                                   const RunsByStep& runs,
                                                   int64_t step) {
  const auto begin = std::lower_bound(
      runs.begin(), runs.end(), step,
      [&](uint32_t a, int64_t b) { return list.runs()[a].step < b; });
  const auto end = std::upper_bound(
      begin, runs.end(), step,
      [&](int64_t a, uint32_t b) { return a < list.runs()[b].step; });
  return {begin, end};
}

// The runs of all lines, by step.
RecordingBuilder::RunsByStep RecordingBuilder::SortRuns(const SpanList& list) {
  RunsByStep runs(list.runs().size());
  std::iota(runs.begin(), runs.end(), uint32_t{0});
  const auto is_before = [&](uint32_t a, uint32_t b) {
    return list.runs()[a].step < list.runs()[b].step;
  };
  if (!std::is_sorted(runs.begin(), runs.end(), is_before)) {
    std::stable_sort(runs.begin(), runs.end(), is_before);
  }
  return runs;
}

Recording::Step RecordingBuilder::MakeStep(int64_t number,
                                           std::span<const uint32_t> runs,
                                           std::string_view& name,
                                           bool& is_whole) const {
  const auto found = std::lower_bound(
      markers_.begin(), markers_.end(), number,
      [](const StepMarker& a, int64_t step) { return a.step < step; });
  const LineSums::Marker marker =
      found == markers_.end() || found->step != number ? LineSums::Marker()
                                                       : found->marker;
  Breakdown breakdown(marker.span);
  for (const uint32_t run : runs) {
    const StepPart part = parts_.runs()[run].part;
    parts_.ForEachOf(run, [&](const SpanList::Span& span) {
      breakdown.Add(part, span);
    });
  }
  const StepParts parts = breakdown.Finish();
  const auto was_there = [&](StepPart part) {
    return parts.was_there[static_cast<size_t>(part)];
  };
  // tfprof: a step counts if something of it is work.
  is_whole = options_.has_devices ? was_there(StepPart::kDevice16) ||
                                        was_there(StepPart::kDevice32)
                                  : was_there(StepPart::kHostCompute);
  Recording::Step step;
  step.number = number;
  name = found == markers_.end() || found->step != number
             ? std::string_view()
             : found->marker.name;
  step.begin_ps = marker.span.begin_ps;
  step.length_ps = marker.span.end_ps - marker.span.begin_ps;
  step.parts_ps = parts.ps;
  is_whole = is_whole && step.length_ps > 0;
  return step;
}

// The steps that there may be, in order.
std::vector<int64_t> RecordingBuilder::FindNumbers() const {
  std::vector<int64_t> numbers;
  const auto add = [&](int64_t step) {
    if (numbers.empty() || numbers.back() != step) numbers.push_back(step);
  };
  parts_.runs().ForEach([&](const SpanList::Run& run) {
    const bool is_host =
        recording_.devices[run.device].kind == Recording::Device::Kind::kHost;
    // tfprof: with devices, steps without a kernel are none.
    if (!options_.has_devices || !is_host) add(run.step);
  });
  if (!options_.has_devices) {
    for (const StepMarker& marker : markers_) add(marker.step);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

void RecordingBuilder::FinishSteps() {
  MergeMarkers();
  const RunsByStep runs = SortRuns(parts_);
  const RunsByStep busy_runs = SortRuns(busy_);
  const std::vector<int64_t> numbers = FindNumbers();
  // There may be very many, so a batch of them is made at a time.
  constexpr size_t kAtOnce = 4096;
  std::vector<Recording::Step> made;
  std::vector<std::string_view> names;
  std::vector<char> is_whole;
  for (size_t first = 0; first < numbers.size(); first += kAtOnce) {
    made.resize(std::min(kAtOnce, numbers.size() - first));
    names.resize(made.size());
    is_whole.resize(made.size());
    ParallelFor(made.size(), options_.jobs, [&](size_t i) {
      const int64_t number = numbers[first + i];
      bool is_step = false;
      made[i] =
          MakeStep(number, OfStep(parts_, runs, number), names[i], is_step);
      is_whole[i] = is_step;
      if (is_step) {
        AddUse(OfStep(busy_, busy_runs, number), recording_.RunsOf(number),
               true, made[i]);
      }
    });
    for (size_t i = 0; i < made.size(); ++i) {
      if (!is_whole[i]) continue;
      recording_.NameStep(made[i].number, names[i]);
      recording_.steps.push_back(std::move(made[i]));
    }
  }
  markers_ = std::vector<StepMarker>();
  parts_ = {};
  FinishWhole(busy_runs);
  busy_ = {};
}

// How much ran in `step`, which `runs` and `cells` are of.
void RecordingBuilder::AddUse(std::span<const uint32_t> runs,
                              std::span<const Recording::CellRun> cells,
                              bool with_times, Recording::Step& step) const {
  struct DeviceUse {
    Recording::Step::Use use;
    Intervals busy;
  };

  std::map<uint32_t, DeviceUse> devices;
  DeviceUse* last = nullptr;
  const auto of_device = [&](uint32_t device) -> DeviceUse& {
    if (last != nullptr && last->use.device == device) return *last;
    last = &devices[device];
    last->use.device = device;
    return *last;
  };
  recording_.ForEachCell(cells, [&](const Recording::Cell& cell) {
    auto& use = of_device(recording_.rows[cell.row].device).use;
    use.self_ps = WrapAdd(use.self_ps, cell.self_ps);
    use.count = WrapAdd(use.count, cell.count);
  });
  if (with_times) {
    for (const uint32_t run : runs) {
      Intervals& busy = of_device(busy_.runs()[run].device).busy;
      busy_.ForEachOf(run, [&](SpanList::Span span) {
        if (step.length_ps > 0) {
          span.begin_ps = std::max(span.begin_ps, step.begin_ps);
          span.end_ps = std::min(span.end_ps, step.begin_ps + step.length_ps);
        }
        busy.Add(span.begin_ps, span.end_ps);
      });
    }
  }
  Intervals all;
  for (auto& [device, of] : devices) {
    of.busy.Normalize();
    of.use.busy_ps = of.busy.Length();
    step.devices.push_back(of.use);
    if (devices.size() == 1) {
      step.busy_ps = of.use.busy_ps;
      return;
    }
    all.Add(of.busy);
    of.busy = {};
  }
  all.Normalize();
  step.busy_ps = all.Length();
}

void RecordingBuilder::FinishWhole(std::span<const uint32_t> busy_runs) {
  Recording::Step& whole = recording_.whole;
  // Its times are the most work of all, and seldom asked for.
  const bool with_times = options_.wants_whole || options_.has_devices ||
                          recording_.steps.empty();
  AddUse(busy_runs, recording_.cell_runs, with_times, whole);
  if (begin_ps_ > end_ps_) return;
  whole.begin_ps = begin_ps_;
  whole.length_ps = end_ps_ - begin_ps_;
}

}  // namespace tfprof
