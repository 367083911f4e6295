// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/device_roofs.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/recorded_maker.h"

namespace tfprof {

namespace {

std::vector<std::string> WordsOfRoofs(const RecordedDevice& device,
                                      const Peaks& given) {
  std::vector<std::string> words;
  for (const DeviceRoof& roof : RoofsOf(device, given)) {
    words.push_back(
        fmt::format("{} {:.4g} {}", roof.name, roof.peak, roof.source));
  }
  return words;
}

RecordedDevice Volta() {
  RecordedDevice device;
  device.kind = DeviceKind::kGpu;
  device.facts.vendor = "Nvidia";
  device.facts.capability_major = 7;
  device.facts.capability_minor = 0;
  device.facts.cores = 80;
  device.facts.clock_khz = 1530000;
  device.facts.memory_bytes = 9e11;
  return device;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("roofs of a GPU are recorded, or by its cores and its clock") {
  CHECK(WordsOfRoofs(Volta(), {}) ==
        Words{"matrix f16 1.253e+14 per core and cycle",
              "memory 9e+11 recorded",
              "vector f32 1.567e+13 per core and cycle",
              "vector f64 7.834e+12 per core and cycle"});
  CHECK(WordsOfRoofs(Volta(), {.flops_per_s = 1e14, .bytes_per_s = {}}) ==
        Words{"compute 1e+14 given", "memory 9e+11 recorded"});
}

TEST_CASE("no roof is that of a similar device") {
  RecordedDevice device = Volta();
  device.facts.capability_minor = 2;
  CHECK(WordsOfRoofs(device, {}) == Words{"memory 9e+11 recorded"});
  device = Volta();
  device.facts.vendor = {};
  CHECK(WordsOfRoofs(device, {}) == Words{"memory 9e+11 recorded"});
  device = Volta();
  device.facts.clock_khz = 0;
  CHECK(WordsOfRoofs(device, {}) == Words{"memory 9e+11 recorded"});
}

TEST_CASE("TPUs go before GPUs, and CPUs have no roof") {
  const auto rows_of = [](bool has_tpu) {
    RecordedMaker maker;
    maker.Device(DeviceKind::kCpu);
    maker.Device(DeviceKind::kGpu);
    maker.host().devices[1].facts.memory_bytes = 1e12;
    if (has_tpu) {
      maker.Device(DeviceKind::kTpu);
      maker.host().devices[2].facts.float_ops = 1e14;
      maker.host().devices[2].facts.memory_bytes = 1e12;
    }
    const Section section =
        RoofsSection(MakeCapture({maker.Finish()}, {.as_one_step = true}), {});
    return std::get<Table>(section.block).RowCount();
  };
  CHECK(rows_of(false) == 1);
  CHECK(rows_of(true) == 2);
}

}  // namespace tfprof
