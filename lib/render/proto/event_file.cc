// SPDX-License-Identifier: Apache-2.0
#include "render/proto/event_file.h"

#include <algorithm>
#include <bit>

#include "base/crc32c.h"
#include "proto/run_metadata.pb.h"
#include "render/proto/graph_def.h"
#include "render/proto/proto_writer.h"
#include "render/proto/utf8.h"

namespace tfprof {

namespace {

// Field numbers of Event and TaggedRunMetadata.
constexpr uint32_t kWallTime = 1;
constexpr uint32_t kStep = 2;
constexpr uint32_t kFileVersion = 3;
constexpr uint32_t kGraphDef = 4;
constexpr uint32_t kTaggedRunMetadata = 8;
constexpr uint32_t kTag = 1;
constexpr uint32_t kRunMetadata = 2;

std::string Little(uint64_t value, size_t size) {
  std::string bytes;
  for (size_t i = 0; i < size; ++i) {
    bytes += static_cast<char>(value >> (8 * i));
  }
  return bytes;
}

// A TFRecord: length, its checksum, payload, its checksum.
Status WriteRecord(std::string_view head, std::string_view rest,
                   Writer& writer) {
  const std::string length = Little(head.size() + rest.size(), 8);
  Crc32c of_length;
  of_length.Add(length);
  Crc32c of_payload;
  of_payload.Add(head);
  of_payload.Add(rest);
  TFPROF_RETURN_IF_ERROR(writer.Write(length + Little(of_length.masked(), 4)));
  TFPROF_RETURN_IF_ERROR(writer.Write(head));
  TFPROF_RETURN_IF_ERROR(writer.Write(rest));
  return writer.Write(Little(of_payload.masked(), 4));
}

std::string EventHead(int64_t micros) {
  std::string event;
  if (micros != 0) {
    event += static_cast<char>(kWallTime << 3 | 1);  // a double
    event +=
        Little(std::bit_cast<uint64_t>(static_cast<double>(micros) / 1e6), 8);
  }
  return event;
}

Status CheckSize(std::string_view what, size_t size) {
  constexpr size_t kMost = size_t{1} << 31;  // message limit
  if (size < kMost) return {};
  return Fail(ErrorCode::kLimit,
              "{} has {} bytes, and TensorBoard does not read messages of 2 "
              "GiB or more; strip values or leave the step out",
              what, size);
}

}  // namespace

Status RenderEvents(const Report& report, Diagnostics&, Writer& writer) {
  const auto& exported = std::get<ExportedGraph>(report.sections.front().block);
  // The time of the first step, so that equal dumps give equal files.
  const int64_t begin =
      exported.runs.empty() ? 0 : exported.runs.front().start_us;
  std::string version = EventHead(begin);
  ProtoWriter(version).Text(kFileVersion, "brain.Event:2");
  TFPROF_RETURN_IF_ERROR(WriteRecord(version, "", writer));
  if (exported.graph != nullptr) {
    std::string graph;
    TFPROF_RETURN_IF_ERROR(
        ForEachPiece(*exported.graph, [&](std::string_view piece) {
          graph += piece;
          return Status();
        }));
    TFPROF_RETURN_IF_ERROR(CheckSize("the graph", graph.size()));
    std::string head = EventHead(begin);
    AppendHeader(head, kGraphDef, graph.size());
    TFPROF_RETURN_IF_ERROR(WriteRecord(head, graph, writer));
  }
  for (const ExportedGraph::Run& run : exported.runs) {
    TFPROF_RETURN_IF_ERROR(CheckSize(run.tag, run.run_metadata.size()));
    const auto mended = MendedTexts(run.run_metadata,
                                    *tensorflow::RunMetadata::descriptor());
    const std::string_view metadata = mended ? *mended : run.run_metadata;
    std::string tagged;
    ProtoWriter(tagged).Text(kTag, run.tag);
    AppendHeader(tagged, kRunMetadata, metadata.size());
    std::string head = EventHead(run.start_us);
    ProtoWriter(head).Int(kStep, run.step);
    AppendHeader(head, kTaggedRunMetadata, tagged.size() + metadata.size());
    TFPROF_RETURN_IF_ERROR(WriteRecord(head + tagged, metadata, writer));
  }
  return {};
}

}  // namespace tfprof
