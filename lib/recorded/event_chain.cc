// SPDX-License-Identifier: Apache-2.0
#include "recorded/event_chain.h"

namespace tfprof {

EventChain::EventChain(const HostEvents& events,
                       const std::vector<uint32_t>& stops)
    : events_(events), distances_(events.size(), kNone) {
  FindParents();
  FindDistances(stops);
  // Not before: that takes memory for each event, too.
  best_producer_.resize(events.producers.size(), kNone);
  stop_of_.resize(events.size(), kNone);
  for (size_t i = stops.size(); i-- > 0;) {
    stop_of_[stops[i]] = static_cast<uint32_t>(i);
  }
}

// A parent stands before what it contains, so its own parent is known.
void EventChain::FindParents() {
  parents_.resize(events_.size(), kNone);
  for (uint32_t row = 0; row < events_.size(); ++row) {
    const uint32_t parent = events_[row].parent;
    if (parent == kNone) continue;
    parents_[row] = events_.NameOf(parent).is_pool ? parents_[parent] : parent;
  }
}

// Breadth first from all stops against the direction of the links.
void EventChain::FindDistances(const std::vector<uint32_t>& stops) {
  std::vector<uint32_t> ends(events_.size() + 1);  // of children, by parent
  for (const uint32_t parent : parents_) {
    if (parent != kNone) ++ends[parent];
  }
  uint32_t sum = 0;
  for (uint32_t& end : ends) {
    const uint32_t count = end;
    end = sum;
    sum += count;
  }
  std::vector<uint32_t> children(sum);
  for (uint32_t row = 0; row < parents_.size(); ++row) {
    if (parents_[row] != kNone) children[ends[parents_[row]]++] = row;
  }
  std::vector<bool> is_done(events_.producers.size());  // by link
  std::vector<uint32_t> now, then;  // events of one distance, and of the next
  const auto reach = [&](uint32_t row, uint32_t distance) {
    if (distances_[row] != kNone) return;
    distances_[row] = distance;
    then.push_back(row);
  };
  for (const uint32_t stop : stops) reach(stop, 0);
  for (uint32_t below = 1; !then.empty(); ++below) {
    now.swap(then);
    then.clear();
    for (const uint32_t row : now) {
      for (uint32_t i = row == 0 ? 0 : ends[row - 1]; i < ends[row]; ++i) {
        reach(children[i], below);
      }
      const uint32_t link = events_.StatsOf(row).produces;
      if (link == kNone || link >= is_done.size() || is_done[link]) continue;
      is_done[link] = true;
      for (const uint32_t consumer : events_.consumers[link]) {
        reach(consumer, below);
      }
    }
  }
}

// The first of the nearest producers of the links that `event` consumes.
uint32_t EventChain::BestProducerOf(uint32_t event) {
  const uint32_t link = events_.StatsOf(event).consumes;
  if (link == kNone || link >= best_producer_.size()) return kNone;
  uint32_t& best = best_producer_[link];
  if (best != kNone) return best;
  for (const uint32_t producer : events_.producers[link]) {
    if (distances_[producer] == kNone) continue;
    if (best == kNone || distances_[producer] < distances_[best]) {
      best = producer;
    }
  }
  return best;
}

// The next event on the way to the nearest stop, which is not `event`.
uint32_t EventChain::StepUp(uint32_t event) {
  const uint32_t parent = parents_[event];
  if (parent != kNone && distances_[parent] + 1 == distances_[event]) {
    return parent;
  }
  return BestProducerOf(event);
}

uint32_t EventChain::StopOf(uint32_t event) {
  if (distances_[event] == kNone) return kNone;
  passed_.clear();
  uint32_t row = event;
  while (stop_of_[row] == kNone) {
    passed_.push_back(row);
    row = StepUp(row);
  }
  const uint32_t stop = stop_of_[row];
  for (const uint32_t passed : passed_) stop_of_[passed] = stop;
  return stop;
}

}  // namespace tfprof
