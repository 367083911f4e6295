// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "proto/graph.pb.h"
#include "wire/graph/graph_decoder.h"
#include "wire/intake/readers.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

void ReadFirstGraph(const Source& source, GraphDecoder& decoder,
                    Progress& progress, Diagnostics& diagnostics) {
  size_t graphs = 0;
  WireCursor saved_model(source.bytes.view());
  while (saved_model.Next()) {
    progress.Enter(saved_model.field_at());
    if (saved_model.field() != Len(2)) {
      saved_model.Skip();
    } else if (const std::string_view meta_graph =
                   progress.Message(saved_model);
               ++graphs == 1) {
      decoder.ReadMetaGraphDef(meta_graph);
    }
  }
  if (graphs > 1) {
    diagnostics.Warn("several graphs",
                     fmt::format("{}: holds {} graphs, the first is used",
                                 source.path, graphs));
  }
}

}  // namespace

Status ReadGraph(const Source& source, DumpSink& sink,
                 Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::GraphDef>(
      source, {}, diagnostics, [&](const Source& binary) {
        return DecodeFile(binary, diagnostics, [&](Progress& progress) {
          GraphDecoder(progress, sink).ReadGraphDef(binary.bytes.view());
        });
      });
}

Status ReadMetaGraph(const Source& source, DumpSink& sink,
                     Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::MetaGraphDef>(
      source, {UnknownFields::kSkip, 1}, diagnostics,
      [&](const Source& binary) {
        return DecodeFile(binary, diagnostics, [&](Progress& progress) {
          GraphDecoder(progress, sink).ReadMetaGraphDef(binary.bytes.view());
        });
      });
}

Status ReadSavedModel(const Source& source, DumpSink& sink,
                      Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::SavedModel>(
      source, {UnknownFields::kSkip, 2}, diagnostics,
      [&](const Source& binary) {
        return DecodeFile(binary, diagnostics, [&](Progress& progress) {
          GraphDecoder decoder(progress, sink);
          ReadFirstGraph(binary, decoder, progress, diagnostics);
        });
      });
}

}  // namespace tfprof
