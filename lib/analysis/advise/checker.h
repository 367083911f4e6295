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

// A number that --set Checker.NAME=VALUE changes.
struct CheckerOption {
  std::string_view name;
  double value = 0;  // unless it is set
  std::string_view help;
};

// What a checker looks at. The profile has every step.
struct CheckerInput {
  const Profile& profile;
  const Rules& rules;
  // Of checkers that need them; else null.
  const XlaReport* xla = nullptr;
  const Communication* communication = nullptr;
  const PathOfDump* path = nullptr;
  const MemoryOfDump* memory = nullptr;
  std::map<std::string_view, double> options;
  // Scopes show what is under them, too, by which they are ordered. The
  // reference shows what each took itself, mostly nothing.
  bool shows_totals = false;

  double Option(std::string_view name) const { return options.at(name); }
};

using Statements = std::vector<Advice::Statement>;

// What a checker looks at beside the profile. It costs another look at the step
// files, so checkers that need it run only when they are named; those of
// XSpaces, which cost nothing, run on them.
enum class Evidence : uint8_t {
  kProfile,
  kRecording,
  kXla,
  kCommunication,
  kPath,
  kMemory
};

struct Checker {
  std::string_view name;
  std::string_view summary;
  std::span<const CheckerOption> options;
  // Null for one that is known and does nothing.
  Statements (*run)(const CheckerInput&, Diagnostics&) = nullptr;
  Evidence evidence = Evidence::kProfile;
};

// In the order in which they run and are shown.
std::span<const Checker> Checkers();

// The answer to --set: "Checker.option" and the value as it was given.
struct CheckerSetting {
  std::string name;
  std::string value;
};

// Whether one of these checkers needs such evidence.
bool Needs(std::span<const std::string> names, Evidence evidence);

// Runs the checkers of these names, without names the reference's. Fails with
// kInvalidArgument on a name or a setting that is unknown or no number.
// REQUIRES: `input` has the evidence that they need.
Result<Advice> RunCheckers(const CheckerInput& input,
                           std::span<const std::string> names,
                           std::span<const CheckerSetting> settings,
                           Diagnostics& diagnostics);

// Whether RunCheckers would take these, for before a profile is loaded.
Status CheckCheckers(std::span<const std::string> names,
                     std::span<const CheckerSetting> settings);

Statements CheckAccelerators(const CheckerInput& input, Diagnostics&);
Statements CheckOperations(const CheckerInput& input, Diagnostics&);
Statements CheckXla(const CheckerInput& input, Diagnostics&);
Statements CheckCommunication(const CheckerInput& input, Diagnostics&);
Statements CheckPeakMemory(const CheckerInput& input, Diagnostics&);
Statements CheckCriticalPath(const CheckerInput& input, Diagnostics&);
Statements CheckRecordedSteps(const CheckerInput& input, Diagnostics&);
Statements CheckExpensive(const CheckerInput& input, Diagnostics& diagnostics);

}  // namespace tfprof
