// SPDX-License-Identifier: Apache-2.0
#include "analysis/inventory.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/recording/capture_sections.h"
#include "analysis/recording/recording_tables.h"
#include "base/strings.h"
#include "model/record_rules.h"
#include "report/step_length_tables.h"

namespace tfprof {

void InventorySink::AddNode(const NodeDefinition& node) {
  ++counts_.graph_nodes;
  next().AddNode(node);
}

void InventorySink::AddOpLogEntry(const OpLogEntry& entry) {
  counts_.op_log_entries += entry.is_of_graph ? 0 : 1;
  next().AddOpLogEntry(entry);
}

void InventorySink::BeginDevice(std::string_view device) {
  device_records_ = &counts_.records_of_device[std::string(device)];
  next().BeginDevice(device);
}

void InventorySink::AddExec(const ExecRecord& exec) {
  ++*device_records_;
  next().AddExec(exec);
}

void InventorySink::AddStoredNode(const StoredNode& node) {
  ++counts_.stored_nodes;
  next().AddStoredNode(node);
}

RecordedNeeds InventorySink::recorded_needs() const {
  RecordedNeeds needs = next().recorded_needs();
  needs.unknown_stats = true;
  return needs;
}

void InventorySink::AddCapture(const std::shared_ptr<const Capture>& capture) {
  counts_.capture = capture;
  next().AddCapture(capture);
}

void InventorySink::AddRecording(
    const std::shared_ptr<const Recording>& recording) {
  counts_.recordings.push_back(recording);
  for (const Recording::Step::Use& use : recording->whole.devices) {
    if (use.count == 0) continue;
    counts_.records_of_device[recording->devices[use.device].name] +=
        static_cast<uint64_t>(use.count);
  }
  next().AddRecording(recording);
}

namespace {

using RecordedKinds = std::map<std::string_view, Recording::Device::Kind>;

// The devices of recordings; of one name the first counts.
RecordedKinds KindsOf(const InventorySink::Counts& counts) {
  RecordedKinds kinds;
  for (const auto& recording : counts.recordings) {
    for (const Recording::Device& device : recording->devices) {
      kinds.try_emplace(device.name, device.kind);
    }
  }
  return kinds;
}

std::string MeaningOf(const std::string& device, const RecordedKinds& kinds) {
  if (const auto known = kinds.find(device); known != kinds.end()) {
    return known->second == Recording::Device::Kind::kHost
               ? "cpu time, runs and memory"
               : "accelerator time, runs and memory";
  }
  const DeviceClass kind = ClassifyDevice(AsciiLower(device));
  if (kind.is_all_streams) return "accelerator time";
  if (kind.is_canonical) return "cpu time, runs and memory";
  return "nothing";
}

template <typename Predicate>
uint64_t CountNodes(const Profile& profile, Predicate predicate) {
  uint64_t count = 0;
  for (size_t node = 0; node < profile.nodes.size(); ++node) {
    count += predicate(node);
  }
  return count;
}

uint64_t CountIncompleteShapes(const Profile& profile) {
  return CountNodes(profile, [&](size_t node) {
    return IsIncompleteShape(profile.nodes.shape[node]);
  });
}

Section ContentsOf(const Profile& profile,
                   const InventorySink::Counts& counts) {
  const NodeTable& nodes = profile.nodes;
  Table table{{{"what"}, {"count"}}, {}};
  const auto add = [&](std::string what, uint64_t count) {
    table.AddRow({std::move(what), static_cast<int64_t>(count)});
  };
  add("nodes", nodes.size());
  add("  defined by the graph",
      CountNodes(profile, [&](size_t n) { return nodes.is_defined[n]; }));
  add("  known from records only",
      CountNodes(profile, [&](size_t n) { return !nodes.is_defined[n]; }));
  add("  with a counted record",
      CountNodes(profile, [&](size_t n) { return nodes.step_count[n] > 0; }));
  add("  with float ops",
      CountNodes(profile, [&](size_t n) { return nodes.float_ops[n] != 0; }));
  add("  with a call stack", CountNodes(profile, [&](size_t n) {
        return nodes.stack[n].valid() && nodes.stack[n] != profile.no_stack &&
               !profile.stacks[nodes.stack[n].value].empty();
      }));
  const bool is_stored = counts.stored_nodes > 0;
  if (!is_stored) add("op log entries", counts.op_log_entries);
  add("checkpoint tensors", counts.checkpoint_tensors);
  add("  values in them", static_cast<uint64_t>(counts.checkpoint_values));
  Section section{"contents", {}, std::move(table)};
  if (!is_stored) {
    // tfprof: the share its command line prints after each step file.
    section.notes.push_back(
        fmt::format("run graph coverage: {:.2f}", profile.Coverage()));
  }
  return section;
}

Section DevicesOf(const InventorySink::Counts& counts) {
  const RecordedKinds kinds = KindsOf(counts);
  Table table{{{"device"}, {"records"}, {"counted as"}}, {}};
  for (const auto& [device, records] : counts.records_of_device) {
    table.AddRow(
        {device, static_cast<int64_t>(records), MeaningOf(device, kinds)});
  }
  return {"devices", {}, std::move(table)};
}

Section MissingOf(const Profile& profile, const InventorySink::Counts& counts) {
  Section section{"missing", {}, {}};
  const auto note_if = [&](bool missing, std::string text) {
    if (missing) section.notes.push_back(std::move(text));
  };
  const bool is_stored = counts.stored_nodes > 0;
  note_if(is_stored,
          "step files (this is a saved profile): no lifetimes of tensors, no "
          "critical path, no data edges of functions");
  note_if(!is_stored && counts.graph_nodes == 0,
          "no graph: no inputs, shapes and parameters");
  note_if(profile.steps.empty(), "no steps: no time and no memory");
  note_if(!is_stored && counts.op_log_entries == 0,
          profile.has_code_traces
              ? "no op log: no float ops, no user types"
              : "no op log: no float ops, no user types, no code view");
  note_if((is_stored || counts.op_log_entries > 0) && !profile.has_code_traces,
          "no code traces: no code view");
  note_if(!is_stored && counts.checkpoint_tensors == 0,
          "no checkpoint: no tensor values");
  note_if(profile.misses_accelerator_stream,
          "a step has gpu records and no stream:all: accelerator times are "
          "missing");
  int64_t without_start = 0;
  for (const StepTable::Step& step : profile.step_table.steps) {
    without_start += step.time.without_start;
  }
  note_if(without_start > 0,
          fmt::format("{} records have no start time: they count neither time "
                      "nor memory",
                      without_start));
  const uint64_t incomplete = CountIncompleteShapes(profile);
  note_if(incomplete > 0,
          fmt::format("{} nodes have a shape with an unknown dimension: they "
                      "count no parameters",
                      incomplete));
  if (section.notes.empty()) section.notes.push_back("nothing");
  return section;
}

}  // namespace

Report BuildInventory(const Profile& profile,
                      const InventorySink::Counts& counts,
                      const ChosenSteps& chosen) {
  Report report;
  report.steps = {{chosen.numbers}, chosen.are};
  report.sections.push_back(ContentsOf(profile, counts));
  for (Section& section : RecordingSections(counts.recordings)) {
    report.sections.push_back(std::move(section));
  }
  for (Section& section : StepLengthTables(profile.step_table, chosen)) {
    report.sections.push_back(std::move(section));
  }
  if (!counts.records_of_device.empty()) {
    report.sections.push_back(DevicesOf(counts));
  }
  report.sections.push_back(MissingOf(profile, counts));
  return report;
}

Report BuildRecordedInventory(const Profile& profile,
                              const InventorySink::Counts& counts,
                              const CaptureChoice& chosen) {
  Report report;
  report.steps = StepsOfCapture(*counts.capture, chosen);
  report.sections.push_back(ContentsOf(profile, counts));
  const auto add = [&](std::vector<Section> sections) {
    for (Section& section : sections) {
      report.sections.push_back(std::move(section));
    }
  };
  add(CaptureSections(counts.capture));
  add(CaptureStepSections(counts.capture, chosen));
  report.sections.push_back(CaptureDevices(*counts.capture));
  report.sections.push_back(MissingOf(profile, counts));
  return report;
}

}  // namespace tfprof
