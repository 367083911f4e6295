// SPDX-License-Identifier: Apache-2.0
#include "analysis/top/recorded_top.h"

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/recorded_maker.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

// Name, self time and calls.
using RecordedRows = std::vector<std::tuple<std::string, double, double>>;

// Two steps of 100 us: in each the kernel `gemm` of a program runs on two GPUs,
// and `copy` on one.
Capture TwoSteps() {
  RecordedMaker maker;
  const uint32_t one = maker.Device(DeviceKind::kGpu, 0);
  const uint32_t two = maker.Device(DeviceKind::kGpu, 1);
  const uint32_t gemm = maker.Node("jit(f)/dot/dot.1", "jit_f(3)", "dot.1");
  const uint32_t copy = maker.Node("copy");
  for (int64_t step = 0; step < 2; ++step) {
    maker.Marker(0, "train", step, 100 * step, 100 * step + 100);
  }
  for (int64_t step = 0; step < 2; ++step) {
    maker.Work(one, 100 * step + 10, 100 * step + 30, gemm);
    maker.Work(one, 100 * step + 40, 100 * step + 44, copy);
  }
  for (int64_t step = 0; step < 2; ++step) {
    maker.Work(two, 100 * step + 10, 100 * step + 40, gemm);
  }
  return MakeCapture({maker.Finish("worker")});
}

Section TopOfSteps(const std::vector<uint32_t>& steps, TopBy by) {
  const Capture capture = TwoSteps();
  const Profile profile = TinyProfile("a MatMul\n", kCorrectedRules);
  TopOptions options;
  options.by = by;
  return RecordedTopOf(capture, steps, options, NodeExtras(profile, {0, 1}),
                       false);
}

// The place of a column.
size_t ColumnOf(const Table& table, std::string_view name) {
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (std::string_view(table.columns[i].title) == name) return i;
  }
  FAIL("no column " << name);
  return 0;
}

RecordedRows RowsOfTop(const Section& section) {
  const Table& table = std::get<Table>(section.block);
  RecordedRows rows;
  for (const auto& row : table.rows) {
    rows.emplace_back(
        std::get<OwnedText>(row[ColumnOf(table, "name")]).view(),
        NumberOf(row[ColumnOf(table, "self")]).value(),
        NumberOf(row[ColumnOf(table, "calls")]).value());
  }
  return rows;
}

}  // namespace

TEST_CASE("recorded top: a row adds up the devices that a node ran on") {
  CHECK(RowsOfTop(TopOfSteps({0, 1}, TopBy::kName)) ==
        RecordedRows{{"jit(f)/dot/dot.1", 50, 2}, {"copy", 4, 1}});
  CHECK(RowsOfTop(TopOfSteps({1}, TopBy::kName)) ==
        RecordedRows{{"jit(f)/dot/dot.1", 50, 2}, {"copy", 4, 1}});
}

TEST_CASE("recorded top: each device has what ran on it") {
  CHECK(RowsOfTop(TopOfSteps({0, 1}, TopBy::kDevice)) ==
        RecordedRows{{"/device:gpu:1", 30, 1}, {"/device:gpu:0", 24, 2}});
}

TEST_CASE("recorded top: time of kernels without an operation is said") {
  const Section section = TopOfSteps({0, 1}, TopBy::kName);
  REQUIRE(section.notes.size() == 1);
  CHECK(section.notes[0] ==
        "7.4 % of the devices' time is of kernels and copies without an "
        "operation");
}

}  // namespace tfprof
