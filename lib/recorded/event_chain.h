// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "recorded/host_events.h"

namespace tfprof {

// Finds what caused a host event: from the event upwards to the nearest stop,
// by the smallest event around it and by the events that produced what it
// consumed. Distances are counted in links. Among stops at one distance the
// event around goes before producers, and producers go in their order.
//
// Events of a pool ("ThreadpoolListener…") are passed over: such a region may
// be closed in another step.
//
// One pass from the stops downwards finds all distances, and answers are kept,
// so very many questions cost no more than their number.
class EventChain {
 public:
  // `stops` are rows of `events`, which must outlive the chain.
  EventChain(const HostEvents& events, const std::vector<uint32_t>& stops);

  // The index in `stops` of the nearest one, the event itself included;
  // HostEvents::kNone without one. Of equal stops the first.
  uint32_t StopOf(uint32_t event);

 private:
  static constexpr uint32_t kNone = HostEvents::kNone;

  void FindParents();
  void FindDistances(const std::vector<uint32_t>& stops);
  uint32_t BestProducerOf(uint32_t event);
  uint32_t StepUp(uint32_t event);

  const HostEvents& events_;
  std::vector<uint32_t> parents_;        // by event, pools passed over
  std::vector<uint32_t> distances_;      // by event, to the nearest stop
  std::vector<uint32_t> best_producer_;  // by link, once it was asked for
  std::vector<uint32_t> stop_of_;        // by event: stops, known answers
  std::vector<uint32_t> passed_;         // of the walk at hand
};

}  // namespace tfprof
