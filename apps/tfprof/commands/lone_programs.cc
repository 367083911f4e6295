// SPDX-License-Identifier: Apache-2.0
#include "commands/lone_programs.h"

#include <memory>
#include <string>
#include <utility>

#include "analysis/programs/instruction_sections.h"
#include "analysis/programs/instruction_top.h"
#include "analysis/programs/lone_instructions.h"
#include "analysis/programs/precision_rows.h"
#include "base/strings.h"
#include "commands/work_file.h"
#include "load.h"
#include "output.h"
#include "wire/hlo/hlo_program_reader.h"

namespace tfprof {

namespace {

using Lone = std::shared_ptr<const RecordedInstructions>;

void AddLone(std::vector<Section> sections, std::string_view if_none,
             Report& report) {
  if (sections.empty()) report.remarks.emplace_back(if_none);
  for (Section& section : sections) {
    report.sections.push_back(std::move(section));
  }
}

// Warns of programs whose instructions cannot be told.
void WarnOfEntries(const std::vector<PlannedProgram>& programs,
                   Diagnostics& diagnostics) {
  for (const PlannedProgram& of : programs) {
    const HloModule& module = of.program->module;
    if (module.entry != HloModule::kNone) continue;
    diagnostics.Warn("programs without entry",
                     fmt::format("{}: the program names no entry computation, "
                                 "so its instructions are not shown",
                                 Printable(module.strings[module.name])));
  }
}

Status CheckLoneSteps(const StepsOptions& options) {
  const std::string_view other =
      SectionOfStepFiles(options, {"roofline", "flops", "precision"});
  if (!other.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--show={}: an HLO module alone does not have the data for "
                "this; give the XSpace that ran it",
                other);
  }
  if (!options.input_shapes.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--input_layer_shape: an HLO module has its own shapes");
  }
  return {};
}

}  // namespace

Arguments WithAllPrograms(const Arguments& arguments) {
  Arguments all = arguments;
  all.inputs.all_programs = true;
  return all;
}

Result<std::vector<PlannedProgram>> LoadLonePrograms(
    const std::vector<PickedFile>& files, const Arguments& arguments,
    Diagnostics& diagnostics) {
  std::vector<PlannedProgram> programs;
  if (HasRole(files, Role::kRunMetadata) || HasRole(files, Role::kProfile) ||
      AreRecordings(files)) {
    return programs;
  }
  std::optional<Error> damage;
  for (const PickedFile& file : OfRole(files, Role::kGraph)) {
    auto program = LoadHloProgram(file, arguments.inputs);
    if (!program) {
      if (damage) diagnostics.Warn("damaged programs", damage->message);
      damage = program.error();
    } else if (*program != nullptr) {
      const uint64_t id = (*program)->id;
      programs.push_back({id, *std::move(program)});
    }
  }
  if (damage && programs.empty()) return Failure(*std::move(damage));
  if (damage) diagnostics.Warn("damaged programs", damage->message);
  return programs;
}

Status RunLoneSteps(const StepsOptions& options,
                    const std::vector<PlannedProgram>& programs,
                    const Arguments& arguments, CommandContext& context) {
  TFPROF_RETURN_IF_ERROR(CheckLoneSteps(options));
  TFPROF_ASSIGN_OR_RETURN(const GivenWork work, GivenWorkOf(arguments.work));
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  WarnOfEntries(programs, context.diagnostics);
  const Lone found = std::make_shared<const RecordedInstructions>(
      FindLoneInstructions(programs, work));
  const bool has_peaks = options.peaks.flops_per_s || options.peaks.bytes_per_s;
  const auto make = [&](const Renderer& renderer) {
    const RowFormat format{renderer.is_for_people, options.format.time_limit,
                           renderer.makes_rows};
    Report report;
    if (options.show_flops) {
      AddLone(MatrixSections(found, format),
              "the programs have no matrix product and no convolution", report);
    }
    if (options.show_precision) {
      AddLone(PrecisionSections(found, format),
              "no instruction computes in wide types or only moves data",
              report);
    }
    if (options.show_roofline) {
      AddLone(InstructionSections(found, format),
              "the programs have no instruction that computes or moves data",
              report);
    }
    if (has_peaks) {
      report.remarks.emplace_back(
          "shares of the roofs need the times of a recording");
    }
    return report;
  };
  return outputs.RenderEach(make, context.diagnostics);
}

Status RunLoneTop(const TopOptions& options,
                  const std::vector<PlannedProgram>& programs,
                  const Arguments& arguments, CommandContext& context) {
  if (options.by == TopBy::kKernel || options.by == TopBy::kDevice ||
      options.by == TopBy::kShape || options.by == TopBy::kRegion) {
    return Fail(ErrorCode::kInvalidArgument,
                "--by={}: an HLO module alone does not have the data for this; "
                "give the XSpace that ran it",
                WordOf(options.by));
  }
  if (options.order == TopOrder::kCalls ||
      options.order == TopOrder::kCallTime) {
    return Fail(
        ErrorCode::kInvalidArgument,
        "--sort={}: an HLO module alone has no times; --sort=float_ops, "
        "bytes or name",
        options.order == TopOrder::kCalls ? "calls" : "call");
  }
  TFPROF_ASSIGN_OR_RETURN(const GivenWork work, GivenWorkOf(arguments.work));
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  WarnOfEntries(programs, context.diagnostics);
  const RecordedInstructions found = FindLoneInstructions(programs, work);
  Report report;
  report.sections.push_back(TopOfInstructions(found, options));
  if (found.rows.empty()) {
    report.remarks.emplace_back(
        "the programs have no instruction that computes or moves data");
  }
  return outputs.Render(report, context.diagnostics);
}

Section ProgramsSection(const std::vector<PlannedProgram>& programs) {
  Table table{{{"program"},
               {"program id"},
               {"computations", Unit::kCount},
               {"instructions", Unit::kCount},
               {"has buffers"}},
              {}};
  for (const PlannedProgram& of : programs) {
    const HloModule& module = of.program->module;
    table.AddRow({OwnedText(module.strings[module.name]),
                  OwnedText(std::to_string(of.id)),
                  static_cast<int64_t>(module.computations.size()),
                  static_cast<int64_t>(module.instructions.size()),
                  of.program->has_buffers});
  }
  return {"programs", {}, std::move(table)};
}

}  // namespace tfprof
