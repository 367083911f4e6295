// SPDX-License-Identifier: Apache-2.0
#include "analysis/account/time_classes.h"

#include <numeric>
#include <random>

#include "support/catch.h"

namespace tfprof {
namespace {

constexpr int64_t kWindow = 60;

struct Span {
  Activity what;
  int64_t start, end;
};

using Device = std::vector<Span>;

// The class of `device` at a tick, computed tick by tick.
TimeClass At(int64_t tick, const Device& device,
             const std::vector<Device>& all) {
  const auto does = [&](const Device& whose, Activity what) {
    return std::any_of(whose.begin(), whose.end(), [&](const Span& span) {
      return span.what == what && span.start <= tick && tick < span.end;
    });
  };
  using enum Activity;
  if (does(device, kCompute)) {
    return does(device, kCopy) || does(device, kInput) ? TimeClass::kOverlap
                                                       : TimeClass::kCompute;
  }
  if (does(device, kCopy)) return TimeClass::kCopy;
  if (does(device, kInput)) return TimeClass::kInput;
  if (does(device, kOverhead)) return TimeClass::kOverhead;
  if (does(device, kQueued)) return TimeClass::kQueued;
  const bool has_more =
      std::any_of(device.begin(), device.end(),
                  [&](const Span& span) { return span.end > tick; });
  for (const Device& other : all) {
    if (&other == &device || !has_more) continue;
    if (does(other, kCompute) || does(other, kCopy) || does(other, kInput)) {
      return TimeClass::kWaiting;
    }
  }
  return TimeClass::kIdle;
}

TEST_CASE("classes are those that a look at each tick gives") {
  std::mt19937 random(1);
  const auto below = [&](uint32_t n) {
    return static_cast<int64_t>(random() % n);
  };
  for (int round = 0; round < 500; ++round) {
    std::vector<Device> all(1 + static_cast<size_t>(below(4)));
    std::vector<DeviceTimes> times(all.size());
    for (size_t d = 0; d < all.size(); ++d) {
      for (int64_t n = below(12); n > 0; --n) {
        const int64_t start = below(kWindow);
        const Span span{static_cast<Activity>(below(5)), start,
                        std::min(kWindow, start + below(15))};
        all[d].push_back(span);
        times[d].Add(span.what, span.start, span.end);
      }
    }
    const auto classes = ClassifyTimes(times, 0, kWindow);
    REQUIRE(classes.size() == all.size());
    for (size_t d = 0; d < all.size(); ++d) {
      ClassTimes expected{};
      int64_t computing = 0;
      for (int64_t tick = 0; tick < kWindow; ++tick) {
        ++expected[static_cast<size_t>(At(tick, all[d], all))];
        for (const Span& span : all[d]) {
          computing += span.what == Activity::kCompute && span.start <= tick &&
                       tick < span.end;
        }
      }
      CHECK(classes[d].ns == expected);
      CHECK(classes[d].computing_ns == computing);
      CHECK(std::accumulate(classes[d].ns.begin(), classes[d].ns.end(),
                            int64_t{0}) == kWindow);
    }
  }
}

TEST_CASE("shares add up to 1000 tenths of a percent") {
  CHECK(TenthsOf({1, 1, 1, 0, 0, 0, 0, 0}) ==
        std::array<int64_t, 8>{334, 333, 333, 0, 0, 0, 0, 0});
  CHECK(TenthsOf({1, 0, 0, 0, 0, 0, 0, 1999}) ==
        std::array<int64_t, 8>{1, 0, 0, 0, 0, 0, 0, 999});
  CHECK(TenthsOf({}) == std::array<int64_t, 8>{});
  // More than fits when it is multiplied first.
  const int64_t year = 31'536'000'000'000'000;
  CHECK(TenthsOf({year, 0, 0, 3 * year, 0, 0, 0, 0}) ==
        std::array<int64_t, 8>{250, 0, 0, 750, 0, 0, 0, 0});
}

}  // namespace
}  // namespace tfprof
