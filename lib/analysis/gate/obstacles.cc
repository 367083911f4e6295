// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "analysis/gate/gate.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// A placeholder whose fed shapes are all unknown to the other side.
std::string FeedsThatDiffer(const GateRun& first, const GateRun& run) {
  for (const auto& [name, shapes] : *run.feeds) {
    const auto found = first.feeds->find(name);
    if (found == first.feeds->end()) continue;
    const bool is_known = std::any_of(
        shapes.begin(), shapes.end(),
        [&](const auto& shape) { return found->second.count(shape) > 0; });
    if (is_known || shapes.empty() || found->second.empty()) continue;
    return fmt::format("{} is fed {}, in {} it is {}", Printable(name),
                       *shapes.begin(), first.name, *found->second.begin());
  }
  return "";
}

// Calls of Python make steps 1.3 to 3 times as long when they are traced.
std::string TracerThatDiffers(const GateRun& first, const GateRun& run) {
  const bool is_traced = run.facts.IsPythonTraced();
  if (is_traced == first.facts.IsPythonTraced()) return "";
  return fmt::format(" was recorded {} calls of Python traced, {} {}",
                     is_traced ? "with" : "without", Printable(first.name),
                     is_traced ? "without" : "with");
}

}  // namespace

Obstacles ObstaclesOf(const GateInput& input) {
  Obstacles result;
  const GateRun& first = input.baseline[0];
  // Runs with the same obstacle, in the order in which they are found.
  std::vector<std::pair<std::string, std::vector<std::string>>> by_obstacle;
  const auto add = [&by_obstacle](const GateRun& run, const std::string& what) {
    auto found = std::find_if(by_obstacle.begin(), by_obstacle.end(),
                              [&](const auto& of) { return of.first == what; });
    if (found == by_obstacle.end()) {
      found = by_obstacle.insert(found, {what, {}});
    }
    found->second.push_back(Printable(run.name));
  };
  for (const auto* const side : {&input.baseline, &input.candidate}) {
    for (const GateRun& run : *side) {
      if (!run.Of({StepMeasure::kLength, ""})) {
        add(run, " has no step times: its records have no start");
      }
      for (const std::string_view code :
           {"profiler errors", "events dropped"}) {
        if (run.facts.notices.contains(std::string(code))) {
          add(run, fmt::format(": {}: its times are incomplete", code));
        }
      }
      if (const std::string traced = TracerThatDiffers(first, run);
          !traced.empty()) {
        add(run, traced);
      }
      if (run.devices != first.devices) {
        add(run, fmt::format(" ran on {}, {} on {}", run.devices,
                             Printable(first.name), first.devices));
        result.is_other_work = true;
      } else if (std::string feed = FeedsThatDiffer(first, run);
                 !feed.empty()) {
        add(run, ": " + feed);
        result.is_other_work = true;
      }
    }
  }
  for (const auto& [what, runs] : by_obstacle) {
    result.words.push_back(
        runs[0] + what +
        (runs.size() == 1
             ? ""
             : fmt::format(" ({} more run{} like it)", runs.size() - 1,
                           runs.size() == 2 ? " is" : "s are")));
  }
  return result;
}

}  // namespace tfprof
