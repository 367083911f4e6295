// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <future>
#include <system_error>
#include <vector>

namespace tfprof {

// The result of `work`, which starts at once on a thread of its own, or runs on
// first use if the system cannot start another thread. Rethrows exceptions of
// `work`.
template <typename Work>
auto BeginAside(const Work& work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    return std::async(std::launch::deferred, work);
  }
}

// The number of threads for this many rows: starting a thread takes longer than
// processing a few rows.
constexpr size_t ThreadsFor(size_t rows) { return rows < 20'000 ? 1 : 2; }

// Runs both functions and returns when both are done: `other` on a thread of
// its own, or after `here` if the system cannot start one. Rethrows exceptions
// of either.
template <typename Here, typename Other>
void RunBoth(Here&& here, Other&& other) {
  std::future<void> done = BeginAside(std::ref(other));
  here();
  done.get();
}

// Runs `run(i)` for each i below `count` on up to `jobs` threads, and returns
// when all are done. Rethrows exceptions of `run`.
template <typename Run>
void ParallelFor(size_t count, size_t jobs, Run run) {
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < count; i = next++) run(i);
  };
  std::vector<std::future<void>> others;
  for (size_t i = 1; i < std::min(jobs, count); ++i) {
    try {
      others.push_back(std::async(std::launch::async, work));
    } catch (const std::system_error&) {
      break;  // the system cannot start another thread
    }
  }
  work();
  for (std::future<void>& other : others) other.get();
}

}  // namespace tfprof
