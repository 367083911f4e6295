// SPDX-License-Identifier: Apache-2.0
#include "view/view_options.h"

#include <limits>
#include <set>
#include <utility>

#include "base/strings.h"
#include "view/selection.h"

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

template <std::string ViewOptions::*field>
OptionInfo Text(std::string name, std::string value, std::string help) {
  return {std::move(name), std::move(value), std::move(help),
          [](std::string_view text, ViewOptions& options) -> Status {
            options.*field = text;
            return {};
          },
          [](const ViewOptions& options) { return options.*field; }};
}

// tfprof: lists are split at commas, and there is no way to escape one.
template <std::vector<std::string> ViewOptions::*field>
OptionInfo List(std::string name, std::string value, std::string help) {
  return {std::move(name), std::move(value), std::move(help),
          [](std::string_view text, ViewOptions& options) -> Status {
            options.*field = SplitNonEmpty(text, ',');
            return {};
          },
          [](const ViewOptions& options) {
            return fmt::format("{}", fmt::join(options.*field, ","));
          }};
}

template <typename Number>
OptionInfo Whole(std::string name, std::string help,
                 Number& (*field)(ViewOptions&)) {
  using Limits = std::numeric_limits<Number>;
  return {std::move(name), "N", std::move(help),
          [field](std::string_view text, ViewOptions& options) -> Status {
            int64_t number = 0;
            TFPROF_RETURN_IF_ERROR(
                ParseNumber(text, Limits::min(), Limits::max(), number));
            field(options) = static_cast<Number>(number);
            return {};
          },
          [field](ViewOptions options) {
            return fmt::format("{}", field(options));
          }};
}

OptionInfo Minimum(const MeasureInfo& info) {
  OptionInfo option{
      std::string(info.min_option), "N", std::string(info.min_help),
      [at = IndexOf(info.id)](std::string_view text, ViewOptions& options) {
        return ParseNumber(text, std::numeric_limits<int64_t>::min(),
                           std::numeric_limits<int64_t>::max(),
                           options.minimum[at]);
      },
      [at = IndexOf(info.id)](const ViewOptions& options) {
        return fmt::format("{}", options.minimum[at]);
      }};
  option.minimum_of = info.id;
  return option;
}

OptionInfo DisplayedOnly() {
  return {"account_displayed_op_only", "", "add up only what is shown",
          [](std::string_view text, ViewOptions& options) -> Status {
            const auto parsed = ParseBool(text);
            if (!parsed) {
              return Fail(ErrorCode::kInvalidArgument,
                          "'{}' is neither true nor false", Printable(text));
            }
            options.account_displayed_op_only = *parsed;
            return {};
          },
          [](const ViewOptions& options) -> std::string {
            return options.account_displayed_op_only ? "true" : "false";
          }};
}

OptionInfo Select() {
  OptionInfo option = List<&ViewOptions::select>(
      "select", "WORD,...",
      "columns: measures, occurrence, device, op_types, input_shapes, "
      "tensor_value");
  option.print = [](const ViewOptions& options) {
    const std::set<std::string> sorted(options.select.begin(),
                                       options.select.end());
    return fmt::format("{}", fmt::join(sorted, ","));
  };
  option.words = SelectWords();
  return option;
}

OptionInfo OrderBy() {
  OptionInfo option = Text<&ViewOptions::order_by>(
      "order_by", "WORD",
      "order of rows: name, occurrence or the word of a measure");
  option.parse = [](std::string_view text, ViewOptions& options) -> Status {
    options.order_by = text;
    options.has_order = true;
    return {};
  };
  option.words = OrderWords();
  return option;
}

OptionInfo OutputOption() {
  OptionInfo option = Text<&ViewOptions::output>(
      "output", "KIND",
      "format, and its file: stdout, none, KIND:outfile=PATH");
  option.print = [](const ViewOptions& options) {
    const bool has_file = options.output.find(':') != std::string::npos;
    return options.output + (has_file ? "" : ":");
  };
  return option;
}

OptionInfo MaxDepth() {
  OptionInfo option = Whole<int32_t>(
      "max_depth", "deepest level of the tree that is shown",
      [](ViewOptions& options) -> int32_t& { return options.max_depth; });
  option.parse = [parse = option.parse](std::string_view text,
                                        ViewOptions& options) {
    options.has_max_depth = true;
    return parse(text, options);
  };
  return option;
}

std::vector<OptionInfo> MakeOptions() {
  std::vector<OptionInfo> options = {MaxDepth()};
  for (const MeasureInfo& info : Measures()) {
    if (!info.min_option.empty()) options.push_back(Minimum(info));
  }
  using O = ViewOptions;
  for (OptionInfo& option : std::vector<OptionInfo>{
           Whole<int64_t>("step",
                          "the step whose numbers are shown; negative: average",
                          [](O& o) -> int64_t& { return o.step; }),
           OrderBy(),
           List<&O::account_type_regexes>(
               "account_type_regexes", "RE,...",
               "count only nodes of these op types, devices or marks"),
           List<&O::start_name_regexes>("start_name_regexes", "RE,...",
                                        "begin at rows of these names"),
           List<&O::trim_name_regexes>("trim_name_regexes", "RE,...",
                                       "stop at rows of these names"),
           List<&O::show_name_regexes>("show_name_regexes", "RE,...",
                                       "show only rows of these names"),
           List<&O::hide_name_regexes>("hide_name_regexes", "RE,...",
                                       "hide rows of these names"),
           DisplayedOnly(), Select(), OutputOption()}) {
    options.push_back(std::move(option));
  }
  return options;
}

}  // namespace

std::vector<std::string_view> SelectWords() {
  std::vector<std::string_view> words;
  for (const MeasureInfo& info : SelectableMeasures()) {
    words.push_back(info.word);
  }
  for (const DetailInfo& info : Details()) words.push_back(info.word);
  return words;
}

std::vector<std::string_view> OrderWords() {
  std::vector<std::string_view> words;
  for (const MeasureInfo& info : SelectableMeasures()) {
    words.push_back(info.word);
  }
  words.insert(words.end(), {"name", "occurrence"});
  return words;
}

const std::vector<OptionInfo>& ViewOptionTable() {
  static const std::vector<OptionInfo> kOptions = MakeOptions();
  return kOptions;
}

}  // namespace tfprof
