// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/einsum.h"
#include "support/catch.h"
#include "support/formula_call.h"

namespace tfprof {

TEST_CASE("a contraction is a matrix product") {
  CHECK(FloatOps("Einsum", "4x8x32 4x32x16", "?", "equation=bij,bjk->bik")
            .value() == 32768);
  CHECK(FloatOps("Einsum", "2x16x4x8 2x12x4x8", "?", "equation=bqhd,bkhd->bhqk")
            .value() == 24576);
  CHECK(
      FloatOps("Einsum", "2x4x16x12 2x12x4x8", "?", "equation=bhqk,bkhd->bqhd")
          .value() == 24576);
  CHECK(FloatOps("Einsum", "3x5x7 7x11", "?", "equation=abc,cd->abd").value() ==
        2310);
  CHECK(FloatOps("Einsum", "6x7 6x7", "?", "equation=ij,ij->").value() == 84);
}

TEST_CASE("an Einsum broadcasts what its dots stand for") {
  CHECK(
      FloatOps("Einsum", "5x1x8x32 4x32x16", "?", "equation=...ij,...jk->...ik")
          .value() == 2 * 5 * 4 * 8 * 32 * 16);
  CHECK(FloatOps("Einsum", "3x4", "?", "equation=ij->ji").value() == 0);
  CHECK(FloatOps("Einsum", "3x4", "?", "equation=ij->i").value() == 12 - 3);
  CHECK(FloatOps("Einsum", "3x4 3", "?", "equation=ij,i->ij").value() == 12);
  // j is summed up before the product.
  CHECK(FloatOps("Einsum", "3x4 3", "?", "equation=ij,i->i").value() ==
        12 - 3 + 3);
  CHECK(FloatOps("Einsum", "- 3", "?", "equation=,i->i").value() == 3);
}

}  // namespace tfprof
