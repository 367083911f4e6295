// SPDX-License-Identifier: Apache-2.0
// Makes a compiled program by hand, computation by computation.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/hlo/hlo_program.h"

namespace tfprof {

class HloMaker {
 public:
  using Row = HloProgram::Row;

  // XLA's numbers of types.
  static constexpr int kS32 = 4, kF16 = kHloF16, kF32 = kHloF32, kF64 = kHloF64,
                       kBf16 = kHloBf16;

  HloMaker() { module().name = Text("jit_f"); }

  // Begins a computation; the one before is finished.
  Row Computation() {
    End();
    module().computations.push_back({Text("c")});
    module().computations.back().first = Count();
    return static_cast<Row>(module().computations.size() - 1);
  }

  // The same for the computation that runs when the program does.
  Row EntryComputation() { return module().entry = Computation(); }

  // The computation that runs; without it the program does not say.
  void Entry(Row computation) { module().entry = computation; }

  // An instruction with one array as its result, named as "add.3". The last one
  // of a computation is its root. Operands may come later, and so may
  // computations that it calls.
  Row Add(std::string_view opcode, std::vector<int64_t> dims,
          const std::vector<Row>& operands = {},
          const std::vector<Row>& called = {}, int type = kF32) {
    const Row shape = Shape(type, std::move(dims));
    return AddOf(opcode, shape, operands, called);
  }

  // The same with a tuple of f32 arrays.
  Row AddTuple(std::string_view opcode,
               const std::vector<std::vector<int64_t>>& parts,
               const std::vector<Row>& operands = {},
               const std::vector<Row>& called = {}) {
    const Row shape = Shape(kHloTuple, {});
    for (const auto& dims : parts) Shape(kF32, dims);
    program_.shapes[shape].first_part = shape + 1;
    program_.shapes[shape].end_part = static_cast<Row>(program_.shapes.size());
    return AddOf(opcode, shape, operands, called);
  }

  Row Parameter(int64_t number, std::vector<int64_t> dims, int type = kF32) {
    const Row row = Add("parameter", std::move(dims), {}, {}, type);
    program_.parameter_numbers[row] = number;
    return row;
  }

  // What an instruction has besides its shape.
  HloProgram::Operation& OperationOf(Row row) {
    Row& at = program_.operations_of[row];
    if (at == HloProgram::kNone) {
      at = static_cast<Row>(program_.operations.size());
      program_.operations.emplace_back();
    }
    return program_.operations[at];
  }

  HloProgram::Range Numbers(const std::vector<int64_t>& numbers) {
    HloProgram::Range range;
    range.first = static_cast<uint32_t>(program_.numbers.size());
    program_.numbers.insert(program_.numbers.end(), numbers.begin(),
                            numbers.end());
    range.end = static_cast<uint32_t>(program_.numbers.size());
    return range;
  }

  void Target(Row row, std::string_view target) {
    OperationOf(row).target = Text(target);
  }

  void Order(Row row, const std::vector<int64_t>& minor_to_major) {
    program_.shapes[program_.shapes_of[row]].order = Numbers(minor_to_major);
  }

  void OpName(Row row, std::string_view name) {
    module().instructions[row].op_name = Text(name);
  }

  StringId Text(std::string_view text) { return module().strings.Intern(text); }

  std::shared_ptr<const HloProgram> Finish() {
    End();
    for (size_t row = 0; row < operands_.size(); ++row) {
      module().operands.AddRow(operands_[row]);
      module().called.AddRow(called_[row]);
    }
    return std::make_shared<const HloProgram>(std::move(program_));
  }

 private:
  HloModule& module() { return program_.module; }

  Row Count() { return static_cast<Row>(module().instructions.size()); }

  void End() {
    if (module().computations.empty()) return;
    HloModule::Computation& last = module().computations.back();
    last.end = Count();
    program_.roots.push_back(last.end > last.first ? last.end - 1
                                                   : HloProgram::kNone);
  }

  Row Shape(int type, const std::vector<int64_t>& dims) {
    HloProgram::Shape shape;
    shape.type = type;
    shape.dims = Numbers(dims);
    program_.shapes.push_back(shape);
    return static_cast<Row>(program_.shapes.size() - 1);
  }

  Row AddOf(std::string_view opcode, Row shape,
            const std::vector<Row>& operands, const std::vector<Row>& called) {
    const Row row = Count();
    HloModule::Instruction instruction;
    instruction.name = Text(std::string(opcode) + "." + std::to_string(row));
    instruction.opcode = Text(opcode);
    instruction.op_name = instruction.op_type = Text("");
    module().instructions.push_back(instruction);
    program_.shapes_of.push_back(shape);
    program_.operations_of.push_back(HloProgram::kNone);
    program_.parameter_numbers.push_back(0);
    operands_.push_back(operands);
    called_.push_back(called);
    return row;
  }

  HloProgram program_;
  std::vector<std::vector<Row>> operands_;
  std::vector<std::vector<Row>> called_;
};

}  // namespace tfprof
