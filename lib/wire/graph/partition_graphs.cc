// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/partition_graphs.h"

#include "wire/graph/graph_decoder.h"

namespace tfprof {

void ReadPartitionGraphs(std::string_view bytes, DumpSink& sink,
                         Progress& progress) {
  using enum GraphRecord::Origin;
  GraphDecoder decoder(progress, sink);
  WireCursor run_metadata(bytes);
  while (run_metadata.Next()) {
    progress.Enter(run_metadata.field_at());
    if (run_metadata.field() == Len(3)) {
      decoder.ReadGraphDef(run_metadata.View(), kPartition);
    } else if (run_metadata.field() == Len(1)) {
      progress.Message(run_metadata);
    } else if (run_metadata.field() == Len(4)) {
      WireCursor graphs(run_metadata.View());
      while (graphs.Next()) {
        if (graphs.field() == Len(1)) {
          decoder.ReadGraphDef(graphs.View(), kPartition);
        } else if (graphs.field() == Len(2) || graphs.field() == Len(3)) {
          decoder.ReadGraphDef(graphs.View(), kFunctionGraph);
        } else {
          graphs.Skip();
        }
      }
    } else {
      run_metadata.Skip();
    }
  }
}

}  // namespace tfprof
