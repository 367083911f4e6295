// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/program_index.h"

#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "wire/hlo/hlo_reader.h"

namespace tfprof {

namespace {

// The id at the end of "MODULE(ID)".
std::optional<uint64_t> IdInName(std::string_view name) {
  const size_t open = name.rfind('(');
  if (open == name.npos || !name.ends_with(')')) return std::nullopt;
  const char* const end = name.data() + name.size() - 1;
  uint64_t id = 0;
  const auto parsed = std::from_chars(name.data() + open + 1, end, id);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return id;
}

}  // namespace

void ProgramIndex::AddPlane(PlaneTables& plane) {
  if (plane.name().starts_with("/device:")) AddNames(plane);
  if (plane.name() != "/host:metadata") return;
  for (const PlaneTables::Meta& meta : plane.metas()) {
    const std::string_view proto = plane.HloProtoOf(meta);
    if (proto.empty()) continue;
    known_[IdInName(meta.name).value_or(static_cast<uint64_t>(meta.id))] = {
        meta.name, proto};
  }
}

void ProgramIndex::AddNames(PlaneTables& plane) {
  FileEvent event;
  for (const FileLine& line : plane.lines()) {
    if (line.name != "XLA Modules") continue;
    plane.ForEachEvent(line, {}, event, [&](const FileEvent& it) {
      const std::string_view name = plane.metas()[it.meta].name;
      if (const auto id = IdInName(name)) known_.insert({*id, {name, {}}});
    });
  }
}

uint32_t ProgramIndex::Decode(uint64_t id, const Known& known) {
  RecordedProgram program;
  program.id = id;
  std::string_view module = known.name.substr(0, known.name.rfind('('));
  if (!known.proto.empty()) {
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

}  // namespace tfprof
