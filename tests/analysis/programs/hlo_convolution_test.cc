// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/hlo_convolution.h"

#include "support/catch.h"
#include "support/hlo_maker.h"

namespace tfprof {

namespace {

// One output after the other.
int64_t TapsOneByOne(int64_t outputs, int64_t stride, int64_t start,
                     int64_t dilation, int64_t inputs) {
  int64_t taps = 0;
  for (int64_t o = 0; o < outputs; ++o) {
    const int64_t at = o * stride + start;
    if (at >= 0 && at % dilation == 0 && at / dilation < inputs) ++taps;
  }
  return taps;
}

}  // namespace

TEST_CASE("taps are counted as one by one") {
  for (const int64_t stride : {1, 2, 3, 6}) {
    for (const int64_t dilation : {1, 2, 3, 4, 6}) {
      for (int64_t start = -9; start <= 9; ++start) {
        for (const int64_t inputs : {0, 1, 5, 8}) {
          INFO(stride << ' ' << dilation << ' ' << start << ' ' << inputs);
          CHECK(TapsOf(7, stride, start, dilation, inputs) ==
                TapsOneByOne(7, stride, start, dilation, inputs));
        }
      }
    }
  }
}

TEST_CASE("taps of very large outputs take no time") {
  constexpr int64_t kMany = int64_t{1} << 60;
  CHECK(TapsOf(kMany, 1, 0, 1, kMany) == kMany);
  CHECK(TapsOf(kMany, 3, 1, 2, kMany) == 384307168202282325);
}

TEST_CASE("float operations of a convolution leave padding out") {
  HloMaker maker;
  maker.Computation();
  const auto input = maker.Parameter(0, {2, 9, 4});   // batch, x, feature
  const auto kernel = maker.Parameter(1, {3, 4, 5});  // x, in, out
  const auto out = maker.Add("convolution", {2, 4, 5}, {input, kernel});
  HloProgram::Operation& of = maker.OperationOf(out);
  // Size 3, stride 2, padding 2 and 2, dilation 3.
  of.window = maker.Numbers({3, 2, 2, 2, 3, 1});
  of.input_feature = 2;
  of.input_spatial = maker.Numbers({1});
  of.kernel_spatial = maker.Numbers({0});
  of.output_feature = 2;
  of.output_spatial = maker.Numbers({1});
  const auto program = maker.Finish();
  const HloSizes sizes(*program);
  int64_t steps = 100;
  const ConvolutionShapes shapes{program->shapes_of[input],
                                 program->shapes_of[kernel],
                                 program->shapes_of[out]};
  const auto count = [&] {
    return ConvolutionFloatOps(*program, sizes, program->operations[0], shapes,
                               steps);
  };
  // Of the 12 pairs of output and kernel position 3 + 4 + 3 meet an input.
  CHECK(count().value() == 2 * 4 * 5 * 2 * 10);
  CHECK(steps == 97);
  steps = 2;
  CHECK_FALSE(count().is_known());
}

}  // namespace tfprof
