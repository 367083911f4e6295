// SPDX-License-Identifier: Apache-2.0
#include "model/exec_times.h"

#include "support/catch.h"

namespace tfprof {

namespace {

constexpr int64_t kStart = 1'700'000'000'123'456'789;

// How release 2.15 writes it.
int64_t TimesThousand(int64_t nanos) {
  return static_cast<int64_t>(static_cast<uint64_t>(nanos) * 1000);
}

}  // namespace

TEST_CASE("times are those in nanoseconds where there are any") {
  ExecRecord exec{.all_start_us = 7,
                  .op_start_rel_us = 1,
                  .op_end_rel_us = 3,
                  .all_end_rel_us = 4};
  ExecTimes times = TimesOf(exec);
  CHECK(times.all_start == 7000);
  CHECK(times.op_start == 8000);
  CHECK(times.op_end == 10000);
  CHECK(times.all_end == 11000);
  exec.all_start_ns = kStart;
  exec.op_end_rel_ns = 5;
  exec.all_end_rel_ns = 6;
  times = TimesOf(exec);
  CHECK(times.all_start == kStart);
  CHECK(times.op_start == kStart);
  CHECK(times.op_end == kStart + 5);
  CHECK(times.all_end == kStart + 6);
}

TEST_CASE("an operation ends after it starts, and within its execution") {
  const ExecTimes times =
      TimesOf({.all_start_us = 1, .op_start_rel_us = 5, .op_end_rel_us = 2});
  CHECK(times.op_end == 6000);
  CHECK(times.all_end == 6000);
}

TEST_CASE("times that no run can have neither overflow nor stay") {
  for (const int64_t absurd : {INT64_MAX, INT64_MIN}) {
    const ExecTimes micros = TimesOf({.all_start_us = absurd,
                                      .op_start_rel_us = absurd,
                                      .op_end_rel_us = absurd,
                                      .all_end_rel_us = absurd});
    CHECK(micros.all_start == 0);
    CHECK(micros.op_end >= micros.op_start);
    const ExecTimes nanos = TimesOf({.all_start_ns = INT64_MAX,
                                     .op_start_rel_ns = absurd,
                                     .op_end_rel_ns = absurd,
                                     .all_end_rel_ns = absurd});
    CHECK(nanos.all_start == 0);
    CHECK(nanos.all_end >= nanos.op_end);
  }
}

TEST_CASE("a scheduled time is taken as it stands or repaired") {
  const auto scheduled = [](int64_t ns, int64_t us = 0) {
    return ScheduledTime({.scheduled_us = us, .scheduled_ns = ns}, kStart);
  };
  CHECK(scheduled(kStart - 500) == kStart - 500);
  CHECK(scheduled(TimesThousand(kStart - 500)) == kStart - 500);
  CHECK(scheduled(TimesThousand(kStart + 40)) == kStart + 40);
  // scheduled_micros is that through a thousand.
  const int64_t micros = TimesThousand(kStart - 500) / 1000;
  CHECK(*scheduled(0, micros) - (kStart - 500) <= 1);
  CHECK(*scheduled(0, micros) - (kStart - 500) >= -1);
}

TEST_CASE("a scheduled time that is not near the start is none") {
  const auto scheduled = [](int64_t ns) {
    return ScheduledTime({.scheduled_ns = ns}, kStart);
  };
  CHECK_FALSE(scheduled(0));
  CHECK_FALSE(scheduled(1));
  CHECK_FALSE(scheduled(TimesThousand(kStart + int64_t{7200} * 1000000000)));
  CHECK_FALSE(scheduled(INT64_MAX));
  CHECK_FALSE(scheduled(INT64_MIN));
}

}  // namespace tfprof
