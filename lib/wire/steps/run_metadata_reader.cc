// SPDX-License-Identifier: Apache-2.0
// The hottest reader: a long run has gigabytes of NodeExecStats. It allocates
// nothing per record and reads every byte once.
#include <cstdint>
#include <string_view>
#include <vector>

#include "proto/run_metadata.pb.h"
#include "wire/graph/partition_graphs.h"
#include "wire/intake/readers.h"
#include "wire/steps/allocation_record.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

class StepDecoder {
 public:
  StepDecoder(Progress& progress, DumpSink& sink)
      : progress_(progress),
        sink_(sink),
        with_shapes_(sink.wants_output_shapes()) {}

  void ReadStepStats(std::string_view bytes) {
    WireCursor step_stats(bytes);
    while (step_stats.Next()) {
      progress_.Enter(step_stats.field_at());
      if (step_stats.field() == Len(1)) {
        ReadDevice(progress_.Message(step_stats));
      } else {
        step_stats.Skip();
      }
    }
  }

 private:
  void ReadDevice(std::string_view bytes) {
    if (bytes.empty() && progress_.is_cut()) return;  // its name is lost
    sink_.BeginDevice(DeviceName(bytes));
    WireCursor device(bytes);
    while (device.Next()) {
      progress_.Enter(device.field_at());
      if (device.field() == Len(2)) {
        ReadExec(device.View());
      } else {
        device.Skip();
      }
    }
  }

  // Writers put the name first; only if it is not there are the executions
  // skipped to find it. The last of several names counts.
  static std::string_view DeviceName(std::string_view bytes) {
    std::string_view name;
    bool is_found = false;
    WireCursor device(bytes);
    while (device.Next()) {
      if (device.field() == Len(1)) {
        name = device.View();
        is_found = true;
      } else if (is_found) {
        break;
      } else {
        device.Skip();
      }
    }
    return name;
  }

  void ReadExec(std::string_view bytes) {
    ExecRecord exec;
    memory_.clear();
    allocations_.clear();
    allocations_end_.clear();
    outputs_.clear();
    dims_.clear();
    dims_end_.clear();
    WireCursor stats(bytes);
    while (stats.Next()) {
      if (!ReadTime(stats, exec)) ReadNamesAndMemory(stats, exec);
    }
    // Spans are made after allocations_ has stopped growing.
    size_t begin = 0;
    for (size_t i = 0; i < memory_.size(); ++i) {
      const size_t end = allocations_end_[i];
      memory_[i].allocations =
          std::span(allocations_).subspan(begin, end - begin);
      begin = end;
    }
    begin = 0;
    for (size_t i = 0; i < dims_end_.size(); ++i) {
      ShapeRecord& shape = outputs_[i].shape;
      shape = ShapeRecord(std::span(dims_).subspan(begin, dims_end_[i] - begin),
                          shape.unknown_rank());
      begin = dims_end_[i];
    }
    exec.memory = memory_;
    exec.outputs = outputs_;
    sink_.AddExec(exec);
  }

  static bool ReadTime(WireCursor& stats, ExecRecord& exec) {
    switch (stats.field()) {
      case Varint(2):
        exec.all_start_us = stats.Int64();
        return true;
      case Varint(3):
        exec.op_start_rel_us = stats.Int64();
        return true;
      case Varint(4):
        exec.op_end_rel_us = stats.Int64();
        return true;
      case Varint(5):
        exec.all_end_rel_us = stats.Int64();
        return true;
      case Varint(9):
        exec.scheduled_us = stats.Int64();
        return true;
      case Varint(13):
        exec.all_start_ns = stats.Int64();
        return true;
      case Varint(14):
        exec.op_start_rel_ns = stats.Int64();
        return true;
      case Varint(15):
        exec.op_end_rel_ns = stats.Int64();
        return true;
      case Varint(16):
        exec.all_end_rel_ns = stats.Int64();
        return true;
      case Varint(17):
        exec.scheduled_ns = stats.Int64();
        return true;
      default:
        return false;
    }
  }

  void ReadNamesAndMemory(WireCursor& stats, ExecRecord& exec) {
    switch (stats.field()) {
      case Len(1):
        exec.name = stats.View();
        break;
      case Len(6):
        ReadAllocator(stats.View());
        break;
      case Len(7):
        ReadOutput(stats.View());
        break;
      case Len(8):
        exec.label = stats.View();
        break;
      case Varint(10):
        exec.thread_id = static_cast<uint32_t>(stats.Uint64());
        break;
      case Len(12):
        ReadMemoryStats(stats.View(), exec);
        break;
      default:
        stats.Skip();
    }
  }

  void ReadAllocator(std::string_view bytes) {
    if (memory_.size() == kMostParts) throw TooManyParts();
    AllocatorRecord& record = memory_.emplace_back();
    WireCursor allocator(bytes);
    while (allocator.Next()) {
      switch (allocator.field()) {
        case Len(1):
          record.allocator = allocator.View();
          break;
        case Varint(2):
          record.total_bytes = allocator.Int64();
          break;
        case Varint(3):
          record.peak_bytes = allocator.Int64();
          break;
        case Varint(4):
          record.live_bytes = allocator.Int64();
          break;
        case Varint(5):
          record.bytes_in_use = allocator.Int64();
          break;
        case Len(6):
          allocations_.push_back(ReadAllocationRecord(allocator.View()));
          break;
        default:
          allocator.Skip();
      }
    }
    allocations_end_.push_back(allocations_.size());
  }

