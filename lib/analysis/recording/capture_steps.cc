// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "analysis/recording/capture_sections.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

Cell MicrosOfPs(int64_t ps) { return static_cast<double>(ps) / 1e6; }

// Moments at which any device of a process is busy, or occupied.
struct AllDevices {
  TimeUnion busy;
  TimeUnion occupied;
};

std::vector<AllDevices> UniteDevices(const Capture& capture) {
  std::vector<AllDevices> all;
  for (const RecordedProcess& process : capture.processes) {
    std::vector<TimeSpan> busy;
    std::vector<TimeSpan> occupied;
    for (const RecordedDevice& device : process.host->devices) {
      const auto& spans = device.busy.spans();
      busy.insert(busy.end(), spans.begin(), spans.end());
      const auto& more = device.occupied.spans();
      occupied.insert(occupied.end(), more.begin(), more.end());
    }
    all.push_back({TimeUnion(std::move(busy)), TimeUnion(std::move(occupied))});
  }
  return all;
}

// The process whose part of the step took longest.
size_t LongestOf(const Capture& capture, const StepOfAll& step) {
  size_t longest = 0;
  int64_t most_ps = INT64_MIN;
  for (size_t i = 0; i < step.step_of.size(); ++i) {
    if (step.step_of[i] == kNoRow) continue;
    const int64_t length_ps =
        capture.processes[i].steps.steps[step.step_of[i]].length_ps;
    if (length_ps <= most_ps) continue;
    longest = i;
    most_ps = length_ps;
  }
  return longest;
}

// By step: busy, waiting and idle of any device in the window of the process
// that took longest; work of all processes.
class StepRows {
 public:
  StepRows(SharedCapture capture, const CaptureChoice& chosen)
      : capture_(std::move(capture)),
        all_(UniteDevices(*capture_)),
        is_used_(capture_->steps.size()) {
    for (const uint32_t step : chosen.steps) is_used_[step] = true;
  }

  std::vector<Cell> Row(size_t row) const {
    const StepOfAll& step = capture_->steps[row];
    const size_t longest = LongestOf(*capture_, step);
    const HostStep& window =
        capture_->processes[longest].steps.steps[step.step_of[longest]];
    const int64_t busy_ps =
        all_[longest].busy.LengthPsIn(window.begin_ps, window.end_ps());
    const int64_t occupied_ps =
        all_[longest].occupied.LengthPsIn(window.begin_ps, window.end_ps());
    int64_t sum_ps = 0;
    int64_t records = 0;
    for (size_t i = 0; i < step.step_of.size(); ++i) {
      if (step.step_of[i] == kNoRow) continue;
      for (const StepDeviceUse& use :
           UsesOf(capture_->processes[i], step.step_of[i])) {
        sum_ps = WrapAdd(sum_ps, use.sum_ps);
        records += static_cast<int64_t>(use.records);
      }
    }
    const bool has_time = !all_[longest].occupied.empty();
    const auto if_timed = [&](int64_t ps) {
      return has_time ? MicrosOfPs(ps) : Cell();
    };
    return {step.number,
            step.name,
            MicrosOfPs(step.length_ps),
            std::string(WordsOf(step.length_is)),
            if_timed(busy_ps),
            if_timed(occupied_ps - busy_ps),
            if_timed(window.length_ps - occupied_ps),
            MicrosOfPs(sum_ps),
            occupied_ps > 0 ? Cell(static_cast<double>(sum_ps) /
                                   static_cast<double>(occupied_ps))
                            : Cell(),
            records,
            step.has_compiled,
            static_cast<int64_t>(step.processes),
            bool{is_used_[row]}};
  }

 private:
  SharedCapture capture_;
  std::vector<AllDevices> all_;  // by process
  std::vector<bool> is_used_;    // by step
};

Section StepLengthsOf(const SharedCapture& capture,
                      const CaptureChoice& chosen) {
  using enum Unit;
  Table table{{{"step"},
               {"name"},
               {"length", kMicros},
               {"length is"},
               {"busy", kMicros},
               {"waiting", kMicros, true},
               {"idle", kMicros},
               {"sum", kMicros},
               {"parallelism"},
               {"records"},
               {"has compiled", kNone, true},
               {"hosts"},
               {"is used"}},
              {}};
  const StepRows rows(capture, chosen);
  table.AddRows(capture->steps.size(), true,
                [rows](size_t row) { return rows.Row(row); });
  Section section{"step lengths", {}, std::move(table)};
  if (!chosen.note.empty()) section.notes.push_back(chosen.note);
  return section;
}

