// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <system_error>

#include <fmt/format.h>

namespace tfprof {

namespace {

constexpr auto kPatience = std::chrono::milliseconds(500);
constexpr auto kInterval = std::chrono::milliseconds(200);
constexpr std::string_view kEraseLine = "\r\x1b[K";

}  // namespace

ProgressDisplay::ProgressDisplay(ShowProgress show, Writer& err) : err_(err) {
  if (show == ShowProgress::kNever ||
      (show == ShowProgress::kAuto && !err.is_terminal())) {
    return;
  }
  try {
    thread_ = std::thread([this] { Run(); });
  } catch (const std::system_error&) {
    // There is no progress display if no thread can be started.
  }
}

void ProgressDisplay::Run() {
  const auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  for (auto wait = kPatience;
       !stopping_.wait_for(lock, wait, [&] { return is_stopped_; });
       wait = kInterval) {
    const auto now = std::chrono::steady_clock::now();
    try {
      Say(std::chrono::duration_cast<std::chrono::seconds>(now - begin)
              .count());
    } catch (const std::bad_alloc&) {
      // The maker of the answer reports the error.
    }
  }
  if (is_shown_ && err_.is_terminal()) (void)err_.Write(kEraseLine);
}

void ProgressDisplay::Say(int64_t seconds) {
  const uint64_t expected = meter_.expected;
  const uint64_t done = std::min<uint64_t>(meter_.done, expected);
  const std::string text =
      expected == 0 || done >= expected
          ? fmt::format("tfprof: working, {} s", seconds)
          : fmt::format("tfprof: reading, {} of {} MB, {} s", done / 1'000'000,
                        expected / 1'000'000, seconds);
  is_shown_ = true;
  (void)err_.Write(err_.is_terminal() ? fmt::format("{}{}", kEraseLine, text)
                                      : text + '\n');
}

void ProgressDisplay::Stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
  }
  stopping_.notify_all();
  if (thread_.joinable()) thread_.join();
}

}  // namespace tfprof
