// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/device_roofs.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tfprof {

namespace {

// Dense float operations of a cycle of a multiprocessor, from the white papers
// of the vendors; 0: it has no such unit.
struct UnitSpeeds {
  std::string_view vendor;
  int64_t major = 0;
  int64_t minor = 0;
  int vector_f64 = 0;
  int vector_f32 = 0;
  int matrix_f64 = 0;
  int matrix_f32 = 0;
  int matrix_bf16 = 0;
  int matrix_f16 = 0;
  int matrix_f8 = 0;
};

constexpr UnitSpeeds kUnitSpeeds[] = {
    {"Nvidia", 6, 0, 64, 128, 0, 0, 0, 0, 0},
    {"Nvidia", 6, 1, 8, 256, 0, 0, 0, 0, 0},
    {"Nvidia", 7, 0, 64, 128, 0, 0, 0, 1024, 0},
    {"Nvidia", 7, 5, 4, 128, 0, 0, 0, 1024, 0},
    {"Nvidia", 8, 0, 64, 128, 128, 1024, 2048, 2048, 0},
    {"Nvidia", 8, 6, 4, 256, 0, 512, 1024, 1024, 0},
    {"Nvidia", 8, 9, 4, 256, 0, 512, 1024, 1024, 2048},
    {"Nvidia", 9, 0, 128, 256, 256, 2048, 4096, 4096, 8192},
    {"AMD", 9, 4, 128, 256, 256, 256, 2048, 2048, 4096},
    {"AMD", 9, 5, 128, 256, 128, 256, 4096, 4096, 8192},
};

constexpr std::pair<std::string_view, int UnitSpeeds::*> kUnits[] = {
    {"matrix bf16", &UnitSpeeds::matrix_bf16},
    {"matrix f16", &UnitSpeeds::matrix_f16},
    {"matrix f32", &UnitSpeeds::matrix_f32},
    {"matrix f64", &UnitSpeeds::matrix_f64},
    {"matrix f8", &UnitSpeeds::matrix_f8},
    {"vector f32", &UnitSpeeds::vector_f32},
    {"vector f64", &UnitSpeeds::vector_f64},
};

constexpr std::pair<std::string_view, double DeviceFacts::*> kRecordedRoofs[] =
    {{"cmem read", &DeviceFacts::cmem_read_bytes},
     {"cmem write", &DeviceFacts::cmem_write_bytes},
     {"compute", &DeviceFacts::float_ops},
     {"memory", &DeviceFacts::memory_bytes},
     {"vmem read", &DeviceFacts::vmem_read_bytes},
     {"vmem write", &DeviceFacts::vmem_write_bytes}};

// Those of a GPU of a known kind: the next lower one may be half as fast.
void AddUnits(const DeviceFacts& facts, std::vector<DeviceRoof>& roofs) {
  const auto* const of =
      std::find_if(std::begin(kUnitSpeeds), std::end(kUnitSpeeds),
                   [&](const UnitSpeeds& it) {
                     return facts.vendor == it.vendor &&
                            facts.capability_major == it.major &&
                            facts.capability_minor == it.minor;
                   });
  if (of == std::end(kUnitSpeeds)) return;
  if (facts.cores <= 0 || facts.clock_khz <= 0) return;
  for (const auto& [name, unit] : kUnits) {
    const double peak = of->*unit * static_cast<double>(facts.cores) *
                        static_cast<double>(facts.clock_khz) * 1000;
    if (peak > 0) roofs.push_back({name, peak, "per core and cycle"});
  }
}

}  // namespace

std::vector<DeviceRoof> RoofsOf(const RecordedDevice& device,
                                const Peaks& given) {
  std::vector<DeviceRoof> roofs;
  if (given.flops_per_s) {
    roofs.push_back({"compute", *given.flops_per_s, "given"});
  }
  if (given.bytes_per_s) {
    roofs.push_back({"memory", *given.bytes_per_s, "given"});
  }
  for (const auto& [name, peak] : kRecordedRoofs) {
    const bool is_given = (name == "compute" && given.flops_per_s) ||
                          (name == "memory" && given.bytes_per_s);
    if (is_given || !(device.facts.*peak > 0)) continue;
    roofs.push_back({name, device.facts.*peak, "recorded"});
  }
  if (device.kind == DeviceKind::kGpu && !given.flops_per_s) {
    AddUnits(device.facts, roofs);
  }
  std::sort(
      roofs.begin(), roofs.end(),
      [](const DeviceRoof& a, const DeviceRoof& b) { return a.name < b.name; });
  return roofs;
}

Section RoofsSection(const Capture& capture, const Peaks& given) {
  const auto rows_of = [&](DeviceKind kind, Table& table) {
    bool has_any = false;
    for (const RecordedProcess& process : capture.processes) {
      for (const RecordedDevice& device : process.host->devices) {
        if (device.kind != kind) continue;
        has_any = true;
        for (const DeviceRoof& roof : RoofsOf(device, given)) {
          table.AddRow({OwnedText(process.prefix + device.name),
                        OwnedText(device.facts.model), OwnedText(roof.name),
                        roof.peak, OwnedText(roof.source)});
        }
      }
    }
    return has_any;
  };
  Table table{
      {{"device"}, {"model"}, {"roof"}, {"peak", Unit::kCount}, {"source"}},
      {}};
  if (!rows_of(DeviceKind::kTpu, table)) rows_of(DeviceKind::kGpu, table);
  Section section{"roofs", {}, std::move(table)};
  section.notes.emplace_back("what devices can do in a second");
  return section;
}

}  // namespace tfprof
