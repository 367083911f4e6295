// SPDX-License-Identifier: Apache-2.0
// Reads RunMetadata of TensorFlow 2 that has graphs of functions and no step
// stats.
#include <string>
#include <string_view>
#include <vector>

#include "proto/run_metadata.pb.h"
#include "wire/graph/decode_graph.h"
#include "wire/graph/merge_graphs.h"
#include "wire/intake/readers.h"
#include "wire/text_format.h"

namespace tfprof {

namespace {

// The graph of each function as written, and the partitions that ran. Beside a
// recording the partitions are used, since their names are in it; otherwise
// only if there are no other graphs.
struct RunGraphs {
  std::vector<std::string_view> functions;
  std::vector<std::string_view> partitions;
};

RunGraphs GraphsOf(std::string_view run_metadata) {
  constexpr uint32_t kBeforeOptimization = 2;
  constexpr uint32_t kAfterOptimization = 3;
  RunGraphs found;
  WireCursor cursor(run_metadata);
  while (cursor.Next()) {
    if (cursor.field() == Len(3)) {
      found.partitions.push_back(cursor.View());
    } else if (cursor.field() == Len(4)) {
      const std::string_view graphs = cursor.View();
      std::string_view graph = LastValue(graphs, kBeforeOptimization);
      if (graph.empty()) graph = LastValue(graphs, kAfterOptimization);
      if (!graph.empty()) found.functions.push_back(graph);
    } else {
      cursor.Skip();
    }
  }
  return found;
}

}  // namespace

Status ReadRunGraphs(const Source& source, DumpSink& sink,
                     Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::RunMetadata>(
      source, {UnknownFields::kSkip, 2}, diagnostics,
      [&](const Source& binary) -> Status {
        std::vector<std::string_view> graphs;
        std::string merged;
        bool is_one = false;
        TFPROF_RETURN_IF_ERROR(
            DecodeFile(binary, diagnostics, [&](Progress& progress) {
              RunGraphs found =
                  GraphsOf(progress.WholeFields(binary.bytes.view()));
              const bool joins =
                  source.graph.is_beside_recording &&
                  sink.graph_detail() < GraphDetail::kDefinitions &&
                  !found.partitions.empty();
              const bool has_functions = !found.functions.empty() && !joins;
              graphs =
                  std::move(has_functions ? found.functions : found.partitions);
              is_one = graphs.size() == 1 && !joins;
              if (!is_one) {
                merged = joins ? MergePartitions(graphs) : MergeGraphs(graphs);
              }
            }));
        if (is_one) {
          return DecodeGraph(binary, sink, diagnostics,
                             [&](GraphDecoder& decoder, Progress&) {
                               decoder.ReadGraphDef(graphs[0]);
                             });
        }
        const Bytes made(std::move(merged));
        return DecodeGraph({binary.path, made, 0, binary.limits, binary.graph},
                           sink, diagnostics,
                           [&](GraphDecoder& decoder, Progress&) {
                             decoder.ReadGraphDef(made.view());
                           });
      });
}

}  // namespace tfprof
