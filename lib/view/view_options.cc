// SPDX-License-Identifier: Apache-2.0
#include "view/view_options.h"

#include <array>
#include <limits>

#include "base/strings.h"

namespace tfprof {

namespace {

Status ParseNumber(std::string_view text, int64_t least, int64_t most,
                   int64_t& number) {
  const auto parsed = ParseInt64(text);
  if (!parsed || *parsed < least || *parsed > most) {
    return Fail(ErrorCode::kInvalidArgument,
                "'{}' is not a whole number from {} to {}", Printable(text),
                least, most);
  }
  number = *parsed;
  return {};
}

Status ParseMaxDepth(std::string_view text, ViewOptions& options) {
  int64_t depth = 0;
  TFPROF_RETURN_IF_ERROR(ParseNumber(text, std::numeric_limits<int32_t>::min(),
                                     std::numeric_limits<int32_t>::max(),
                                     depth));
  options.max_depth = static_cast<int32_t>(depth);
  return {};
}

template <Measure measure>
Status ParseMinimum(std::string_view text, ViewOptions& options) {
  return ParseNumber(text, std::numeric_limits<int64_t>::min(),
                     std::numeric_limits<int64_t>::max(),
                     options.minimum[IndexOf(measure)]);
}

Status ParseStep(std::string_view text, ViewOptions& options) {
  return ParseNumber(text, std::numeric_limits<int64_t>::min(),
                     std::numeric_limits<int64_t>::max(), options.step);
}

template <std::string ViewOptions::*field>
Status ParseText(std::string_view text, ViewOptions& options) {
  options.*field = text;
  return {};
}

// tfprof: lists are split at commas, and there is no way to escape one.
template <std::vector<std::string> ViewOptions::*field>
Status ParseList(std::string_view text, ViewOptions& options) {
  options.*field = SplitNonEmpty(text, ',');
  return {};
}

Status ParseDisplayedOnly(std::string_view text, ViewOptions& options) {
  const auto parsed = ParseBool(text);
  if (!parsed) {
    return Fail(ErrorCode::kInvalidArgument, "'{}' is neither true nor false",
                Printable(text));
  }
  options.account_displayed_op_only = *parsed;
  return {};
}

template <Measure measure>
constexpr OptionInfo MinimumOption(std::string_view name,
                                   std::string_view help) {
  return {name, "N", "0", help, false, ParseMinimum<measure>};
}

constexpr std::array<OptionInfo, 21> kOptions = {{
    {"max_depth", "N", "10", "deepest level of the tree that is shown", false,
     ParseMaxDepth},
    MinimumOption<Measure::kRequestedBytes>(
        "min_bytes", "hide rows that requested fewer bytes"),
    MinimumOption<Measure::kPeakBytes>("min_peak_bytes",
                                       "hide rows with lower peak bytes"),
    MinimumOption<Measure::kResidualBytes>(
        "min_residual_bytes", "hide rows that left fewer bytes allocated"),
    MinimumOption<Measure::kOutputBytes>("min_output_bytes",
                                         "hide rows that put out fewer bytes"),
    MinimumOption<Measure::kMicros>("min_micros",
                                    "hide rows that took less time (us)"),
    MinimumOption<Measure::kAcceleratorMicros>(
        "min_accelerator_micros", "hide rows with less accelerator time (us)"),
    MinimumOption<Measure::kCpuMicros>("min_cpu_micros",
                                       "hide rows with less cpu time (us)"),
    MinimumOption<Measure::kParameters>("min_params",
                                        "hide rows with fewer parameters"),
    MinimumOption<Measure::kFloatOps>("min_float_ops",
                                      "hide rows with fewer float ops"),
    MinimumOption<Measure::kRunCount>(
        "min_occurrence",
        "hide rows that ran less often (op: of fewer nodes; code: no effect)"),
    {"step", "N", "-1", "the step whose numbers are shown; negative: average",
     false, ParseStep},
    {"order_by", "WORD", "name",
     "order of rows: name, occurrence or the word of a measure", false,
     ParseText<&ViewOptions::order_by>},
    {"account_type_regexes", "RE,...", ".*",
     "count only nodes of these op types, devices or marks", false,
     ParseList<&ViewOptions::account_type_regexes>},
    {"start_name_regexes", "RE,...", ".*", "begin at rows of these names",
     false, ParseList<&ViewOptions::start_name_regexes>},
    {"trim_name_regexes", "RE,...", "", "stop at rows of these names", false,
     ParseList<&ViewOptions::trim_name_regexes>},
    {"show_name_regexes", "RE,...", ".*", "show only rows of these names",
     false, ParseList<&ViewOptions::show_name_regexes>},
    {"hide_name_regexes", "RE,...", "", "hide rows of these names", false,
     ParseList<&ViewOptions::hide_name_regexes>},
    {"account_displayed_op_only", "BOOL", "false", "add up only what is shown",
     true, ParseDisplayedOnly},
    {"select", "WORD,...", "micros",
     "columns: measures, occurrence, device, op_types, input_shapes, "
     "tensor_value",
     false, ParseList<&ViewOptions::select>},
    {"output", "KIND", "stdout",
     "format, and its file: stdout, none, KIND:outfile=PATH", false,
     ParseText<&ViewOptions::output>},
}};

}  // namespace

std::span<const OptionInfo> ViewOptionTable() { return kOptions; }

}  // namespace tfprof
