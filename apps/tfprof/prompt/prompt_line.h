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

// A line understood: its first word, and the defaults with what it changes.
struct PromptLine {
  std::string command;  // a view, advise, set or help
  ViewOptions options;
  std::optional<StepSelection> steps;  // -steps, which the reference has not
};

// tfprof: words stand between blanks, without quoting; options have one dash
// and take the next word. REQUIRES: the line is not empty. Fails with
// kInvalidArgument in the reference's words.
Result<PromptLine> ParsePromptLine(std::string_view line,
                                   const ViewOptions& defaults);

// The options and their values, a line each.
std::string OptionListing(const ViewOptions& options);

// The reference's help.
std::string_view PromptHelp();

// What the last word of `line` could become: commands for the first word, then
// options, and behind an option its words.
std::vector<std::string> CompleteLine(std::string_view line);

}  // namespace tfprof
