// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/region_top.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/waiting_capture.h"

namespace tfprof {

namespace {

// "name: self host calls" of each row, in us.
std::vector<std::string> RowsOf(const RecordedWaiting& waiting,
                                TopOrder order = TopOrder::kTime) {
  TopOptions options;
  options.by = TopBy::kRegion;
  options.order = order;
  const Section section = TopOfRegions(waiting, options);
  const auto& table = std::get<Table>(section.block);
  std::vector<std::string> rows;
  std::vector<Cell> made;
  for (size_t row = 0; row < table.RowCount(); ++row) {
    const std::vector<Cell>& cells = table.RowAt(row, made);
    std::string name;
    rows.push_back(fmt::format(
        "{}: {} {} {}", TextIn(cells[8], name).value_or("?"),
        NumberOf(cells[2]).value_or(-1), NumberOf(cells[7]).value_or(-1),
        NumberOf(cells[3]).value_or(-1)));
  }
  return rows;
}

}  // namespace

TEST_CASE("regions stand by time on devices, then by the host's own time") {
  const std::vector<std::string> rows =
      RowsOf(*WaitingOf(LoadingCapture(), {0, 1}));
  CHECK(rows == std::vector<std::string>{"train: 40 160 2",
                                         "train/load_batch: 0 40 2"});
}

TEST_CASE("work that was launched in no region has a row") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Event(0, "load", 0, 30);
  const uint32_t inside = maker.Event(0, "cuLaunchKernel", 10, 12);
  const uint32_t outside = maker.Event(0, "cuLaunchKernel", 40, 42);
  maker.Work(gpu, 12, 20, node, inside);
  maker.Work(gpu, 50, 70, node, outside);
  const auto waiting = WaitingOf(WaitingCapture(maker, {{0, "python"}}), {0});
  CHECK(RowsOf(*waiting) ==
        std::vector<std::string>{"(no region): 20 -1 0", "load: 8 30 1"});
  CHECK(RowsOf(*waiting, TopOrder::kCalls) ==
        std::vector<std::string>{"load: 8 30 1", "(no region): 20 -1 0"});
}

}  // namespace tfprof
