// SPDX-License-Identifier: Apache-2.0
// Recordings as sums by row and step, made of the tables of a capture.
#include "recorded/recording_of.h"

#include <string>
#include <utility>
#include <vector>

#include "model/step_table.h"
#include "support/catch.h"
#include "support/recorded_maker.h"

namespace tfprof {

namespace {

// Two marked steps of 100 us with a kernel each on the first of two GPUs.
std::shared_ptr<RecordedHost> TwoSteps(std::string_view host,
                                       std::string_view kernel) {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu, 0);
  maker.Device(DeviceKind::kGpu, 1);
  const uint32_t node = maker.Node(kernel);
  maker.Marker(0, "train", 20, 0, 100);
  maker.Marker(0, "train", 21, 100, 200);
  maker.Work(gpu, 10, 40, node);
  maker.Work(gpu, 110, 150, node);
  return maker.Finish(host);
}

std::shared_ptr<const Recording> OnlyRecordingOf(
    const Capture& capture, const RecordingOptions& options = {},
    bool canonical_names = false) {
  auto recordings = RecordingsOf(capture, SeriesFor(capture, {}), options,
                                 canonical_names, nullptr);
  REQUIRE(recordings.size() == 1);
  return recordings[0];
}

}  // namespace

TEST_CASE("steps of a recording have the user's numbers and busy by window") {
  const Capture capture = MakeCapture({TwoSteps("worker", "k")});
  const auto recording = OnlyRecordingOf(capture);
  std::vector<int64_t> numbers, busy_us, self_us;
  for (const Recording::Step& step : recording->steps) {
    numbers.push_back(step.number);
    busy_us.push_back(step.devices[0].busy_ps / 1'000'000);
    self_us.push_back(step.devices[0].self_ps / 1'000'000);
    CHECK(recording->NameOf(step) == "train");
  }
  CHECK(numbers == std::vector<int64_t>{20, 21});
  CHECK(busy_us == std::vector<int64_t>{30, 40});
  CHECK(self_us == std::vector<int64_t>{30, 40});
}

TEST_CASE("a device without work is a device of the recording") {
  const Capture capture = MakeCapture({TwoSteps("worker", "k")});
  const auto recording = OnlyRecordingOf(capture);
  REQUIRE(recording->devices.size() == 2);
  CHECK(recording->devices[1].name == "/device:gpu:1");
  CHECK_FALSE(recording->devices[1].is_used);
}

TEST_CASE("names for comparison are those of all releases of JAX") {
  const Capture capture =
      MakeCapture({TwoSteps("worker", "jit(f)/jit(main)/jvp(a)/dot.1")});
  const auto name_of = [&](bool canonical) {
    const auto recording = OnlyRecordingOf(capture, {}, canonical);
    return std::string(recording->strings[recording->rows[0].name]);
  };
  CHECK(name_of(false) == "jit(f)/jit(main)/jvp(a)/dot.1");
  CHECK(name_of(true) == "jit(f)/a/dot.1");
}

TEST_CASE("slices are kept of the step that was asked for") {
  const Capture capture = MakeCapture({TwoSteps("worker", "k")});
  RecordingOptions options;
  options.stretches_of = 21;
  const auto recording = OnlyRecordingOf(capture, options);
  REQUIRE(recording->stretches.size() == 1);
  CHECK(recording->stretches[0].begin_ps == 110'000'000);
  CHECK(recording->stretches[0].step == 21);
}

TEST_CASE("a series of several names is numbered by its rows") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("k");
  maker.Marker(0, "train", 7, 0, 100);
  maker.Marker(0, "eval", 7, 100, 200);
  maker.Work(gpu, 10, 40, node);
  maker.Work(gpu, 110, 150, node);
  const Capture capture = MakeCapture({maker.Finish("worker")});
  const StepSelection all{StepSelection::Which::kAll, {}, {}};
  CHECK(SeriesFor(capture, all).Numbers() == std::vector<int64_t>{0, 1});
  CHECK(SeriesFor(capture, all).has_several_names);
  const StepSelection eval{StepSelection::Which::kNamed, {}, "eval"};
  CHECK(SeriesFor(capture, eval).Numbers() == std::vector<int64_t>{7});
  CHECK(SeriesFor(capture, eval).name == "eval");
}

}  // namespace tfprof