// A row for each step, process and device that ran anything in the recording.
class DeviceRows {
 public:
  explicit DeviceRows(SharedCapture capture) : capture_(std::move(capture)) {
    for (const StepOfAll& step : capture_->steps) {
      for (size_t i = 0; i < step.step_of.size(); ++i) {
        if (step.step_of[i] != kNoRow) count_ += DevicesOf(i);
      }
      ends_.push_back(count_);
    }
  }

  size_t count() const { return count_; }

  std::vector<Cell> Row(size_t row) {
    const auto number = static_cast<size_t>(
        std::upper_bound(ends_.begin(), ends_.end(), row) - ends_.begin());
    const StepOfAll& step = capture_->steps[number];
    size_t left = row - (number == 0 ? 0 : ends_[number - 1]);
    size_t process = 0;
    while (step.step_of[process] == kNoRow || left >= DevicesOf(process)) {
      if (step.step_of[process] != kNoRow) left -= DevicesOf(process);
      ++process;
    }
    const RecordedProcess& of = capture_->processes[process];
    const uint32_t host_step = step.step_of[process];
    // The devices of a step are asked for one after the other.
    if (last_ != std::pair(number, process)) uses_ = UsesOf(of, host_step);
    last_ = {number, process};
    const StepDeviceUse& use = uses_[left];
    return {step.number,
            step.name,
            of.prefix + of.host->devices[use.device].name,
            MicrosOfPs(of.steps.steps[host_step].length_ps),
            MicrosOfPs(use.busy_ps),
            MicrosOfPs(use.waiting_ps),
            MicrosOfPs(use.idle_ps),
            static_cast<int64_t>(use.records),
            MicrosOfPs(use.sum_ps)};
  }

 private:
  size_t DevicesOf(size_t process) const {
    return capture_->processes[process].ran.size();
  }

  SharedCapture capture_;
  std::vector<size_t> ends_;  // of rows, by step
  size_t count_ = 0;
  std::pair<size_t, size_t> last_{SIZE_MAX, 0};
  std::vector<StepDeviceUse> uses_;
};

Section StepDevicesOf(const SharedCapture& capture) {
  using enum Unit;
  Table table{{{"step"},
               {"name"},
               {"device"},
               {"length", kMicros},
               {"busy", kMicros},
               {"waiting", kMicros, true},
               {"idle", kMicros},
               {"records"},
               {"sum", kMicros}},
              {}};
  DeviceRows rows(capture);
  const size_t count = rows.count();
  table.AddRows(count, true, [rows = std::move(rows)](size_t row) mutable {
    return rows.Row(row);
  });
  return {"step lengths by device", {}, std::move(table)};
}

Section StepNamesOf(const Capture& capture) {
  using enum Unit;
  Table table{{{"name"},
               {"steps"},
               {"median", kMicros},
               {"p90", kMicros},
               {"p99", kMicros},
               {"most", kMicros}},
              {}};
  for (const StepNameRow& row : capture.names) {
    table.AddRow({row.name, static_cast<int64_t>(row.steps),
                  MicrosOfPs(row.median_ps), MicrosOfPs(row.p90_ps),
                  MicrosOfPs(row.p99_ps), MicrosOfPs(row.most_ps)});
  }
  return {"step names",
          {"lengths of used steps, by nearest rank"},
          std::move(table)};
}

}  // namespace

std::vector<Section> CaptureStepSections(const SharedCapture& capture,
                                         const CaptureChoice& chosen) {
  if (capture->steps.empty()) return {};
  std::vector<Section> sections;
  sections.push_back(StepLengthsOf(capture, chosen));
  sections.push_back(StepDevicesOf(capture));
  sections.push_back(StepNamesOf(*capture));
  return sections;
}

ReportedSteps StepsOfCapture(const Capture& capture,
                             const CaptureChoice& chosen) {
  ReportedSteps steps{{{}}, chosen.are};
  for (const uint32_t row : chosen.steps) {
    steps.of_dump[0].push_back(capture.steps[row].number);
  }
  steps.name = chosen.name;
  return steps;
}

}  // namespace tfprof
