// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/path_notes.h"

#include <utility>

#include <fmt/format.h>

#include "report/table.h"

namespace tfprof {

namespace {

std::string Percent(int64_t part, int64_t whole) {
  return fmt::format("{:.1f} %", PathPart(part, whole) * 100);
}

}  // namespace

double PathPart(int64_t part, int64_t whole) {
  return whole == 0 ? 0
                    : static_cast<double>(part) / static_cast<double>(whole);
}

std::string NanosText(int64_t nanos) {
  return TextOf(Cell(nanos), Unit::kNanos);
}

std::string SignedPercent(double share) {
  return fmt::format("{:+.1f} %", share * 100);
}

std::vector<std::string> NotesOnPath(const PathAnswer& answer) {
  const StepPath& path = answer.path;
  const StepTasks& tasks = *path.tasks;
  std::vector<std::string> notes;
  notes.push_back(fmt::format(
      "{}: {} tasks on {} threads; {} waits are known, {} inputs have no known "
      "producer",
      NanosText(path.wall_ns), tasks.CountRecords(), tasks.threads, path.edges,
      tasks.inputs_unknown));
  const auto part = [&](int64_t time, std::string_view what) {
    return fmt::format(", {} ({}) {}", NanosText(time),
                       Percent(time, path.wall_ns), what);
  };
  notes.push_back(
      fmt::format("critical path: {} tasks", path.chain.size()) +
      part(path.chain_busy_ns, "at work") +
      (path.stream_busy_ns > 0
           ? part(path.chain_wait_ns, "waiting for a stream")
           : "") +
      part(path.chain_gap_ns, "in gaps"));
  if (path.stream_busy_ns > 0) {
    notes.push_back(fmt::format(
        "streams: busy for {}, {} ({}) of the path",
        NanosText(path.stream_busy_ns), NanosText(path.chain_stream_ns),
        Percent(path.chain_stream_ns, path.wall_ns)));
  }
  notes.push_back(fmt::format(
      "self-check: replayed as it was, the step takes {} ({}){}",
      NanosText(answer.unchanged.list_ns), SignedPercent(answer.SelfCheck()),
      answer.IsTrusted() ? "" : ": what-ifs of it are not to be trusted"));
  for (std::string& note : NotesOn(tasks)) notes.push_back(std::move(note));
  return notes;
}

}  // namespace tfprof
