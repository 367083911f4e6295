// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/program_index.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "recorded/xla_name.h"
#include "wire/hlo/hlo_program_reader.h"
#include "wire/hlo/hlo_reader.h"

namespace tfprof {

void ProgramIndex::AddPlane(PlaneTables& plane) {
  if (plane.name().starts_with("/device:")) AddNames(plane);
  if (plane.name() != "/host:metadata") return;
  for (const PlaneTables::Meta& meta : plane.metas()) {
    const std::string_view proto = plane.HloProtoOf(meta);
    if (proto.empty()) continue;
    const auto id = SplitProgramName(meta.name).id;
    known_[id.value_or(static_cast<uint64_t>(meta.id))] = {meta.name, proto};
  }
}

void ProgramIndex::AddNames(PlaneTables& plane) {
  FileEvent event;
  for (const FileLine& line : plane.lines()) {
    if (line.name != "XLA Modules") continue;
    plane.ForEachEvent(line, {}, event, [&](const FileEvent& it) {
      const std::string_view name = plane.metas()[it.meta].name;
      if (const auto id = SplitProgramName(name).id) {
        known_.insert({*id, {name, {}}});
      }
    });
  }
}

uint32_t ProgramIndex::Decode(uint64_t id, const Known& known) {
  RecordedProgram program;
  program.id = id;
  std::string_view module = ModuleOfProgram(known.name);
  if (known.compiled != nullptr) {
    const auto& compiled = known.compiled;
    program.hlo = std::shared_ptr<const HloModule>(compiled, &compiled->module);
    module = program.hlo->strings[program.hlo->name];
  } else if (!known.proto.empty()) {
    try {
      auto hlo = std::make_shared<HloModule>(DecodeHlo(known.proto));
      module = hlo->strings[hlo->name];
      program.hlo = std::move(hlo);
    } catch (const protozero::exception& damage) {
      diagnostics_.Warn(
          "damaged programs",
          fmt::format("{}: byte {}: the program {} is damaged ({}); its "
                      "instructions have no names and lines of the user's",
                      source_.path,
                      known.proto.data() - source_.bytes.view().data(),
                      Printable(known.name), DamageText(damage)));
    }
  }
  program.module = host_.strings.Intern(module);
  host_.programs.push_back(std::move(program));
  return static_cast<uint32_t>(host_.programs.size() - 1);
}

uint32_t ProgramIndex::Find(uint64_t id) {
  const auto found = known_.find(id);
  if (found == known_.end()) return kNoRow;
  if (found->second.row == kNoRow) {
    found.value().row = Decode(id, found->second);
  }
  return found->second.row;
}

void ProgramIndex::CompileAll() {
  for (auto it = known_.begin(); it != known_.end(); ++it) {
    Known& known = it.value();
    if (known.proto.empty()) continue;
    try {
      known.compiled =
          std::make_shared<const HloProgram>(DecodeHloProgram(known.proto));
      host_.compiled.push_back({it->first, known.compiled});
    } catch (const protozero::exception& damage) {
      diagnostics_.Warn(
          "damaged programs",
          fmt::format("{}: byte {}: the program {} is damaged ({}); it has no "
                      "planned memory",
                      source_.path,
                      known.proto.data() - source_.bytes.view().data(),
                      Printable(known.name), DamageText(damage)));
    }
  }
  std::sort(host_.compiled.begin(), host_.compiled.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
}

}  // namespace tfprof