  void ReadOutput(std::string_view bytes) {
    if (outputs_.size() == kMostParts) throw TooManyParts();
    OutputRecord& record = outputs_.emplace_back();
    WireCursor output(bytes);
    while (output.Next()) {
      switch (output.field()) {
        case Varint(1):
          record.slot = output.Int32();
          break;
        case Len(3):
          record.tensor = output.View();
          ReadTensor(record.tensor, record);
          break;
        default:
          output.Skip();
      }
    }
    if (!with_shapes_) return;
    ReadTypeAndShape(record.tensor, record);
    dims_end_.push_back(dims_.size());
  }

  void ReadTypeAndShape(std::string_view bytes, OutputRecord& record) {
    WireCursor tensor(bytes);
    while (tensor.Next()) {
      if (tensor.field() == Varint(1)) {
        record.dtype = tensor.Int32();
      } else if (tensor.field() == Len(2)) {
        ReadShape(tensor.View(), record);
      } else {
        tensor.Skip();
      }
    }
  }

  void ReadShape(std::string_view bytes, OutputRecord& record) {
    WireCursor shape(bytes);
    while (shape.Next()) {
      if (shape.field() == Varint(3)) {
        record.shape = ShapeRecord({}, shape.Bool());
      } else if (shape.field() == Len(2)) {
        dims_.push_back(0);
        WireCursor dim(shape.View());
        while (dim.Next()) {
          if (dim.field() == Varint(1)) {
            dims_.back() = dim.Int64();
          } else {
            dim.Skip();
          }
        }
      } else {
        shape.Skip();
      }
    }
  }

  static void ReadTensor(std::string_view bytes, OutputRecord& record) {
    WireCursor tensor(bytes);
    while (tensor.Next()) {
      if (tensor.field() == Len(4)) {
        record.has_allocation = true;
        ReadAllocation(tensor.View(), record);
      } else {
        tensor.Skip();
      }
    }
  }

  static void ReadAllocation(std::string_view bytes, OutputRecord& record) {
    WireCursor allocation(bytes);
    while (allocation.Next()) {
      switch (allocation.field()) {
        case Varint(1):
          record.requested_bytes = allocation.Int64();
          break;
        case Varint(2):
          record.allocated_bytes = allocation.Int64();
          break;
        case Len(3):
          record.allocator = allocation.View();
          break;
        case Varint(6):
          record.ptr = allocation.Uint64();
          break;
        default:
          allocation.Skip();
      }
    }
  }

  static void ReadMemoryStats(std::string_view bytes, ExecRecord& exec) {
    WireCursor stats(bytes);
    while (stats.Next()) {
      switch (stats.field()) {
        case Varint(1):
        case Varint(1001):  // old names in text: see run_metadata.proto
          exec.temp_bytes = stats.Int64();
          break;
        case Varint(3):
        case Varint(1003):
          exec.persistent_bytes = stats.Int64();
          break;
        default:
          stats.Skip();
      }
    }
  }

  Progress& progress_;
  DumpSink& sink_;
  const bool with_shapes_;
  // The limit for each kind of part of an execution.
  static constexpr size_t kMostParts = size_t{1} << 17;

  std::vector<AllocatorRecord> memory_;
  std::vector<AllocationRecord> allocations_;
  std::vector<size_t> allocations_end_;  // by allocator
  std::vector<OutputRecord> outputs_;
  std::vector<int64_t> dims_;     // of all outputs
  std::vector<size_t> dims_end_;  // by output
};

// True if there are step stats, even empty ones.
bool ReadSteps(const Source& source, DumpSink& sink, Progress& progress) {
  StepDecoder decoder(progress, sink);
  bool has_step = false;
  progress.UpToCut([&] {
    WireCursor run_metadata(source.bytes.view());
    while (run_metadata.Next()) {
      progress.Enter(run_metadata.field_at());
      if (run_metadata.field() != Len(1)) {
        run_metadata.Skip();
        continue;
      }
      // Two occurrences of a message are merged.
      if (!has_step) sink.BeginStep(source.step);
      has_step = true;
      decoder.ReadStepStats(progress.Message(run_metadata));
    }
  });
  if (has_step) sink.EndStep();
  return has_step;
}

}  // namespace

Status ReadRunMetadata(const Source& source, DumpSink& sink,
                       Diagnostics& diagnostics) {
  bool has_step = false;
  TFPROF_RETURN_IF_ERROR(DecodeEitherForm<tensorflow::RunMetadata>(
      source, {UnknownFields::kRefuse, 2}, diagnostics,
      [&](const Source& binary) {
        return DecodeFile(binary, diagnostics, [&](Progress& progress) {
          if (sink.graph_detail() >= GraphDetail::kDefinitions) {
            progress.UpToCut([&] {
              ReadPartitionGraphs(binary.bytes.view(), sink, progress);
            });
          }
          has_step = ReadSteps(binary, sink, progress);
        });
      }));
  if (!has_step) {
    // tfprof: the step's number is used up, but the step is not known.
    diagnostics.Warn(
        "run metadata without step stats",
        fmt::format("Invalid RunMetadata for step {}", source.step));
  }
  return {};
}

Status ReadStepStats(const Source& source, DumpSink& sink,
                     Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::StepStats>(
      source, {UnknownFields::kRefuse, 1}, diagnostics,
      [&](const Source& binary) {
        return DecodeFile(binary, diagnostics, [&](Progress& progress) {
          sink.BeginStep(binary.step);
          progress.UpToCut([&] {
            StepDecoder(progress, sink).ReadStepStats(binary.bytes.view());
          });
          sink.EndStep();
        });
      });
}

}  // namespace tfprof
