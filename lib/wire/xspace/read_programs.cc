// SPDX-License-Identifier: Apache-2.0
#include "wire/xspace/read_programs.h"

#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "recorded/xla_name.h"
#include "wire/hlo/hlo_reader.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// The id at the end of "MODULE(ID)".
std::optional<int64_t> ProgramIdOf(std::string_view name) {
  const auto id = SplitProgramName(name).id;
  if (!id) return std::nullopt;
  return static_cast<int64_t>(*id);
}

}  // namespace

std::vector<Recording::Program> ReadPrograms(
    const std::vector<std::unique_ptr<PlaneReader>>& planes,
    const std::set<std::string_view>& modules, const Source& source,
    Diagnostics& diagnostics) {
  std::vector<Recording::Program> programs;
  for (const auto& plane : planes) {
    if (plane == nullptr) continue;
    for (const SerializedProgram& program : plane->programs()) {
      const std::string_view module = ModuleOfProgram(program.name);
      if (modules.count(module) == 0 && modules.count(program.name) == 0) {
        continue;
      }
      try {
        programs.push_back(
            {ProgramIdOf(program.name),
             std::make_shared<const HloModule>(DecodeHlo(program.proto))});
      } catch (const protozero::exception& damage) {
        diagnostics.Warn(
            "damaged programs",
            fmt::format("{}: byte {}: the program {} is damaged ({}); its "
                        "instructions have no names and lines of the user's",
                        source.path,
                        program.proto.data() - source.bytes.view().data(),
                        Printable(program.name), DamageText(damage)));
      }
    }
  }
  return programs;
}

}  // namespace tfprof
