// SPDX-License-Identifier: Apache-2.0
// Makes a recording of instructions of one program by hand.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/programs/instruction_rows.h"
#include "support/hlo_maker.h"
#include "support/recorded_maker.h"

namespace tfprof {

class ProgramCapture {
 public:
  // The program `jit_f(3)`.
  HloMaker hlo;

  uint32_t Device(DeviceKind kind) { return maker_.Device(kind); }

  RecordedDevice& Facts(uint32_t device) {
    return maker_.host().devices[device];
  }

  StringId Text(std::string_view text) {
    return maker_.host().strings.Intern(text);
  }

  // An execution of the instruction `opcode.row`.
  void Run(uint32_t device, int64_t begin, int64_t end,
           std::string_view instruction, const WorkDetail& detail = {},
           std::string_view program = "jit_f(3)") {
    RecordedHost& host = maker_.host();
    uint32_t node = 0;
    while (node < host.nodes.size() &&
           (host.Text(host.nodes[node].instruction) != instruction ||
            host.Text(host.nodes[node].program) != program)) {
      ++node;
    }
    if (node == host.nodes.size()) {
      node = maker_.Node(std::string(program) + "/" + std::string(instruction),
                         program, instruction);
    }
    const uint32_t work = maker_.Work(device, begin, end, node);
    host.work.rows[work].detail = static_cast<uint32_t>(host.details.size());
    host.details.push_back(detail);
  }

  // Names the last execution, as that of a kernel.
  void NameLast(std::string_view name) {
    maker_.host().work.rows.back().name = Text(name);
  }

  std::shared_ptr<const Capture> Finish() {
    maker_.host().compiled.push_back({3, hlo.Finish()});
    return std::make_shared<const Capture>(
        MakeCapture({maker_.Finish()}, {.as_one_step = true}));
  }

  RecordedInstructions Find(const Peaks& given = {},
                            const GivenWork& work = {}) {
    return FindInstructions(Finish(), {0}, given, work);
  }

 private:
  RecordedMaker maker_;
};

}  // namespace tfprof
