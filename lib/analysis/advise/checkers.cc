// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>

#include "analysis/advise/checker.h"
#include "base/find_by_name.h"
#include "base/strings.h"

namespace tfprof {

namespace {

constexpr CheckerOption kAcceleratorOptions[] = {
    {"low", 0.5, "utilization below this is low"},
};

constexpr CheckerOption kExpensiveOptions[] = {
    {"top", 3, "number of types, scopes and lines in the lists"},
    {"min_scope_micros", 100, "least time of a listed scope (us)"},
    {"min_code_micros", 1000, "least time of a listed line of code (us)"},
};

constexpr CheckerOption kXlaOptions[] = {
    {"small", 4, "clusters of fewer nodes are small"},
    {"many", 10, "number of small clusters that is a finding"},
};

constexpr CheckerOption kCommunicationOptions[] = {
    {"exposed", 0.1, "share of a GPU's time that it may wait for others"},
    {"copies", 0.1, "share that it may spend on copies from and to the host"},
};

constexpr CheckerOption kPeakMemoryOptions[] = {
    {"share", 0.2, "share of the peak that one buffer may take"},
};

constexpr CheckerOption kCriticalPathOptions[] = {
    {"share", 0.1, "share of the step that a row must save to be named"},
};

constexpr CheckerOption kRecordedStepsOptions[] = {
    {"input", 0.05, "share of steps that may be waiting for input"},
    {"launch", 0.1, "share that may be launches while devices idle"},
    {"compute", 0.5, "share that devices should compute"},
};

constexpr Checker kCheckers[] = {
    {"AcceleratorUtilizationChecker",
     "the share of a step that each GPU computes", kAcceleratorOptions,
     CheckAccelerators},
    {"OperationChecker",
     "operations that have a faster form",
     {},
     CheckOperations},
    {"ExpensiveOperationChecker",
     "the most expensive types, scopes and lines of code", kExpensiveOptions,
     CheckExpensive},
    // tfprof: a known name without a check.
    {"JobChecker", "nothing; the name is accepted", {}},
    {"XlaChecker", "steps that compiled, clusters that are too small or unused",
     kXlaOptions, CheckXla, Evidence::kXla},
    {"CommunicationChecker",
     "time that a GPU spends waiting for others or "
     "copying",
     kCommunicationOptions, CheckCommunication, Evidence::kCommunication},
    {"PeakMemoryChecker", "large buffers at the peak that are avoidable",
     kPeakMemoryOptions, CheckPeakMemory, Evidence::kMemory},
    {"CriticalPathChecker",
     "the critical path of the step, and possible savings",
     kCriticalPathOptions, CheckCriticalPath, Evidence::kPath},
    {"RecordedStepsChecker", "the waits of the marked steps of an XSpace",
     kRecordedStepsOptions, CheckRecordedSteps, Evidence::kRecording},
    {"WaitingChecker",
     "what devices of an XSpace wait for, and programs that compile again",
     {},
     CheckWaiting,
     Evidence::kRecording},
    {"ProgramChecker",
     "what programs of XLA and kernels of an XSpace waste",
     {},
     CheckPrograms,
     Evidence::kPrograms},
};

Result<const Checker*> FindChecker(std::string_view name) {
  return FindTyped("checker", kCheckers, &Checker::name, name);
}

using Options = std::map<std::string_view, double>;

// Sets the option "Checker.option" in `options`.
Status Set(const CheckerSetting& setting,
           std::map<const Checker*, Options>& options) {
  const size_t dot = setting.name.find('.');
  if (dot == std::string::npos) {
    return Fail(ErrorCode::kInvalidArgument,
                "'{}' is not Checker.option; write --set "
                "AcceleratorUtilizationChecker.low=0.7",
                Printable(setting.name));
  }
  TFPROF_ASSIGN_OR_RETURN(const Checker* const checker,
                          FindChecker(setting.name.substr(0, dot)));
  const std::string option = setting.name.substr(dot + 1);
  const auto found = options[checker].find(option);
  if (found == options[checker].end()) {
    const auto known = NamesOf(checker->options, &CheckerOption::name);
    return WithContext(checker->name, UnknownName("option", option, known));
  }
  const char* const end = setting.value.data() + setting.value.size();
  const auto parsed = std::from_chars(setting.value.data(), end, found->second);
  if (parsed.ec != std::errc() || parsed.ptr != end ||
      !std::isfinite(found->second) || found->second < 0) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: '{}' is not a number of 0 or more",
                Printable(setting.name), Printable(setting.value));
  }
  return {};
}

Result<std::map<const Checker*, Options>> OptionsOf(
    std::span<const CheckerSetting> settings) {
  std::map<const Checker*, Options> options;
  for (const Checker& checker : kCheckers) {
    for (const CheckerOption& option : checker.options) {
      options[&checker][option.name] = option.value;
    }
  }
  for (const CheckerSetting& setting : settings) {
    TFPROF_RETURN_IF_ERROR(Set(setting, options));
  }
  return options;
}

}  // namespace

bool Advice::HasFindings() const {
  for (const Entry& entry : entries) {
    for (const Statement& statement : entry.statements) {
      if (statement.is_finding) return true;
    }
  }
  return false;
}

std::span<const Checker> Checkers() { return kCheckers; }

Status CheckCheckers(std::span<const std::string> names,
                     std::span<const CheckerSetting> settings) {
  for (const std::string& name : names) {
    TFPROF_RETURN_IF_ERROR(FindChecker(name).map([](auto) {}));
  }
  return OptionsOf(settings).map([](const auto&) {});
}

bool Needs(std::span<const std::string> names, Evidence evidence) {
  for (const Checker& checker : kCheckers) {
    if (checker.evidence == evidence &&
        std::find(names.begin(), names.end(), checker.name) != names.end()) {
      return true;
    }
  }
  return false;
}

Result<Advice> RunCheckers(const CheckerInput& given,
                           std::span<const std::string> names,
                           std::span<const CheckerSetting> settings,
                           Diagnostics& diagnostics) {
  TFPROF_RETURN_IF_ERROR(CheckCheckers(names, settings));
  TFPROF_ASSIGN_OR_RETURN(auto options, OptionsOf(settings));
  Advice advice;
  for (const Checker& checker : kCheckers) {
    const bool is_usual = checker.evidence == Evidence::kProfile ||
                          ((checker.evidence == Evidence::kRecording ||
                            checker.evidence == Evidence::kPrograms) &&
                           given.profile.is_recording);
    const bool is_asked = names.empty()
                              ? is_usual
                              : std::find(names.begin(), names.end(),
                                          checker.name) != names.end();
    if (!is_asked || checker.run == nullptr) continue;
    CheckerInput input = given;
    input.options = std::move(options[&checker]);
    advice.entries.push_back({checker.name, checker.run(input, diagnostics)});
  }
  return advice;
}

}  // namespace tfprof
