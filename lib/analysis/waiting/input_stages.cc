// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/input_stages.h"

#include <algorithm>
#include <tuple>

#include "analysis/waiting/owners_of.h"

namespace tfprof {

namespace {

uint32_t DepthOfIterator(std::string_view name) {
  constexpr std::string_view kIterator = "Iterator::";
  if (!name.starts_with(kIterator)) return 0;
  uint32_t depth = 0;
  for (size_t at = name.find("::"); at != name.npos;
       at = name.find("::", at + 2)) {
    ++depth;
  }
  return depth;
}

}  // namespace

std::string_view InputStages::StageOf(uint32_t iterator) const {
  return view_.host().Text(view_.host().events.NameOf(iterator).text);
}

std::string_view InputStages::LabelOf(uint32_t iterator) const {
  return view_.host().Text(view_.host().events.StatsOf(iterator).graph_type);
}

bool InputStages::IsDeeper(uint32_t a, uint32_t b) const {
  const auto key = [this](uint32_t iterator) {
    return std::tuple(depth_of_name_[view_.host().events[iterator].name],
                      StageOf(iterator), LabelOf(iterator), iterator);
  };
  return key(a) > key(b);
}

std::vector<InputStages::Span> InputStages::FindSpans() const {
  const RecordedHost& host = view_.host();
  // The innermost iterator around each event; parents come first.
  std::vector<uint32_t> iterators(host.events.size(), kNoRow);
  for (uint32_t event = 0; event < iterators.size(); ++event) {
    const uint32_t parent = view_.lines.ParentOf(event);
    iterators[event] = depth_of_name_[host.events[event].name] > 0 ? event
                       : parent != kNoRow ? iterators[parent]
                                          : kNoRow;
  }
  std::vector<Span> spans;
  for (uint32_t line = 0; line < host.lines.size(); ++line) {
    const std::span<const FlatLines::Change> changes = view_.lines.Of(line);
    for (size_t i = 0; i + 1 < changes.size(); ++i) {
      if (changes[i].top == kNoRow) continue;
      const uint32_t iterator = iterators[changes[i].top];
      if (iterator == kNoRow) continue;
      spans.push_back({changes[i].at_ps, changes[i + 1].at_ps, iterator});
    }
  }
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
    return std::tie(a.begin_ps, a.iterator) < std::tie(b.begin_ps, b.iterator);
  });
  return spans;
}

InputStages::InputStages(const HostView& view) : view_(view) {
  bool has_any = false;
  for (const HostEvents::Name& name : view.host().events.names) {
    depth_of_name_.push_back(DepthOfIterator(view.host().Text(name.text)));
    has_any = has_any || depth_of_name_.back() > 0;
  }
  if (!has_any) return;
  spans_ = OwnersOf(FindSpans(), [this](const Span& a, const Span& b) {
    return IsDeeper(b.iterator, a.iterator);
  });
}

}  // namespace tfprof
