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
class StepLengthRows {
 public:
  StepLengthRows(SharedCapture capture, const CaptureChoice& chosen)
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
      const StepRecordSums work =
          WorkOfStep(capture_->processes[i], step.step_of[i]);
      sum_ps = WrapAdd(sum_ps, work.sum_ps);
      records += static_cast<int64_t>(work.records);
    }
    const bool has_time = !all_[longest].occupied.empty();
    const auto if_timed = [&](int64_t ps) {
      return has_time ? MicrosOfPs(ps) : Cell();
    };
    return {step.number,
            step.name,
            MicrosOfPs(step.length_ps),
            if_timed(busy_ps),
            if_timed(occupied_ps - busy_ps),
            if_timed(window.length_ps - occupied_ps),
            std::string(WordsOf(step.length_is)),
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
               {"busy", kMicros},
               {"waiting", kMicros, true},
               {"idle", kMicros},
               {"length is"},
               {"sum", kMicros},
               {"parallelism"},
               {"records"},
               {"has compiled", kNone, true},
               {"hosts"},
               {"is used"}},
              {}};
  const StepLengthRows rows(capture, chosen);
  table.AddRows(capture->steps.size(), true,
                [rows](size_t row) { return rows.Row(row); });
  Section section{"step lengths", {}, std::move(table)};
  if (!chosen.note.empty()) section.notes.push_back(chosen.note);
  return section;
}

// Beyond so many rows, devices without work of a step are left out: their
// number is the product of steps and devices.
constexpr uint64_t kMostDeviceRows = 1'000'000;

uint64_t CountDeviceRows(const Capture& capture) {
  uint64_t count = 0;
  for (const StepOfAll& step : capture.steps) {
    for (size_t i = 0; i < step.step_of.size(); ++i) {
      if (step.step_of[i] != kNoRow) count += capture.processes[i].ran.size();
    }
  }
  return count;
}

// A row for each step, process and device that ran anything in the recording.
class StepDeviceRows {
 public:
  StepDeviceRows(SharedCapture capture, bool has_all)
      : capture_(std::move(capture)), has_all_(has_all) {
    for (size_t row = 0; row < capture_->steps.size(); ++row) {
      const StepOfAll& step = capture_->steps[row];
      for (size_t i = 0; i < step.step_of.size(); ++i) {
        if (step.step_of[i] == kNoRow) continue;
        parts_.push_back(
            {static_cast<uint32_t>(row), static_cast<uint32_t>(i)});
        ends_.push_back(count_ += Devices(parts_.back()).size());
      }
    }
  }

  size_t count() const { return count_; }

  std::vector<Cell> Row(size_t row) {
    const auto number = static_cast<size_t>(
        std::upper_bound(ends_.begin(), ends_.end(), row) - ends_.begin());
    const Part& part = parts_[number];
    const StepOfAll& step = capture_->steps[part.step];
    const RecordedProcess& process = capture_->processes[part.process];
    const uint32_t host_step = step.step_of[part.process];
    // The devices of a step are asked for one after the other.
    if (last_ != number) uses_ = UsesOf(process, host_step, Devices(part));
    last_ = number;
    const StepDeviceUse& use =
        uses_[row - (number == 0 ? 0 : ends_[number - 1])];
    return {step.number,
            step.name,
            process.prefix + process.host->devices[use.device].name,
            MicrosOfPs(process.steps.steps[host_step].length_ps),
            MicrosOfPs(use.busy_ps),
            MicrosOfPs(use.waiting_ps),
            MicrosOfPs(use.idle_ps),
            static_cast<int64_t>(use.records),
            MicrosOfPs(use.sum_ps)};
  }

 private:
  // A step in a process.
  struct Part {
    uint32_t step = 0;
    uint32_t process = 0;
  };

  std::vector<uint32_t> Devices(const Part& part) const {
    const RecordedProcess& process = capture_->processes[part.process];
    return has_all_
               ? process.ran
               : DevicesOf(process,
                           capture_->steps[part.step].step_of[part.process]);
  }

  SharedCapture capture_;
  bool has_all_ = true;
  std::vector<Part> parts_;
  std::vector<size_t> ends_;  // of rows, by part
  size_t count_ = 0;
  size_t last_ = SIZE_MAX;
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
  const bool has_all = CountDeviceRows(*capture) <= kMostDeviceRows;
  StepDeviceRows rows(capture, has_all);
  const size_t count = rows.count();
  table.AddRows(count, true, [rows = std::move(rows)](size_t row) mutable {
    return rows.Row(row);
  });
  Section section{"step lengths by device", {}, std::move(table)};
  if (!has_all) {
    section.notes.emplace_back(
        "devices without work of a step are left out: there are too many");
  }
  return section;
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
