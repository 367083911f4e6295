// SPDX-License-Identifier: Apache-2.0
// From an XSpace to a sink, and what has to be said about it.
#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "wire/recording/read_by_reference.h"
#include "wire/recording/read_recorded_host.h"

namespace tfprof {

namespace {

constexpr std::string_view kXSpaceNotes = "notes on recordings";

// "worker-1" of "run/worker-1.xplane.pb".
std::string HostOfFile(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return std::string(file.substr(0, file.find(".xplane.pb")));
}

uint64_t EventsOf(const Recording& recording) {
  uint64_t events = 0;
  for (const Recording::Plane& plane : recording.planes) events += plane.events;
  return events;
}

std::string JoinPrintable(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) {
    if (!joined.empty()) joined += "; ";
    joined += Printable(text);
  }
  return joined;
}

// The share of the operations' time that is in no step.
double ShareOutside(const Recording& recording) {
  const auto self_of = [](const Recording::Step& step) {
    double self_ps = 0;
    for (const auto& use : step.devices) {
      self_ps += static_cast<double>(use.self_ps);
    }
    return self_ps;
  };
  double in_steps = 0;
  for (const Recording::Step& step : recording.steps) {
    in_steps += self_of(step);
  }
  const double whole = self_of(recording.whole);
  return whole > 0 ? 1 - in_steps / whole : 0;
}

void SayWhatIsMissing(const std::string& path, const Recording& recording,
                      Diagnostics& diagnostics) {
  if (EventsOf(recording) == 0) {
    std::string text =
        fmt::format("{}: has no events: {}", path, Printable(recording.host));
    if (!recording.errors.empty()) {
      text += "; errors of the profiler: " + JoinPrintable(recording.errors);
    }
    diagnostics.WarnOnce(kXSpaceNotes, text);
  }
  for (const Recording::Complaint& complaint : recording.complaints) {
    const std::string plane =
        Printable(recording.strings[recording.planes[complaint.plane].name]);
    if (complaint.nameless_events > 0) {
      diagnostics.WarnOnce(
          kXSpaceNotes,
          fmt::format("{}: {} events of plane {} have no name: their metadata "
                      "is missing",
                      path, complaint.nameless_events, plane));
    }
    if (complaint.impossible_events > 0) {
      diagnostics.WarnOnce(
          kXSpaceNotes,
          fmt::format("{}: {} events of plane {} have times that no run can "
                      "have and are left out; is the file damaged?",
                      path, complaint.impossible_events, plane));
    }
  }
}

void SayThatNothingRan(const std::string& path, const Recording& recording,
                       Diagnostics& diagnostics) {
  const uint64_t events = EventsOf(recording);
  if (events == 0 || !recording.rows.empty()) return;
  diagnostics.WarnOnce(
      kXSpaceNotes,
      fmt::format("{}: has {} events and no operation; recorded by JAX below "
                  "0.4.2x or eager code; steps and trace show what there is",
                  path, events));
}

void SayWhatStepsAre(const std::string& path, const Recording& recording,
                     Diagnostics& diagnostics) {
  if (recording.rows.empty()) return;
  if (recording.steps.empty()) {
    diagnostics.WarnOnce(
        kXSpaceNotes,
        fmt::format("{}: no steps are marked, so the whole file is step 0",
                    path));
    return;
  }
  const double outside = ShareOutside(recording);
  if (outside < 0.0005) return;
  diagnostics.WarnOnce(
      kXSpaceNotes,
      fmt::format("{}: {:.1f} % of the operations' time is in no step and not "
                  "counted; --steps=whole counts it",
                  path, 100 * outside));
}

}  // namespace

Status ReadRecording(const Source& source, DumpSink& sink,
                     Diagnostics& diagnostics) {
  RecordingOptions options = sink.recording_options();
  if (options.rules.xspace_rows) {
    TFPROF_ASSIGN_OR_RETURN(std::shared_ptr<RecordedHost> host,
                            ReadRecordedHost(source, sink.recorded_needs(),
                                             diagnostics, sink.wants_events()));
    sink.AddRecordedHost(std::move(host));
    return {};
  }
  options.wants_whole |= source.is_one_step;
  TFPROF_ASSIGN_OR_RETURN(Recording read,
                          ReadByReference(source, options, diagnostics));
  const auto recording = std::make_shared<Recording>(std::move(read));
  if (recording->host.empty()) recording->host = HostOfFile(source.path);
  if (source.has_other_hosts) {
    for (Recording::Device& device : recording->devices) {
      device.name = fmt::format("/{}{}", recording->host, device.name);
    }
  }
  SayThatNothingRan(source.path, *recording, diagnostics);
  SayWhatIsMissing(source.path, *recording, diagnostics);
  if (source.is_one_step) {
    recording->steps = {};
  } else {
    SayWhatStepsAre(source.path, *recording, diagnostics);
  }
  if (options.steps != nullptr && !recording->steps.empty()) {
    std::erase_if(recording->steps, [&](const Recording::Step& step) {
      return !std::binary_search(options.steps->begin(), options.steps->end(),
                                 step.number);
    });
    if (recording->steps.empty()) return {};
  }
  sink.AddRecording(recording);
  return {};
}

}  // namespace tfprof
