// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/plain_words.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "analysis/code_location.h"
#include "analysis/gate/words.h"
#include "base/strings.h"
#include "report/table.h"

namespace tfprof {

namespace {

using CheckStatus = Verdict::Status;
using Row = Verdict::Summary::Row;

constexpr size_t kMostPlainRows = 5;

std::string Percent(double ratio) {
  return fmt::format("{:+.1f} %", 100 * (ratio - 1));
}

std::string ChangeOf(double before, double after) {
  return before > 0 ? Percent(after / before) : "";
}

std::string_view PlainName(Measure measure) {
  switch (measure) {
    case Measure::kParameters:
      return "parameters";
    case Measure::kFloatOps:
      return "float operations";
    case Measure::kRequestedBytes:
      return "requested memory";
    case Measure::kOutputBytes:
      return "memory of outputs";
    case Measure::kRunCount:
      return "executions";
    default:
      return InfoOf(measure).key;
  }
}

std::string ValuesText(const StepTest& test) {
  const Unit unit = InfoOf(test.measure).unit;
  const std::string change = ChangeOf(test.before_median, test.after_median);
  return fmt::format("{}, was {}{}", TextOf(test.after_median, unit),
                     TextOf(test.before_median, unit),
                     change.empty() ? "" : " (" + change + ")");
}

// "The step takes 10.92ms, was 9.91ms (+10.2 %)"
std::string Sentence(const StepTest& test) {
  std::string what = SubjectOf(test);
  what[0] = static_cast<char>(what[0] - 'a' + 'A');
  return fmt::format("{} {}", what, ValuesText(test));
}

class PlainSummary {
 public:
  PlainSummary(const GateInput& input, const GateOptions& options,
               const GateResult& result)
      : input_(input),
        options_(options),
        result_(result),
        verdict_(result.verdict) {}

  Verdict::Summary Make() {
    Verdict::Summary summary;
    summary.sentence = SentenceOfVerdict();
    if (result_.order_is_confounded && !result_.steps.empty()) {
      summary.sentence +=
          " All runs of one side were made before all of the other, so this may "
          "be a drift of the machine.";
    }
    AddRows(summary.rows);
    summary.certainty = Certainty();
    return summary;
  }

 private:
  // The test that the verdict is about; null if it is about none.
  const StepTest* Decisive() const {
    const auto is_it = [&](const StepTest& test) {
      if (!test.decides) return false;
      return IsFailure(verdict_.status) ? test.state == StepState::kWorse &&
                                              !test.is_accepted
                                        : test.measure == StepMeasure::kLength;
    };
    const auto found = std::ranges::find_if(result_.steps, is_it);
    return found == result_.steps.end() ? nullptr : &*found;
  }

  const ExactChange* GrownExact() const {
    const auto found = std::ranges::find_if(result_.exact,
                                            &ExactChange::has_grown);
    return found == result_.exact.end() ? nullptr : &*found;
  }

  // The verdict's own words up to their numbers of statistics.
  std::string PlainReason() const {
    return verdict_.reason.substr(0, verdict_.reason.find(", p = ")) + ".";
  }

  std::string SentenceOfVerdict() const {
    const StepTest* const test = Decisive();
    switch (verdict_.status) {
      case CheckStatus::kRegression:
        if (test != nullptr) return Sentence(*test) + ".";
        if (const ExactChange* const change = GrownExact()) {
          const Row row = RowOf(*change);
          return fmt::format("{}: {}, was {}{}.", row.what, row.after,
                             row.before,
                             row.change.empty() ? "" : " (" + row.change + ")");
        }
        return PlainReason();
      case CheckStatus::kImprovement:
        return test != nullptr ? Sentence(*test) + "." : PlainReason();
      case CheckStatus::kPass:
        if (test == nullptr) return PlainReason();
        return test->is_accepted ? AcceptedWords(*test)
               : test->state == StepState::kSame
                   ? Sentence(*test) + "."
                   : Sentence(*test) +
                         ", which is no more than equal runs differ by, or too "
                         "little to matter.";
      case CheckStatus::kInconclusive:
        return Undecided(test);
      default:
        return PlainReason();
    }
  }

  std::string AcceptedWords(const StepTest& test) const {
    for (const Verdict::Check& check : verdict_.checks) {
      if (check.rule != NameOf(test)) continue;
      std::string words = check.message.substr(0, check.message.rfind(": "));
      words[0] = 'A';
      return fmt::format("{}. {}.", words, Sentence(test));
    }
    return Sentence(test) + ".";
  }

