// SPDX-License-Identifier: Apache-2.0
#include "commands/page_parts.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "analysis/memory/handle_bytes.h"
#include "analysis/memory/memory_tables.h"
#include "analysis/path/path_of_dump.h"
#include "analysis/path/path_tables.h"
#include "analysis/recording/recording_tables.h"
#include "analysis/summary/findings.h"
#include "analysis/summary/path_parts.h"
#include "analysis/summary/summarize_dump.h"
#include "analysis/waiting/chain_timeline.h"
#include "analysis/work/graph_work.h"
#include "analysis/work/mean_float_ops.h"
#include "analysis/work/recorded_float_ops.h"
#include "analysis/work/work_sources.h"
#include "base/rows_of_lists.h"
#include "commands/page_recorded_path.h"
#include "load.h"
#include "load_recorded_path.h"
#include "load_recordings.h"
#include "model/code_lines.h"
#include "model/trace.h"
#include "model/xspace/recording_sink.h"
#include "recorded/capture_sink.h"
#include "recorded/event_trace.h"
#include "recorded/numbered_steps.h"
#include "report/dump_summary.h"
#include "view/timeline/traced_steps.h"

namespace tfprof {

namespace {

constexpr uint64_t kMostEvents = 100'000;  // of recordings
constexpr int64_t kMostPathRows = 2'000;
constexpr size_t kMostPathParts = 100;  // the page shows a few
constexpr size_t kMostLevels = 10'000;
constexpr size_t kMostBuffers = 5'000;
constexpr size_t kMostAllocators = 100;

// A section with the reason why a part is missing.
std::vector<Section> WithoutPart(std::string heading, const Error& error) {
  std::vector<Section> sections;
  sections.push_back({std::move(heading), {error.message}, {}});
  return sections;
}

// The memory of allocators over the whole recording. Times start with the
// timeline.
std::vector<Section> RecordedMemoryParts(const Recordings& hosts,
                                         int64_t first_us) {
  std::vector<const Allocator*> allocators;
  RowsOfLists samples;
  for (const auto& host : hosts) {
    for (const Allocator& allocator : host->allocators) {
      allocators.push_back(&allocator);
      samples.AddList(allocator.timeline.size());
    }
  }
  if (samples.size() == 0) return std::vector<Section>();
  Table levels{{{"allocator"}, {"at", Unit::kMicros}, {"step", Unit::kBytes}},
               {}};
  levels.AddRows(samples.size(), true,
                 [hosts, allocators = std::move(allocators), samples,
                  first_us](size_t row) {
                   const auto [at, place] = samples.At(row);
                   const Allocator::Sample& sample =
                       allocators[at]->timeline[place];
                   return std::vector<Cell>{allocators[at]->name,
                                            sample.at_ps / 1'000'000 - first_us,
                                            sample.used_bytes};
                 });
  std::vector<Section> sections = AllocatorSections(
      hosts, {true, static_cast<int64_t>(kMostBuffers), true});
  sections.push_back({"memory over time", {}, std::move(levels)});
  // These outlive the hosts.
  for (Section& section : sections) {
    std::get<Table>(section.block).MakeRows();
  }
  return sections;
}

Section EventsPart(Traces events, const RecordedPath* path) {
  Section section{"timeline", {}, {}};
  TracedSteps timelines;
  for (; !events.empty(); events.pop_front()) {
    Trace trace = std::move(events.front());
    if (trace.events_of && timelines.empty()) {
      section.notes.push_back(
          "not on this page, which would be too large: the events of other "
          "steps; tfprof trace shows them, for Perfetto");
    }
    std::vector<uint32_t> on_path;
    if (path != nullptr) on_path = EventsOnChain(*path, trace);
    TracedStep step = TracedStepOf(std::move(trace), {}, 0);
    step.on_path = std::move(on_path);
    timelines.push_back(std::move(step));
  }
  section.block = std::move(timelines);
  return section;
}

// The summary's view of the critical path of the slowest host: its parts with
// lines of code, and findings with their savings.
std::vector<Section> SummaryParts(const std::vector<StepTasks>& hosts,
                                  const CodeLines& code) {
  std::optional<StepPath> longest;
  for (const StepTasks& tasks : hosts) {
    StepPath path = FindPath(tasks, false);
    if (!longest || path.wall_ns > longest->wall_ns) longest = std::move(path);
  }
  DumpSummary summary;
  if (longest) {
    summary.path = PathPartsOf(*longest, code, kMostPathParts);
    summary.findings = FindingsOn(*std::move(longest), *summary.path, code);
  }
  if (summary.path && summary.path->parts.size() > kMostPathParts) {
    summary.path->parts.resize(kMostPathParts);
  }
  std::vector<Section> sections;
  for (NamedTable& table : TablesOf(summary)) {
    if (table.heading == "path") {
      sections.push_back({"path by part", {}, std::move(table.table)});
    } else if (table.heading == "findings") {
      sections.push_back({"findings", {}, std::move(table.table)});
    }
  }
  return sections;
}

// The data that a page reads from XSpaces besides the profile, in one pass.
struct RecordingSinks {
  RecordingSink hosts{{}};
  CaptureSink capture{{.memory = true}, /*wants_events=*/true};

