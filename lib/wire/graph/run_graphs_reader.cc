// SPDX-License-Identifier: Apache-2.0
// RunMetadata of TensorFlow 2 that holds the graphs of functions and no step.
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

// Of each function the graph as it was written; if a file has none of these,
// the partitions that ran.
std::vector<std::string_view> GraphsOf(std::string_view run_metadata) {
  constexpr uint32_t kBeforeOptimization = 2;
  constexpr uint32_t kAfterOptimization = 3;
  std::vector<std::string_view> functions;
  std::vector<std::string_view> partitions;
  WireCursor cursor(run_metadata);
  while (cursor.Next()) {
    if (cursor.field() == Len(3)) {
      partitions.push_back(cursor.View());
    } else if (cursor.field() == Len(4)) {
      const std::string_view graphs = cursor.View();
      std::string_view graph = LastValue(graphs, kBeforeOptimization);
      if (graph.empty()) graph = LastValue(graphs, kAfterOptimization);
      if (!graph.empty()) functions.push_back(graph);
    } else {
      cursor.Skip();
    }
  }
  return functions.empty() ? partitions : functions;
}

}  // namespace

Status ReadRunGraphs(const Source& source, DumpSink& sink,
                     Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::RunMetadata>(
      source, {UnknownFields::kSkip, 2}, diagnostics,
      [&](const Source& binary) -> Status {
        std::vector<std::string_view> graphs;
        std::string merged;
        TFPROF_RETURN_IF_ERROR(
            DecodeFile(binary, diagnostics, [&](Progress& progress) {
              graphs = GraphsOf(progress.WholeFields(binary.bytes.view()));
              if (graphs.size() != 1) merged = MergeGraphs(graphs);
            }));
        if (graphs.size() == 1) {
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
