// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "recorded/capture.h"

namespace tfprof {

// A window of the account: a step of one process, or the time between steps.
struct AccountWindow {
  uint32_t step = kNoRow;  // of RecordedSteps::steps; kNoRow: between
  int64_t begin_ps = 0;
  int64_t end_ps = 0;

  int64_t length_ps() const { return end_ps - begin_ps; }
};

// The windows of the chosen steps of a process, in order of time.
std::vector<AccountWindow> WindowsOf(const Capture& capture, uint32_t process,
                                     const std::vector<uint32_t>& steps);

// The time between windows, from the latest end so far to the next begin.
std::vector<AccountWindow> TimeBetween(
    const std::vector<AccountWindow>& windows);

// How many windows hold a moment. Windows may overlap: then a moment counts in
// each of them.
class WindowCover {
 public:
  explicit WindowCover(const std::vector<AccountWindow>& windows);

  int64_t WindowsAt(int64_t at_ps) const;

  // The time of a span in all windows.
  int64_t LengthPsIn(int64_t begin_ps, int64_t end_ps) const;

 private:
  struct Change {
    int64_t at_ps = 0;
    int64_t windows = 0;    // from here on
    int64_t before_ps = 0;  // time in windows up to here
  };

  int64_t LengthPsBefore(int64_t at_ps) const;

  // The first change after a moment.
  std::vector<Change>::const_iterator After(int64_t at_ps) const;

  std::vector<Change> changes_;
};

}  // namespace tfprof
