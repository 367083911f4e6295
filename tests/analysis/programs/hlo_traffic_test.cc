// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_traffic.h"

#include "support/catch.h"
#include "support/hlo_maker.h"

namespace tfprof {

namespace {

using Row = HloProgram::Row;

struct Moved {
  explicit Moved(HloMaker& maker)
      : program(maker.Finish()), sizes(*program), traffic(*program, sizes) {}

  int64_t Bytes(Row row) {
    const Count count = traffic.BytesOf(row);
    return count.is_known() ? count.value() : -1;
  }

  std::shared_ptr<const HloProgram> program;
  HloSizes sizes;
  HloTraffic traffic;
};

}  // namespace

TEST_CASE("bytes are counted by opcode") {
  HloMaker maker;
  maker.Computation();
  const Row x = maker.Parameter(0, {100});
  const Row index = maker.Parameter(1, {}, HloMaker::kS32);
  const Row update = maker.Parameter(2, {10});
  const Row add = maker.Add("add", {100}, {x, x});
  const Row slice = maker.Add("dynamic-slice", {10}, {x, index});
  const Row in_place =
      maker.Add("dynamic-update-slice", {100}, {x, update, index});
  const Row scatter = maker.Add("scatter", {100}, {x, index, update});
  const Row iota = maker.Add("iota", {100});
  const Row start = maker.Add("copy-start", {100}, {x});
  const Row done = maker.Add("copy-done", {100}, {start});
  const Row matmul = maker.AddTuple("custom-call", {{10}, {1000}}, {x, update});
  maker.Target(matmul, "__cublas$gemm");
  const Row other = maker.Add("custom-call", {10}, {x});
  Moved moved(maker);
  CHECK(moved.Bytes(x) == 0);
  CHECK(moved.Bytes(add) == 1200);
  CHECK(moved.Bytes(slice) == 80 + 4);
  CHECK(moved.Bytes(in_place) == 80 + 4);
  CHECK(moved.Bytes(scatter) == 120 + 4);
  CHECK(moved.Bytes(iota) == 400);
  CHECK(moved.Bytes(start) == 800);
  CHECK(moved.Bytes(done) == 0);
  CHECK(moved.Bytes(matmul) == 40 + 400 + 40);
  CHECK(moved.Bytes(other) == -1);
}

TEST_CASE("a transpose that reads the same bytes in another way moves none") {
  HloMaker maker;
  maker.Computation();
  const Row x = maker.Parameter(0, {8, 4});
  maker.Order(x, {1, 0});
  const Row same = maker.Add("transpose", {4, 8}, {x});
  maker.OperationOf(same).dimensions = maker.Numbers({1, 0});
  maker.Order(same, {0, 1});
  const Row moves = maker.Add("transpose", {4, 8}, {x});
  maker.OperationOf(moves).dimensions = maker.Numbers({1, 0});
  maker.Order(moves, {1, 0});
  Moved moved(maker);
  CHECK(moved.Bytes(same) == 0);
  CHECK(moved.Bytes(moves) == 256);
}

TEST_CASE("a fusion moves the used parts of its parameters") {
  HloMaker maker;
  const Row body = maker.Computation();
  const Row table = maker.Parameter(0, {1000});
  const Row whole = maker.Parameter(1, {10});
  const Row part = maker.Add("slice", {10}, {table});
  const Row through = maker.Add("bitcast", {1000}, {table});
  const Row second = maker.Add("dynamic-slice", {10}, {through});
  maker.Add("constant", {9});
  maker.Add("constant", {8});
  const Row sum = maker.Add("add", {10}, {part, second});
  maker.Add("add", {10}, {sum, whole});
  maker.Computation();
  const Row fusion = maker.Add("fusion", {10}, {}, {body});
  Moved moved(maker);
  // Two parts of the table, the other parameter, the large constant, the
  // result.
  CHECK(moved.Bytes(fusion) == 40 + 40 + 40 + 36 + 40);
}

TEST_CASE("a parameter that one user takes whole is used whole") {
  HloMaker maker;
  const Row body = maker.Computation();
  const Row table = maker.Parameter(0, {1000});
  maker.Add("slice", {10}, {table});
  maker.Add("negate", {1000}, {table});
  maker.Computation();
  const Row fusion = maker.Add("fusion", {1000}, {}, {body});
  Moved moved(maker);
  CHECK(moved.Bytes(fusion) == 8000);
}

TEST_CASE("a nested fusion that hands its parameter on uses all of it") {
  HloMaker maker;
  const Row identity = maker.Computation();
  maker.Parameter(0, {100});
  const Row body = maker.Computation();
  const Row x = maker.Parameter(0, {100});
  maker.Add("fusion", {100}, {x}, {identity});
  maker.Computation();
  const Row fusion = maker.Add("fusion", {100}, {}, {body});
  Moved moved(maker);
  CHECK(moved.Bytes(fusion) == 800);
}

TEST_CASE("a part of a root that is updated in place is written alone") {
  HloMaker maker;
  const Row body = maker.Computation();
  const Row x = maker.Parameter(0, {100});
  const Row update = maker.Parameter(1, {10});
  const Row index = maker.Parameter(2, {}, HloMaker::kS32);
  const Row written =
      maker.Add("dynamic-update-slice", {100}, {x, update, index});
  const Row cast = maker.Add("bitcast", {100}, {written});
  const Row other = maker.Add("negate", {10}, {update});
  maker.AddTuple("tuple", {{100}, {10}}, {cast, other});
  maker.Computation();
  const Row fusion = maker.AddTuple("fusion", {{100}, {10}}, {}, {body});
  Moved moved(maker);
  // Nothing of x, the update, the index, and two results.
  CHECK(moved.Bytes(fusion) == 0 + 40 + 4 + 40 + 40);
}

TEST_CASE("instructions that use themselves are used whole") {
  HloMaker maker;
  const Row body = maker.Computation();
  const Row x = maker.Parameter(0, {100});
  maker.Add("bitcast", {100}, {x, 2});
  maker.Add("bitcast", {100}, {1});
  maker.Add("negate", {1});
  maker.Computation();
  const Row fusion = maker.Add("fusion", {1}, {}, {body});
  Moved moved(maker);
  CHECK(moved.Bytes(fusion) == 404);
}

}  // namespace tfprof
