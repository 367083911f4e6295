// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/recorded_parts.h"

#include <memory>
#include <string>
#include <vector>

#include "analysis/difference/difference_sections.h"
#include "support/catch.h"
#include "support/waiting_capture.h"

namespace tfprof {

namespace {

// Steps of 100 us and of what `load` is longer than 20 us. In each the program
// loads in a region, launches a kernel of `length` us, and reads its result.
std::shared_ptr<const Capture> StepsOf(int64_t load, int64_t length,
                                       const std::string& kernel) {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node(kernel);
  for (int64_t step = 0; step < 2; ++step) {
    const int64_t at = 1000 * step;
    const int64_t from = at + load;
    maker.Marker(0, "train", step, at, from + length + 60);
    maker.Event(0, "load_batch", at + 10, from + 10);
    const uint32_t launch =
        maker.Event(0, "cuLaunchKernel", from + 20, from + 30);
    maker.Event(0, "np.asarray(jax.Array)", from + 35, from + length + 45);
    maker.Work(gpu, from + 40, from + 40 + length, node, launch);
  }
  return WaitingCapture(maker, {{0, "python"}});
}

Difference DifferenceOf(const std::shared_ptr<const Capture>& before,
                        const std::shared_ptr<const Capture>& after) {
  return DifferenceOf(PartsOf(*WaitingOf(before, {0, 1})),
                      PartsOf(*WaitingOf(after, {0, 1})));
}

const DifferenceRow& RowOf(const Difference& difference,
                           const std::string& row_class,
                           const std::string& name) {
  for (const DifferenceRow& row : difference.rows) {
    if (row.row_class == row_class && row.name == name) return row;
  }
  FAIL("no row " << row_class << " " << name);
  return difference.rows.front();
}

void CheckSums(const Difference& difference) {
  int64_t before_ps = 0, after_ps = 0;
  double change_ps = 0;
  for (const DifferenceRow& row : difference.rows) {
    if (row.before) before_ps += row.before->sum_ps;
    if (row.after) after_ps += row.after->sum_ps;
    change_ps += row.change_ps;
  }
  REQUIRE(difference.before.size() == 1);
  CHECK(before_ps == difference.before[0].length_sum_ps);
  CHECK(after_ps == difference.after[0].length_sum_ps);
  CHECK(change_ps ==
        Approx(difference.after[0].mean_ps() - difference.before[0].mean_ps()));
}

}  // namespace

TEST_CASE("the parts of a difference add up to the change of the mean step") {
  const Difference difference =
      DifferenceOf(StepsOf(20, 20, "gemm"), StepsOf(50, 25, "gemm"));
  CheckSums(difference);
  CHECK(difference.before[0].steps == 2);
  CHECK(difference.before[0].length_sum_ps == 200 * kUs);
  CHECK(difference.before[0].devices == 1);
  CHECK(difference.before[0].work_ps == Approx(40 * kUs));
  CHECK(difference.after[0].length_sum_ps == 270 * kUs);
  const DifferenceRow& first = difference.rows.front();
  CHECK(first.row_class == "idle region");
  CHECK(first.name == "load_batch");
  CHECK(first.change_ps == Approx(30 * kUs));
  CHECK(RowOf(difference, "compute", "gemm").change_ps == Approx(5 * kUs));
}

TEST_CASE("another kernel is a row that is new, and one that is gone") {
  const Difference difference =
      DifferenceOf(StepsOf(20, 20, "gemm"), StepsOf(20, 30, "gemm_v2"));
  CheckSums(difference);
  CHECK_FALSE(RowOf(difference, "compute", "gemm").after);
  CHECK_FALSE(RowOf(difference, "compute", "gemm_v2").before);
  CHECK(RowOf(difference, "compute", "gemm_v2").after->works == 2);
}

TEST_CASE("recordings that are alike have no change") {
  const Difference difference =
      DifferenceOf(StepsOf(20, 20, "gemm"), StepsOf(20, 20, "gemm"));
  CheckSums(difference);
  for (const DifferenceRow& row : difference.rows) CHECK(row.change_ps == 0);
  const std::vector<Section> people = DifferenceSections(difference, {});
  CHECK(people[2].notes == std::vector<std::string>{"no change"});
  CHECK(std::get<Table>(people[2].block).rows.empty());
}

TEST_CASE("steps without any work are not recorded, and count") {
  RecordedMaker maker;
  maker.Marker(0, "train", 0, 0, 40);
  const std::shared_ptr<const Capture> nothing =
      WaitingCapture(maker, {{0, "python"}});
  const Difference difference =
      DifferenceOf(PartsOf(*WaitingOf(nothing, {0})),
                   PartsOf(*WaitingOf(StepsOf(20, 20, "gemm"), {0, 1})));
  CheckSums(difference);
  CHECK(RowOf(difference, "not recorded", "").before->sum_ps == 40 * kUs);
}

TEST_CASE("programs read sums of the waterfall, people its means") {
  const Difference difference =
      DifferenceOf(StepsOf(20, 20, "gemm"), StepsOf(50, 25, "gemm"));
  const std::vector<Section> people = DifferenceSections(difference, {});
  REQUIRE(people.size() == 3);
  CHECK(people[0].notes ==
        std::vector<std::string>{"was 100.0 us, now 135.0 us (+35.0 %): +30.0 "
                                 "region (load_batch), +5.0 compute gemm"});
  const std::vector<Section> programs =
      DifferenceSections(difference, {.is_for_people = false});
  const Table& table = std::get<Table>(programs[2].block);
  REQUIRE(table.columns.size() == 10);
  CHECK(table.columns[3].title == "before sum ps");
  CHECK(std::get<int64_t>(table.rows[0][4]) == 2 * 50 * kUs);
}

}  // namespace tfprof
