// SPDX-License-Identifier: Apache-2.0
// What every command is told, whatever it does.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flags.h"
#include "model/code_lines.h"
#include "model/rules.h"
#include "progress.h"
#include "view/view_options.h"
#include "wire/intake/input.h"

namespace tfprof {

// Which frames of call stacks the code view has: kAuto is kMine with corrected
// rules, else kAll, as the reference.
enum class CodeFrames : uint8_t { kAuto, kMine, kAll };

struct Arguments {
  Inputs inputs;
  std::string output;
  // Nothing if they were not asked for: RulesFor says which are in force.
  std::optional<Rules> rules;
  Rules usual_rules = kReferenceRules;  // of the command
  CodeFrames code = CodeFrames::kAuto;
  PathPrefixes path_prefixes = {};
  bool quiet = false;
  bool no_fsync = false;
  uint64_t max_memory = INT64_MAX;  // bytes
  ShowProgress progress = ShowProgress::kAuto;
};

// The flags of it. `kinds` are what --output can be.
void AddInputFlags(FlagSet& flags, Arguments& arguments);
void AddCommonFlags(FlagSet& flags, Arguments& arguments,
                    const std::vector<std::string_view>& kinds);

// The options of the views, for commands that have a view. They are the
// command's own, or those of `group`.
void AddViewFlags(FlagSet& flags, ViewOptions& options, FlagGroup group);

}  // namespace tfprof