  std::string Undecided(const StepTest* test) const {
    std::string words;
    for (const LoneMeasure& lone : input_.lone) {
      if (words.empty()) words = WordsOf(lone) + ".";
    }
    if (words.empty()) {
      words = "These runs cannot tell whether the step got slower.";
    } else {
      words[0] = static_cast<char>(words[0] - 'a' + 'A');
    }
    if (test != nullptr) words += " " + Sentence(*test) + ".";
    return words;
  }

  Row RowOf(const ExactChange& change) const {
    const Unit unit = InfoOf(change.measure).unit;
    const double before = change.before.value_or(0);
    const double after = change.after.value_or(0);
    const std::string name =
        change.row == 0 ? "" : " of " + RowWords(input_, change.row);
    return {fmt::format("{}{}", PlainName(change.measure), name),
            TextOf(before, unit), TextOf(after, unit), ChangeOf(before, after),
            CodeText(change.file, change.line, change.is_gradient)};
  }

  Row RowOf(const RowChange& change, bool may_be_chance) const {
    const auto text = [](const std::optional<double>& micros) {
      return micros ? MicrosText(*micros) : "";
    };
    return {RowWords(input_, change.row) +
                (may_be_chance ? " (could be chance)" : ""),
            text(change.before_us), text(change.after_us),
            change.is_new    ? "new"
            : change.is_gone ? "gone"
                             : Percent(*change.after_us / *change.before_us),
            CodeText(change.file, change.line, change.is_gradient)};
  }

  void AddRows(std::vector<Row>& rows) const {
    const auto add = [&rows](Row row) {
      if (rows.size() < kMostPlainRows) rows.push_back(std::move(row));
    };
    for (const StepTest& test : result_.steps) {
      if (!test.decides || !test.IsChange() ||
          test.measure == StepMeasure::kLength) {
        continue;
      }
      const Unit unit = InfoOf(test.measure).unit;
      add({NameOf(test), TextOf(test.before_median, unit),
           TextOf(test.after_median, unit),
           ChangeOf(test.before_median, test.after_median), ""});
    }
    for (const ExactChange& change : result_.exact) {
      if (change.has_grown) add(RowOf(change));
    }
    bool has_row = false;
    for (const RowChange& change : result_.rows) {
      const bool is_told = change.is_proven && !change.is_explained;
      if (!is_told && !change.is_new && !change.is_gone) continue;
      if (std::abs(change.change_us) < options_.floors.min_absolute) continue;
      has_row = true;
      add(RowOf(change, false));
    }
    if (has_row) return;
    // Nothing is proven: the largest differences.
    constexpr size_t kMostUnproven = 3;
    size_t unproven = 0;
    for (const RowChange& change : result_.rows) {
      const bool is_large =
          change.before_us && change.after_us && *change.before_us > 0 &&
          change.ratio &&
          options_.floors.IsAbove(*change.ratio, *change.before_us,
                                  *change.after_us);
      if (!is_large || ++unproven > kMostUnproven) continue;
      add(RowOf(change, true));
    }
  }

  std::string RunsText() const {
    const size_t before = input_.baseline.size();
    const size_t after = input_.candidate.size();
    if (before == after) {
      return before == 1 ? "1 run each" : fmt::format("{} runs each", before);
    }
    return fmt::format("{} runs before and {} after", before, after);
  }

  // How sure the verdict is.
  std::string Certainty() const {
    const StepTest* const test = Decisive();
    if (test == nullptr || !test->p) return "";
    if (test->IsChange() && test->estimate &&
        std::isfinite(test->estimate->high)) {
      const double low = test->estimate->low, high = test->estimate->high;
      return fmt::format(
          "{}; the true change is between {} and {}, and equal runs would differ "
          "as much at most once in {:.0f} comparisons.",
          RunsText(), Percent(low), Percent(high),
          std::floor(1 / std::max(*test->p, 1e-4)));
    }
    const GatePower& power = result_.power;
    if (test->measure != StepMeasure::kLength) return RunsText() + ".";
    std::string words = RunsText();
    if (power.least_slowdown) {
      words += fmt::format("; a slowdown of {:.0f} % would have been seen",
                           std::ceil(100 * *power.least_slowdown));
    } else {
      words += "; too few to see any slowdown";
    }
    const bool is_short = !power.least_slowdown ||
                          *power.least_slowdown > options_.must_show;
    if (is_short && power.runs_for_must_show) {
      words += fmt::format("; {} runs each would show one of {:.0f} %",
                           *power.runs_for_must_show, 100 * options_.must_show);
    }
    return words + ".";
  }

  const GateInput& input_;
  const GateOptions& options_;
  const GateResult& result_;
  const Verdict& verdict_;
};

}  // namespace

Verdict::Summary SummaryOf(const GateInput& input, const GateOptions& options,
                           const GateResult& result) {
  return PlainSummary(input, options, result).Make();
}

}  // namespace tfprof
