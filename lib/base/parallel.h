// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <future>
#include <system_error>

namespace tfprof {

// Runs both and returns when both are done: `other` on a thread of its own, or
// after `here` if the system has no thread left. What either throws comes out.
template <typename Here, typename Other>
void RunBoth(Here&& here, Other&& other) {
  std::future<void> done;
  try {
    done = std::async(std::launch::async, std::ref(other));
  } catch (const std::system_error&) {
    done = std::async(std::launch::deferred, std::ref(other));
  }
  here();
  done.get();
}

}  // namespace tfprof
