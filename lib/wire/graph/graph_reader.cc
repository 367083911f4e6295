// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "proto/graph.pb.h"
#include "wire/graph/decode_graph.h"
#include "wire/intake/readers.h"
#include "wire/text_format.h"

namespace tfprof {

Status ReadGraph(const Source& source, DumpSink& sink,
                 Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::GraphDef>(
      source, {}, diagnostics, [&](const Source& binary) {
        return DecodeGraph(binary, sink, diagnostics,
                           [&](GraphDecoder& decoder, Progress&) {
                             decoder.ReadGraphDef(binary.bytes.view());
                             decoder.MarkTrainable();
                           });
      });
}

Status ReadMetaGraph(const Source& source, DumpSink& sink,
                     Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::MetaGraphDef>(
      source, {UnknownFields::kSkip, 1}, diagnostics,
      [&](const Source& binary) {
        return DecodeGraph(binary, sink, diagnostics,
                           [&](GraphDecoder& decoder, Progress&) {
                             decoder.ReadMetaGraphDef(binary.bytes.view());
                           });
      });
}

}  // namespace tfprof
