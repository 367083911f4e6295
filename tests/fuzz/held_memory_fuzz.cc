// SPDX-License-Identifier: Apache-2.0
// JAX's device memory profiles, and what is shown of one and of two.
#include <string>

#include "analysis/memory/held_sections.h"
#include "fuzz/fuzz.h"
#include "wire/intake/recognise.h"
#include "wire/pprof/held_memory_reader.h"

namespace tfprof {

namespace {

Result<HeldMemory> ReadHeld(const Bytes& content, bool allow_partial) {
  const std::string path = "file";
  ReadLimits limits;
  limits.allow_partial = allow_partial;
  Diagnostics diagnostics;
  Result<HeldMemory> held = ReadHeldMemory(
      {.path = path, .bytes = content, .limits = limits}, {}, diagnostics);
  FuzzRequire(held || held.error().message.starts_with("file: "),
              "an error does not name the file");
  return held;
}

}  // namespace

void FuzzHeldMemory(std::string_view bytes) {
  (void)Recognise(bytes);
  const Bytes content{std::string(bytes)};
  const Result<HeldMemory> whole = ReadHeld(content, false);
  const Result<HeldMemory> part = ReadHeld(content, true);
  FuzzRequire(!whole || part, "a whole file is not usable in part");
  if (!part) return;
  for (const bool is_for_people : {true, false}) {
    const RowFormat format{.is_for_people = is_for_people};
    (void)HeldSections(*part, format);
    const auto same = HeldDifference(*part, *part, {}, format);
    FuzzRequire(!is_for_people || same.back().notes.front() == "no change",
                "a profile differs from itself");
  }
}

}  // namespace tfprof
