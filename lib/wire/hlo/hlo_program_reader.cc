// SPDX-License-Identifier: Apache-2.0
#include "wire/hlo/hlo_program_reader.h"

#include <optional>
#include <utility>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "wire/hlo/hlo_operation_reader.h"
#include "wire/hlo/hlo_reader.h"
#include "wire/hlo/hlo_shape_reader.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

using Row = HloProgram::Row;

class HloProgramDecoder {
 public:
  explicit HloProgramDecoder(std::string_view proto) {
    program_.module = DecodeHlo(proto);
    std::string_view buffers;
    const bool is_bare = IsBareModule(proto);
    if (is_bare) ReadModule(proto);
    WireCursor hlo(is_bare ? std::string_view() : proto);
    while (hlo.Next()) {
      if (hlo.field() == Len(1)) {
        ReadModule(hlo.View());
      } else if (hlo.field() == Len(3)) {
        buffers = hlo.View();
        program_.has_buffers = true;
      } else {
        hlo.Skip();
      }
    }
    IndexNames();
    for (const auto& id : root_ids_) {
      const auto found =
          id ? instruction_of_id_.find(*id) : instruction_of_id_.end();
      program_.roots.push_back(found != instruction_of_id_.end()
                                   ? found->second
                                   : HloProgram::kNone);
    }
    ReadBuffers(buffers);
  }

  HloProgram Finish() { return std::move(program_); }

 private:
  uint32_t NumberCount() const {
    return static_cast<uint32_t>(program_.numbers.size());
  }

  void AddPacked(std::string_view packed) {
    ForEachPacked(packed,
                  [&](int64_t number) { program_.numbers.push_back(number); });
  }

  void ReadModule(std::string_view bytes) {
    WireCursor module(bytes);
    while (module.Next()) {
      if (module.field() == Len(3)) {
        ReadComputation(module.View());
      } else if (module.field() == Varint(5)) {
        program_.id = module.Uint64();
      } else {
        module.Skip();
      }
    }
  }

  void ReadComputation(std::string_view bytes) {
    std::optional<int64_t>& root = root_ids_.emplace_back();
    WireCursor computation(bytes);
    while (computation.Next()) {
      if (computation.field() == Len(2)) {
        ReadInstruction(computation.View());
      } else if (computation.field() == Varint(6)) {
        root = computation.Int64();
      } else {
        computation.Skip();
      }
    }
  }

