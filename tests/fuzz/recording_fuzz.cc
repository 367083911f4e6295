// SPDX-License-Identifier: Apache-2.0
// XSpaces into the tables of recordings, and what is made of these; HLO modules
// into what programs plan.
#include <protozero/exception.hpp>

#include "analysis/programs/instruction_sections.h"
#include "analysis/programs/instruction_top.h"
#include "analysis/programs/kernel_sections.h"
#include "analysis/programs/lone_instructions.h"
#include "analysis/programs/planned_sections.h"
#include "analysis/programs/precision_rows.h"
#include "analysis/programs/program_findings.h"
#include "fuzz/fuzz.h"
#include "recorded/event_trace.h"
#include "recorded/numbered_steps.h"
#include "recorded/recording_of.h"
#include "wire/hlo/hlo_program_reader.h"
#include "wire/intake/readers.h"
#include "wire/recording/read_recorded_host.h"

namespace tfprof {

namespace {

void CheckWindows(const RecordedProcess& process) {
  for (uint32_t step = 0; step < process.steps.steps.size(); ++step) {
    const int64_t length_ps = process.steps.steps[step].length_ps;
    FuzzRequire(length_ps >= 0, "a step is shorter than nothing");
    for (const StepDeviceUse& use : UsesOf(process, step)) {
      FuzzRequire(use.busy_ps >= 0 && use.waiting_ps >= 0 && use.idle_ps >= 0 &&
                      use.busy_ps + use.waiting_ps + use.idle_ps == length_ps,
                  "the parts of a step are not its length");
    }
  }
}

void MakePlans(const std::vector<PlannedProgram>& programs) {
  const auto planned = std::make_shared<const Planned>(PlanOf(programs));
  for (const PlannedMemory& row : planned->rows) {
    FuzzRequire(row.padding_bytes >= 0, "the padding is less than nothing");
  }
  (void)PlannedSections(planned, {.is_for_people = false});
}

// The work of all instructions, whether they ran or not.
void CountWork(const std::shared_ptr<const HloProgram>& program) {
  HloCosts costs(program);
  for (HloProgram::Row row = 0; row < program->shapes_of.size(); ++row) {
    const Count bytes = costs.BytesOf(row);
    FuzzRequire(!bytes.is_known() || bytes.value() >= 0,
                "an instruction moves less than nothing");
    (void)costs.FloatOpsOf(row);
    (void)costs.CategoryOf(row);
    (void)costs.ContentsOf(row);
    (void)costs.UnitOf(row);
  }
}

void MakeLone(const std::shared_ptr<const HloProgram>& program) {
  const auto found = std::make_shared<const RecordedInstructions>(
      FindLoneInstructions({{1, program}}));
  for (const bool is_for_people : {true, false}) {
    const RowFormat format{.is_for_people = is_for_people};
    (void)InstructionSections(found, format);
    (void)MatrixSections(found, format);
    (void)PrecisionSections(found, format);
  }
  for (const TopBy by : {TopBy::kProgram, TopBy::kCategory, TopBy::kOp,
                         TopBy::kScope, TopBy::kCode, TopBy::kName}) {
    TopOptions options;
    options.by = by;
    (void)TopOfInstructions(*found, options);
  }
}

void MakeInstructions(const std::shared_ptr<const Capture>& capture,
                      const std::vector<uint32_t>& steps,
                      const RecordedKernels& kernels) {
  const auto found = std::make_shared<const RecordedInstructions>(
      FindInstructions(capture, steps, {.flops_per_s = 1, .bytes_per_s = 1}));
  const RowFormat format{.is_for_people = false};
  (void)InstructionSections(found, format);
  (void)MatrixSections(found, format);
  (void)PrecisionSections(found, format);
  (void)FindProgramFindings(*found, kernels, PlanOf(ProgramsOf(*capture)));
}

void MakeAll(std::string_view bytes, bool allow_partial, bool as_one_step) {
  const std::string path = "file";
  const Bytes content{std::string(bytes)};
  ReadLimits limits;
  limits.allow_partial = allow_partial;
  Diagnostics diagnostics;
  RecordedNeeds needs;
  needs.memory = needs.unknown_stats = true;
  Source source{path, content, 0, limits};
  source.with_programs = true;
  auto host = ReadRecordedHost(source, needs, diagnostics,
                               /*with_events=*/true);
  FuzzRequire(host || host.error().message.starts_with("file: "),
              "an error does not name the file");
  if (!host) return;
  std::vector<PlannedProgram> programs;
  for (const auto& [id, program] : (*host)->compiled) {
    programs.push_back({id, program});
  }
  MakePlans(programs);
  const auto shared =
      std::make_shared<const Capture>(MakeCapture({*host}, {as_one_step}));
  const Capture& capture = *shared;
  if (const auto chosen = capture.Choose({StepSelection::Which::kAll, {}})) {
    const auto kernels = std::make_shared<const RecordedKernels>(
        FindKernels(shared, chosen->steps));
    (void)KernelSections(kernels, {}, false);
    MakeInstructions(shared, chosen->steps, *kernels);
  }
  const RecordedProcess& process = capture.processes.front();
  CheckWindows(process);
  FuzzRequire(EventsOf(process).size() <= CountEvents(process),
              "a trace has more events than the file");
  const NumberedSteps series = SeriesFor(capture, {});
  const RecordingOptions options{.rules = kCorrectedRules,
                                 .stretches_of = Recording::kNoStep};
  for (const bool canonical_names : {false, true}) {
    (void)RecordingsOf(capture, series, options, canonical_names, nullptr);
  }
}

}  // namespace

void FuzzHloModule(std::string_view bytes) {
  FuzzReader(ReadHloModule, bytes);
  try {
    const auto program =
        std::make_shared<const HloProgram>(DecodeHloProgram(bytes));
    MakePlans({{1, program}});
    CountWork(program);
    MakeLone(program);
  } catch (const protozero::exception&) {
    // Damage, which callers turn into an error.
  }
}

void FuzzRecording(std::string_view bytes) {
  FuzzReader(ReadRecording, bytes);
  MakeAll(bytes, false, false);
  MakeAll(bytes, true, true);
}

}  // namespace tfprof
