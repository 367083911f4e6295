// SPDX-License-Identifier: Apache-2.0
// HloModule: a compiled XLA program with the source location of each
// instruction, in the order of its proto.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/lists.h"
#include "base/string_pool.h"

namespace tfprof {

struct HloModule {
  // A row of one of the tables below.
  using Row = uint32_t;
  static constexpr Row kNone = Id<void>::kNone;

  // XLA cuts call stacks far below this limit. No chain of frames is longer
  // (CutStacks).
  static constexpr size_t kMostFrames = 200;

  struct Computation {
    StringId name;
    Row first = 0;  // its instructions are [first, end)
    Row end = 0;
    bool is_fusion = false;
  };

  struct Instruction {
    StringId name;  // unique in a module: "fusion.3"
    StringId opcode;
    StringId op_name;   // in the framework: "jit(f)/dot_general"; may be empty
    StringId op_type;   // in the framework; may be empty
    Row frame = kNone;  // the innermost of its call stack
    Row computation = kNone;
    bool is_array = false;  // it has one output, with `dims`
  };

  // A line of a call stack; the line that called it is `parent`.
  struct Frame {
    StringId file;      // invalid if the module does not tell
    StringId function;  // may be empty
    int32_t line = 0;
    Row parent = kNone;
  };

  StringPool strings;
  StringId name;
  std::vector<Computation> computations;
  std::vector<Instruction> instructions;
  Lists<Row> operands;  // by instruction
  Lists<Row> called;    // by instruction: computations, such as a fusion's
  Lists<int64_t> dims;  // by instruction: of its output
  Row entry = kNone;    // the entry computation
  // Operands and called computations of instructions that are not in the file.
  size_t lost_references = 0;
  std::vector<Frame> frames;

  // The call stack that ends in `frame`, outermost first, without frames of
  // unknown files.
  std::vector<Row> StackOf(Row frame) const;
};

// The stack without consecutive repetitions. When XLA inlines a called program,
// the callee's frames, which begin far outside, follow those of the call:
// "train step loss step loss body".
std::vector<HloModule::Row> WithoutRepeats(
    const HloModule& module, const std::vector<HloModule::Row>& stack);

// The node name of an instruction: "OP_NAME/INSTRUCTION", or
// "MODULE/INSTRUCTION" if it has no name in the framework.
std::string NodeNameOf(const HloModule& module, HloModule::Row instruction);

// The op type of that node: the framework's, else the last part of its name,
// else XLA's opcode. For products with a merged transpose and for moves between
// devices it is the opcode, since their names come from another operation.
std::string_view OpTypeOf(const HloModule& module, HloModule::Row instruction);

}  // namespace tfprof