  void ReadInstruction(std::string_view bytes) {
    const auto row = static_cast<Row>(program_.shapes_of.size());
    int64_t id = 0;
    std::string_view shape;
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      if (cursor.field() == Len(3)) {
        shape = cursor.View();
      } else if (cursor.field() == Varint(35)) {
        id = cursor.Int64();
      } else if (!operation_.Read(cursor)) {
        cursor.Skip();
      }
    }
    operation_.EndInstruction();
    program_.shapes_of.push_back(static_cast<Row>(program_.shapes.size()));
    instruction_of_id_[id] = row;
    shapes_.Read(shape);
  }

  // The first instruction of a name counts.
  void IndexNames() {
    const HloModule& module = program_.module;
    instruction_of_name_.resize(module.strings.size(), HloProgram::kNone);
    for (Row row = 0; row < module.instructions.size(); ++row) {
      Row& of_name = instruction_of_name_[module.instructions[row].name.value];
      if (of_name == HloProgram::kNone) of_name = row;
    }
  }

  Row FindByName(std::string_view name) const {
    const StringId id = program_.module.strings.Find(name);
    return id.valid() && id.value < instruction_of_name_.size()
               ? instruction_of_name_[id.value]
               : HloProgram::kNone;
  }

  void ReadBuffers(std::string_view bytes) {
    WireCursor assignment(bytes);
    while (assignment.Next()) {
      switch (assignment.field()) {
        case Len(1):
          ReadBuffer(assignment.View());
          break;
        case Len(3):
          ReadAllocation(assignment.View());
          break;
        case Len(4):
          ReadTrace(assignment.View());
          break;
        default:
          assignment.Skip();
      }
    }
  }

  void ReadBuffer(std::string_view bytes) {
    HloProgram::Buffer buffer;
    std::string_view place;
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Varint(1):
          buffer.id = cursor.Int64();
          break;
        case Varint(2):
          buffer.bytes = cursor.Int64();
          break;
        case Len(3):
          place = cursor.View();
          break;
        case Varint(4):
          buffer.space = cursor.Int64();
          break;
        default:
          cursor.Skip();
      }
    }
    ReadPlace(place, buffer);
    program_.buffers.push_back(buffer);
  }

  void ReadPlace(std::string_view bytes, HloProgram::Buffer& buffer) {
    int64_t id = 0;
    std::string_view name;
    buffer.slot.first = NumberCount();
    WireCursor place(bytes);
    while (place.Next()) {
      switch (place.field()) {
        case Len(2):
          name = place.View();
          break;
        case Varint(3):
          program_.numbers.push_back(place.Int64());
          break;
        case Len(3):
          AddPacked(place.View());
          break;
        case Varint(4):
          id = place.Int64();
          break;
        default:
          place.Skip();
      }
    }
    buffer.slot.end = NumberCount();
    const auto found = instruction_of_id_.find(id);
    buffer.instruction =
        found != instruction_of_id_.end() ? found->second : FindByName(name);
  }

  void ReadAllocation(std::string_view bytes) {
    HloProgram::Allocation& allocation = program_.allocations.emplace_back();
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Varint(1):
          allocation.index = cursor.Int64();
          break;
        case Varint(2):
          allocation.bytes = cursor.Int64();
          break;
        case Varint(3):
          allocation.is_thread_local = cursor.Bool();
          break;
        case Varint(5):
          allocation.is_parameter = cursor.Bool();
          break;
        case Varint(7):
          allocation.is_live_out = cursor.Bool();
          break;
        case Varint(8):
          allocation.space = cursor.Int64();
          break;
        case Len(9):
          allocation.buffers.push_back(ReadAssigned(cursor.View()));
          break;
        case Varint(12):
          allocation.is_constant = cursor.Bool();
          break;
        default:
          cursor.Skip();
      }
    }
  }

  static int64_t ReadAssigned(std::string_view bytes) {
    int64_t buffer = 0;
    WireCursor assigned(bytes);
    while (assigned.Next()) {
      if (assigned.field() == Varint(1)) {
        buffer = assigned.Int64();
      } else {
        assigned.Skip();
      }
    }
    return buffer;
  }

  void ReadTrace(std::string_view bytes) {
    auto& events = program_.traces.emplace_back();
    WireCursor trace(bytes);
    while (trace.Next()) {
      if (trace.field() == Len(1)) {
        events.push_back(ReadHeapEvent(trace.View()));
      } else {
        trace.Skip();
      }
    }
  }

  HloProgram::HeapEvent ReadHeapEvent(std::string_view bytes) {
    using Kind = HloProgram::HeapEvent::Kind;
    HloProgram::HeapEvent event;
    std::string_view name;
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Varint(1): {
          const int64_t kind = cursor.Int64();
          event.kind =
              kind >= 0 && kind <= 2 ? static_cast<Kind>(kind) : Kind::kOther;
          break;
        }
        case Varint(2):
          event.buffer = cursor.Int64();
          break;
        case Len(4):
          name = cursor.View();
          break;
        case Varint(5):
          event.shares_with = cursor.Int64();
          break;
        default:
          cursor.Skip();
      }
    }
    event.instruction = program_.module.strings.Intern(name);
    return event;
  }

  HloProgram program_;
  HloShapeReader shapes_{program_};
  HloOperationReader operation_{program_};
  std::vector<std::optional<int64_t>> root_ids_;  // by computation
  tsl::robin_map<int64_t, Row, IntHash> instruction_of_id_;
  std::vector<Row> instruction_of_name_;  // by StringId of the module
};

}  // namespace

HloProgram DecodeHloProgram(std::string_view proto) {
  return HloProgramDecoder(proto).Finish();
}

}  // namespace tfprof
