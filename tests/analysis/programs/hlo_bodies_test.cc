// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_bodies.h"

#include "support/catch.h"
#include "support/hlo_maker.h"

namespace tfprof {

namespace {

using Row = HloProgram::Row;

struct Counted {
  explicit Counted(HloMaker& maker)
      : program(maker.Finish()), sizes(*program), bodies(*program, sizes) {}

  int64_t Ops(Row row) {
    const Count count = bodies.FloatOpsOf(row);
    return count.is_known() ? count.value() : -1;
  }

  std::shared_ptr<const HloProgram> program;
  HloSizes sizes;
  HloBodies bodies;
};

}  // namespace

TEST_CASE("float operations are counted by opcode") {
  HloMaker maker;
  const Row sum = maker.Computation();
  maker.Add("add", {});
  maker.Computation();
  const Row x = maker.Parameter(0, {8, 6});
  const Row y = maker.Parameter(1, {6, 5});
  const Row tanh = maker.Add("tanh", {8, 6}, {x});
  const Row dot = maker.Add("dot", {8, 5}, {x, y});
  maker.OperationOf(dot).has_contracting = true;
  maker.OperationOf(dot).contracting = maker.Numbers({1});
  const Row reduce = maker.Add("reduce", {8}, {x, x}, {sum});
  const Row window = maker.Add("reduce-window", {8, 3}, {x, x}, {sum});
  maker.OperationOf(window).window =
      maker.Numbers({1, 1, 0, 0, 1, 1, 2, 1, 0, 0, 1, 1});
  const Row scatter = maker.Add("scatter", {8, 6}, {x, x, y}, {sum});
  const Row sort = maker.Add("sort", {9}, {maker.Add("iota", {9})});
  const Row fft = maker.Add("fft", {8, 6}, {x});
  maker.OperationOf(fft).fft_lengths = maker.Numbers({6});
  const Row solve = maker.Add("triangular-solve", {6, 5}, {x, y});
  const Row loop = maker.Add("while", {8, 6}, {x}, {sum});
  const Row norm = maker.Add("batch-norm-training", {8, 6}, {x});
  const Row transpose = maker.Add("transpose", {6, 8}, {x});
  Counted counted(maker);
  CHECK(counted.Ops(x) == 0);
  CHECK(counted.Ops(tanh) == 48);
  CHECK(counted.Ops(dot) == 2 * 40 * 6);
  CHECK(counted.Ops(reduce) == 40);
  CHECK(counted.Ops(window) == 24);
  CHECK(counted.Ops(scatter) == 30);
  CHECK(counted.Ops(sort) == 9 * 4);
  CHECK(counted.Ops(fft) == 8 * 2 * 48);
  CHECK(counted.Ops(solve) == 2 * 6 * 30);
  CHECK(counted.Ops(loop) == 0);
  CHECK(counted.Ops(norm) == -1);
  CHECK(counted.Ops(transpose) == 0);
}

TEST_CASE("calls of libraries count by their own dimensions") {
  HloMaker maker;
  maker.Computation();
  const Row x = maker.Parameter(0, {8, 6}, HloMaker::kBf16);
  const Row y = maker.Parameter(1, {6, 5}, HloMaker::kBf16);
  const Row told = maker.AddTuple("custom-call", {{8, 5}, {1024}}, {x, y});
  maker.Target(told, "__cublas$lt$matmul");
  maker.OperationOf(told).has_contracting = true;
  maker.OperationOf(told).contracting = maker.Numbers({1});
  const Row untold = maker.AddTuple("custom-call", {{8, 5}}, {x, y});
  maker.Target(untold, "__cublas$gemm");
  const Row other = maker.Add("custom-call", {8, 5}, {x, y});
  maker.Target(other, "triton_kernel");
  Counted counted(maker);
  CHECK(counted.Ops(told) == 2 * 40 * 6);
  CHECK(counted.Ops(untold) == -1);
  CHECK(counted.Ops(other) == -1);
  CHECK(counted.bodies.MatrixOf(told).Has(HloMaker::kBf16));
  CHECK_FALSE(counted.bodies.MatrixOf(other).has_any);
}

TEST_CASE("a fusion is the sum of what it holds, and unknown if any part is") {
  HloMaker maker;
  const Row inner = maker.Computation();
  maker.Add("multiply", {4});
  maker.Add("add", {4});
  const Row outer = maker.Computation();
  maker.Parameter(0, {4});
  maker.Add("add", {4});
  maker.Add("fusion", {4}, {}, {inner});
  const Row bad = maker.Computation();
  maker.Add("batch-norm-grad", {4});
  maker.Computation();
  const Row fusion = maker.Add("fusion", {4}, {}, {outer});
  const Row unknown = maker.Add("fusion", {4}, {}, {bad});
  Counted counted(maker);
  CHECK(counted.Ops(fusion) == 12);
  CHECK(counted.Ops(unknown) == -1);
  const auto contents = counted.bodies.ContentsOf(fusion);
  REQUIRE(contents.size() == 2);
  const StringPool& strings = counted.program->module.strings;
  for (const auto& [opcode, count] : contents) {
    CHECK(count == (strings[opcode] == "add" ? 2 : 1));
  }
}

TEST_CASE("computations that call each other in a circle are not known") {
  HloMaker maker;
  maker.Computation();
  maker.Add("fusion", {4}, {}, {1});
  maker.Computation();
  maker.Add("fusion", {4}, {}, {0});
  maker.Computation();
  const Row fusion = maker.Add("fusion", {4}, {}, {0});
  Counted counted(maker);
  CHECK(counted.Ops(fusion) == -1);
  CHECK(counted.Ops(0) == -1);
}

TEST_CASE("fusions are opened down to a depth of 63") {
  for (const bool is_too_deep : {false, true}) {
    HloMaker maker;
    const Row first = maker.Computation();
    maker.Add("add", {4});
    Row last = first;
    const int nested = HloBodies::kMostHeight - (is_too_deep ? 0 : 1);
    for (int i = 0; i < nested; ++i) {
      const Row next = maker.Computation();
      maker.Add("fusion", {4}, {}, {last});
      last = next;
    }
    maker.Computation();
    const Row fusion = maker.Add("fusion", {4}, {}, {last});
    Counted counted(maker);
    CHECK(counted.Ops(fusion) == (is_too_deep ? -1 : 4));
  }
}

TEST_CASE("products beyond 64 bits are not known") {
  HloMaker maker;
  maker.Computation();
  const int64_t many = int64_t{1} << 40;
  const Row add = maker.Add("add", {many, many});
  const Row negative = maker.Add("add", {-1});
  Counted counted(maker);
  const Count count = counted.bodies.FloatOpsOf(add);
  CHECK(count.missing() == Count::Missing::kTooLarge);
  CHECK(counted.Ops(negative) == -1);
}

}  // namespace tfprof
