// SPDX-License-Identifier: Apache-2.0
// The language of the prompt: pure functions on strings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/step_selection.h"
#include "view/view_options.h"

namespace tfprof {

// A parsed line: its first word, and the resulting options.
struct PromptLine {
  std::string command;  // a view, advise, set or help
  ViewOptions options;
  std::optional<StepSelection> steps;  // -steps, not in the reference
};

// tfprof: words are separated by blanks, without quoting; options have one dash
// and take the next word. REQUIRES: the line is not empty. Fails with
// kInvalidArgument in the reference's words.
Result<PromptLine> ParsePromptLine(std::string_view line,
                                   const ViewOptions& defaults);

// The options and their values, a line each.
std::string OptionListing(const ViewOptions& options);

// The reference's help.
std::string_view PromptHelp();

// Completions of the last word of `line`: commands for the first word, then
// options, and after an option its values.
std::vector<std::string> CompleteLine(std::string_view line);

}  // namespace tfprof
