// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/owned_time.h"

#include <algorithm>
#include <array>
#include <queue>
#include <tuple>

namespace tfprof {

namespace {

struct ComesLater {
  const std::vector<TimeClaim>* claims;

  // True if `b` gets the moment before `a` does.
  bool operator()(size_t a, size_t b) const {
    const TimeClaim& x = (*claims)[a];
    const TimeClaim& y = (*claims)[b];
    return std::tuple(x.start, -x.end, -static_cast<int64_t>(a)) <
           std::tuple(y.start, -y.end, -static_cast<int64_t>(b));
  }
};

using ClaimHeap = std::priority_queue<size_t, std::vector<size_t>, ComesLater>;

void AddOwnedTime(int64_t start, int64_t end, uint32_t owner,
                  std::vector<OwnedTime>& owned) {
  if (!owned.empty() && owned.back().owner == owner) {
    owned.back().end = end;
  } else {
    owned.push_back({start, end, owner});
  }
}

}  // namespace

std::vector<OwnedTime> DivideTime(std::vector<TimeClaim> claims, int64_t start,
                                  int64_t end) {
  for (TimeClaim& claim : claims) {
    claim.start = std::max(claim.start, start);
    claim.end = std::min(claim.end, end);
  }
  std::erase_if(
      claims, [](const TimeClaim& claim) { return claim.start >= claim.end; });
  std::stable_sort(
      claims.begin(), claims.end(),
      [](const TimeClaim& a, const TimeClaim& b) { return a.start < b.start; });
  std::vector<int64_t> bounds = {start, end};
  for (const TimeClaim& claim : claims) {
    bounds.insert(bounds.end(), {claim.start, claim.end});
  }
  std::sort(bounds.begin(), bounds.end());
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  std::vector<ClaimHeap> heaps(kTimeClaimRanks, ClaimHeap(ComesLater{&claims}));
  std::vector<OwnedTime> owned;
  size_t next = 0;
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    const int64_t now = bounds[i];
    for (; next < claims.size() && claims[next].start <= now; ++next) {
      heaps[claims[next].rank].push(next);
    }
    uint32_t owner = OwnedTime::kNobody;
    for (ClaimHeap& heap : heaps) {
      while (!heap.empty() && claims[heap.top()].end <= now) heap.pop();
      if (heap.empty()) continue;
      owner = claims[heap.top()].owner;
      break;
    }
    AddOwnedTime(now, bounds[i + 1], owner, owned);
  }
  return owned;
}

}  // namespace tfprof
