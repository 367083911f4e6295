// SPDX-License-Identifier: Apache-2.0
// Steps without markers in TensorFlow: calls of a function, runs of a session
// (5.5).
#include <algorithm>
#include <utility>

#include "recorded/step_finder.h"

namespace tfprof {

namespace {

// The properties of an event and of the events around it.
struct Around {
  bool is_run = false;       // a function or session runs
  bool is_captured = false;  // tf.data runs a function of the user
  uint32_t outermost = HostEvents::kNone;  // that is not of Python
  uint32_t function = HostEvents::kNone;   // outermost call of a tf.function
};

struct RootCall {
  uint32_t span = 0;     // the event that the step lasts as long as
  uint32_t name_of = 0;  // the event with its name
};

// Runs of functions and sessions that lie in no other and not in tf.data.
std::vector<RootCall> FindRootCalls(const RecordedHost& host) {
  const HostEvents& events = host.events;
  std::vector<bool> is_captured(events.names.size());
  std::vector<bool> is_session(events.names.size());
  bool has_runs = false;
  for (size_t i = 0; i < events.names.size(); ++i) {
    const std::string_view text = host.Text(events.names[i].text);
    is_captured[i] = text.find("InstantiatedCapturedFunction") != text.npos;
    is_session[i] = text == "SessionRun";
    has_runs = has_runs || events.names[i].is_function_run;
  }
  std::vector<RootCall> roots;
  if (!has_runs) return roots;
  std::vector<Around> around(events.size());
  for (uint32_t row = 0; row < events.size(); ++row) {
    const HostEvents::Row& event = events[row];
    const HostEvents::Name& name = events.NameOf(row);
    const HostEvents::Stats& stats = events.StatsOf(row);
    Around& of = around[row];
    if (event.parent != HostEvents::kNone) of = around[event.parent];
    const bool counts = stats.Is(HostEvents::kRoot) || is_session[event.name];
    if (name.is_function_run && counts && !of.is_run && !of.is_captured) {
      roots.push_back({of.outermost == HostEvents::kNone ? row : of.outermost,
                       of.function == HostEvents::kNone ? row : of.function});
    }
    of.is_run = of.is_run || name.is_function_run;
    of.is_captured = of.is_captured || is_captured[event.name];
    if (of.outermost == HostEvents::kNone && !name.is_python) {
      of.outermost = row;
    }
    if (of.function == HostEvents::kNone &&
        stats.Is(HostEvents::kFunctionCall)) {
      of.function = row;
    }
  }
  std::stable_sort(roots.begin(), roots.end(),
                   [&](const RootCall& a, const RootCall& b) {
                     return events[a.span].begin_ps < events[b.span].begin_ps;
                   });
  return roots;
}

}  // namespace

bool StepFinder::FindFunctionCalls() {
  const HostEvents& events = host_.events;
  const std::vector<RootCall> roots = FindRootCalls(host_);
  if (roots.size() < 2) return false;
  steps_are_ = StepsAre::kCalls;
  std::vector<SpanIndex::Span> spans;
  for (const RootCall& root : roots) {
    const TimeSpan span{events[root.span].begin_ps, events[root.span].end_ps};
    const uint32_t step =
        AddStep(std::string(host_.Text(events.NameOf(root.name_of).text)),
                static_cast<int64_t>(drafts_.size()), span, LengthIs::kCall);
    drafts_[step].mark = span;
    drafts_[step].step.marker = root.span;
    spans.push_back({span.begin_ps, span.end_ps, step});
  }
  const SpanIndex at(std::move(spans), SpanIndex::Prefers::kLastRow,
                     SpanIndex::End::kIncluded);
  for (uint32_t row = 0; row < host_.work.size(); ++row) {
    Assign(row, at.RowAt(host_.work[row].begin_ps));
  }
  for (size_t i = 0; i < host_.operations.size(); ++i) {
    step_of_operation_[i] =
        at.RowAt(events[host_.operations[i].event].begin_ps);
  }
  return true;
}

}  // namespace tfprof
