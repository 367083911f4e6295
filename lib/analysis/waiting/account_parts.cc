// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/account_parts.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/waiting/collective_finding.h"
#include "analysis/waiting/compile_finding.h"
#include "analysis/waiting/idle_finding.h"

namespace tfprof {

namespace {

using Parts = std::vector<DumpSummary::AccountPart>;

// Compute, communication, and all copies; the longest reasons of idle time.
Parts PartsOf(const WaitingOfProcess& process, const DeviceMoments& device,
              IdleOfDevices& idle) {
  const WindowAccount account = AccountOf(device, process.windows);
  if (account.length_ps <= 0) return {};
  Parts parts;
  const auto add = [&](std::string name, int64_t ps, bool is_idle,
                       bool is_guess) {
    if (ps <= 0) return;
    parts.push_back(
        {std::move(name),
         static_cast<double>(ps) / static_cast<double>(account.length_ps),
         is_idle,
         is_guess,
         {}});
  };
  int64_t copies_ps = 0;
  for (size_t i = 2; i < kMomentClassCount; ++i) {
    copies_ps += account.of_class[i];
  }
  add("compute", account.of_class[0], false, false);
  add("communication", account.of_class[1], false, false);
  add("copies", copies_ps, false, false);
  constexpr size_t kMostReasons = 4;
  const IdleTables& tables = idle.Of(process, device);
  int64_t rest_ps = account.idle_ps;
  for (size_t i = 0; i < std::min(tables.by_reason.size(), kMostReasons); ++i) {
    const IdleRow& row = tables.by_reason[i];
    std::string reason(row.key);
    std::replace(reason.begin(), reason.end(), '_', ' ');
    add(std::move(reason), row.idle_ps, true, row.is_mostly_guess());
    if (row.idle_ps > 0) parts.back().evidence = row.evidence;
    rest_ps -= row.idle_ps;
  }
  // Less than people see is not worth its words.
  if (1000 * rest_ps >= account.length_ps) {
    add("other reasons", rest_ps, true, false);
  }
  return parts;
}

}  // namespace

void AddAccounts(IdleOfDevices& idle, DumpSummary& summary) {
  const RecordedWaiting& waiting = idle.waiting();
  if (!summary.step || summary.step->is_recording) return;
  for (const auto& [row, words] : ShownDevices(summary.devices)) {
    DumpSummary::Device& shown = summary.devices[row];
    for (size_t i = 0; i < waiting.processes.size(); ++i) {
      const std::string& prefix = waiting.capture->processes[i].prefix;
      for (const DeviceMoments& device : waiting.processes[i].devices) {
        if (device.is_all || prefix + device.device != shown.name) continue;
        shown.account = PartsOf(waiting.processes[i], device, idle);
      }
    }
  }
}

void AddWaitingFindings(IdleOfDevices& idle, DumpSummary& summary) {
  std::vector<std::pair<double, DumpSummary::Finding>> found;
  if (const auto of = FindIdleFinding(idle)) {
    found.push_back({of->mean_ns, {"idle", of->text, of->name, of->line}});
  }
  if (const auto of = WorstCompileFinding(idle.waiting())) {
    found.push_back({of->mean_ns, {"compile", of->text, of->name}});
  }
  if (const auto of = FindCollectiveFinding(idle.waiting())) {
    found.push_back({of->mean_ns, {"collective", of->text, of->device}});
  }
  std::stable_sort(
      found.begin(), found.end(),
      [](const auto& a, const auto& b) { return a.first > b.first; });
  for (auto& [mean_ns, finding] : found) {
    summary.findings.push_back(std::move(finding));
  }
}

}  // namespace tfprof
