// SPDX-License-Identifier: Apache-2.0
#include <string_view>
#include <vector>

#include "proto/tfprof_log.pb.h"
#include "wire/graph/code_trace.h"
#include "wire/intake/readers.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

class OpLogDecoder {
 public:
  OpLogDecoder(Progress& progress, DumpSink& sink)
      : progress_(progress), sink_(sink), traces_(sink) {}

  void ReadOpLogProto(std::string_view bytes) {
    WireCursor op_log(bytes);
    while (op_log.Next()) {
      progress_.Enter(op_log.field_at());
      switch (op_log.field()) {
        case Len(1):
          ReadEntry(op_log.View());
          break;
        case Len(2):
          ReadStringEntry(op_log.View(), sink_);
          break;
        default:
          op_log.Skip();
      }
    }
  }

 private:
  void ReadEntry(std::string_view bytes) {
    OpLogEntry entry;
    types_.clear();
    code_.Clear();
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Len(1):
          entry.name = cursor.View();
          break;
        case Varint(2):
          entry.float_ops = cursor.Int64();
          break;
        case Len(3):
          types_.push_back(cursor.View());
          break;
        case Len(4):
          code_.Add(cursor.View());
          break;
        default:
          cursor.Skip();
      }
    }
    entry.types = types_;
    entry.stack = code_.Stack(traces_);
    sink_.AddOpLogEntry(entry);
  }

  Progress& progress_;
  DumpSink& sink_;
  CodeTraces traces_;
  CodeParts code_;
  std::vector<std::string_view> types_;
};

}  // namespace

Status ReadOpLog(const Source& source, DumpSink& sink,
                 Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::tfprof::OpLogProto>(
      source, {}, diagnostics, [&](const Source& binary) {
        return DecodeFile(binary, diagnostics, [&](Progress& progress) {
          OpLogDecoder(progress, sink).ReadOpLogProto(binary.bytes.view());
        });
      });
}

}  // namespace tfprof