  std::vector<DumpSink*> All() { return {&hosts, &capture}; }
};

// Keeps all events if they are few enough, else those of `step`.
void TakeEvents(const Capture& capture, int64_t step,
                const Arguments& arguments, PageDump& dump) {
  uint64_t count = 0;
  for (const RecordedProcess& process : capture.processes) {
    count += CountEvents(process);
  }
  const NumberedSteps series = SeriesFor(capture, arguments.inputs.steps);
  const uint32_t row = series.is_whole ? kNoRow : series.RowOf(step);
  const bool is_of_step = count > kMostEvents;
  int64_t first_us = INT64_MAX;
  for (uint32_t i = 0; i < capture.processes.size(); ++i) {
    const RecordedProcess& process = capture.processes[i];
    Trace& trace = dump.events.emplace_back(
        is_of_step && row != kNoRow
            ? EventsIn(process, WindowSpansOf(capture, i, std::span(&row, 1)))
            : EventsOf(process));
    if (is_of_step) trace.events_of = step;
    for (size_t event = 0; event < trace.size(); ++event) {
      first_us = std::min(first_us, trace.start[event]);
    }
  }
  dump.first_event_us = first_us == INT64_MAX ? 0 : first_us;
}

// Finds the path of the step of median length, and keeps events.
Status TakeRecordedStep(RecordingSinks& read, const StepSelection& asked,
                        const Arguments& arguments, PageDump& dump) {
  dump.hosts = read.hosts.Finish();
  dump.code = CodeLinesOf(dump.session.profile());
  const StepTable& table = dump.session.profile().step_table;
  const auto median = MedianStep(table, dump.chosen);
  if (!median) return {};
  std::shared_ptr<const Capture> capture = read.capture.capture();
  if (capture == nullptr) {
    // The reference's rules keep no tables of executions and events.
    Diagnostics said_before;
    TFPROF_ASSIGN_OR_RETURN(
        capture,
        LoadCaptureWithEvents(dump.session.files(), arguments, said_before));
  }
  dump.recorded_path =
      RecordedPathIn(capture, asked, arguments.FilesOfFrames()).map([](LoadedRecordedPath loaded) {
        return std::move(loaded.path);
      });
  TakeEvents(*capture, *median, arguments, dump);
  return {};
}

// Nothing if the step has no times. The step must outlive the counter.
std::optional<WorkCounter> WorkOf(const PageStep& step, const Graph* graph,
                                  const LoggedFloatOps& logged) {
  const auto hosts = TasksByHost(step.records);
  if (!hosts) return std::nullopt;
  std::optional<WorkCounter> counter(std::in_place, graph, logged);
  counter->AddOnlyStep(*hosts, step.ran);
  counter->EndSteps();
  return counter;
}

// Counts float operations of the step of median length from data already read,
// and of all nodes if the rules count them.
Status CountWork(WorkSources& sources, const Arguments& arguments,
                 PageDump& dump) {
  const std::optional<Graph> graph = sources.FinishGraph();
  // Without a defined graph it is the graph of XLA's programs in an XSpace.
  const bool is_defined = graph && HasRole(dump.session.files(), Role::kGraph);
  const Graph* const defined = is_defined ? &*graph : nullptr;
  const bool is_counted = dump.session.rules().counted_flops;
  if (is_counted && !dump.hosts.empty() && defined != nullptr) {
    TFPROF_ASSIGN_OR_RETURN(const WorkReport work, WorkOfGraph(*graph, {}));
    RecordedFloatOps recorded(work);
    for (const auto& host : dump.hosts) recorded.AddRecording(host);
    dump.session.SetFloatOps(
        [&](Profile& profile) { recorded.SetIn(profile); });
  }
  const LoggedFloatOps logged = sources.FinishLogged();
  if (is_counted) {
    TFPROF_ASSIGN_OR_RETURN(
        auto work,
        LoadPageWork(dump.session.files(), defined, logged, arguments));
    if (work) {
      dump.session.SetFloatOps(
          [&](Profile& profile) { MeanFloatOps(*work).SetIn(profile); });
    }
  }
  if (!dump.median) return {};
  if (auto work = WorkOf(*dump.median, defined, logged)) {
    dump.work.emplace();
    work->Drain([&](const NodeWork& node) { dump.work->Add(node); });
  }
  dump.median->ran = {};
  return {};
}

}  // namespace

Result<PageDump> ReadPageDump(const Arguments& arguments,
                              const StepSelection& asked,
                              Diagnostics& diagnostics) {
  Arguments reading = arguments;
  reading.inputs.keeps_capture = reading.inputs.with_programs = true;  // advice
  TFPROF_ASSIGN_OR_RETURN(Session session, Session::Open(reading));
  InventorySink::Counts counts;
  CodeLineSink code(arguments.path_prefixes, arguments.own);
  HandleBytesSink variables;
  WorkSources work;
  RecordingSinks recordings;
  std::vector<DumpSink*> sinks{&code, &variables, &work};
  session.ExpandGraphs();
  // Files are read more than once, and may be on a remote disk.
  TFPROF_RETURN_IF_ERROR(session.KeepOpen(Role::kRunMetadata));
  const bool is_recorded = HasRole(session.files(), Role::kXSpace);
  if (is_recorded) {
    for (DumpSink* sink : recordings.All()) sinks.push_back(sink);
    if (!session.rules().xspace_rows) {
      TFPROF_RETURN_IF_ERROR(session.KeepOpen(Role::kXSpace));
    }
    // Advice is about other steps than the profile.
    for (const Role role : {Role::kGraph, Role::kOpLog}) {
      TFPROF_RETURN_IF_ERROR(session.KeepOpen(role));
    }
  }
  TFPROF_RETURN_IF_ERROR(
      session.LoadFor({}, &counts, std::move(sinks), diagnostics));
  TFPROF_RETURN_IF_ERROR(CountCheckpoint(session.files(), arguments, counts));
  TFPROF_ASSIGN_OR_RETURN(ChosenSteps chosen,
                          ChooseSteps(asked, session.profile().step_table));
  PageDump dump{std::move(session), std::move(counts),
                std::nullopt,       code.Finish(),
                variables.Finish(), std::move(chosen),
                std::nullopt,       {},
                std::nullopt,       {}};
  if (dump.counts.capture != nullptr) {
    TFPROF_ASSIGN_OR_RETURN(dump.choice, dump.counts.capture->Choose(asked));
  }
  if (is_recorded) {
    TFPROF_RETURN_IF_ERROR(
        TakeRecordedStep(recordings, asked, arguments, dump));
  }
  TFPROF_ASSIGN_OR_RETURN(
      dump.median,
      LoadPageStep(dump.session.files(),
                   MedianStep(dump.session.profile().step_table, dump.chosen),
                   arguments));
  TFPROF_RETURN_IF_ERROR(CountWork(work, arguments, dump));
  return dump;
}

std::vector<Section> PathParts(PageDump& dump) {
  if (dump.recorded_path) {
    return *dump.recorded_path
               ? RecordedPathParts(**dump.recorded_path)
               : WithoutPart("path", dump.recorded_path->error());
  }
  if (!dump.median) return std::vector<Section>();
  const StepRecords& records = dump.median->records;
  const auto hosts = DividedTasksByHost(records);
  if (!hosts) {
    return WithoutPart("path", hosts.error());
  }
  // No more lookups of names.
  dump.median->records.strings.Freeze();
  // First, because it computes the path that the tables then repeat.
  std::vector<Section> summary = SummaryParts(*hosts, dump.code);
  std::vector<PathAnswer> answers;
  for (const StepTasks& tasks : *hosts) {
    answers.push_back(AskPath(tasks, {}, 0));
  }
  std::vector<Section> sections =
      PathTables(answers, dump.code, nullptr, {true, kMostPathRows});
  for (Section& section : sections) {
    if (section.heading == "path totals") {
      section.notes.push_back(
          fmt::format("of step {}, the step of median length", records.step));
    }
  }
  std::move(summary.begin(), summary.end(), std::back_inserter(sections));
  return sections;
}

std::vector<Section> MemoryParts(const PageDump& dump) {
  if (!dump.hosts.empty())
    return RecordedMemoryParts(dump.hosts, dump.first_event_us);
  if (!dump.median) return std::vector<Section>();
  const StepRecords& records = dump.median->records;
  auto memory = LiveMemory(records, dump.variables);
  if (!memory) {
    return WithoutPart("allocators", memory.error());
  }
  if (memory->empty()) return std::vector<Section>();
  const size_t left_out = KeepLargest(kMostAllocators, *memory);
  std::vector<Section> sections = MemoryTables(
      records, *memory, dump.code, {true, static_cast<int64_t>(kMostBuffers)});
  if (left_out > 0) {
    sections.front().notes.push_back(
        fmt::format("{} more allocators, with smaller peaks: tfprof memory "
                    "--row_limit=0 shows all",
                    left_out));
  }
  for (Section& section :
       MemoryOverTime(records, *memory, dump.code, kMostLevels, kMostBuffers)) {
    sections.push_back(std::move(section));
  }
  return sections;
}

std::vector<Section> WorkParts(const PageDump& dump) {
  std::vector<Section> sections;
  const StepTable& table = dump.session.profile().step_table;
  const auto median = MedianStep(table, dump.chosen);
  if (!median || !dump.work) return sections;
  DumpSummary summary;
  CompleteSummary({.name = {},
                   .dump = {},
                   .nodes = std::nullopt,
                   .table = table,
                   .chosen = dump.chosen,
                   .digests = {{*median, {}, dump.work}}},
                  summary);
  if (!summary.work) return sections;
  for (NamedTable& named : TablesOf(summary)) {
    if (named.heading != "work") continue;
    sections.push_back({"work", {}, std::move(named.table)});
  }
  return sections;
}

Result<Section> TimelinePart(PageDump& dump, std::optional<int64_t> shown,
                             const Arguments& arguments) {
  if (!dump.events.empty()) {
    const bool is_known = dump.recorded_path && *dump.recorded_path;
    Section section = EventsPart(std::move(dump.events),
                                 is_known ? &***dump.recorded_path : nullptr);
    dump.recorded_path.reset();
    return section;
  }
  const std::vector<PickedFile>& files = dump.session.files();
  const PickedFile* first = dump.median ? dump.median->file : nullptr;
  dump.median.reset();
  for (const PickedFile& file : files) {
    if (!shown || file.role != Role::kRunMetadata || file.step != *shown) {
      continue;
    }
    first = &file;
    break;
  }
  return LoadPageTimelines(files, first, arguments);
}

}  // namespace tfprof
