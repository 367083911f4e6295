// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/communication_tables.h"

#include <map>

#include <fmt/format.h>

namespace tfprof {

namespace {

double ShareOf(int64_t part, int64_t whole) {
  return whole <= 0 ? 0
                    : static_cast<double>(part) / static_cast<double>(whole);
}

Cell BytesOf(const Communication::Moved& moved) {
  // Unknown, which is not 0.
  if (moved.without_bytes == moved.count) return {};
  return moved.bytes;
}

Section MovedOf(const Communication& c) {
  using enum Unit;
  Table table{{{"device"},
               {"what"},
               {"count"},
               {"bytes", kBytes},
               {"without bytes"},
               {"time", kMicros}},
              {}};
  for (const auto& [key, moved] : c.moved) {
    if (key.second == Transfer::kUnknownKernel && !c.has_horovod) continue;
    table.AddRow({key.first, std::string(WordsOf(key.second)), moved.count,
                  BytesOf(moved), moved.without_bytes, moved.micros});
  }
  Section section{"communication by device", {}, {}};
  if (table.rows.empty()) {
    section.notes.push_back("the records show no communication");
  } else {
    section.block = std::move(table);
  }
  return section;
}

Section OverlapOf(const Communication& c) {
  using enum Unit;
  Table table{{{"device"},
               {"compute", kMicros},
               {"communication", kMicros},
               {"overlapped", kMicros},
               {"overlapped", kShare},
               {"exposed", kMicros},
               {"host copies", kMicros},
               {"of them overlapped", kMicros},
               {"idle", kMicros},
               {"span", kMicros}},
              {}};
  for (const auto& [device, o] : c.gpus) {
    table.AddRow({device, o.compute_us, o.communication_us, o.overlap_us,
                  o.communication_us == 0
                      ? Cell()
                      : Cell(ShareOf(o.overlap_us, o.communication_us)),
                  o.communication_us - o.overlap_us, o.host_copy_us,
                  o.host_copy_overlap_us, o.idle_us, o.span_us});
  }
  Section section{"overlap on GPUs, all steps together", {}, std::move(table)};
  if (c.is_old_dialect) {
    section.notes.push_back(
        "this tracer puts the kernels and copies of all GPUs under GPU 0, so "
        "figures of each GPU are unknown");
  }
  if (!c.has_kernel_overlap) {
    section.notes.push_back(
        "no two kernels overlap: the usual tracer makes them wait for each "
        "other, so the untraced program may well overlap");
  }
  return section;
}

Section InFlightOf(const Communication& c) {
  using enum Unit;
  Table table{{{"task"}, {"in flight", kMicros}, {"exposed at most", kMicros}},
              {}};
  for (const auto& [task, flight] : c.tasks) {
    table.AddRow({task, flight.micros, flight.exposed_us});
  }
  Section section{"receives and collectives in flight", {}, std::move(table)};
  section.notes.push_back(
      "times from scheduling to completion: they include negotiation and "
      "waiting for others, so exposed is an upper bound");
  if (c.tasks.size() > 1) {
    section.notes.push_back(
        "clocks of tasks are not aligned: each task is measured by its own "
        "clock, and without kernels, which do not name their task");
  }
  return section;
}

Section ReceivedOf(const Communication& c) {
  using enum Unit;
  Table table{
      {{"from"}, {"to"}, {"count"}, {"bytes", kBytes}, {"time", kMicros}}, {}};
  for (const auto& [key, moved] : c.received) {
    table.AddRow(
        {key.first, key.second, moved.count, BytesOf(moved), moved.micros});
  }
  return {"received from tasks", {}, std::move(table)};
}

}  // namespace

void DeviceEdges::Add(const Graph& graph) {
  if (graph.origin != GraphRecord::Origin::kPartition) return;
  has_ran_ = true;
  for (size_t node = 0; node < graph.size(); ++node) {
    const std::string_view op = graph.OpOf(node);
    if (op != "_Send" && op != "_HostSend") continue;
    ++sends_[{std::string(graph.AttrOf(node, "send_device")),
              std::string(graph.AttrOf(node, "recv_device"))}];
  }
}

Section DeviceEdges::Table() const {
  Section section{"edges between devices", {}, {}};
  if (!has_ran_) {
    section.notes.push_back(
        "unknown: the step files have no partition graphs "
        "(RunOptions.output_partition_graphs)");
    return section;
  }
  section.notes.push_back(
      "sends of the graphs that ran; they leave no records, so their bytes and "
      "times are unknown");
  tfprof::Table table{{{"from"}, {"to"}, {"sends"}}, {}};
  for (const auto& [key, count] : sends_) {
    table.AddRow({key.first, key.second, count});
  }
  section.block = std::move(table);
  return section;
}

std::vector<Section> TablesOf(const Communication& c) {
  std::vector<Section> sections;
  sections.push_back(MovedOf(c));
  std::vector<std::string>& notes = sections.front().notes;
  notes.push_back(
      "sends and receives within a process leave no records: only copies and "
      "gaps show them");
  if (c.misses_kernels) {
    notes.push_back(
        "there are GPU operations without kernels: the step was traced "
        "without HARDWARE_TRACE, so copies are missing");
  }
  if (c.has_nccl) {
    notes.push_back(
        "an NCCL operation has a record on each of its devices, so it counts "
        "more than once");
  }
  if (c.without_span > 0) {
    notes.push_back(fmt::format(
        "{} records end before they begin, or overflow: they count in the sums "
        "of time and in no span",
        c.without_span));
  }
  if (c.has_horovod) {
    notes.push_back(
        "a Horovod kernel may serve many operations, which wait for it "
        "together: do not add their times to its time");
  }
  if (!c.gpus.empty()) sections.push_back(OverlapOf(c));
  if (!c.tasks.empty()) sections.push_back(InFlightOf(c));
  if (!c.received.empty()) sections.push_back(ReceivedOf(c));
  return sections;
}

}  // namespace tfprof
