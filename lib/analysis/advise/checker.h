// SPDX-License-Identifier: Apache-2.0
// The checkers of `advise`: a row of the table in checkers.cc each. How to add
// one is in docs/extending.md.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/steps/communication.h"
#include "analysis/steps/xla.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/profile.h"
#include "model/rules.h"
#include "report/advice.h"

namespace tfprof {

struct MemoryOfDump;
struct PathOfDump;
struct RecordedPath;
struct RecordedWaiting;
struct ProgramsOfSteps;

// A number that --set Checker.NAME=VALUE changes.
struct CheckerOption {
  std::string_view name;
  double value = 0;  // the default
  std::string_view help;
};

// The input of a checker. The profile has every step.
struct CheckerInput {
  const Profile& profile;
  const Rules& rules;
  // Null unless a checker that runs needs it.
  const XlaReport* xla = nullptr;
  const Communication* communication = nullptr;
  const PathOfDump* path = nullptr;
  const MemoryOfDump* memory = nullptr;
  std::map<std::string_view, double> options;
  // Scopes show their total, by which they are ordered. The reference shows
  // their self time, mostly 0.
  bool shows_totals = false;
  // The profile has the steps that were asked for, and no others.
  bool are_steps_chosen = false;
  // Of a recording, instead of `path`.
  const RecordedPath* recorded_path = nullptr;
  const RecordedWaiting* waiting = nullptr;  // of a recording
  // Of a recording, of the steps that were asked for.
  const ProgramsOfSteps* programs = nullptr;

  double Option(std::string_view name) const { return options.at(name); }
};

using Statements = std::vector<Advice::Statement>;

// The evidence that a checker needs besides the profile. Evidence from step
// files costs another read of them, so these checkers run only when named;
// evidence from XSpaces costs nothing, so those checkers run on every XSpace.
enum class Evidence : uint8_t {
  kProfile,
  kRecording,
  kPrograms,  // of a recording
  kXla,
  kCommunication,
  kPath,
  kMemory
};

struct Checker {
  std::string_view name;
  std::string_view summary;
  std::span<const CheckerOption> options;
  // Null for a checker that is only accepted by name.
  Statements (*run)(const CheckerInput&, Diagnostics&) = nullptr;
  Evidence evidence = Evidence::kProfile;
};

// In the order in which they run and are shown.
std::span<const Checker> Checkers();

// A --set flag: "Checker.option" and its value as text.
struct CheckerSetting {
  std::string name;
  std::string value;
};

// True if one of the named checkers needs this evidence.
bool Needs(std::span<const std::string> names, Evidence evidence);

// Runs the named checkers; without names those of the reference. Fails with
// kInvalidArgument if a checker or option is unknown or a value is no number.
// REQUIRES: `input` has the evidence that the checkers need.
Result<Advice> RunCheckers(const CheckerInput& input,
                           std::span<const std::string> names,
                           std::span<const CheckerSetting> settings,
                           Diagnostics& diagnostics);

// The same checks of names and settings, before a profile is loaded.
Status CheckCheckers(std::span<const std::string> names,
                     std::span<const CheckerSetting> settings);

Statements CheckAccelerators(const CheckerInput& input, Diagnostics&);
Statements CheckOperations(const CheckerInput& input, Diagnostics&);
Statements CheckXla(const CheckerInput& input, Diagnostics&);
Statements CheckCommunication(const CheckerInput& input, Diagnostics&);
Statements CheckPeakMemory(const CheckerInput& input, Diagnostics&);
Statements CheckCriticalPath(const CheckerInput& input, Diagnostics&);
Statements CheckRecordedSteps(const CheckerInput& input, Diagnostics&);
Statements CheckWaiting(const CheckerInput& input, Diagnostics&);
Statements CheckPrograms(const CheckerInput& input, Diagnostics&);
Statements CheckExpensive(const CheckerInput& input, Diagnostics& diagnostics);

}  // namespace tfprof
