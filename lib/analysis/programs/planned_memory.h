// SPDX-License-Identifier: Apache-2.0
// The memory that compiled programs take by XLA's buffer assignment.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/hlo/hlo_program.h"
#include "recorded/capture.h"

namespace tfprof {

// A program under the id that its file gives it.
struct PlannedProgram {
  uint64_t id = 0;
  std::shared_ptr<const HloProgram> program;
};

// What an allocation is for. Of several the first counts.
enum class PlannedKind : uint8_t {
  kParameter,
  kOutput,
  kThreadLocal,
  kConstant,
  kTemporary
};

inline constexpr int kPlannedKinds = 5;

std::string_view WordOfPlanned(PlannedKind kind);

// The memory of a program in one memory space.
struct PlannedMemory {
  // Something that is alive at the peak.
  struct Alive {
    const HloProgram::Buffer* buffer = nullptr;  // null: not in the file
    PlannedKind kind = PlannedKind::kTemporary;
    int64_t bytes = 0;
    int64_t padding_bytes = 0;
  };

  // What is held before an instruction, of which a heap trace tells.
  struct Moment {
    int64_t allocation = 0;
    int64_t position = 0;
    StringId instruction;  // of the module; invalid behind the last one
    int64_t bytes = 0;
  };

  PlannedProgram of;
  int64_t space = 0;
  int64_t allocations = 0;
  int64_t bytes_of[kPlannedKinds] = {};
  int64_t total_bytes = 0;  // all but thread-local
  int64_t live_out_bytes = 0;
  int64_t aliased_bytes = 0;  // live out and parameters, too
  int64_t peak_bytes = 0;
  int64_t temporary_peak_bytes = 0;
  int64_t padding_bytes = 0;
  bool has_order = false;
  std::vector<Alive> alive;  // most bytes first
  std::vector<Moment> order;

  int64_t BytesOf(PlannedKind kind) const {
    return bytes_of[static_cast<size_t>(kind)];
  }
};

struct Planned {
  std::vector<PlannedMemory> rows;  // as the programs, then by space
  // Names of programs whose sizes exceed 64 bits, which have no rows.
  std::vector<std::string> too_large;
};

// The programs of all processes, by id. REQUIRES: the recordings were read with
// their programs.
std::vector<PlannedProgram> ProgramsOf(const Capture& capture);

// A program of several hosts is there once.
Planned PlanOf(const std::vector<PlannedProgram>& programs);

}  // namespace tfprof
