// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "model/hlo/hlo_program.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// Fills HloProgram::operations and parameter_numbers, instruction by
// instruction.
class HloOperationReader {
 public:
  explicit HloOperationReader(HloProgram& program) : program_(program) {}

  // Reads the field of an instruction. False if it is another's, and still to
  // be skipped.
  bool Read(WireCursor& instruction);

  void EndInstruction();

 private:
  using Range = HloProgram::Range;

  // Appends a number, or a packed list of numbers.
  void AddNumbers(WireCursor& cursor, Range& range);
  void ReadWindow(std::string_view bytes);
  void ReadWindowDimension(std::string_view bytes);
  void ReadConvolution(std::string_view bytes);
  void ReadDot(std::string_view bytes);
  void ReadConfig();

  HloProgram& program_;
  HloProgram::Operation operation_;  // of the instruction at hand
  bool has_any_ = false;
  int64_t parameter_number_ = 0;
  std::string_view config_;
};

}  // namespace tfprof
