// SPDX-License-Identifier: Apache-2.0
// Steps by markers (5.1), and which marker launched the work (5.7).
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/strings.h"
#include "recorded/event_chain.h"
#include "recorded/step_finder.h"

namespace tfprof {

namespace {

// Steps of one name and number that may still overlap a later marker.
using SameSteps =
    std::map<std::pair<std::string, int64_t>, std::vector<uint32_t>>;

// Tells which marker a launch belongs to.
class MarkerLaunches {
 public:
  static constexpr uint32_t kNone = RecordedSteps::kOutside;

  MarkerLaunches(const RecordedHost& host, const std::vector<uint32_t>& markers,
                 const std::vector<uint32_t>& step_of_marker,
                 const std::vector<StepDraft>& drafts)
      : events_(host.events), step_of_marker_(step_of_marker) {
    std::vector<SpanIndex::Span> spans;
    for (uint32_t step = 0; step < drafts.size(); ++step) {
      const TimeSpan& mark = *drafts[step].mark;
      spans.push_back({mark.begin_ps, mark.end_ps, step});
    }
    at_ = SpanIndex(std::move(spans), SpanIndex::Prefers::kLastRow,
                    SpanIndex::End::kIncluded);
    std::vector<uint32_t> stops = markers;
    for (uint32_t row = 0; row < host.work.size(); ++row) {
      const uint32_t event = host.work[row].event;
      if (event == kNoRow) continue;
      stops.push_back(event);
      works_.push_back(row);
    }
    chain_.emplace(events_, stops);
  }

  // The marker that holds a moment; of several the last.
  uint32_t StepAt(int64_t at_ps) const { return at_.RowAt(at_ps); }

  // The step that a host event belongs to. A chain ends at a marker, or at work
  // of a CPU, which belongs to the step that `step_of_work` has by now.
  uint32_t StepOf(uint32_t event, const std::vector<uint32_t>& step_of_work) {
    const uint32_t stop = chain_->StopOf(event);
    uint32_t step = kNone;
    if (stop != HostEvents::kNone) {
      step = stop < step_of_marker_.size()
                 ? step_of_marker_[stop]
                 : step_of_work[works_[stop - step_of_marker_.size()]];
    }
    return step != kNone ? step : StepAt(events_[event].begin_ps);
  }

