// SPDX-License-Identifier: Apache-2.0
// The arguments that all commands share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flags.h"
#include "model/code_lines.h"
#include "model/own_files.h"
#include "model/rules.h"
#include "progress.h"
#include "view/view_options.h"
#include "wire/intake/input.h"

namespace tfprof {

// The frames of call stacks that the code view shows. kAuto: kMine with
// corrected rules, else kAll, as the reference does.
enum class CodeFrames : uint8_t { kAuto, kMine, kAll };

struct Arguments {
  Inputs inputs;
  std::vector<std::string> outputs;  // of --output, which may be repeated
  std::string usual_output;          // without --output; empty: the program's

  // The last output; the usual one if none is given.
  const std::string& output() const {
    return outputs.empty() ? usual_output : outputs.back();
  }

  // Set by --rules only; RulesFor gives the effective rules.
  std::optional<Rules> rules;
  Rules usual_rules = kReferenceRules;  // the command's default
  CodeFrames code = CodeFrames::kAuto;
  PathPrefixes path_prefixes = {};
  OwnFiles own = {};  // its globs are those of --own

  // The files whose frames tables about recordings name.
  OwnFiles FilesOfFrames() const {
    return {code == CodeFrames::kAll, own.globs};
  }

  std::string work;  // the file of --work; empty: none
  bool quiet = false;
  bool no_fsync = false;
  // Bytes; 0: the default of MemoryAllowance, within the machine's memory.
  uint64_t max_memory = 0;
  ShowProgress progress = ShowProgress::kAuto;
};

// Declares the flags that fill Arguments. `kinds`: the words of --output.
void AddInputFlags(FlagSet& flags, Arguments& arguments);
void AddCommonFlags(FlagSet& flags, Arguments& arguments,
                    const std::vector<std::string_view>& kinds);

// The options of the views, as flags of the command itself or of `group`.
void AddViewFlags(FlagSet& flags, ViewOptions& options, FlagGroup group);

}  // namespace tfprof
