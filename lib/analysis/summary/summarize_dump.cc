// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/summarize_dump.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "analysis/recording/waits.h"
#include "analysis/summary/thresholds.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

std::vector<std::pair<int64_t, int64_t>> LengthsOf(const StepTable& table,
                                                   const ChosenSteps& chosen) {
  std::vector<std::pair<int64_t, int64_t>> lengths;  // and steps
  for (const StepTable::Step& step : table.steps) {
    if (step.HasLength() && chosen.Contains(step.step)) {
      lengths.emplace_back(step.LengthNs(), step.step);
    }
  }
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

// Streams and copies are not counted: they are parts of a device.
size_t NumberOfDevices(const StepTable& table) {
  std::set<std::string_view> devices;
  for (const std::string& name : table.device_names) {
    std::string_view device(name);
    const size_t part = device.find("/stream:");
    device = device.substr(0, part);
    if (device.find("memcpy") == std::string_view::npos) devices.insert(device);
  }
  return devices.size();
}

std::string Counted(size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

class SummaryMaker {
 public:
  SummaryMaker(const SummaryInput& input, DumpSummary& summary)
      : input_(input),
        summary_(summary),
        lengths_(LengthsOf(input.table, input.chosen)),
        recorded_(SharesOfSteps(input.table, &input.chosen)) {}

  void Run() {
    AddTitle();
    AddLengths();
    AddAbout();
    AddMemory();
    AddWork();
    AddWaits();
    AddNext();
  }

 private:
  void AddTitle();
  void AddLengths();
  void AddAbout();
  void AddMemory();
  void AddWork();
  void AddWaits();
  void AddNext();

  const SummaryInput& input_;
  DumpSummary& summary_;
  const std::vector<std::pair<int64_t, int64_t>> lengths_;
  const RecordedShares recorded_;
};

void SummaryMaker::AddTitle() {
  std::string title = fmt::format("{}: ", input_.name);
  if (input_.table.steps.empty()) {
    title += "no steps";
  } else {
    title += fmt::format("{} of {}", Counted(input_.table.steps.size(), "step"),
                         Counted(NumberOfDevices(input_.table), "device"));
  }
  if (input_.nodes) {
    title += ", " + Counted(static_cast<size_t>(*input_.nodes), "node");
  }
  summary_.title = title + '.';
}

void SummaryMaker::AddLengths() {
  if (lengths_.empty()) return;
  DumpSummary::Lengths step;
  step.median_ns = lengths_[(lengths_.size() - 1) / 2].first;
  step.least_ns = lengths_.front().first;
  step.most_ns = lengths_.back().first;
  double length = 0, busy = 0, sum = 0;
  bool has_records = false;
  for (const StepTable::Step& of : input_.table.steps) {
    if (!of.HasLength() || !input_.chosen.Contains(of.step)) continue;
    has_records = has_records || of.time.HasTimes();
    length += static_cast<double>(of.LengthNs());
    busy += static_cast<double>(of.time.busy_ns);
    sum += static_cast<double>(of.time.sum_ns);
  }
  if (has_records && length > 0) step.busy_share = busy / length;
  if (busy > 0) step.parallelism = sum / busy;
  summary_.step = step;
}

void SummaryMaker::AddAbout() {
  const StepTable& table = input_.table;
  if (table.steps.empty()) {
    summary_.about =
        "Times and memory are unknown without RunMetadata of a step.";
    return;
  }
  summary_.about =
      fmt::format("Numbers are of {}", WordsOfSteps(input_.chosen.numbers));
  const StepTable::Step first = table.steps.front();
  const bool is_left_out = !input_.chosen.Contains(first.step);
  if (is_left_out && first.HasLength() && summary_.step &&
      summary_.step->median_ns > 0) {
    const double times = static_cast<double>(first.LengthNs()) /
                         static_cast<double>(summary_.step->median_ns);
    if (times >= kWorthAWord.slow_start) {
      summary_.about += fmt::format(
          "; step {} was the first and took {:.1f} times the median",
          first.step, times);
    }
  }
  summary_.about += '.';
  if (!input_.chosen.note.empty()) {
    summary_.about += " (" + input_.chosen.note + ")";
  }
  if (!summary_.step) {
    summary_.about +=
        " The records have no start times, so the length of a step is unknown.";
  }
}

// The greatest peak of each allocator in any of the steps. Allocators with less
// than a hundredth of the greatest are left out.
void SummaryMaker::AddMemory() {
  std::unordered_map<std::string_view, size_t> row_of;  // by allocator
  for (const StepDigest& digest : input_.digests) {
    if (!input_.chosen.Contains(digest.step)) continue;
    for (const DumpSummary::Memory& memory : digest.memory) {
      const auto [known, is_new] =
          row_of.try_emplace(memory.allocator, summary_.memory.size());
      if (is_new) {
        summary_.memory.push_back(memory);
      } else if (memory.peak_bytes >
                 summary_.memory[known->second].peak_bytes) {
        summary_.memory[known->second] = memory;
      }
    }
  }
  std::stable_sort(
      summary_.memory.begin(), summary_.memory.end(),
      [](const auto& a, const auto& b) { return a.peak_bytes > b.peak_bytes; });
  if (row_of.empty()) return;
  // A hundredth, rounded up. No row has a peak of 0.
  const int64_t least = (summary_.memory.front().peak_bytes - 1) / 100 + 1;
  const size_t erased =
      std::erase_if(summary_.memory, [&](const DumpSummary::Memory& memory) {
        return memory.peak_bytes < least;
      });
  summary_.has_other_allocators = erased > 0;
}

void SummaryMaker::AddWork() {
  double float_ops = 0, time = 0, known_time = 0;
  int64_t known_nodes = 0, steps = 0;
  for (const StepDigest& digest : input_.digests) {
    if (!digest.work || !input_.chosen.Contains(digest.step)) continue;
    ++steps;
    float_ops += static_cast<double>(digest.work->float_ops);
    time += static_cast<double>(digest.work->time_ns);
    known_time += static_cast<double>(digest.work->known_time_ns);
    known_nodes += digest.work->known_nodes;
  }
  if (steps == 0 || known_nodes == 0 || float_ops <= 0) return;
  DumpSummary::Work work;
  work.float_ops = float_ops / static_cast<double>(steps);
  if (summary_.step && summary_.step->median_ns > 0) {
    work.flops_per_s =
        *work.float_ops * 1e9 / static_cast<double>(summary_.step->median_ns);
  }
  if (time > 0) work.known_time_share = known_time / time;
  summary_.work = work;
}

// The waits of steps, according to the profiler.
void SummaryMaker::AddWaits() {
  if (!recorded_.are_known || recorded_.input < kWorthAWord.input_waits) return;
  summary_.findings.push_back(
      {.finding = "input",
       .text = fmt::format("steps wait for input {:.1f} % of their time: "
                           "prefetch, map and read files in parallel, or cache",
                           100 * recorded_.input)});
}

// Commands to run next; the greatest weight first.
void SummaryMaker::AddNext() {
  std::vector<std::pair<double, std::string>> commands;
  const auto add = [&](double weight, std::string_view command,
                       std::string_view flags) {
    commands.emplace_back(
        weight, fmt::format("tfprof {} {}{}", command, input_.dump, flags));
  };
  if (input_.table.steps.empty()) {
    add(1, "summarize", "");
    add(0.5, "scope", " --select=params");
    add(0.2, "info", "");
  } else {
    if (summary_.path) add(1, "path", "");
    add(0.9, "top", input_.has_code ? " --by=code" : " --by=scope");
    if (!summary_.memory.empty()) add(0.5, "memory", "");
    // Only step files have tables by execution.
    const bool has_step_files = !input_.digests.empty();
    if (!input_.steps_shown.empty()) {
      add(0.95, "steps", " " + input_.steps_shown);
    } else if (recorded_.are_known) {
      add(0.6, "steps", "");
    }
    if (has_step_files && summary_.step &&
        static_cast<double>(summary_.step->most_ns) >
            kWorthAWord.wide_spread *
                static_cast<double>(summary_.step->median_ns)) {
      add(0.7, "steps", " --show=spread");
    }
    if (has_step_files && summary_.step &&
        1 - summary_.step->busy_share.value_or(1) > kWorthAWord.idle_step) {
      add(0.6, "steps", " --show=account");
    }
    add(0.4, "advise", "");
    add(0.1, "info", "");
  }
  std::stable_sort(
      commands.begin(), commands.end(),
      [](const auto& a, const auto& b) { return a.first > b.first; });
  for (size_t i = 0; i < std::min<size_t>(commands.size(), 3); ++i) {
    summary_.next.push_back(std::move(commands[i].second));
  }
}

}  // namespace

void CompleteSummary(const SummaryInput& input, DumpSummary& summary) {
  SummaryMaker(input, summary).Run();
}

}  // namespace tfprof
