// SPDX-License-Identifier: Apache-2.0
#include "recorded/notice_words.h"

#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace tfprof {

namespace {

std::string MicrosText(std::optional<int64_t> ps) {
  return fmt::format("{:.1f} us", static_cast<double>(ps.value_or(0)) / 1e6);
}

}  // namespace

std::string WordsOf(const Diagnostics::Notice& notice, int64_t median_ps) {
  const std::string& code = notice.code;
  const uint64_t count = notice.count;
  const auto counted = [&](std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  if (code == "profiler errors") {
    return counted("error") + " of the profiler: numbers may be incomplete";
  }
  if (code == "events dropped") {
    return fmt::format("{} events were dropped: times are too small", count);
  }
  if (code == "impossible events") {
    return counted("event") +
           " with times that no run can have, left out; is the file damaged?";
  }
  if (code == "kernels over the next") {
    return fmt::format(
        "{} ended after the next one on the same stream began: {} were cut off",
        counted("kernel"), MicrosText(notice.value_ps));
  }
  if (code == "device clock moved") {
    // It matters from a hundredth of a step on.
    if (notice.value_ps.value_or(0) < median_ps / 100) return "";
    return fmt::format(
        "the clock of a device was moved by {}: its work began before it was "
        "launched",
        MicrosText(notice.value_ps));
  }
  if (code == "accelerators without work") {
    return fmt::format(
        "{} accelerator{} there and nothing ran on {}: the program did not use "
        "{}, or the profiler was not permitted to read {}",
        count, count == 1 ? " is" : "s are", count == 1 ? "it" : "them",
        count == 1 ? "it" : "them", count == 1 ? "it" : "them");
  }
  if (code == "work is not recorded") {
    return "JAX ran, and the profiler recorded none of its operations: only "
           "lengths of steps are known";
  }
  if (code == "steps cut by the edge of the recording") {
    return counted("step") +
           " cut by the edge of the recording; their work is in no step";
  }
  if (code == "python traced") {
    return "calls of Python were traced, which makes steps 1.3 to 3 times as "
           "long; compare only with recordings that do so, too";
  }
  return code;
}

std::string WhyNothingRan(const std::vector<Diagnostics::Notice>& notices) {
  for (const Diagnostics::Notice& notice : notices) {
    const bool says_why = notice.code == "work is not recorded" ||
                          notice.code == "accelerators without work";
    if (says_why) return WordsOf(notice, 0);
  }
  return "nothing ran in this recording";
}

}  // namespace tfprof
