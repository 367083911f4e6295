// SPDX-License-Identifier: Apache-2.0
// Every flag of every command, one row each, and what the flags fill.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/checker.h"
#include "base/error.h"
#include "model/rules.h"
#include "view/step_timeline.h"
#include "view/view_options.h"
#include "wire/input.h"

namespace tfprof {

// What `advise` is told.
struct AdviseArguments {
  std::vector<std::string> checkers;  // all of them if there is none
  std::vector<CheckerSetting> settings;
  bool fail = false;
};

// What the command line said.
struct Arguments {
  Inputs inputs;
  ViewOptions view;
  Rules rules = kReferenceRules;
  bool quiet = false;
  AdviseArguments advise;
  StepTimelineOptions trace;
};

// Who takes a flag: commands name the group of their own.
enum class FlagGroup : uint8_t { kInput, kView, kAdvise, kTrace, kCommon };

struct Flag {
  FlagGroup group;
  std::string_view name;
  std::string_view value;  // what stands for the value in help
  std::string_view default_text;
  std::string_view help;
  bool is_switch = false;  // the value may be left out and then is "true"
  Status (*parse)(std::string_view text, Arguments& arguments) = nullptr;
  const OptionInfo* option = nullptr;  // instead of `parse`: a view's option

  Status Parse(std::string_view text, Arguments& arguments) const {
    return option != nullptr ? option->parse(text, arguments.view)
                             : parse(text, arguments);
  }
};

std::span<const Flag> Flags();

const Flag* FindFlag(std::string_view name);

}  // namespace tfprof
