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

// What `work` returns or throws: from now on, on a thread of its own, or when it
// is asked for if the system has no thread left.
template <typename Work>
auto BeginAside(const Work& work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    return std::async(std::launch::deferred, work);
  }
}

// How many threads should work on so many rows: of few, the work takes less time
// than to begin a thread.
constexpr size_t ThreadsFor(size_t rows) { return rows < 20'000 ? 1 : 2; }

// Runs both and returns when both are done: `other` on a thread of its own, or
// after `here` if the system has no thread left. Rethrows what either throws.
template <typename Here, typename Other>
void RunBoth(Here&& here, Other&& other) {
  std::future<void> done = BeginAside(std::ref(other));
  here();
  done.get();
}

// Runs `run(i)` for each i below `count`, each on whichever of up to `jobs`
// threads is free, and returns when all are done. Rethrows what `run` throws.
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
      break;  // the system has no thread left
    }
  }
  work();
  for (std::future<void>& other : others) other.get();
}

}  // namespace tfprof
