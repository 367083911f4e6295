// SPDX-License-Identifier: Apache-2.0
// Steps that devices have a line of (5.2).
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "recorded/step_finder.h"

namespace tfprof {

namespace {

using Parts = std::vector<DeviceStepPart>;

// "train 12": "train", 12. The number is absent if the label has none.
std::pair<std::string_view, std::optional<int64_t>> SplitLabel(
    std::string_view label) {
  const size_t digits = label.find_last_not_of("0123456789") + 1;
  if (digits >= label.size()) return {label, std::nullopt};
  return {WithoutBlankEnds(label.substr(0, digits)),
          ParseInt64(label.substr(digits))};
}

// True if a part belongs to the step of `parts`.
bool JoinsStep(const Parts& parts, const DeviceStepPart& part) {
  int64_t end_ps = INT64_MIN;
  for (const DeviceStepPart& other : parts) {
    if (other.device == part.device) return false;
    end_ps = std::max(end_ps, other.begin_ps + other.duration_ps);
  }
  const DeviceStepPart& last = parts.back();
  return part.begin_ps < end_ps ||
         part.begin_ps - last.begin_ps <
             std::min(part.duration_ps, last.duration_ps);
}

// The parts of each step, in order of begin.
std::vector<Parts> JoinParts(const RecordedHost& host) {
  using Key = std::pair<std::optional<int64_t>, StringId>;
  std::map<Key, size_t> last;  // rows of `steps`
  std::vector<Parts> steps;
  for (const DeviceStepPart& part : host.device_steps) {
    const auto [found, is_new] =
        last.try_emplace({part.group, part.label}, steps.size());
    if (!is_new && JoinsStep(steps[found->second], part)) {
      steps[found->second].push_back(part);
      continue;
    }
    found->second = steps.size();
    steps.push_back({part});
  }
  const auto key_of = [&](const Parts& parts) {
    const DeviceStepPart& first = parts.front();
    return std::pair(
        first.begin_ps,
        fmt::format("({}, '{}')",
                    first.group ? fmt::format("{}", *first.group) : "None",
                    host.Text(first.label)));
  };
  std::stable_sort(steps.begin(), steps.end(),
                   [&](const Parts& a, const Parts& b) {
                     if (a.front().begin_ps != b.front().begin_ps) {
                       return a.front().begin_ps < b.front().begin_ps;
                     }
                     return key_of(a) < key_of(b);
                   });
  return steps;
}

}  // namespace

bool StepFinder::FindDeviceSteps() {
  if (host_.device_steps.empty()) return false;
  steps_are_ = StepsAre::kDeviceSteps;
  const std::vector<Parts> steps = JoinParts(host_);
  std::vector<int64_t> numbers;
  for (const Parts& parts : steps) {
    const DeviceStepPart& first = parts.front();
    const auto [name, number] = SplitLabel(host_.Text(first.label));
    int64_t end_ps = first.begin_ps;
    for (const DeviceStepPart& part : parts) {
      end_ps = std::max(end_ps, part.begin_ps + part.duration_ps);
    }
    const uint32_t step =
        AddStep(std::string(name.empty() ? "step" : name), number,
                {first.begin_ps, end_ps}, LengthIs::kDeviceSteps);
    drafts_[step].group = first.group;
    if (number) numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end());
  const bool differ =
      numbers.size() == drafts_.size() &&
      std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
  for (size_t i = 0; !differ && i < drafts_.size(); ++i) {
    drafts_[i].number = static_cast<int64_t>(i);
  }
  AssignByParts(steps);
  return true;
}

// Work belongs to the step of its group; if several have that group, to the one
// in whose part on the device it begins. Without a group, to that one.
void StepFinder::AssignByParts(const std::vector<Parts>& steps) {
  using Spans = std::vector<SpanIndex::Span>;

  struct Place {
    Spans spans;
    SpanIndex at;
    uint32_t first = kNone;  // step
  };

  std::vector<Place> by_device(host_.devices.size());
  std::map<std::pair<uint32_t, int64_t>, Place> by_group;  // and device
  const auto add = [](Place& place, const DeviceStepPart& part, uint32_t step) {
    place.spans.push_back(
        {part.begin_ps, part.begin_ps + part.duration_ps, step});
    place.first = std::min(place.first, step);
  };
  for (uint32_t step = 0; step < steps.size(); ++step) {
    for (const DeviceStepPart& part : steps[step]) {
      add(by_device[part.device], part, step);
      const std::optional<int64_t> group = drafts_[step].group;
      if (group) add(by_group[{part.device, *group}], part, step);
    }
  }
  const auto finish = [](Place& place) {
    place.at = SpanIndex(std::move(place.spans), SpanIndex::Prefers::kFirstRow,
                         SpanIndex::End::kExcluded);
  };
  for (Place& place : by_device) finish(place);
  for (auto& [key, place] : by_group) finish(place);
  for (uint32_t row = 0; row < host_.work.size(); ++row) {
    const Executions::Row& work = host_.work[row];
    const auto found =
        work.group == kNoRow
            ? by_group.end()
            : by_group.find({work.device, host_.groups[work.group]});
    if (found == by_group.end()) {
      Assign(row, by_device[work.device].at.RowAt(work.begin_ps));
      continue;
    }
    const uint32_t near = found->second.at.RowAt(work.begin_ps);
    Assign(row, near != kNone ? near : found->second.first);
  }
}

}  // namespace tfprof
