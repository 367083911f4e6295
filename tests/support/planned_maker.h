// SPDX-License-Identifier: Apache-2.0
// Makes a program with a buffer assignment by hand.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/programs/planned_memory.h"

namespace tfprof {

class PlannedMaker {
 public:
  PlannedMaker() {
    program_.has_buffers = true;
    program_.module.name = program_.module.strings.Intern("jit_f");
  }

  // A buffer in an instruction of u8 with that many elements.
  void Buffer(int64_t id, int64_t bytes, int64_t elements) {
    HloModule& module = program_.module;
    HloModule::Instruction instruction;
    instruction.name = module.strings.Intern("i" + std::to_string(id));
    instruction.opcode = module.strings.Intern("add");
    instruction.op_name = instruction.op_type = module.strings.Intern("");
    HloProgram::Buffer buffer;
    buffer.id = id;
    buffer.bytes = bytes;
    buffer.instruction =
        static_cast<HloProgram::Row>(module.instructions.size());
    module.instructions.push_back(instruction);
    HloProgram::Shape shape;
    shape.type = 6;
    shape.dims.first = static_cast<uint32_t>(program_.numbers.size());
    program_.numbers.push_back(elements);
    shape.dims.end = static_cast<uint32_t>(program_.numbers.size());
    program_.shapes_of.push_back(
        static_cast<HloProgram::Row>(program_.shapes.size()));
    program_.shapes.push_back(shape);
    program_.buffers.push_back(buffer);
  }

  HloProgram::Allocation& Allocation(int64_t index, int64_t bytes,
                                     std::vector<int64_t> buffers) {
    HloProgram::Allocation& it = program_.allocations.emplace_back();
    it.index = index;
    it.bytes = bytes;
    it.buffers = std::move(buffers);
    return it;
  }

  void Trace(const std::vector<HloProgram::HeapEvent>& events) {
    program_.traces.push_back(events);
  }

  std::shared_ptr<const HloProgram> Finish() {
    return std::make_shared<const HloProgram>(std::move(program_));
  }

  // Of two hosts that have it.
  std::vector<PlannedProgram> Programs() {
    const auto program = Finish();
    return {{5, program}, {5, program}};
  }

  Planned Plan() { return PlanOf(Programs()); }

 private:
  HloProgram program_;
};

}  // namespace tfprof
