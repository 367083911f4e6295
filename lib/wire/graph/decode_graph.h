// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "wire/graph/graph_decoder.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// Runs `decode(GraphDecoder&, Progress&)` on a file with a graph, and reports
// functions that were not expanded. Errors are those of DecodeFile, and kLimit
// if functions have too many nodes.
template <typename Decode>
Status DecodeGraph(const Source& source, DumpSink& sink,
                   Diagnostics& diagnostics, Decode decode) {
  bool is_too_large = false;
  bool is_left_unexpanded = false;
  uint64_t unexpanded = 0;
  TFPROF_RETURN_IF_ERROR(
      DecodeFile(source, diagnostics, [&](Progress& progress) {
        GraphDecoder decoder(progress, sink, source.graph.expansion,
                             source.graph.marks_trainable);
        decode(decoder, progress);
        is_too_large = decoder.is_too_large();
        is_left_unexpanded = decoder.is_left_unexpanded();
        unexpanded = decoder.unexpanded();
      }));
  if (is_too_large) {
    return Fail(ErrorCode::kLimit,
                "{}: more than {} nodes with the bodies of its functions; "
                "--expand_functions=never reads the graph as it is defined",
                source.path, FunctionExpansion::kMostNodes);
  }
  if (is_left_unexpanded) {
    diagnostics.WarnOnce(
        "graphs that are not expanded",
        fmt::format("{}: functions are not expanded, the graph would be many "
                    "times as large; --expand_functions=always does it",
                    source.path));
  }
  if (unexpanded > 0) {
    diagnostics.WarnOnce(
        "functions that are not expanded",
        fmt::format("{}: {} calls of functions are not expanded: of one inside "
                    "itself, or deeper than {}",
                    source.path, unexpanded, FunctionExpansion::kMostDepth));
  }
  return {};
}

}  // namespace tfprof
