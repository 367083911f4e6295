// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/gate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/gate/power.h"
#include "analysis/gate/words.h"
#include "base/median.h"
#include "base/strings.h"

namespace tfprof {

namespace {

using CheckStatus = Verdict::Status;

class Gate {
 public:
  Gate(const GateInput& input, const GateOptions& options,
       const std::vector<Acceptance>& accepted, const std::string& today)
      : input_(input), options_(options), accepted_(accepted), today_(today) {}

  GateResult Run() {
    result_.verdict.tool = "gate";
    if (input_.baseline.empty() || input_.candidate.empty()) {
      result_.verdict.reason = "no baseline: nothing to compare with";
      return std::move(result_);
    }
    result_.order_is_confounded = IsConfounded(input_);
    result_.matched_share = MatchedShare(input_);
    const Obstacles obstacles = ObstaclesOf(input_);
    CheckExact(obstacles.is_other_work);
    for (const std::string& obstacle : obstacles.words) {
      Add("comparable", CheckStatus::kNotComparable, obstacle);
    }
    if (obstacles.words.empty()) {
      CheckTimes();
    } else if (!obstacles.is_other_work) {
      CheckPrograms();
    }
    Conclude();
    return std::move(result_);
  }

 private:
  Verdict::Check& Add(std::string rule, CheckStatus status,
                      std::string message) {
    result_.verdict.checks.push_back(
        {std::move(rule), "", status, std::move(message), "", 0});
    return result_.verdict.checks.back();
  }

  void CheckExact(bool is_other_work);
  void CheckTimes();
  void CheckPrograms();
  void CheckLength(StepTest& test, const Relabelings& relabelings);
  void CheckSecondary(StepTest& test);
  bool Accept(StepTest& test);
  void CheckLone();
  void AddToReason();
  void CheckRows();
  void PlaceSteps();
  void Conclude();

