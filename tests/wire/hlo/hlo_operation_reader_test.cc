// SPDX-License-Identifier: Apache-2.0
#include "wire/hlo/hlo_operation_reader.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/make_xspace.h"
#include "wire/hlo/hlo_program_reader.h"

namespace tfprof {

namespace {

using Numbers = std::vector<int64_t>;
using Operation = HloProgram::Operation;

// A program of one instruction with these fields.
HloProgram ProgramOfFields(const std::string& fields) {
  const std::string instruction =
      BytesField(1, "i") + BytesField(2, "op") + NumberField(35, 9) + fields;
  const std::string computation = BytesField(1, "main") +
                                  BytesField(2, instruction) +
                                  NumberField(5, 1) + NumberField(6, 9);
  return DecodeHloProgram(
      BytesField(1, BytesField(1, "jit_f") + BytesField(3, computation)));
}

Numbers NumbersIn(const HloProgram& program, const HloProgram::Range& range) {
  return {program.numbers.begin() + range.first,
          program.numbers.begin() + range.end};
}

}  // namespace

TEST_CASE("an instruction without anything has no operation") {
  const HloProgram program = ProgramOfFields(NumberField(9, 3));
  CHECK(program.operations_of[0] == HloProgram::kNone);
  CHECK(program.parameter_numbers[0] == 3);
  CHECK(program.roots == std::vector<HloProgram::Row>{0});
}

TEST_CASE("0 stands for 1 in a window, but for size and padding") {
  const std::string window =
      BytesField(1, NumberField(1, 3) + NumberField(2, 2) + NumberField(3, 1) +
                        NumberField(5, 4)) +
      BytesField(1, NumberField(1, 5));
  const HloProgram program =
      ProgramOfFields(BytesField(15, window) +
                      BytesField(16, NumberField(8, 2) + NumberField(11, 1) +
                                         NumberField(11, 3)));
  REQUIRE(program.operations.size() == 1);
  const Operation& of = program.operations[0];
  CHECK(NumbersIn(program, of.window) ==
        Numbers{3, 2, 1, 0, 4, 1, 5, 1, 0, 0, 1, 1});
  CHECK(of.input_feature == 2);
  CHECK(NumbersIn(program, of.input_spatial) == Numbers{1, 3});
  CHECK(of.feature_groups == 1);
}

TEST_CASE("calls of cuBLAS have their dimensions in a text") {
  const auto call = [](const std::string& target, const std::string& config) {
    return ProgramOfFields(BytesField(28, target) + BytesField(43, config));
  };
  const HloProgram told =
      call("__cublas$gemm",
           R"({"dot":{"lhs_contracting_dimensions" : ["1", 2],"x":[7]}})");
  CHECK(told.operations[0].has_contracting);
  CHECK(NumbersIn(told, told.operations[0].contracting) == Numbers{1, 2});
  CHECK_FALSE(call("__cublas$gemm", "{}").operations[0].has_contracting);
  CHECK_FALSE(call("__cublas$gemm", R"("lhs_contracting_dimensions":[1)")
                  .operations[0]
                  .has_contracting);
  CHECK_FALSE(call("other", R"("lhs_contracting_dimensions":[1])")
                  .operations[0]
                  .has_contracting);
}

}  // namespace tfprof
