// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <tsl/robin_map.h>

#include "base/diagnostics.h"
#include "base/hash.h"
#include "recorded/identify.h"
#include "wire/recording/plane_tables.h"

namespace tfprof {

// The programs that a file names, each decoded when it is first asked for.
class ProgramIndex final : public ProgramSource {
 public:
  ProgramIndex(RecordedHost& host, const Source& source,
               Diagnostics& diagnostics)
      : host_(host), source_(source), diagnostics_(diagnostics) {}

  // The protos of a plane; and names of programs, "f(12)", if it is a device's.
  void AddPlane(PlaneTables& plane);

  uint32_t Find(uint64_t id) override;

  // Fills RecordedHost::compiled. A damaged program costs itself alone.
  void CompileAll();

 private:
  struct Known {
    std::string_view name;   // "f(12)"
    std::string_view proto;  // serialized; empty: only the name is known
    uint32_t row = kNoRow;   // of RecordedHost::programs
    std::shared_ptr<const HloProgram> compiled = {};  // if it was asked for
  };

  void AddNames(PlaneTables& plane);
  uint32_t Decode(uint64_t id, const Known& known);

  RecordedHost& host_;
  const Source& source_;
  Diagnostics& diagnostics_;
  tsl::robin_map<uint64_t, Known, IntHash> known_;
};

}  // namespace tfprof
