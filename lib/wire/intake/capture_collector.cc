// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/capture_collector.h"

#include <algorithm>
#include <deque>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/strings.h"
#include "recorded/capture.h"
#include "recorded/notice_words.h"
#include "recorded/recording_of.h"
#include "recorded/xla_name.h"
#include "wire/hlo/hlo_graph.h"

namespace tfprof {

namespace {

constexpr std::string_view kRecordingNotes = "notes on recordings";

void SayNotices(const Capture& capture, Diagnostics& diagnostics) {
  int64_t median_ps = 0;
  for (const StepNameRow& row : capture.names) {
    if (row.name == capture.default_name) median_ps = row.median_ps;
  }
  for (const RecordedProcess& process : capture.processes) {
    for (const RecordedHost::Notice& notice : process.host->notices) {
      const Diagnostics::Notice said{notice.code, process.label, notice.count,
                                     notice.value_ps};
      diagnostics.AddNotice(said);
      const std::string sentence = WordsOf(said, median_ps);
      if (sentence.empty()) continue;
      diagnostics.WarnOnce(
          kRecordingNotes,
          fmt::format("{}: {}", Printable(process.label), sentence));
    }
  }
}

void SayWhatIsOutside(const RecordedProcess& process,
                      Diagnostics& diagnostics) {
  const double outside = ShareOutsideOf(process).value_or(0);
  if (outside < 0.0005) return;
  diagnostics.WarnOnce(
      kRecordingNotes,
      fmt::format("{}: {:.1f} % of the operations' time is in no step and not "
                  "counted; --steps=whole counts it",
                  Printable(process.label), 100 * outside));
}

// The programs of XLA as graphs, called as the rows of what ran.
void AddPrograms(const RecordedHost& host, bool canonical_names,
                 DumpSink& sink) {
  std::deque<std::string> canonical;
  const auto name_of = [&](const RecordedNode& node) -> std::string_view {
    const std::string_view name = host.Text(node.name);
    if (!canonical_names) return name;
    return canonical.emplace_back(CanonicalName(name));
  };
  const bool makes_graph = sink.graph_detail() >= GraphDetail::kDefinitions;
  std::vector<std::vector<HloNodeWords>> known(host.programs.size());
  for (const RecordedNode& node : host.nodes) {
    if (node.program_row == kNoRow || node.hlo_row == HloModule::kNone) {
      continue;
    }
    auto& words = known[node.program_row];
    words.resize(host.programs[node.program_row].hlo->instructions.size());
    words[node.hlo_row] = {name_of(node), host.Text(node.type)};
  }
  const bool has_any =
      std::any_of(host.programs.begin(), host.programs.end(),
                  [](const auto& program) { return program.hlo != nullptr; });
  if (makes_graph && has_any) sink.BeginGraph({});
  for (size_t i = 0; i < host.programs.size(); ++i) {
    if (host.programs[i].hlo == nullptr) continue;
    AddHloNodes(*host.programs[i].hlo, known[i], sink);
  }
}

std::shared_ptr<const StepSeriesWords> WordsOfSeries(const Capture& capture,
                                                     const NumberedSteps& series) {
  auto words = std::make_shared<StepSeriesWords>();
  words->name = series.name;
  StepSelection used;
  if (!series.name.empty() && !series.is_whole) {
    used = {StepSelection::Which::kNamed, {}, series.name};
  }
  const auto choice = capture.Choose(
      series.name == capture.default_name ? StepSelection() : used);
  if (choice) {
    words->used = series.NumbersOf(choice->steps);
    words->used_are = choice->are;
    words->note = choice->note;
  }
  for (const RecordedProcess& process : capture.processes) {
    for (const RecordedNode& node : process.host->nodes) {
      words->names_hash =
          words->names_hash * 31 + TextHash()(process.host->Text(node.name));
    }
  }
  for (const auto& [number, row] : series.steps) {
    const StepOfAll& step = capture.steps[row];
    if (step.has_compiled) words->compiled.push_back(number);
    words->steps.push_back({number, step.name, WordsOf(step.length_is)});
  }
  return words;
}

}  // namespace

Status CaptureCollector::Finish(const Inputs& inputs, DumpSink& guard,
                                Diagnostics& diagnostics) {
  if (!hosts_.empty()) {
    capture_ = std::make_shared<const Capture>(
        MakeCapture(std::move(hosts_), {inputs.is_one_step}));
  }
  if (capture_ == nullptr) return {};
  const std::shared_ptr<const Capture>& capture = capture_;
  const auto& asked = inputs.steps;
  if (asked && asked->which == StepSelection::Which::kNamed) {
    TFPROF_RETURN_IF_ERROR(capture->Choose(*asked).map([](const auto&) {}));
  }
  SayNotices(*capture, diagnostics);
  for (const RecordedProcess& process : capture->processes) {
    if (!inputs.is_one_step) SayWhatIsOutside(process, diagnostics);
    AddPrograms(*process.host, inputs.canonical_names, guard);
  }
  if (next().wants_recording()) {
    const NumberedSteps series = SeriesFor(*capture, asked);
    const auto words = WordsOfSeries(*capture, series);
    for (const auto& recording :
         RecordingsOf(*capture, series, guard.recording_options(),
                      inputs.canonical_names, words)) {
      guard.AddRecording(recording);
    }
  }
  guard.AddCapture(capture);
  return {};
}

}  // namespace tfprof
