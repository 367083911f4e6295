// SPDX-License-Identifier: Apache-2.0
#include "load_work.h"

#include <utility>

#include "load.h"
#include "model/tee_sink.h"

namespace tfprof {

Result<std::optional<WorkCounter>> LoadWork(
    const std::vector<PickedFile>& files,
    const std::function<bool(int64_t step)>& takes,
    const Arguments& arguments) {
  if (!HasRole(files, Role::kRunMetadata)) return std::nullopt;
  Diagnostics said_elsewhere;
  OpLogFloatOps op_log;
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kOpLog),
                                    arguments.inputs, op_log, said_elsewhere));
  const Result<std::optional<Graph>> graph =
      LoadDefinedGraph(files, arguments, said_elsewhere,
                       GraphBuilder::Parts::kOuterNodes);
  // Shapes of the run can be counted if the graph is empty, but a graph that
  // cannot be opened this time must not change the counts.
  if (!graph && graph.error().code != ErrorCode::kCorrupt) {
    return Failure(graph.error());
  }
  std::optional<WorkCounter> counter(
      std::in_place, graph && *graph ? &**graph : nullptr,
      std::move(op_log.float_ops));
  bool has_any = false;
  for (const PickedFile& file : OfRole(files, Role::kRunMetadata)) {
    if (!takes(file.step)) continue;
    StepRecordSink sink({.memory = false, .shapes = true});
    RanNodesSink ran;
    TeeSink tee({&sink, &ran});
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({file}, arguments.inputs, tee, said_elsewhere));
    std::optional<StepRecords> records = sink.Finish();
    if (!records) continue;
    const Result<std::vector<StepTasks>> hosts = TasksByHost(*records);
    if (!hosts) return std::nullopt;
    counter->AddStep(*hosts, ran, std::move(*records));
    has_any = true;
  }
  if (!has_any) return std::nullopt;
  counter->EndSteps();
  return counter;
}

}  // namespace tfprof
