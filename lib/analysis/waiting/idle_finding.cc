// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/idle_finding.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/waiting/idle_tables.h"
#include "base/keyed.h"
#include "base/strings.h"
#include "report/table.h"

namespace tfprof {

namespace {

constexpr double kLeastIdleShare = 0.05;  // of the mean step

struct ReasonAdvice {
  WaitReason id;
  std::string_view words;
  std::string_view remedy;
};

constexpr ReasonAdvice kReasonAdvice[] = {
    {WaitReason::kInput, "for input", "prefetch, or read in parallel"},
    {WaitReason::kRegion, "in a region that the program marks",
     "move it out of the loop, or to another thread"},
    {WaitReason::kPython, "for Python code of the program",
     "move it out of the loop, or to another thread"},
    {WaitReason::kHostRead, "while the host reads results",
     "read less often, or a step later"},
    {WaitReason::kHostOp, "for operations on the host",
     "move them to the device or the input pipeline"},
    {WaitReason::kCompile, "for a compilation",
     "keep shapes and static arguments the same"},
    {WaitReason::kDispatch, "while the host dispatches", ""},
    {WaitReason::kLaunch, "for launches", ""},
    {WaitReason::kQueued, "for queued work to begin", ""},
    {WaitReason::kRuntime, "for the runtime", ""},
    {WaitReason::kOtherDevice, "for other devices", "balance their work"},
    {WaitReason::kUnknown, "", ""},
};
static_assert(IsKeyedBy(kReasonAdvice, &ReasonAdvice::id, kWaitReasons));

bool IsOfLaunching(WaitReason reason) {
  return reason == WaitReason::kLaunch || reason == WaitReason::kDispatch ||
         reason == WaitReason::kQueued;
}

WaitReason ReasonOfRow(const IdleRow& row) {
  size_t reason = 0;
  while (WordsOf(static_cast<WaitReason>(reason)) != row.key) ++reason;
  return static_cast<WaitReason>(reason);
}

// True if most idle time is that of launching, in mostly short stretches.
bool IsLaunchBound(const IdleTables& tables, int64_t idle_ps) {
  int64_t launching_ps = 0;
  uint64_t stretches = 0, short_stretches = 0;
  for (const IdleRow& row : tables.by_reason) {
    if (!IsOfLaunching(ReasonOfRow(row))) continue;
    launching_ps += row.idle_ps;
    stretches += row.stretches;
    short_stretches += row.short_stretches;
  }
  return 2 * launching_ps > idle_ps && 2 * short_stretches > stretches;
}

// The place in the program where most time of a reason passes.
IdlePlace MostIdlePlace(const IdleTables& tables, WaitReason reason) {
  IdlePlace most;
  for (const IdlePlace& place : tables.places) {
    if (place.reason == reason && place.recorded_ps > most.recorded_ps) {
      most = place;
    }
  }
  return most;
}

// `Map "decode"`.
std::string StageInWords(const StageRow& stage) {
  const size_t at = stage.stage.rfind("::");
  std::string words(at == stage.stage.npos ? stage.stage
                                           : stage.stage.substr(at + 2));
  if (!stage.label.empty()) words += fmt::format(" \"{}\"", stage.label);
  return words;
}

// The options that were not used yet; guesses remain where no launch is known.
std::string_view HowToKnowMore(const RecordedHost& host,
                               const IdleTables& tables) {
  const bool is_annotated =
      std::any_of(tables.by_region.begin(), tables.by_region.end(),
                  [](const IdleRow& row) { return !row.key.empty(); });
  return is_annotated || host.is_python_traced
             ? "; reasons are guesses, since no launch names the thread that "
               "gives the device its work"
             : ": record with host_tracer_level=2 and python_tracer_level=1, "
               "or annotate the program";
}

// The device with the most idle time in steps, and its process.
std::pair<const WaitingOfProcess*, const DeviceMoments*> IdlestOf(
    const RecordedWaiting& waiting, int64_t& idle_ps) {
  std::pair<const WaitingOfProcess*, const DeviceMoments*> idlest;
  idle_ps = 0;
  for (const WaitingOfProcess& process : waiting.processes) {
    for (const DeviceMoments& device : process.devices) {
      if (device.is_all) continue;
      const int64_t of_device = AccountOf(device, process.windows).idle_ps;
      if (of_device <= idle_ps) continue;
      idle_ps = of_device;
      idlest = {&process, &device};
    }
  }
  return idlest;
}

}  // namespace

std::optional<IdleFinding> FindIdleFinding(IdleOfDevices& idle) {
  const RecordedWaiting& waiting = idle.waiting();
  const std::vector<RecordedProcess>& processes = waiting.capture->processes;
  const bool has_steps = std::any_of(
      processes.begin(), processes.end(), [](const RecordedProcess& process) {
        return process.steps.steps_are != StepsAre::kWhole;
      });
  if (!has_steps) return std::nullopt;
  int64_t idle_ps = 0;
  const auto [process, device] = IdlestOf(waiting, idle_ps);
  if (device == nullptr) return std::nullopt;
  int64_t length_ps = 0;
  for (const AccountWindow& window : process->windows) {
    length_ps += window.length_ps();
  }
  const auto share = [&](int64_t ps) {
    return static_cast<double>(ps) / static_cast<double>(length_ps);
  };
  if (length_ps <= 0 || share(idle_ps) <= kLeastIdleShare) return std::nullopt;
  const IdleTables& tables = idle.Of(*process, *device);
  int64_t recorded_ps = 0;
  for (const IdleRow& row : tables.by_reason) recorded_ps += row.recorded_ps;
  if (2 * recorded_ps < idle_ps) {
    return IdleFinding{
        fmt::format("{} is idle for {:.0f} % of its steps, and the recording "
                    "does not say what the device waited for{}",
                    device->device, 100 * share(idle_ps),
                    HowToKnowMore(process->view->host(), tables)),
        {},
        {}};
  }
  const IdleRow& most = tables.by_reason.front();
  const WaitReason reason = ReasonOfRow(most);
  const bool counts = share(most.idle_ps) > kLeastIdleShare &&
                      reason != WaitReason::kUnknown && !most.is_mostly_guess();
  if (!counts) return std::nullopt;
  const ReasonAdvice& advice = kReasonAdvice[static_cast<size_t>(reason)];
  const IdlePlace place = MostIdlePlace(tables, reason);
  if (share(place.recorded_ps) <= kLeastIdleShare) return std::nullopt;
  IdleFinding finding;
  finding.line = place.line;
  finding.name = place.region.empty() ? place.program : place.region;
  std::string where = Printable(finding.line);
  if (!place.region.empty() && !place.line.ends_with(place.region)) {
    where += (where.empty() ? "" : ", in ") + Printable(place.region);
  }
  if (reason == WaitReason::kInput && !tables.by_stage.empty()) {
    const std::string stage = StageInWords(tables.by_stage.front());
    where = Printable(stage) + (where.empty() ? "" : " in ") + where;
  }
  if (where.empty()) where = Printable(finding.name);
  if (where.empty()) where = Printable(most.evidence);
  std::string_view remedy = advice.remedy;
  if (IsOfLaunching(reason) && IsLaunchBound(tables, idle_ps)) {
    remedy = "fewer, larger operations";
  }
  finding.mean_ns =
      static_cast<double>(place.recorded_ps) / 1000 /
      static_cast<double>(std::max<size_t>(process->windows.size(), 1));
  finding.text = fmt::format(
      "{} waits {} ({:.0f} %) of a step {}{}{}{}{}", device->device,
      TextOf(Cell(finding.mean_ns), Unit::kNanos),
      100 * share(place.recorded_ps), advice.words, where.empty() ? "" : ": ",
      where, remedy.empty() ? "" : "; ", remedy);
  return finding;
}

}  // namespace tfprof
