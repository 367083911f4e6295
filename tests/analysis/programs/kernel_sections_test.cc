// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/kernel_sections.h"

#include <memory>

#include "support/catch.h"
#include "support/kernel_maker.h"

namespace tfprof {

namespace {

constexpr std::string_view kSmallShape =
    "regs:32 shm:0 grid:1,1,1 block:32,1,1";

}  // namespace

TEST_CASE("sections of kernels without rows are left out") {
  KernelMaker maker;
  const uint32_t gpu = maker.Gpu(0);
  maker.Kernel(gpu, 0, 2, kSmallShape);
  const auto found = std::make_shared<const RecordedKernels>(maker.Find());
  const auto sections = KernelSections(found, {}, true);
  REQUIRE(sections.size() == 2);
  CHECK(sections[0].heading == "kernels by name");
  CHECK(sections[1].heading == "kernels");
  TopOptions other;
  other.filter = CompileSearch("nothing").value();
  const auto filtered = KernelSections(found, other, false);
  CHECK(std::get<Table>(filtered[1].block).RowCount() == 0);
}

}  // namespace tfprof
