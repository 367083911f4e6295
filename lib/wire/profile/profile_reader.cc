// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "proto/tfprof_log.pb.h"
#include "wire/graph/attr_entry.h"
#include "wire/graph/code_trace.h"
#include "wire/intake/readers.h"
#include "wire/profile/node_step_lists.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

class ProfileDecoder {
 public:
  ProfileDecoder(Progress& progress, DumpSink& sink)
      : progress_(progress), sink_(sink), traces_(sink) {}

  void ReadProfileProto(std::string_view bytes) {
    const auto add_step = [&](int64_t step) {
      has_steps_ = true;
      sink_.AddStoredStep(step);
    };
    bool has_code_traces = false;
    WireCursor profile(bytes);
    while (profile.Next()) {
      progress_.Enter(profile.field_at());
      switch (profile.field()) {
        case Len(1):
          ReadNode(ReadMapEntry(profile.View()));
          break;
        case Varint(2):
          has_code_traces = profile.Bool();
          break;
        case Len(3):
          ForEachPacked(profile.View(), add_step);
          break;
        case Varint(3):
          add_step(profile.Int64());
          break;
        case Len(4):
          ReadStringEntry(profile.View(), sink_);
          break;
        default:
          profile.Skip();
      }
    }
    if (has_code_traces) sink_.SetHasCodeTraces();
  }

  bool has_steps() const { return has_steps_; }

 private:
  // A row of dims_: spans are made after it has stopped growing.
  struct OutputShape {
    int32_t output;
    size_t begin;
    size_t size;
  };

  void Clear() {
    types_.clear();
    shape_.clear();
    dims_.clear();
    output_shapes_.clear();
    inputs_.clear();
    source_indices_.clear();
    attrs_.clear();
    unread_.clear();
    runs_.Clear();
    code_.Clear();
  }

  void ReadNode(const MapEntry& entry) {
    Clear();
    StoredNode node;
    node.key = entry.key;
    WireCursor cursor(entry.bytes);
    while (cursor.Next()) {
      if (!ReadPlainField(cursor, node)) ReadListField(cursor);
    }
    records_.clear();
    for (const OutputShape& shape : output_shapes_) {
      records_.push_back(
          {shape.output, {dims_.data() + shape.begin, shape.size}});
    }
    node.types = types_;
    node.shape = shape_;
    node.output_shapes = records_;
    node.inputs = inputs_;
    node.source_indices = source_indices_;
    node.stack = code_.Stack(traces_);
    node.attrs = attrs_;
    for (const std::string_view attr : attrs_) {
      ReadDataFormat(attr, node.data_format);
    }
    node.unread = unread_;
    node.node_steps = runs_.Finish();
    sink_.AddStoredNode(node);
  }

  static bool ReadPlainField(WireCursor& cursor, StoredNode& node) {
    switch (cursor.field()) {
      case Len(1):
        node.name = cursor.View();
        return true;
      case Len(6):
        node.canonical_device = cursor.View();
        return true;
      case Len(7):
        node.host_device = cursor.View();
        return true;
      case Varint(8):
        node.float_ops = cursor.Int64();
        return true;
      case Len(9):
        node.op = cursor.View();
        return true;
      case Varint(13):
        node.id = cursor.Int64();
        return true;
      default:
        return false;
    }
  }

  void ReadListField(WireCursor& cursor) {
    const auto add_dim = [&](int64_t dim) { shape_.push_back(dim); };
    switch (cursor.field()) {
      case Len(2): {
        const MapEntry entry = ReadMapEntry(cursor.View());
        inputs_.push_back({static_cast<int32_t>(entry.key), entry.number});
        break;
      }
      case Len(4):
        ForEachPacked(cursor.View(), add_dim);
        break;
      case Varint(4):
        add_dim(cursor.Int64());
        break;
      case Len(5):
        types_.push_back(cursor.View());
        break;
      case Len(10):
        code_.Add(cursor.View());
        break;
      case Len(11):
        attrs_.push_back(cursor.View());
        break;
      case Len(12):
        runs_.Add(ReadMapEntry(cursor.View()));
        break;
      case Len(14): {
        const MapEntry entry = ReadMapEntry(cursor.View());
        source_indices_.push_back(
            {entry.key, static_cast<int32_t>(entry.number)});
        break;
      }
      case Len(15):
        ReadOutputShape(ReadMapEntry(cursor.View()));
        break;
      case Len(3):   // outputs
      case Len(16):  // input_shapes
        cursor.Skip();
        unread_.append(cursor.field_at(), cursor.at());
        break;
      default:
        cursor.Skip();
    }
  }

  void ReadOutputShape(const MapEntry& entry) {
    const size_t begin = dims_.size();
    ForEachInTuple(entry.bytes, [&](int64_t dim) { dims_.push_back(dim); });
    output_shapes_.push_back(
        {static_cast<int32_t>(entry.key), begin, dims_.size() - begin});
  }

  Progress& progress_;
  DumpSink& sink_;
  CodeTraces traces_;
  CodeParts code_;
  std::vector<std::string_view> types_;
  std::vector<int64_t> shape_;
  std::vector<int64_t> dims_;
  std::vector<OutputShape> output_shapes_;
  std::vector<StoredOutputShape> records_;
  std::vector<StoredInput> inputs_;
  std::vector<StoredSourceIndex> source_indices_;
  std::vector<std::string_view> attrs_;
  std::string unread_;
  NodeStepLists runs_;
  bool has_steps_ = false;
};

}  // namespace

Status ReadProfile(const Source& source, DumpSink& sink,
                   Diagnostics& diagnostics) {
  if (source.bytes.view().empty()) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is empty, but a profile has at least its steps; write it "
                "again",
                source.path);
  }
  bool has_steps = false;
  TFPROF_RETURN_IF_ERROR(DecodeEitherForm<tensorflow::tfprof::ProfileProto>(
      source, {}, diagnostics, [&](const Source& binary) {
        return DecodeFile(binary, diagnostics, [&](Progress& progress) {
          ProfileDecoder decoder(progress, sink);
          progress.UpToCut(
              [&] { decoder.ReadProfileProto(binary.bytes.view()); });
          has_steps = decoder.has_steps();
        });
      }));
  if (!has_steps) {
    // Steps follow the nodes, so a file cut between two nodes looks whole
    // except that it has no steps.
    diagnostics.Warn("profiles without steps",
                     fmt::format("{}: lists no steps; if there were any, the "
                                 "file is cut short",
                                 source.path));
  }
  return {};
}

}  // namespace tfprof
