// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/allocator.h"

#include <algorithm>
#include <compare>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "base/once_per_text.h"
#include "base/strings.h"

namespace tfprof {

namespace {

constexpr size_t kMostSamples = 1000;

int64_t Less(int64_t a, int64_t b) { return WrapAdd(a, WrapMultiply(b, -1)); }

using ByAddress = tsl::robin_map<int64_t, const MemoryEvent*, IntHash>;

// tfprof: of equal peaks the last in the file is the peak.
const MemoryEvent& FindPeak(std::span<const MemoryEvent> events) {
  const MemoryEvent* peak = nullptr;
  int64_t most = 0;
  for (const MemoryEvent& event : events) {
    if (event.used_bytes() < most) continue;
    most = event.used_bytes();
    peak = &event;
  }
  static const MemoryEvent kNothing;
  return peak != nullptr ? *peak : kNothing;
}

// A deallocation says neither what it was nor, often, in which step.
void Complete(std::span<MemoryEvent> events) {
  ByAddress alive;
  int64_t step = -1;
  for (MemoryEvent& event : events) {
    if (event.step == -1) {
      event.step = WrapAdd(step, 1);
    } else {
      step = event.step;
    }
    if (event.is_allocation) {
      alive.insert({event.address, &event});
      continue;
    }
    const auto made = alive.find(event.address);
    if (made == alive.end()) continue;
    event.op = made->second->op;
    event.region = made->second->region;
    event.dtype = made->second->dtype;
    event.shape = made->second->shape;
    alive.erase(made);
  }
}

// What was allocated in the step of the peak and not freed by then; what that
// does not explain was there before.
class PeakFinder {
 public:
  PeakFinder(std::span<const MemoryEvent> events, const MemoryEvent& peak,
             int64_t step)
      : unexplained_(peak.allocated_bytes) {
    for (const MemoryEvent& event : events) {
      if (event.offset_ps > peak.offset_ps) break;
      if (event.step == step) Pass(event);
    }
    unexplained_ = Less(unexplained_, unmatched_);
  }

  std::vector<Allocator::Alive> Finish(int64_t reserved_bytes) {
    std::vector<const MemoryEvent*> events;
    events.reserve(alive_.size() + 2);
    for (const auto& [address, event] : alive_) events.push_back(event);
    alive_ = ByAddress();
    const MemoryEvent unused =
        OtherEvent(kUnused, kUnusedRegion, unexplained_);
    const MemoryEvent stack = OtherEvent(kStack, kStack, reserved_bytes);
    if (unexplained_ > 0) events.push_back(&unused);
    if (reserved_bytes > 0) events.push_back(&stack);
    // By pointers: there may be as many rows as events.
    std::sort(events.begin(), events.end(),
              [](const MemoryEvent* a, const MemoryEvent* b) {
                return KeyOf(*a) < KeyOf(*b);
              });
    const auto is_new = [&](size_t i) {
      return i == 0 || KeyOf(*events[i - 1]) != KeyOf(*events[i]);
    };
    size_t count = 0;
    for (size_t i = 0; i < events.size(); ++i) count += is_new(i) ? 1 : 0;
    std::vector<Allocator::Alive> rows;
    rows.reserve(count);
    for (size_t i = 0; i < events.size(); ++i) {
      if (is_new(i)) rows.push_back(RowOf(*events[i]));
      ++rows.back().count;
      const bool is_other = events[i] == &unused || events[i] == &stack;
      if (is_other) rows.back().is_tensor = false;
    }
    const auto is_more = [](const Allocator::Alive& a,
                            const Allocator::Alive& b) {
      return a.bytes > b.bytes;
    };
    // As the key has them, but for bytes that no tensor has.
    if (!std::is_sorted(rows.begin(), rows.end(), is_more)) {
      std::stable_sort(rows.begin(), rows.end(), is_more);
    }
    return rows;
  }

 private:
  // Very many events may have one long text.
  struct Text {
    std::string_view text;

    bool operator==(const Text& other) const {
      return IsSameText(text, other.text);
    }

    std::strong_ordering operator<=>(const Text& other) const {
      const bool is_one = text.data() == other.text.data() &&
                          text.size() == other.text.size();
      return is_one ? std::strong_ordering::equal : text <=> other.text;
    }
  };

  using Key = std::tuple<int64_t, int64_t, Text, Text, int64_t, Text>;

  void Pass(const MemoryEvent& event) {
    if (event.is_allocation) {
      alive_[event.address] = &event;
      unexplained_ = Less(unexplained_, event.bytes);
      return;
    }
    if (alive_.erase(event.address) == 0) {
      unmatched_ = WrapAdd(unmatched_, event.bytes);
    }
    unexplained_ = WrapAdd(unexplained_, event.bytes);
  }

  static Key KeyOf(const MemoryEvent& event) {
    return {Less(0, event.bytes), Less(0, event.requested_bytes),
            Text{*event.op},      Text{*event.region},
            event.dtype,          Text{*event.shape}};
  }

  Allocator::Alive RowOf(const MemoryEvent& event) {
    Allocator::Alive row;
    row.node = NameOf(event.op);
    row.region = NameOf(event.region);
    row.shape = NameOf(event.shape);
    row.dtype = event.dtype;
    row.bytes = event.bytes;
    row.requested_bytes = event.requested_bytes;
    return row;
  }

  // Of one long text there may be many rows.
  std::string NameOf(SharedTexts::Text text) {
    return names_.Of(*text, StandIn);
  }

  static constexpr std::string_view kUnused =
      "unused preallocated device memory";
  static constexpr std::string_view kUnusedRegion = "persist/dynamic";
  static constexpr std::string_view kStack = "stack";
  static constexpr std::string_view kUnknown = "unknown";

