// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/compile_finding.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/strings.h"
#include "report/table.h"

namespace tfprof {

namespace {

// The numbers of the first steps: "2, 3, 5, ...".
std::string StepsInWords(const std::vector<int64_t>& steps) {
  constexpr size_t kMostShown = 5;
  const auto end = steps.begin() + static_cast<std::ptrdiff_t>(
                                       std::min(steps.size(), kMostShown));
  return fmt::format("{}{}", fmt::join(steps.begin(), end, ", "),
                     end == steps.end() ? "" : ", ...");
}

CompileFinding FindingOf(const CompileRow& row) {
  const std::string_view remedy =
      row.tracing_count
          ? "pass tensors instead of Python values, and give tf.function an "
            "input_signature"
          : "keep shapes, types and static arguments the same; "
            "jax.config.update(\"jax_explain_cache_misses\", True) tells why";
  return {
      fmt::format(
          "{} was traced or compiled in {} steps ({}), {} of the host: {}",
          row.program.empty() ? "a program" : Printable(row.program),
          row.steps.size(), StepsInWords(row.steps),
          TextOf(Cell(static_cast<double>(row.host_ps) / 1000), Unit::kNanos),
          remedy),
      row.program, row.host_ps, 0};
}

// All steps of a process, which are in order of begin.
std::vector<CompileWindow> AllCompileWindowsOf(const RecordedProcess& process) {
  std::vector<CompileWindow> windows;
  for (const HostStep& step : process.steps.steps) {
    windows.push_back({step.number, step.begin_ps, step.end_ps()});
  }
  return windows;
}

}  // namespace

std::vector<CompileWindow> CompileWindowsOf(const RecordedWaiting& waiting,
                                            uint32_t process) {
  std::vector<CompileWindow> windows;
  for (const AccountWindow& window : waiting.processes[process].windows) {
    windows.push_back({waiting.StepOf(process, window)->number, window.begin_ps,
                       window.end_ps});
  }
  return windows;
}

std::vector<CompileFinding> FindCompileFindings(
    const RecordedWaiting& waiting) {
  std::vector<CompileFinding> findings;
  for (uint32_t i = 0; i < waiting.processes.size(); ++i) {
    const std::vector<CompileWindow> windows =
        AllCompileWindowsOf(waiting.capture->processes[i]);
    const std::vector<CompileRow> rows =
        CompilesOf(*waiting.processes[i].view, windows);
    for (const CompileRow& row : rows) {
      if (row.steps.size() < 2) continue;
      findings.push_back(FindingOf(row));
      findings.back().mean_ns = static_cast<double>(row.host_ps) / 1000 /
                                static_cast<double>(windows.size());
    }
  }
  std::sort(findings.begin(), findings.end(),
            [](const CompileFinding& a, const CompileFinding& b) {
              return std::tie(b.host_ps, a.name, a.text) <
                     std::tie(a.host_ps, b.name, b.text);
            });
  return findings;
}

std::optional<CompileFinding> WorstCompileFinding(
    const RecordedWaiting& waiting) {
  std::vector<CompileFinding> findings = FindCompileFindings(waiting);
  if (findings.empty()) return std::nullopt;
  CompileFinding worst = std::move(findings.front());
  const size_t others = findings.size() - 1;
  if (others > 0) {
    worst.text +=
        fmt::format("; {} other program{} too", others, others == 1 ? "" : "s");
  }
  return worst;
}

}  // namespace tfprof
