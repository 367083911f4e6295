// SPDX-License-Identifier: Apache-2.0
#include "wire/hlo/hlo_reader.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "base/lists.h"
#include "model/hlo/cut_stacks.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

using Row = HloModule::Row;

class HloDecoder {
 public:
  HloModule Finish() {
    module_.name = Intern(name_);
    ResolveFrames();
    for (size_t i = 0; i < module_.instructions.size(); ++i) ResolveFrame(i);
    CutStacks(module_);
    ResolveIds();
    return std::move(module_);
  }

  void ReadModule(std::string_view bytes) {
    WireCursor module(bytes);
    while (module.Next()) {
      switch (module.field()) {
        case Len(1):
          name_ = module.View();
          break;
        case Len(3):
          ReadComputation(module.View());
          break;
        case Len(2):
          entry_name_ = module.View();
          break;
        case Varint(6):
          entry_id_ = module.Int64();
          has_entry_id_ = true;
          break;
        case Len(17):
          ReadFrameIndex(module.View());
          break;
        default:
          module.Skip();
      }
    }
  }

 private:
  struct Number {
    int64_t value = 0;
  };

  // The source location of an instruction.
  struct Place {
    int64_t frame_id = 0;  // from 1
    std::string_view file;
    int32_t line = 0;
  };

  // A line of code: ids count from 1.
  struct Location {
    int64_t file = 0;
    int64_t function = 0;
    int32_t line = 0;
  };

  StringId Intern(std::string_view text) {
    return module_.strings.Intern(text);
  }