  static MemoryEvent OtherEvent(const std::string_view& op,
                                const std::string_view& region,
                                int64_t bytes) {
    MemoryEvent event;
    event.op = &op;
    event.region = &region;
    event.shape = &kUnknown;
    event.bytes = event.requested_bytes = bytes;
    return event;
  }

  int64_t unexplained_;
  int64_t unmatched_ = 0;
  ByAddress alive_;
  OncePerText<std::string> names_;
};

// tfprof: more than 1000 events are put into 1000 boxes, the narrower ones
// first; the sample is the largest of each box, the first of equal ones.
std::vector<Allocator::Sample> SampleOf(std::span<const MemoryEvent> events) {
  const size_t boxes = std::min(events.size(), kMostSamples);
  std::vector<Allocator::Sample> samples;
  if (boxes == 0) return samples;
  const size_t width = events.size() / boxes;
  const size_t narrow = boxes * (width + 1) - events.size();
  size_t at = 0;
  for (size_t box = 0; box < boxes; ++box) {
    const size_t size = box < narrow ? width : width + 1;
    const auto begin = events.begin() + static_cast<std::ptrdiff_t>(at);
    const auto largest =
        std::max_element(begin, begin + static_cast<std::ptrdiff_t>(size),
                         [](const MemoryEvent& a, const MemoryEvent& b) {
                           return a.used_bytes() < b.used_bytes();
                         });
    samples.push_back({largest->offset_ps, largest->used_bytes()});
    at += size;
  }
  return samples;
}

// Puts events in the order of a key, equal ones in the order that they have.
// In place: they may be most of what is kept of a file.
template <typename KeyOf>
void SortInPlace(std::span<MemoryEvent> events, KeyOf key_of) {
  const auto is_before = [&](const MemoryEvent& a, const MemoryEvent& b) {
    return key_of(a) < key_of(b);
  };
  if (std::is_sorted(events.begin(), events.end(), is_before)) return;
  std::vector<uint32_t> order(events.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(key_of(events[a]), a) < std::pair(key_of(events[b]), b);
  });
  for (uint32_t i = 0; i < order.size(); ++i) {
    if (order[i] == i) continue;
    const MemoryEvent first = events[i];
    uint32_t to = i;
    while (order[to] != i) {
      const uint32_t from = order[to];
      events[to] = events[from];
      order[to] = to;
      to = from;
    }
    events[to] = first;
    order[to] = to;
  }
}

// Numbers the allocators in the order of their names.
void GiveAllocatorRows(std::span<MemoryEvent> events) {
  std::map<std::string_view, uint32_t> rows;
  const auto for_each = [&](auto take) {
    auto row = rows.end();
    for (size_t i = 0; i < events.size(); ++i) {
      if (i == 0 || events[i].allocator != events[i - 1].allocator) {
        row = rows.try_emplace(*events[i].allocator, 0).first;
      }
      take(events[i], row->second);
    }
  };
  for_each([](MemoryEvent&, uint32_t) {});
  uint32_t next = 0;
  for (auto& [name, row] : rows) row = next++;
  for_each([](MemoryEvent& event, uint32_t row) { event.allocator_row = row; });
}

// `events` in the order of the file.
Allocator Summarize(std::span<MemoryEvent> events) {
  Allocator allocator;
  allocator.name = StandInForPlace(*events.front().allocator);
  allocator.events = static_cast<int64_t>(events.size());
  const MemoryEvent peak = FindPeak(events);
  allocator.peak_bytes = peak.used_bytes();
  allocator.peak_ps = peak.offset_ps;
  allocator.stack_bytes = peak.reserved_bytes;
  allocator.heap_bytes = peak.allocated_bytes;
  allocator.free_bytes = peak.available_bytes;
  allocator.fragmentation = peak.fragmentation;
  allocator.capacity_bytes = WrapAdd(peak.used_bytes(), peak.available_bytes);
  allocator.lifetime_peak_bytes = events.back().lifetime_peak_bytes;
  SortInPlace(events, [](const MemoryEvent& event) { return event.offset_ps; });
  Complete(events);
  for (const MemoryEvent& event : events) {
    if (event.used_bytes() == allocator.peak_bytes) {
      allocator.peak_step = event.step;
    }
  }
  allocator.alive =
      PeakFinder(events, peak, allocator.peak_step).Finish(peak.reserved_bytes);
  allocator.timeline = SampleOf(events);
  allocator.by_node = SumMemoryByNode(events);
  return allocator;
}

}  // namespace

void LineMemory::Append(LineMemory line) {
  if (line.events.empty()) return;
  if (events.empty()) {
    *this = std::move(line);
    return;
  }
  texts.Keep(line.texts);
  line.events.Drain([&](MemoryEvent event) {
    for (SharedTexts::Text* text :
         {&event.op, &event.region, &event.shape, &event.allocator}) {
      if (*text != &kNoText) *text = texts.At(**text);
    }
    events.Push(event);
  });
}

std::vector<Allocator> SummarizeAllocators(LineMemory memory) {
  memory.texts.Freeze();
  std::vector<MemoryEvent> events;
  events.reserve(memory.events.size());
  memory.events.Drain(
      [&](const MemoryEvent& event) { events.push_back(event); });
  GiveAllocatorRows(events);
  SortInPlace(events,
              [](const MemoryEvent& event) { return event.allocator_row; });
  std::vector<Allocator> allocators;
  for (size_t first = 0; first < events.size();) {
    size_t end = first + 1;
    while (end < events.size() &&
           events[end].allocator_row == events[first].allocator_row) {
      ++end;
    }
    allocators.push_back(
        Summarize(std::span(events).subspan(first, end - first)));
    first = end;
  }
  return allocators;
}

}  // namespace tfprof
