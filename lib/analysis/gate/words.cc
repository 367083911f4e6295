// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/median.h"
#include "base/strings.h"
#include "report/table.h"

namespace tfprof {

namespace {

std::string ValueText(double value, const StepMeasureInfo& info) {
  if (info.unit != Unit::kCount) return TextOf(value, info.unit);
  return info.is_of_programs ? fmt::format("{:.15g}", value)
                             : fmt::format("{:.2f}", value);
}

// What a measure of programs is of one of them.
std::optional<int64_t> ValueOfProgram(const ProgramSums& program,
                                      StepMeasure measure) {
  return measure == StepMeasure::kProgramFloatOps ? program.float_ops
         : measure == StepMeasure::kProgramBytes  ? program.bytes
                                                  : program.planned_peak_bytes;
}

// By program, in a median run; 0 where it is not there.
std::map<std::string, double> ValuesByProgram(const std::vector<GateRun>& runs,
                                              StepMeasure measure) {
  std::map<std::string, std::vector<double>> of_runs;
  for (const GateRun& run : runs) {
    for (const auto& [name, program] : run.programs) {
      of_runs[name].push_back(
          static_cast<double>(ValueOfProgram(program, measure).value_or(0)));
    }
  }
  std::map<std::string, double> values;
  for (auto& [name, of_name] : of_runs) {
    of_name.resize(runs.size());
    values[name] = Median(of_name);
  }
  return values;
}

const StepTest* Find(const std::vector<StepTest>& tests, StepMeasure measure) {
  for (const StepTest& test : tests) {
    if (test.measure == measure) return &test;
  }
  return nullptr;
}

bool HaveDates(const std::vector<GateRun>& runs) {
  return std::all_of(runs.begin(), runs.end(),
                     [](const GateRun& run) { return run.HasDate(); });
}

std::pair<int64_t, int64_t> StartsOf(const std::vector<GateRun>& runs) {
  const auto [first, last] = std::minmax_element(
      runs.begin(), runs.end(), [](const GateRun& a, const GateRun& b) {
        return a.start_us < b.start_us;
      });
  return {first->start_us, last->start_us};
}

std::string UnequalSpreads(const StepTest& length) {
  const std::vector<double> logs = LogsOf(length.before, length.after);
  const std::span<const double> all(logs);
  const double before = SpreadOf(all.first(length.before.size()));
  const double after = SpreadOf(all.subspan(length.before.size()));
  constexpr double kMuch = 3;
  if (length.before.size() < 2 || length.after.size() < 2 ||
      std::max(before, after) < kMuch * std::min(before, after)) {
    return "";
  }
  return fmt::format(
      "runs of the {} spread {:.1f}%, those of the other side {:.1f}%: p is "
      "only approximate",
      before > after ? "baseline" : "candidate", std::max(before, after) * 100,
      std::min(before, after) * 100);
}

// Names the deciding measures that had too few runs to be tested.
std::string Untested(const std::vector<StepTest>& tests) {
  std::vector<std::string> names;
  for (const StepTest& test : tests) {
    const bool is_length = test.measure == StepMeasure::kLength;
    if (test.decides && !is_length && test.state == StepState::kTooFewRuns) {
      names.push_back(NameOf(test));
    }
  }
  if (names.empty()) return "";
  return fmt::format("too few runs to test {} besides the length",
                     fmt::join(names, ", "));
}

RecordingFacts FactsOf(const std::vector<GateRun>& runs) {
  RecordingFacts all;
  for (const GateRun& run : runs) all.Add(run.facts);
  return all;
}

std::string Unproven(const GateInput& input, const GateOptions& options,
                     const Relabelings& relabelings, const RowChange& change) {
  std::string words = "could be chance: " + change.Words(input);
  if (const auto runs = RunsToProve(input, options, relabelings, change)) {
    const size_t had = std::min(input.baseline.size(), input.candidate.size());
    words += fmt::format("; {} {} would tell", std::max(*runs, had + 1),
                         options.is_paired ? "pairs" : "runs a side");
  }
  return words;
}

}  // namespace

std::string NameOf(const StepTest& test) {
  std::string name(InfoOf(test.measure).name);
  if (!test.device.empty()) name += " of " + Printable(test.device);
  return name;
}

std::string SubjectOf(const StepTest& test) {
  const std::string_view what = InfoOf(test.measure).what;
  if (test.device.empty()) return std::string(what);
  const size_t verb = what.rfind(' ');
  return fmt::format("{} of {}{}", what.substr(0, verb), Printable(test.device),
                     what.substr(verb));
}

std::string WordsOf(const StepTest& test, double alpha) {
  const StepMeasureInfo& info = InfoOf(test.measure);
  std::string words = fmt::format("{} {}, was {}", SubjectOf(test),
                                  ValueText(test.after_median, info),
                                  ValueText(test.before_median, info));
  std::string more;
  if (test.estimate && test.state != StepState::kSame) {
    more = fmt::format("{:.3f} times", test.estimate->ratio);
    if (test.p && std::isfinite(test.estimate->high)) {
      more +=
          fmt::format(", {:g}% interval {:.3f} to {:.3f}", (1 - alpha) * 100,
                      test.estimate->low, test.estimate->high);
    }
  }
  if (test.p_adjusted && test.state != StepState::kTooFewRuns) {
    more +=
        fmt::format("{}p = {:.4f}", more.empty() ? "" : ", ", *test.p_adjusted);
  }
  if (!more.empty()) words += fmt::format(" ({})", more);
  return words;
}

std::string WordsOfProgram(const GateInput& input, const StepTest& test) {
  const StepMeasureInfo& info = InfoOf(test.measure);
  const double change = test.after_median - test.before_median;
  if (!info.is_of_programs || change == 0) return "";
  const auto before = ValuesByProgram(input.baseline, test.measure);
  const auto after = ValuesByProgram(input.candidate, test.measure);
  const auto value_of = [](const auto& values, const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? 0 : found->second;
  };
  std::set<std::string> names;
  for (const auto& [name, value] : before) names.insert(name);
  for (const auto& [name, value] : after) names.insert(name);
  const std::string* most = nullptr;
  double most_change = 0;
  for (const std::string& name : names) {
    const double of_name = (value_of(after, name) - value_of(before, name)) *
                           (change > 0 ? 1 : -1);
    if (of_name <= most_change) continue;
    most = &name;
    most_change = of_name;
  }
  if (most == nullptr) return "";
  return fmt::format("; most in {}: {} before, {} now", Printable(*most),
                     ValueText(value_of(before, *most), info),
                     ValueText(value_of(after, *most), info));
}

std::string WordsOf(const LoneMeasure& lone) {
  const std::string_view has = lone.is_in_candidate ? "candidate" : "baseline";
  const std::string_view lacks =
      lone.is_in_candidate ? "baseline" : "candidate";
  switch (lone.key.first) {
    case StepMeasure::kPeakMemory:
      return fmt::format("memory: no match for {}, an allocator of the {} only",
                         Printable(lone.key.second), has);
    case StepMeasure::kSlowSteps:
      return fmt::format(
          "slow steps: not compared, since runs of the {} have fewer than 10 "
          "steps",
          lacks);
    default:
      return fmt::format("{}: not compared, since the {} does not have it",
                         InfoOf(lone.key.first).name, lacks);
  }
}

std::string WordsOfPower(const GatePower& power, const GateOptions& options,
                         const GateInput& input, double alpha) {
  std::string words;
  if (power.least_slowdown) {
    words = fmt::format(
        "the smallest slowdown that they find in 80 of 100 cases is {:.1f}%",
        *power.least_slowdown * 100);
    if (power.by_floors > options.must_show) {
      return words + fmt::format(
                         "; --min_micros_changed and --min_slowdown hide "
                         "slowdowns below {:.1f}%",
                         power.by_floors * 100);
    }
  } else {
    words = fmt::format(
        "{} against {} runs cannot show anything at {:g}%, {} {} would do",
        input.baseline.size(), input.candidate.size(), alpha * 100,
        RunsNeeded(options.alpha, options.is_paired),
        options.is_paired ? "pairs" : "a side");
  }
  const bool is_short =
      !power.least_slowdown || *power.least_slowdown > options.must_show;
  if (is_short && power.runs_for_must_show) {
    words += fmt::format("; {} {} would show {:g}%", *power.runs_for_must_show,
                         options.is_paired ? "pairs" : "runs a side",
                         options.must_show * 100);
  }
  return words;
}

std::vector<std::string> ExplainSteps(const std::vector<StepTest>& tests,
                                      const Floors& floors) {
  std::vector<std::string> words;
  const StepTest* const length = Find(tests, StepMeasure::kLength);
  if (length == nullptr || !length->IsChange()) return words;
  if (const StepTest* const sum = Find(tests, StepMeasure::kSum)) {
    const double ratio = sum->estimate ? sum->estimate->ratio : 1;
    const bool is_alike =
        !floors.IsAbove(ratio, sum->before_median, sum->after_median);
    words.push_back(
        is_alike
            ? "operations take as long as before"
            : fmt::format("operations take {:.3f} times as long in sum{}: {} "
                          "before, {} now",
                          ratio, sum->IsChange() ? "" : ", which is not proven",
                          MicrosText(sum->before_median),
                          MicrosText(sum->after_median)));
  }
  const StepTest* const idle = Find(tests, StepMeasure::kIdle);
  if (idle != nullptr && length->before_median > 0 &&
      length->after_median > 0) {
    const double before = 100 * idle->before_median / length->before_median;
    const double after = 100 * idle->after_median / length->after_median;
    if (std::abs(after - before) >= 1) {
      words.push_back(fmt::format("idle time {} from {:.0f}% to {:.0f}%",
                                  after > before ? "grew" : "shrank", before,
                                  after));
    }
  }
  const StepTest* const parallel = Find(tests, StepMeasure::kParallelism);
  if (parallel != nullptr && parallel->IsChange()) {
    words.push_back(fmt::format("{:.1f} operations ran at a time, now {:.1f}",
                                parallel->before_median,
                                parallel->after_median));
  }
  return words;
}

std::vector<std::string> ExplainPath(const GateInput& input,
                                     const std::vector<StepTest>& tests) {
  constexpr size_t kMostNodes = 3;
  constexpr double kWorthSaying = 0.1;  // share of the change of the length
  const StepTest* const length = Find(tests, StepMeasure::kLength);
  if (length == nullptr || !length->IsChange()) return {};
  std::map<std::string, std::array<std::vector<double>, 2>> by_node;
  for (const auto* const side : {&input.baseline, &input.candidate}) {
    for (const GateRun& run : *side) {
      if (run.path_us.empty()) return {};
      for (const auto& [node, micros] : run.path_us) {
        by_node[node][side == &input.candidate].push_back(micros);
      }
    }
  }
  const double change = length->after_median - length->before_median;
  std::vector<std::tuple<double, double, double, std::string>> changes;
  for (auto& [node, sides] : by_node) {
    sides[0].resize(input.baseline.size());
    sides[1].resize(input.candidate.size());
    const double before = Median(sides[0]);
    const double after = Median(sides[1]);
    if ((after - before) / change < kWorthSaying) continue;
    changes.emplace_back(-std::abs(after - before), before, after, node);
  }
  std::sort(changes.begin(), changes.end());
  if (changes.size() > kMostNodes) changes.resize(kMostNodes);
  std::vector<std::string> words;
  for (const auto& [order, before, after, node] : changes) {
    const auto text = [](double micros) {
      return micros > 0 ? MicrosText(micros) : "hardly any";
    };
    words.push_back(fmt::format("{} on the critical path: {} before, {} now",
                                Printable(node), text(before), text(after)));
  }
  return words;
}

bool IsConfounded(const GateInput& input) {
  if (!HaveDates(input.baseline) || !HaveDates(input.candidate)) {
    // Runs are judged before they are recorded.
    return input.is_against_history;
  }
  const auto before = StartsOf(input.baseline);
  const auto after = StartsOf(input.candidate);
  return before.second < after.first || after.second < before.first;
}

std::vector<std::string> AdviceOn(const GateInput& input,
                                  const GateOptions& options,
                                  const Relabelings& relabelings,
                                  const GateResult& result) {
  constexpr size_t kMostUnproven = 3;
  std::vector<std::string> advice;
  const StepTest* const length = result.Find(StepMeasure::kLength);
  size_t unproven = 0;
  for (const RowChange& change : result.rows) {
    const bool is_large =
        change.before_us && change.after_us && change.ratio &&
        options.floors.IsAbove(*change.ratio, *change.before_us,
                               *change.after_us);
    if (change.is_proven || !is_large || length->IsChange()) continue;
    if (++unproven > kMostUnproven) break;
    advice.push_back(Unproven(input, options, relabelings, change));
  }
  if (std::string words = Untested(result.steps); !words.empty()) {
    advice.push_back(std::move(words));
  }
  if (std::string words = UnequalSpreads(*length); !words.empty()) {
    advice.push_back(std::move(words));
  }
  constexpr double kNearlyAll = 0.9995;
  if (result.matched_share && *result.matched_share < kNearlyAll) {
    advice.push_back(fmt::format(
        "{:.1f}% of the time is in rows that both sides have; the rest is new "
        "or gone",
        *result.matched_share * 100));
  }
  for (std::string& words :
       OtherFacts(FactsOf(input.baseline), FactsOf(input.candidate))) {
    advice.push_back(std::move(words));
  }
  for (const auto& [before, after] : input.joined_allocators) {
    advice.push_back(fmt::format(
        "the allocator {} of the candidate is compared with {} of the baseline",
        Printable(after), Printable(before)));
  }
  if (input.IsOpenEnded()) {
    advice.emplace_back(
        "runs and bytes are not counted against each other: no steps are "
        "marked, and a recording begins and ends anywhere");
  }
  const bool have_dates =
      HaveDates(input.baseline) && HaveDates(input.candidate);
  if (result.order_is_confounded) {
    advice.push_back(
        fmt::format("{}; make baseline and candidate in turn{}", kConfounded,
                    options.is_paired          ? ", which --pairs is for"
                    : input.is_against_history ? ", and compare their dumps"
                                               : " and give --pairs"));
  } else if (!options.is_paired && !have_dates) {
    advice.emplace_back(
        "the dumps do not record when they were made, so drift of the machine "
        "is not tested");
  }
  return advice;
}

}  // namespace tfprof
