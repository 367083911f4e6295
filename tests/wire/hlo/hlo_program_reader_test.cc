// SPDX-License-Identifier: Apache-2.0
#include "wire/hlo/hlo_program_reader.h"

#include <string>
#include <vector>

#include <protozero/exception.hpp>

#include "support/catch.h"
#include "support/make_xspace.h"

namespace tfprof {

namespace {

std::string Packed(uint32_t field, const std::vector<int64_t>& numbers) {
  std::string bytes;
  for (const int64_t number : numbers) {
    PushVarint(bytes, static_cast<uint64_t>(number));
  }
  return BytesField(field, bytes);
}

// f32 with a layout in tiles of 8 by 128, or without one.
std::string ArrayShape(const std::vector<int64_t>& dims, bool is_tiled) {
  std::string layout = Packed(1, {1, 0});
  if (is_tiled) layout += BytesField(6, Packed(1, {8, 128}));
  return NumberField(2, 11) + Packed(3, dims) + BytesField(5, layout);
}

std::string TupleOf(const std::vector<std::string>& parts) {
  std::string bytes = NumberField(2, 13);
  for (const std::string& part : parts) bytes += BytesField(4, part);
  return bytes;
}

// A program of one instruction `fusion` with this shape.
std::string ProgramWith(const std::string& shape, const std::string& rest) {
  const std::string instruction = BytesField(1, "fusion") +
                                  BytesField(2, "fusion") +
                                  BytesField(3, shape) + NumberField(35, 7);
  const std::string computation =
      BytesField(1, "main") + BytesField(2, instruction) + NumberField(5, 1);
  const std::string module =
      BytesField(1, "jit_f") + BytesField(3, computation) + NumberField(5, 42);
  return BytesField(1, module) + rest;
}

}  // namespace

TEST_CASE("shapes are read and written as XLA writes them") {
  const HloProgram program = DecodeHloProgram(ProgramWith(
      TupleOf({ArrayShape({5, 1024}, true),
               TupleOf({ArrayShape({2, 3}, false)}), NumberField(2, 17)}),
      ""));
  CHECK(program.id == 42);
  CHECK_FALSE(program.has_buffers);
  REQUIRE(program.shapes_of.size() == 1);
  const HloProgram::Row shape = program.shapes_of[0];
  CHECK(WordsOfShape(program, shape) ==
        "(f32[5,1024]{1,0:T(8,128)}, (f32[2,3]{1,0}), token[])");
  CHECK(WordsOfShape(program, shape, false) ==
        "(f32[5,1024], (f32[2,3]), token[])");
  CHECK(BytesOfShape(program, shape) == 5 * 1024 * 4 + 2 * 3 * 4);
}

TEST_CASE("a shape beyond 64 bits has no size") {
  const int64_t many = int64_t{1} << 40;
  const HloProgram large =
      DecodeHloProgram(ProgramWith(ArrayShape({many, many}, false), ""));
  CHECK_FALSE(BytesOfShape(large, large.shapes_of[0]).has_value());
  const HloProgram none =
      DecodeHloProgram(ProgramWith(ArrayShape({many, many, 0}, false), ""));
  CHECK(BytesOfShape(none, none.shapes_of[0]) == 0);
}

TEST_CASE("very deep tuples are read without recursion") {
  std::string shape = ArrayShape({2}, false);
  for (int i = 0; i < 5000; ++i) shape = TupleOf({shape});
  const HloProgram program = DecodeHloProgram(ProgramWith(shape, ""));
  CHECK(BytesOfShape(program, program.shapes_of[0]) == 8);
  CHECK_FALSE(WordsOfShape(program, program.shapes_of[0]).empty());
}

TEST_CASE("buffers, allocations and heap traces are read") {
  const std::string place = BytesField(2, "fusion") + Packed(3, {1});
  const std::string buffer = NumberField(1, 3) + NumberField(2, 64) +
                             BytesField(3, place) + NumberField(4, 1);
  const std::string allocation = NumberField(1, 9) + NumberField(2, 128) +
                                 NumberField(7, 1) + NumberField(8, 1) +
                                 BytesField(9, NumberField(1, 3));
  const std::string event =
      NumberField(1, 1) + NumberField(2, 3) + BytesField(4, "fusion");
  const std::string assignment = BytesField(1, buffer) +
                                 BytesField(3, allocation) +
                                 BytesField(4, BytesField(1, event));
  const HloProgram program = DecodeHloProgram(
      ProgramWith(ArrayShape({2}, false), BytesField(3, assignment)));
  CHECK(program.has_buffers);
  REQUIRE(program.buffers.size() == 1);
  CHECK(program.buffers[0].instruction == 0);
  CHECK(program.buffers[0].space == 1);
  REQUIRE(program.allocations.size() == 1);
  CHECK(program.allocations[0].is_live_out);
  CHECK_FALSE(program.allocations[0].is_parameter);
  CHECK(program.allocations[0].buffers == std::vector<int64_t>{3});
  REQUIRE(program.traces.size() == 1);
  CHECK(program.traces[0][0].kind == HloProgram::HeapEvent::Kind::kFree);
}

TEST_CASE("a damaged program throws where it is cut") {
  const std::string whole = ProgramWith(
      TupleOf({ArrayShape({5, 1024}, true)}),
      BytesField(3, BytesField(1, NumberField(1, 3) + NumberField(2, 64))));
  size_t failures = 0;
  for (size_t size = 0; size < whole.size(); ++size) {
    try {
      static_cast<void>(DecodeHloProgram(whole.substr(0, size)));
    } catch (const protozero::exception&) {
      ++failures;
    }
  }
  CHECK(failures > whole.size() / 2);
}

}  // namespace tfprof
