// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/program_sums.h"

#include "support/catch.h"
#include "support/hlo_maker.h"
#include "support/planned_maker.h"

namespace tfprof {

namespace {

// A loop whose body adds two arrays of so many elements, called twice.
std::shared_ptr<const HloProgram> LoopOf(int64_t elements) {
  HloMaker maker;
  const auto body = maker.Computation();
  const auto x = maker.Parameter(0, {elements});
  maker.Add("add", {elements}, {x, x});
  maker.EntryComputation();
  const auto in = maker.Parameter(0, {elements});
  const auto once = maker.Add("while", {elements}, {in}, {body, body});
  maker.Add("call", {elements}, {once}, {body});
  return maker.Finish();
}

}  // namespace

TEST_CASE("the body of a loop counts once in the sums of its program") {
  const ProgramSumsByName sums = SumsOfPrograms({{1, LoopOf(10)}});
  REQUIRE(sums.size() == 1);
  const ProgramSums& of = sums.at("jit_f");
  CHECK(of.float_ops == 10);
  CHECK(of.bytes == 3 * 40);
  CHECK(of.unknown_instructions == 0);
  CHECK_FALSE(of.planned_peak_bytes);
}

TEST_CASE("of programs with one name the most counts") {
  const auto small = LoopOf(10), large = LoopOf(12);
  const ProgramSums of =
      SumsOfPrograms({{1, small}, {2, large}, {3, small}}).at("jit_f");
  CHECK(of.float_ops == 12);
  CHECK(of.bytes == 3 * 48);
}

TEST_CASE("work that nobody can count is left out and counted") {
  HloMaker maker;
  maker.EntryComputation();
  const auto x = maker.Parameter(0, {8});
  const auto call = maker.Add("custom-call", {8}, {x});
  maker.Target(call, "mine");
  maker.Add("add", {8}, {call, call});
  const ProgramSums of = SumsOfPrograms({{1, maker.Finish()}}).at("jit_f");
  CHECK(of.float_ops == 8);
  CHECK(of.bytes == 3 * 32);
  CHECK(of.unknown_instructions == 1);
}

TEST_CASE("sums beyond 64 bits are not known") {
  HloMaker maker;
  maker.EntryComputation();
  const auto x = maker.Parameter(0, {int64_t{1} << 60});
  for (int i = 0; i < 9; ++i) maker.Add("add", {int64_t{1} << 60}, {x, x});
  const ProgramSums of = SumsOfPrograms({{1, maker.Finish()}}).at("jit_f");
  CHECK_FALSE(of.float_ops);
}

TEST_CASE("the planned peak is that of the memory of the device") {
  PlannedMaker maker;
  maker.Buffer(1, 100, 60);
  maker.Allocation(0, 100, {1}).is_parameter = true;
  HloProgram::Allocation& other = maker.Allocation(1, 5000, {});
  other.is_constant = true;
  other.space = 1;
  const ProgramSums of = SumsOfPrograms(maker.Programs()).at("jit_f");
  CHECK(of.planned_peak_bytes == 100);
}

}  // namespace tfprof