  void ReadComputation(std::string_view bytes) {
    HloModule::Computation computation{Intern({})};
    const auto row = static_cast<Row>(module_.computations.size());
    computation.first = static_cast<Row>(module_.instructions.size());
    int64_t id = 0;
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Len(1):
          computation.name = Intern(cursor.View());
          break;
        case Len(2):
          ReadInstruction(cursor.View(), row);
          break;
        case Varint(5):
          id = cursor.Int64();
          break;
        case Varint(7):
          computation.is_fusion = cursor.Bool();
          break;
        default:
          cursor.Skip();
      }
    }
    computation.end = static_cast<Row>(module_.instructions.size());
    computation_of_id_[id] = row;
    module_.computations.push_back(computation);
  }

  void ReadInstruction(std::string_view bytes, Row computation) {
    const StringId none = Intern({});
    HloModule::Instruction row{none, none, none, none};
    row.computation = computation;
    Place& place = places_.emplace_back();
    int64_t id = 0;
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Len(1):
          row.name = Intern(cursor.View());
          break;
        case Len(2):
          row.opcode = Intern(cursor.View());
          break;
        case Len(3):
          row.is_array = ReadShape(cursor.View());
          break;
        case Len(7):
          ReadMetadata(cursor.View(), row, place);
          break;
        case Varint(35):
          id = cursor.Int64();
          break;
        case Len(36):
          ForEachPacked(cursor.View(),
                        [&](int64_t operand) { operand_ids_.Push({operand}); });
          break;
        case Len(38):
          ForEachPacked(cursor.View(),
                        [&](int64_t called) { called_ids_.Push({called}); });
          break;
        default:
          cursor.Skip();
      }
    }
    operand_ids_.EndRow();
    called_ids_.EndRow();
    module_.dims.EndRow();
    instruction_of_id_[id] = static_cast<Row>(module_.instructions.size());
    module_.instructions.push_back(row);
  }

  // False for a tuple.
  bool ReadShape(std::string_view bytes) {
    bool is_array = true;
    WireCursor shape(bytes);
    while (shape.Next()) {
      if (shape.field() == Len(3)) {
        ForEachPacked(shape.View(),
                      [&](int64_t dim) { module_.dims.Push(dim); });
      } else {
        is_array = is_array && shape.field() != Len(4);
        shape.Skip();
      }
    }
    return is_array;
  }

  void ReadMetadata(std::string_view bytes, HloModule::Instruction& row,
                    Place& place) {
    WireCursor metadata(bytes);
    while (metadata.Next()) {
      switch (metadata.field()) {
        case Len(1):
          row.op_type = Intern(metadata.View());
          break;
        case Len(2):
          row.op_name = Intern(metadata.View());
          break;
        case Len(3):
          place.file = metadata.View();
          break;
        case Varint(4):
          place.line = metadata.Int32();
          break;
        case Varint(15):
          place.frame_id = metadata.Int64();
          break;
        default:
          metadata.Skip();
      }
    }
  }

  void ReadFrameIndex(std::string_view bytes) {
    WireCursor index(bytes);
    while (index.Next()) {
      switch (index.field()) {
        case Len(1):
          files_.push_back(Intern(index.View()));
          break;
        case Len(2):
          functions_.push_back(Intern(index.View()));
          break;
        case Len(3):
          ReadLocation(index.View());
          break;
        case Len(4):
          ReadFrame(index.View());
          break;
        default:
          index.Skip();
      }
    }
  }

  void ReadLocation(std::string_view bytes) {
    Location& location = locations_.emplace_back();
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Varint(1):
          location.file = cursor.Int32();
          break;
        case Varint(2):
          location.function = cursor.Int32();
          break;
        case Varint(3):
          location.line = cursor.Int32();
          break;
        default:
          cursor.Skip();
      }
    }
  }

  void ReadFrame(std::string_view bytes) {
    auto& [location, parent] = frame_ids_.emplace_back();
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      if (cursor.field() == Varint(1)) {
        location = cursor.Int32();
      } else if (cursor.field() == Varint(2)) {
        parent = cursor.Int32();
      } else {
        cursor.Skip();
      }
    }
  }

  // The entry with an id that counts from 1, or null.
  template <typename T>
  static const T* At(const std::vector<T>& table, int64_t id) {
    return id > 0 && static_cast<uint64_t>(id) <= table.size()
               ? &table[static_cast<size_t>(id) - 1]
               : nullptr;
  }

  void ResolveFrames() {
    const StringId none = Intern({});
    for (const auto& [location_id, parent] : frame_ids_) {
      HloModule::Frame frame;
      if (const Location* at = At(locations_, location_id)) {
        const StringId* file = At(files_, at->file);
        const StringId* function = At(functions_, at->function);
        frame.file = file != nullptr ? *file : none;
        frame.function = function != nullptr ? *function : none;
        frame.line = at->line;
      }
      if (At(frame_ids_, parent) != nullptr) {
        frame.parent = static_cast<Row>(parent - 1);
      }
      module_.frames.push_back(frame);
    }
  }

  void ResolveFrame(size_t instruction) {
    const Place& place = places_[instruction];
    Row& frame = module_.instructions[instruction].frame;
    if (At(frame_ids_, place.frame_id) != nullptr) {
      frame = static_cast<Row>(place.frame_id - 1);
    } else if (!place.file.empty()) {
      // Older modules have only the innermost line.
      frame = static_cast<Row>(module_.frames.size());
      module_.frames.push_back(
          {Intern(place.file), Intern({}), place.line, HloModule::kNone});
    }
  }

  void ResolveIds() {
    const auto resolve = [this](const auto& of_id, const Lists<Number>& ids,
                                Lists<Row>& rows) {
      for (size_t i = 0; i < ids.size(); ++i) {
        for (const auto [id] : ids[i]) {
          const auto found = of_id.find(id);
          if (found != of_id.end()) {
            rows.Push(found->second);
          } else {
            ++module_.lost_references;
          }
        }
        rows.EndRow();
      }
    };
    resolve(instruction_of_id_, operand_ids_, module_.operands);
    resolve(computation_of_id_, called_ids_, module_.called);
    const auto entry = computation_of_id_.find(entry_id_);
    if (entry != computation_of_id_.end()) module_.entry = entry->second;
    if (!has_entry_id_) FindEntryByName();
  }

  // Some releases name the computation that is called from outside.
  void FindEntryByName() {
    const StringId name = module_.strings.Find(entry_name_);
    if (entry_name_.empty() || !name.valid()) return;
    for (size_t row = 0; row < module_.computations.size(); ++row) {
      if (module_.computations[row].name != name) continue;
      module_.entry = static_cast<Row>(row);
    }
  }

  HloModule module_;
  std::string_view name_;
  std::string_view entry_name_;
  bool has_entry_id_ = false;
  int64_t entry_id_ = 0;
  tsl::robin_map<int64_t, Row, IntHash> instruction_of_id_;
  tsl::robin_map<int64_t, Row, IntHash> computation_of_id_;
  Lists<Number> operand_ids_;  // by instruction
  Lists<Number> called_ids_;   // by instruction
  std::vector<Place> places_;  // by instruction
  std::vector<StringId> files_;
  std::vector<StringId> functions_;
  std::vector<Location> locations_;
  std::vector<std::pair<int64_t, int64_t>> frame_ids_;  // location, parent
};

}  // namespace

// An HloProto has fields 1 and 3 alone.
bool IsBareModule(std::string_view proto) {
  WireCursor cursor(proto);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Len(2):  // the name of the entry computation
      case Varint(5):
      case Varint(6):
        return true;
      default:
        cursor.Skip();
    }
  }
  return false;
}

HloModule DecodeHlo(std::string_view proto) {
  HloDecoder decoder;
  if (IsBareModule(proto)) {
    decoder.ReadModule(proto);
    return decoder.Finish();
  }
  WireCursor hlo(proto);
  while (hlo.Next()) {
    if (hlo.field() == Len(1)) {
      decoder.ReadModule(hlo.View());
    } else {
      hlo.Skip();
    }
  }
  return decoder.Finish();
}

}  // namespace tfprof
