// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/numbers.h"
#include "proto/tfprof_log.pb.h"
#include "wire/code_trace.h"
#include "wire/readers.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// An entry of a map with numbers as keys. Either field may be missing or come
// first; of the two members for the value one is meant.
struct MapEntry {
  int64_t key = 0;
  int64_t number = 0;
  std::string_view bytes;
};

MapEntry ReadMapEntry(std::string_view bytes) {
  MapEntry entry;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Varint(1):
        entry.key = cursor.Int64();
        break;
      case Varint(2):
        entry.number = cursor.Int64();
        break;
      case Len(2):
        entry.bytes = cursor.View();
        break;
      default:
        cursor.Skip();
    }
  }
  return entry;
}

// Calls `take` with the numbers of a repeated field that is the only one in
// its message, as in Tuple.
template <typename Take>
void ForEachInTuple(std::string_view bytes, Take take) {
  WireCursor tuple(bytes);
  while (tuple.Next()) {
    switch (tuple.field()) {
      case Len(1):
        ForEachPacked(tuple.View(), take);
        break;
      case Varint(1):
        take(tuple.Int64());
        break;
      default:
        tuple.Skip();
    }
  }
}

// Adds the duration of a time tuple {start, duration}.
// tfprof: shorter tuples are undefined there and skipped here.
void AddDuration(std::string_view bytes, int64_t& sum) {
  size_t count = 0;
  int64_t duration = 0;
  ForEachInTuple(bytes, [&](int64_t number) {
    if (++count == 2) duration = number;
  });
  sum = WrapAdd(sum, duration);
}

// ExecTime: the executions on one device.
void AddDurations(std::string_view bytes, int64_t& sum) {
  WireCursor times(bytes);
  while (times.Next()) {
    if (times.field() == Len(1)) {
      AddDuration(times.View(), sum);
    } else {
      times.Skip();
    }
  }
}

// An entry of map<string, ExecTime>. What the device is called does not count.
void AddDeviceDurations(std::string_view bytes, int64_t& sum) {
  WireCursor entry(bytes);
  while (entry.Next()) {
    if (entry.field() == Len(2)) {
      AddDurations(entry.View(), sum);
    } else {
      entry.Skip();
    }
  }
}

// Adds up the memory records. A field that occurs twice in one record means
// the last, so a record is read whole before it is added.
void AddMemory(std::string_view bytes, StoredRun& run) {
  StoredRun record;
  WireCursor memory(bytes);
  while (memory.Next()) {
    switch (memory.field()) {
      case Varint(6):
        record.requested_bytes = memory.Int64();
        break;
      case Varint(7):
        record.peak_bytes = memory.Int64();
        break;
      case Varint(8):
        record.residual_bytes = memory.Int64();
        break;
      case Varint(9):
        record.output_bytes = memory.Int64();
        break;
      default:
        memory.Skip();
    }
  }
  run.requested_bytes = WrapAdd(run.requested_bytes, record.requested_bytes);
  run.peak_bytes = WrapAdd(run.peak_bytes, record.peak_bytes);
  run.residual_bytes = WrapAdd(run.residual_bytes, record.residual_bytes);
  run.output_bytes = WrapAdd(run.output_bytes, record.output_bytes);
}

// An entry of map<int64, ExecProfile>.
StoredRun ReadRun(const MapEntry& entry) {
  StoredRun run;
  run.step = entry.key;
  WireCursor exec(entry.bytes);
  while (exec.Next()) {
    switch (exec.field()) {
      case Varint(1):
        run.run_count = exec.Int64();
        break;
      case Len(4):
        AddDeviceDurations(exec.View(), run.accelerator_us);
        break;
      case Len(5):
        AddDeviceDurations(exec.View(), run.cpu_us);
        break;
      case Len(7):
        AddMemory(exec.View(), run);
        break;
      default:
        exec.Skip();
    }
  }
  return run;
}

class ProfileDecoder {
 public:
  ProfileDecoder(Progress& progress, DumpSink& sink)
      : progress_(progress), sink_(sink), traces_(sink) {}

  void ReadProfileProto(std::string_view bytes) {
    const auto add_step = [&](int64_t step) { sink_.AddStoredStep(step); };
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

 private:
  // A row of dims_: spans are made when it has stopped growing.
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
    runs_.clear();
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
    node.runs = runs_;
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
      case Len(12):
        runs_.push_back(ReadRun(ReadMapEntry(cursor.View())));
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
  std::vector<StoredRun> runs_;
};

}  // namespace

Status ReadProfile(const Source& source, DumpSink& sink, Diagnostics&) {
  if (source.bytes.view().empty()) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is empty, but a profile holds its steps at least; write "
                "it again",
                source.path);
  }
  return DecodeEitherForm<tensorflow::tfprof::ProfileProto>(
      source, UnknownFields::kRefuse, [&](const Source& binary) {
        return DecodeFile(binary, [&](Progress& progress) {
          ProfileDecoder(progress, sink).ReadProfileProto(binary.bytes.view());
        });
      });
}

}  // namespace tfprof
