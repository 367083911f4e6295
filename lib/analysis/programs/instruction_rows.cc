// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/instruction_rows.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "analysis/programs/instruction_finder.h"
#include "base/numbers.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

// JAX's name of the part that jax.checkpoint computes again.
constexpr std::string_view kRecomputed = "rematted_computation";

}  // namespace

bool InstructionRow::IsRecomputed() const {
  std::string_view rest = op_name;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('/'), rest.size());
    if (rest.substr(0, end) == kRecomputed) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

void InstructionRow::SetWork(const Count& counted_float_ops,
                             const Count& counted_bytes) {
  if (counted_float_ops.is_known()) float_ops = counted_float_ops.value();
  if (counted_bytes.is_known()) bytes = counted_bytes.value();
  if (float_ops) {
    source = WorkSource::kShapes;
  } else if (costs == nullptr) {
    source = WorkSource::kNoProgram;
  } else if (hlo_row == HloProgram::kNone) {
    source = WorkSource::kNoInstruction;
  } else if (counted_float_ops.missing() == Count::Missing::kTooLarge) {
    source = WorkSource::kTooLarge;
  } else {
    const bool is_call =
        HloOpOf(costs->OpcodeOf(hlo_row)) == HloOp::kCustomCall;
    source = is_call ? WorkSource::kCustomCall : WorkSource::kNoFormula;
  }
}

std::string InstructionRow::Category() const {
  if (!category.empty()) return std::string(category);
  return hlo_row == HloProgram::kNone ? std::string()
                                      : costs->CategoryOf(hlo_row);
}

std::string InstructionRow::Contents() const {
  return hlo_row == HloProgram::kNone ? std::string()
                                      : costs->ContentsOf(hlo_row);
}

std::string InstructionRow::Shape() const {
  if (!shape.empty()) return std::string(shape);
  if (hlo_row == HloProgram::kNone) return {};
  const HloProgram& of = costs->program();
  return WordsOfShape(of, of.shapes_of[hlo_row]);
}

std::string InstructionRow::Code() const {
  if (!code.empty()) return std::string(code);
  return hlo_row == HloProgram::kNone
             ? std::string()
             : CodeOfInstruction(costs->program().module, hlo_row);
}

std::string InstructionRow::Source() const {
  switch (source) {
    case WorkSource::kRecorded:
      return "recorded";
    case WorkSource::kShapes:
      return "shapes of the program";
    case WorkSource::kGiven:
      return "given";
    case WorkSource::kNotRecorded:
      return "none: not recorded";
    case WorkSource::kNoProgram:
      return "none: the program is not in the recording";
    case WorkSource::kNoInstruction:
      return "none: the program has no such instruction";
    case WorkSource::kCustomCall:
      return fmt::format("none: custom call {}",
                         TargetOfCall(costs->program(), hlo_row));
    case WorkSource::kNoFormula:
      return fmt::format("none: no formula for {}", costs->OpcodeOf(hlo_row));
    case WorkSource::kTooLarge:
      break;
  }
  return "none: more than can be counted";
}

std::string InstructionRow::Node() const {
  const std::string path = WithoutJitMain(op_name);
  if (!path.empty()) return fmt::format("{}/{}", path, instruction);
  return fmt::format("{}/{}", program.empty() ? "program" : program,
                     instruction);
}

std::optional<double> InstructionRow::RateOf(
    const std::optional<int64_t>& work) const {
  if (!work || is_async || time_ps <= 0) return std::nullopt;
  return static_cast<double>(*work) * 1e12 / static_cast<double>(time_ps);
}

std::optional<double> InstructionRow::Intensity() const {
  if (!float_ops || is_async || bytes.value_or(0) == 0) return std::nullopt;
  return static_cast<double>(*float_ops) / static_cast<double>(*bytes);
}

int64_t RecordedInstructions::SelfPs() const {
  int64_t sum = 0;
  for (const InstructionRow& row : rows) sum = WrapAdd(sum, row.self_ps);
  return sum;
}

std::optional<double> RecordedInstructions::KnownTimeShare() const {
  double known = 0, whole = 0;
  for (const InstructionsOfDevice& device : devices) {
    known += static_cast<double>(device.known_time_ps);
    whole += static_cast<double>(device.time_ps);
  }
  return whole > 0 ? std::optional(known / whole) : std::nullopt;
}

int64_t RecordedInstructions::RecomputedPs() const {
  int64_t sum = 0;
  for (const InstructionRow& row : rows) {
    if (row.IsRecomputed()) sum = WrapAdd(sum, row.self_ps);
  }
  return sum;
}

std::string WordsWithoutInstructions(std::string_view path) {
  return fmt::format(
      "{}: has no instruction of XLA; top --by=kernel shows what GPUs ran",
      path);
}

RecordedInstructions FindInstructions(std::shared_ptr<const Capture> capture,
                                      const std::vector<uint32_t>& steps,
                                      const Peaks& given,
                                      const GivenWork& work) {
  RecordedInstructions result;
  InstructionFinder finder(*capture, steps, given, work, result);
  for (uint32_t i = 0; i < capture->processes.size(); ++i) {
    finder.AddProcess(i);
  }
  finder.Finish();
  result.steps = static_cast<int64_t>(steps.size());
  result.capture = std::move(capture);
  return result;
}

}  // namespace tfprof
