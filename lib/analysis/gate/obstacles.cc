// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "analysis/gate/gate.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// A placeholder that is fed with no shape that the other side knows.
std::string FeedsThatDiffer(const GateRun& first, const GateRun& run) {
  for (const auto& [name, shapes] : run.feeds) {
    const auto found = first.feeds.find(name);
    if (found == first.feeds.end()) continue;
    const bool is_known =
        std::any_of(shapes.begin(), shapes.end(), [&](const auto& shape) {
          return found->second.count(shape) > 0;
        });
    if (is_known || shapes.empty() || found->second.empty()) continue;
    return fmt::format("{} is fed {}, in {} it is {}", Printable(name),
                       *shapes.begin(), first.name, *found->second.begin());
  }
  return "";
}

}  // namespace

std::vector<std::string> Obstacles(const GateInput& input) {
  std::vector<std::string> obstacles;
  const GateRun& first = input.baseline[0];
  for (const auto* const side : {&input.baseline, &input.candidate}) {
    for (const GateRun& run : *side) {
      const std::string name = Printable(run.name);
      if (!run.Of({StepMeasure::kLength, ""})) {
        obstacles.push_back(fmt::format(
            "{} has no step times: its records have no start", name));
        continue;
      }
      if (run.devices != first.devices) {
        obstacles.push_back(fmt::format("{} ran on {}, {} on {}", name,
                                        run.devices, Printable(first.name),
                                        first.devices));
      } else if (std::string feed = FeedsThatDiffer(first, run);
                 !feed.empty()) {
        obstacles.push_back(fmt::format("{}: {}", name, feed));
      }
    }
  }
  return obstacles;
}

}  // namespace tfprof