 private:
  const HostEvents& events_;
  SpanIndex at_;
  // The stops are the markers, and then the events of these rows of work.
  const std::vector<uint32_t>& step_of_marker_;
  std::vector<uint32_t> works_;
  std::optional<EventChain> chain_;
};

}  // namespace

// Markers that lie in no other on their line, by begin.
std::vector<uint32_t> StepFinder::OuterMarkers() const {
  const HostEvents& events = host_.events;
  std::vector<uint32_t> markers;
  uint32_t line = kNone;
  int64_t end_ps = 0;
  for (uint32_t row = 0; row < events.size(); ++row) {
    if (!events.StatsOf(row).Is(HostEvents::kStepNum)) continue;
    const HostEvents::Row& event = events[row];
    if (event.line == line && event.begin_ps < end_ps) continue;
    line = event.line;
    end_ps = event.end_ps;
    markers.push_back(row);
  }
  std::stable_sort(markers.begin(), markers.end(), [&](uint32_t a, uint32_t b) {
    return events[a].begin_ps < events[b].begin_ps;
  });
  return markers;
}

// Adds a step for each marker, or one for several that a thread for each device
// marked alike. Returns the step of each marker.
std::vector<uint32_t> StepFinder::AddMarkers(
    const std::vector<uint32_t>& markers) {
  const HostEvents& events = host_.events;
  std::vector<uint32_t> step_of_marker;
  SameSteps same;
  for (const uint32_t row : markers) {
    const HostEvents::Row& event = events[row];
    const HostEvents::Stats& stats = events.StatsOf(row);
    const TimeSpan span{event.begin_ps, event.end_ps};
    std::string_view name = host_.Text(stats.graph_type);
    if (name.empty()) {
      name = host_.Text(events.NameOf(row).text);
      name = WithoutBlankEnds(name.substr(0, name.find('#')));
    }
    std::vector<uint32_t>& open = same[{std::string(name), stats.step_num}];
    // Later markers begin later, so what has ended overlaps none of them.
    while (!open.empty() &&
           drafts_[open.back()].mark->end_ps <= span.begin_ps) {
      open.pop_back();
    }
    const auto overlaps = [&](uint32_t step) {
      return drafts_[step].mark->begin_ps < span.end_ps &&
             span.begin_ps < drafts_[step].mark->end_ps;
    };
    const auto found = std::find_if(open.rbegin(), open.rend(), overlaps);
    if (found == open.rend()) {
      const uint32_t step =
          AddStep(std::string(name), stats.step_num, span, LengthIs::kMarker);
      StepDraft& draft = drafts_[step];
      draft.mark = span;
      draft.step.marker = row;
      if (stats.Is(HostEvents::kGroupId)) draft.group = stats.group_id;
      open.push_back(step);
      step_of_marker.push_back(step);
      continue;
    }
    StepDraft& draft = drafts_[*found];
    step_of_marker.push_back(*found);
    if (span.length_ps() <= draft.mark->length_ps()) continue;
    draft.mark = span;
    draft.step.marker = row;
    draft.step.begin_ps = span.begin_ps;
    draft.step.length_ps = span.length_ps();
  }
  return step_of_marker;
}

bool StepFinder::FindMarkers() {
  const std::vector<uint32_t> markers = OuterMarkers();
  if (markers.empty()) return false;
  steps_are_ = StepsAre::kMarkers;
  AssignByMarkers(markers, AddMarkers(markers));
  FindExtents();
  FindLengths();
  return true;
}

// Groups of TensorFlow 2.2 to 2.4 count first, then launches, then time.
void StepFinder::AssignByMarkers(const std::vector<uint32_t>& markers,
                                 const std::vector<uint32_t>& step_of_marker) {
  const Executions& work = host_.work;
  std::map<int64_t, uint32_t> step_of_number;  // by number of a group
  for (uint32_t step = 0; step < drafts_.size(); ++step) {
    const StepDraft& draft = drafts_[step];
    if (draft.group) step_of_number.emplace(*draft.group, step);
  }
  std::vector<uint32_t> step_of_group;
  for (const int64_t group : host_.groups) {
    const auto found = step_of_number.find(group);
    step_of_group.push_back(found == step_of_number.end() ? kNone
                                                          : found->second);
  }
  MarkerLaunches launches(host_, markers, step_of_marker, drafts_);
  const auto step_of = [&](uint32_t launch, int64_t begin_ps) {
    return launch == kNoRow ? launches.StepAt(begin_ps)
                            : launches.StepOf(launch, step_of_work_);
  };
  for (const ProgramRun& run : host_.runs) {
    const uint32_t step = step_of(run.launch, run.begin_ps);
    for (const uint32_t row : host_.WorkOf(run)) Assign(row, step);
  }
  for (uint32_t row = 0; row < work.size(); ++row) {
    if (work[row].run != kNoRow) continue;
    const bool by_group = work[row].group != kNoRow && !step_of_number.empty();
    Assign(row, by_group ? step_of_group[work[row].group]
                         : step_of(work[row].launch, work[row].begin_ps));
  }
  for (size_t i = 0; i < host_.operations.size(); ++i) {
    step_of_operation_[i] =
        launches.StepOf(host_.operations[i].event, step_of_work_);
  }
  NoteCutSteps(!step_of_number.empty());
}

// Groups without a marker are steps that the recording began or ended in.
void StepFinder::NoteCutSteps(bool has_groups) {
  if (!has_groups) return;
  std::set<uint32_t> cut;
  for (uint32_t row = 0; row < step_of_work_.size(); ++row) {
    const uint32_t group = host_.work[row].group;
    if (step_of_work_[row] == kNone && group != kNoRow) cut.insert(group);
  }
  if (cut.empty()) return;
  host_.Note("steps cut by the edge of the recording", cut.size());
}

}  // namespace tfprof
