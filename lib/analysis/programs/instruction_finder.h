// SPDX-License-Identifier: Apache-2.0
// Adds executions up to the rows of RecordedInstructions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "analysis/programs/instruction_rows.h"
#include "base/hash.h"

namespace tfprof {

// A sum that is as large as can be if it does not fit.
void AddWithin64Bits(int64_t& sum, int64_t value);

// The name in the framework without the colon that TensorFlow puts before a
// type.
std::string_view WithoutTypeColon(std::string_view name);

class InstructionFinder {
 public:
  InstructionFinder(const Capture& capture, const std::vector<uint32_t>& steps,
                    const Peaks& given, const GivenWork& work,
                    RecordedInstructions& result)
      : capture_(capture),
        steps_(steps),
        given_(given),
        given_work_(work),
        result_(result) {}

  void AddProcess(uint32_t index);
  void Finish();

 private:
  // Roofs in the order of their names: of equal shares the first one binds.
  enum RoofKind : uint8_t {
    kCmemRead,
    kCmemWrite,
    kCompute,
    kMemory,
    kVmemRead,
    kVmemWrite,
    kRoofKinds
  };

  static constexpr std::string_view kRoofNames[kRoofKinds] = {
      "cmem read", "cmem write", "compute",
      "memory",    "vmem read",  "vmem write"};

  // A row of the result and what is known of it so far.
  struct OpenInstruction {
    InstructionRow row;
    Count float_ops = 0;
    Count model_float_ops = 0;
    Count bytes = 0;
    Count hbm_bytes = 0;
    bool is_recorded = false;  // of a TPU
    bool is_on_event = false;  // an event of a GPU has its float operations
    bool is_given = false;     // float operations are of the user
    bool has_roof = true;
    std::array<double, kRoofKinds> at_roof_ps = {};
  };

  struct RowKey {
    std::string_view module;
    std::optional<uint64_t> id;
    std::string_view instruction;

    friend bool operator==(const RowKey&, const RowKey&) = default;
  };

  struct RowKeyHash {
    size_t operator()(const RowKey& key) const {
      return IntHash()(TextHash()(key.module) ^ key.id.value_or(~uint64_t{0}) ^
                       IntHash()(TextHash()(key.instruction)));
    }
  };

  // A node of the process at hand.
  struct NodeWork {
    bool is_known = false;  // the rest is set
    uint32_t row = 0;       // of rows_
    Count float_ops = Count::Unknown(Count::Missing::kFormula);
    Count bytes = Count::Unknown(Count::Missing::kFormula);
    std::string_view unit;
    size_t given = GivenWork::kNone;  // of given_work_
    // Sums over all executions.
    Count all_float_ops = 0;
    Count all_bytes = 0;
  };

  struct OnDevice {
    int64_t self_ps = 0;
    int64_t float_ops = 0;
    int64_t bytes = 0;
  };

  // The peaks of a device by RoofKind and, of a GPU, by unit; 0: not known.
  struct PeaksOfDevice {
    std::array<double, kRoofKinds> peaks = {};
    std::vector<DeviceRoof> units;

    double ComputeOf(std::string_view unit) const;
  };

  NodeWork& WorkOf(const RecordedProcess& process, uint32_t node,
                   bool is_of_tpu);
  HloCosts* ProgramOf(const RecordedHost& host, std::optional<uint64_t> id,
                      std::string_view module, bool may_guess);
  HloCosts* CostsOf(const RecordedHost::CompiledProgram& program);
  static PeaksOfDevice PeaksOf(const RecordedDevice& device,
                               const Peaks& given);

  // Finds the work that is given for the nodes of a process, by the names of
  // their instructions, operations and kernels.
  void FindGiven(const RecordedProcess& process,
                 const std::vector<bool>& is_chosen);
  // Work of one run that is not known otherwise; nothing if it is not given.
  std::optional<int64_t> GivenFloatOps(const NodeWork& node) const;
  std::optional<int64_t> GivenBytes(const NodeWork& node) const;

  void AddTpuWork(const WorkDetail& detail, const RecordedHost& host,
                  int64_t runs, NodeWork& node);
  void AddTpuRoofs(const MemoryAccesses& accesses, int64_t float_ops,
                   OpenInstruction& open) const;
  void AddOtherWork(const WorkDetail* detail, NodeWork& node, int64_t runs);
  OnDevice& SumOn(uint32_t row);
  void FinishRow(OpenInstruction& open);
  void SetRoof(OpenInstruction& open) const;
  void FinishDevices(const std::vector<uint32_t>& place_of_row);

  const Capture& capture_;
  const std::vector<uint32_t>& steps_;
  const Peaks& given_;
  const GivenWork& given_work_;
  RecordedInstructions& result_;
  std::vector<OpenInstruction> rows_;
  tsl::robin_map<RowKey, uint32_t, RowKeyHash> row_of_key_;
  tsl::robin_map<const HloProgram*, HloCosts*> costs_of_program_;
  tsl::robin_map<uint64_t, OnDevice, IntHash> on_devices_;  // row and device
  std::vector<std::string> devices_;
  // Nodes of the process at hand.
  std::vector<NodeWork> nodes_;
  // Its programs by module; null: several have that name.
  tsl::robin_map<std::string_view, const RecordedHost::CompiledProgram*,
                 TextHash>
      only_of_module_;
  // The device at hand, of devices_, and its peaks.
  uint32_t device_ = 0;
  PeaksOfDevice peaks_;
};

}  // namespace tfprof