  const GateInput& input_;
  const GateOptions& options_;
  const std::vector<Acceptance>& accepted_;
  const std::string& today_;
  GateResult result_;
};

void Gate::CheckExact(bool is_other_work) {
  ExactOptions exact{.bytes_floor = options_.bytes_floor, .today = today_};
  if (is_other_work) exact.measures = {Measure::kParameters};
  result_.exact = CompareExactly(input_, accepted_, exact);
  for (const Measure measure : exact.measures) {
    const std::string rule(InfoOf(measure).key);
    size_t grown = 0;
    std::string words = "not more than before";
    for (const ExactChange& change : result_.exact) {
      if (change.measure != measure) continue;
      if (!change.has_grown) {
        words = change.words;
        continue;
      }
      ++grown;
      Verdict::Check& check = Add(rule, CheckStatus::kRegression, change.words);
      check.subject = RowWords(input_, change.row);
      check.file = change.file;
      check.line = change.line;
      check.is_gradient = change.is_gradient;
      check.is_gradient = change.is_gradient;
    }
    if (grown > 0) continue;
    const bool is_of_one_side = GateInput::KnowsAll(input_.baseline, measure) !=
                                GateInput::KnowsAll(input_.candidate, measure);
    Add(rule, is_of_one_side ? CheckStatus::kInconclusive : CheckStatus::kPass,
        words);
  }
}

void Gate::CheckTimes() {
  const Relabelings relabelings = RelabelingsOf(input_, options_);
  result_.alpha = AlphaShares::Of(options_.alpha, relabelings).primary;
  result_.steps = TestSteps(input_, options_, relabelings);
  // Tests of rows only explain, and are many: fewer relabelings will do.
  constexpr size_t kMostForRows = 2000;
  const Relabelings of_rows =
      options_.is_paired
          ? Relabelings::Pairs(input_.baseline.size(), kMostForRows)
          : Relabelings::Splits(input_.baseline.size(), input_.candidate.size(),
                                kMostForRows);
  result_.rows = CompareRows(input_, options_, of_rows);
  for (StepTest& test : result_.steps) {
    if (test.measure == StepMeasure::kLength) CheckLength(test, relabelings);
  }
  for (StepTest& test : result_.steps) {
    if (test.decides && test.measure != StepMeasure::kLength) {
      CheckSecondary(test);
    }
  }
  CheckLone();
  CheckRows();
  PlaceSteps();
  result_.explanations = ExplainSteps(result_.steps, options_.floors);
  for (std::string& words : ExplainPath(input_, result_.steps)) {
    result_.explanations.push_back(std::move(words));
  }
  for (std::string& note : AdviceOn(input_, options_, relabelings, result_)) {
    result_.advice.push_back(std::move(note));
  }
}

// What programs do does not depend on how they were recorded.
void Gate::CheckPrograms() {
  result_.steps =
      TestSteps(input_, options_, RelabelingsOf(input_, options_));
  std::erase_if(result_.steps, [](const StepTest& test) {
    return !InfoOf(test.measure).is_of_programs;
  });
  for (StepTest& test : result_.steps) CheckSecondary(test);
}

void Gate::CheckLength(StepTest& test, const Relabelings& relabelings) {
  GatePower& power = result_.power;
  const std::vector<double> logs = LogsOf(test.before, test.after);
  const double floor =
      std::max(options_.floors.min_ratio,
               1 + options_.floors.min_absolute / test.before_median);
  power.by_floors = floor - 1;
  const Power asked = Power::Of(logs, relabelings, result_.alpha, floor);
  if (const auto least = LeastSlowdown(asked)) {
    power.least_slowdown = *least - 1;
  }
  // One run a side has no spread to estimate from.
  if (logs.size() > 2) {
    power.runs_for_must_show = RunsToShow(asked, 1 + options_.must_show);
  }
  if (Accept(test)) return;
  const std::string words = WordsOf(test, options_.alpha);
  switch (test.state) {
    case StepState::kWorse:
      Add("length", CheckStatus::kRegression, words);
      return;
    case StepState::kBetter:
      Add("length", CheckStatus::kImprovement, words);
      return;
    case StepState::kBelowFloor:
      Add("length", CheckStatus::kPass, words + ", which is below the floors");
      return;
    default:
      break;
  }
  const bool is_blind =
      !power.least_slowdown || *power.least_slowdown > options_.must_show;
  Add("length", is_blind ? CheckStatus::kInconclusive : CheckStatus::kPass,
      fmt::format(
          "{}{}; {}",
          is_blind ? "these runs cannot tell: " : "no change beyond chance: ",
          words, WordsOfPower(power, options_, input_, result_.alpha)));
}

void Gate::CheckSecondary(StepTest& test) {
  if (Accept(test)) return;
  const CheckStatus status =
      test.state == StepState::kWorse    ? CheckStatus::kRegression
      : test.state == StepState::kBetter ? CheckStatus::kImprovement
                                         : CheckStatus::kPass;
  std::string words =
      WordsOf(test, options_.alpha) + WordsOfProgram(input_, test);
  if (test.state == StepState::kTooFewRuns) {
    words += "; too few runs to test it";
  }
  Add(NameOf(test), status, std::move(words));
}

// True if the test is worse, and an acceptance covers it.
bool Gate::Accept(StepTest& test) {
  if (test.state != StepState::kWorse) return false;
  for (const Acceptance& acceptance : accepted_) {
    const bool is_within =
        acceptance.of_step == test.measure && acceptance.IsOpen(today_) &&
        (!acceptance.max || !IsOver(test.after_median, *acceptance.max)) &&
        (!acceptance.max_increase ||
         !IsOverIncrease(test.after_median, test.before_median,
                         *acceptance.max_increase));
    if (!is_within) continue;
    test.is_accepted = true;
    Add(NameOf(test), CheckStatus::kPass,
        fmt::format("accepted until {}: {} ({}): {}", acceptance.until,
                    Printable(acceptance.reason), acceptance.place,
                    WordsOf(test, options_.alpha)));
    return true;
  }
  return false;
}

// A measure of one side only is never a silent pass.
void Gate::CheckLone() {
  for (const LoneMeasure& lone : input_.lone) {
    const StepTest named{.measure = lone.key.first, .device = lone.key.second};
    Add(NameOf(named), CheckStatus::kInconclusive, WordsOf(lone));
  }
}

// Reports rows that are slower, and new rows if the step is slower.
void Gate::CheckRows() {
  const StepTest* const length = result_.Find(StepMeasure::kLength);
  const bool is_slower =
      length->state == StepState::kWorse && !length->is_accepted;
  // A row may be proven slower even if the step's test is inconclusive.
  const CheckStatus status =
      is_slower ? CheckStatus::kRegression : CheckStatus::kInconclusive;
  if (!is_slower && !result_.verdict.Has(CheckStatus::kInconclusive)) return;
  for (const RowChange& change : result_.rows) {
    const bool is_worse = (change.is_proven && change.change_us > 0) ||
                          (is_slower && change.is_new &&
                           change.change_us >= options_.floors.min_absolute);
    if (!is_worse || change.is_explained) continue;
    Verdict::Check& check = Add(input_.view, status, change.Words(input_));
    check.subject = RowWords(input_, change.row);
    check.file = change.file;
    check.line = change.line;
    check.is_gradient = change.is_gradient;
  }
}

// Checks of the length of steps stand at the line that made most of the change.
void Gate::PlaceSteps() {
  for (const StepTest& test : result_.steps) {
    if (InfoOf(test.measure).unit != Unit::kMicros || !test.decides) continue;
    for (Verdict::Check& check : result_.verdict.checks) {
      if (check.rule != NameOf(test) || !IsFailure(check.status)) continue;
      const ChangedLine line =
          LineOfStep(input_, test.after_median - test.before_median);
      check.file = line.file;
      check.line = line.line;
      check.is_gradient = line.is_gradient;
    }
  }
}

// The verdict is the worst check; of equals the first, times before counts.
void Gate::Conclude() {
  Verdict& verdict = result_.verdict;
  for (const CheckStatus status :
       {CheckStatus::kRegression, CheckStatus::kNotComparable,
        CheckStatus::kInconclusive, CheckStatus::kImprovement,
        CheckStatus::kPass}) {
    if (!verdict.Has(status)) continue;
    // Improvements count only if the step length improved.
    const StepTest* const length = result_.Find(StepMeasure::kLength);
    if (status == CheckStatus::kImprovement &&
        (length == nullptr || length->state != StepState::kBetter)) {
      continue;
    }
    verdict.status = status;
    for (const Verdict::Check& check : verdict.checks) {
      const bool is_first = verdict.reason.empty();
      if (check.status == status && (is_first || check.rule == "length")) {
        verdict.reason = check.message;
      }
    }
    break;
  }
  AddToReason();
}

// Adds to the verdict's sentence what must not be overlooked.
void Gate::AddToReason() {
  Verdict& verdict = result_.verdict;
  const auto add = [&verdict](std::string_view link, const std::string& words) {
    if (verdict.reason.find(words) != std::string::npos) return;
    verdict.reason += fmt::format("; {}{}", link, words);
  };
  for (const StepTest& test : result_.steps) {
    if (!test.is_accepted || IsFailure(verdict.status)) continue;
    for (const Verdict::Check& check : verdict.checks) {
      if (check.rule == NameOf(test)) add("", check.message);
    }
  }
  if (verdict.status == CheckStatus::kInconclusive) {
    for (const LoneMeasure& lone : input_.lone) add("", WordsOf(lone));
    for (const Verdict::Check& check : verdict.checks) {
      if (check.status != verdict.status || check.rule != input_.view) continue;
      add("but ", check.message);
      break;
    }
  }
  const bool is_about_time =
      !IsFailure(verdict.status) ||
      std::any_of(
          result_.steps.begin(), result_.steps.end(), [](const StepTest& test) {
            return test.decides && test.p && test.state == StepState::kWorse;
          });
  if (result_.order_is_confounded && is_about_time && !result_.steps.empty()) {
    add("", std::string(kConfounded));
  }
}

}  // namespace

const StepTest* GateResult::Find(StepMeasure measure) const {
  for (const StepTest& test : steps) {
    if (test.measure == measure) return &test;
  }
  return nullptr;
}

GateResult RunGate(const GateInput& input, const GateOptions& options,
                   const std::vector<Acceptance>& accepted,
                   const std::string& today) {
  return Gate(input, options, accepted, today).Run();
}

GateInput WithSlowdown(GateInput input, double factor) {
  const auto centre = [](const std::vector<GateRun>& runs) {
    double logs = 0;
    for (const GateRun& run : runs) {
      const auto length = run.Of({StepMeasure::kLength, ""});
      logs += std::log(std::max(length.value_or(1), 1e-9));
    }
    return logs / static_cast<double>(std::max<size_t>(runs.size(), 1));
  };
  const double scale =
      factor * std::exp(centre(input.baseline) - centre(input.candidate));
  for (GateRun& run : input.candidate) {
    MedianColumn& micros = run.medians.Own(kNoisyMeasure);
    for (size_t row = 0; row < micros.size(); ++row) {
      micros.Set(row, micros[row] * scale);
    }
    for (auto& [key, value] : run.of_steps) {
      if (InfoOf(key.first).unit == Unit::kMicros) value *= scale;
    }
  }
  return input;
}

}  // namespace tfprof
