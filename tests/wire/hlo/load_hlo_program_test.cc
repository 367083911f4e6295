// SPDX-License-Identifier: Apache-2.0
// Programs that are files of their own.
#include <string>

#include "support/catch.h"
#include "support/files.h"
#include "support/make_xspace.h"
#include "support/temp_dir.h"
#include "wire/hlo/hlo_program_reader.h"

namespace tfprof {

namespace {

std::string OneNumber(uint32_t field, int64_t number) {
  std::string packed;
  PushVarint(packed, static_cast<uint64_t>(number));
  return BytesField(field, packed);
}

// A module of two computations, 1 and 2. Number 1 calls one, and number 2,
// which is the entry, calls one and has an instruction with an operand.
std::string ModuleThat(int64_t calls_first, int64_t calls_second,
                       int64_t operand) {
  const auto instruction = [](int64_t id, const std::string& rest) {
    return BytesField(
        2, BytesField(1, "i" + std::to_string(id)) + BytesField(2, "call") +
               BytesField(3, NumberField(2, 11)) + NumberField(35, id) + rest);
  };
  const auto computation = [](int64_t id, const std::string& instructions) {
    return BytesField(3, BytesField(1, "c" + std::to_string(id)) +
                             instructions + NumberField(5, id));
  };
  return BytesField(1, "jit_f") + BytesField(2, "c2") +
         computation(1, calls_first == 0
                            ? instruction(1, "")
                            : instruction(1, OneNumber(38, calls_first))) +
         computation(2, instruction(2, OneNumber(38, calls_second)) +
                            instruction(3, OneNumber(36, operand))) +
         NumberField(5, 42) + NumberField(6, 2);
}

Result<std::shared_ptr<const HloProgram>> LoadOf(const std::string& bytes) {
  const TempDir dir;
  WriteFile(dir / "f.hlo.pb", bytes);
  Inputs inputs;
  return LoadHloProgram({Role::kGraph, dir / "f.hlo.pb"}, inputs);
}

std::string ErrorOf(const std::string& bytes) {
  const auto program = LoadOf(bytes);
  REQUIRE_FALSE(program.has_value());
  CHECK(program.error().code == ErrorCode::kCorrupt);
  const std::string& message = program.error().message;
  return message.substr(message.find("f.hlo.pb"));
}

}  // namespace

TEST_CASE("a module may stand alone or in an HloProto") {
  const std::string module = ModuleThat(0, 1, 2);
  for (const std::string& bytes : {module, BytesField(1, module)}) {
    const auto program = LoadOf(bytes);
    REQUIRE(program.has_value());
    REQUIRE(*program != nullptr);
    CHECK((*program)->id == 42);
    CHECK((*program)->module.computations.size() == 2);
    CHECK((*program)->module.entry == 1);
    CHECK((*program)->module.called[1].size() == 1);
    CHECK((*program)->shapes_of.size() == 3);
  }
}

TEST_CASE("a program that refers to nothing is damaged") {
  CHECK(ErrorOf(BytesField(1, ModuleThat(0, 1, 9))) ==
        "f.hlo.pb: the HLO module is damaged: 1 operands or called "
        "computations are not in it; write or copy it again");
  CHECK(ErrorOf(BytesField(1, ModuleThat(7, 8, 9))) ==
        "f.hlo.pb: the HLO module is damaged: 3 operands or called "
        "computations are not in it; write or copy it again");
}

TEST_CASE("computations in a circle are damage") {
  CHECK(ErrorOf(BytesField(1, ModuleThat(2, 1, 2))) ==
        "f.hlo.pb: the HLO module is damaged: its computation 'c1' calls "
        "itself; write or copy it again");
  CHECK(ErrorOf(ModuleThat(1, 1, 2)) ==
        "f.hlo.pb: the HLO module is damaged: its computation 'c1' calls "
        "itself; write or copy it again");
}

}  // namespace tfprof
