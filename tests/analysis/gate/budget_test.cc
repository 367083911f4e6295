// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/budget.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/gate_input.h"
#include "support/limit_on.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using Outcome = Verdict::Status;

GateInput MadeInput(double slower = 1) {
  GateInputMaker maker({{"root", TestedRow::kNoParent},
                        {"net", 0},
                        {"net/a", 1},
                        {"net/b", 1},
                        {"head(1)", 0}});
  maker.AddFive({10'000, 9000, 6000, 3000, 200},
                {10'000 * slower, 9000 * slower, 6000 * slower, 3000 * slower,
                 200});
  for (auto* const side : {&maker.input().baseline, &maker.input().candidate}) {
    SetAll(*side, Measure::kParameters, {100, 60, 40, 20, 40});
  }
  return maker.input();
}

Result<std::vector<LimitOutcome>> Checked(const std::vector<Limit>& limits,
                                          const GateInput& input,
                                          Verdict& verdict) {
  return CheckLimits(
      limits, GateOptions(),
      [&](const View&) -> const GateInput& { return input; }, verdict);
}

Verdict::Check CheckOf(const Limit& limit, const GateInput& input) {
  Verdict verdict;
  const auto outcomes = Checked({limit}, input, verdict);
  REQUIRE(outcomes);
  REQUIRE(outcomes->size() == 1);
  return outcomes->front().check;
}

Error ErrorOf(const Limit& limit, const GateInput& input) {
  Verdict verdict;
  const auto outcomes = Checked({limit}, input, verdict);
  REQUIRE_FALSE(outcomes);
  return outcomes.error();
}

}  // namespace

TEST_CASE("budget: rows that match are added up, not what is under them again") {
  Limit limit = LimitOn("net.*", Measure::kParameters);
  limit.max = Decimal::Parse("60");
  Verdict::Check check = CheckOf(limit, MadeInput());
  CHECK(check.status == Outcome::kPass);
  CHECK(check.message == "params of net.*: 60, within 60");
  limit.pattern = "net/.*|head.*";
  check = CheckOf(limit, MadeInput());
  CHECK(check.status == Outcome::kOverBudget);
  CHECK(check.message == "params of net/.*|head.*: 100, over the limit of 60");
}

TEST_CASE("budget: a limit that nothing matches is refused") {
  Limit limit = LimitOn("nett", Measure::kParameters);
  limit.max = Decimal::Parse("60");
  const Error error = ErrorOf(limit, MadeInput());
  CHECK(error.code == ErrorCode::kInvalidArgument);
  CHECK(error.message ==
        "budget.toml:3: no row of scope matches 'nett' in full; a limit on "
        "nothing protects nothing");
}

TEST_CASE("budget: an increase needs a baseline, a maximum does not") {
  GateInput input = MadeInput();
  input.baseline.clear();
  Limit limit = LimitOn("", Measure::kParameters);
  limit.max = Decimal::Parse("100");
  CHECK(CheckOf(limit, input).status == Outcome::kPass);
  limit.max_increase = Decimal::Parse("5");
  CHECK(ErrorOf(limit, input).message.find("needs a baseline") !=
        std::string::npos);
}

TEST_CASE("budget: what a dump does not know is refused") {
  Limit limit = LimitOn("", Measure::kFloatOps);
  limit.max = Decimal::Parse("100");
  CHECK(ErrorOf(limit, MadeInput()).message ==
        "budget.toml:3: float_ops of after_0 is unknown: the dump does not "
        "record it");
}

TEST_CASE("budget: time is over an increase only beyond chance") {
  Limit limit = LimitOn("", Measure::kMicros);
  limit.max_increase = Decimal::Parse("5");
  CHECK(CheckOf(limit, MadeInput(1.04)).status == Outcome::kPass);
  const Verdict::Check over = CheckOf(limit, MadeInput(1.2));
  CHECK(over.status == Outcome::kOverBudget);
  CHECK(over.message ==
        "exec_us of (all): 10000us before, 12000us now, 5% more are "
        "allowed, p = 0.0079");
  GateInput few = MadeInput(1.2);
  few.baseline.resize(2);
  few.candidate.resize(2);
  const Verdict::Check unclear = CheckOf(limit, few);
  CHECK(unclear.status == Outcome::kInconclusive);
  CHECK(unclear.message.ends_with("too few runs; give 4 a side"));
}

TEST_CASE("budget: what does not depend on luck needs no evidence") {
  GateInput input = MadeInput();
  SetAll(input.candidate, Measure::kParameters, {106, 60, 40, 20, 46});
  input.baseline.resize(1);
  input.candidate.resize(1);
  Limit limit = LimitOn("", Measure::kParameters);
  limit.max_increase = Decimal::Parse("5");
  limit.reason = "fits the phone";
  limit.owner = "me";
  const Verdict::Check check = CheckOf(limit, input);
  CHECK(check.status == Outcome::kOverBudget);
  CHECK(check.message ==
        "params of (all): 100 before, 106 now, 5% more are allowed (reason: "
        "fits the phone) (owner: me)");
}

TEST_CASE("budget: a limit on memory is of the allocator that takes the most") {
  GateInput input = MadeInput();
  for (GateRun& run : input.candidate) {
    run.of_steps[{StepMeasure::kPeakMemory, "cpu"}] = 1000;
    run.of_steps[{StepMeasure::kPeakMemory, "gpu"}] = 5000;
  }
  Limit limit = LimitOn("", Measure::kMicros);
  limit.of_step = StepMeasure::kPeakMemory;
  limit.max = Decimal::Parse("5000");
  const Verdict::Check check = CheckOf(limit, input);
  CHECK(check.status == Outcome::kPass);
  CHECK(check.message == "peak memory of the step: 5000B, within 5000B");
  limit.max = Decimal::Parse("4999");
  CHECK(CheckOf(limit, input).status == Outcome::kOverBudget);
}

TEST_CASE("budget: a broken limit decides, whatever cannot be told") {
  Limit broken = LimitOn("", Measure::kParameters);
  broken.max = Decimal::Parse("1");
  Verdict verdict;
  verdict.status = Outcome::kInconclusive;
  verdict.reason = "too few runs";
  REQUIRE(Checked({broken}, MadeInput(), verdict));
  CHECK(verdict.status == Outcome::kOverBudget);
  CHECK(verdict.reason == "params of (all): 100, over the limit of 1");
  verdict.status = Outcome::kRegression;
  verdict.reason = "slower";
  REQUIRE(Checked({broken}, MadeInput(), verdict));
  CHECK(verdict.status == Outcome::kRegression);
  CHECK(verdict.reason == "slower");
  CHECK(verdict.checks.size() == 2);
}

TEST_CASE("budget: limits answer in their order, and the first error is told") {
  std::vector<Limit> limits = {LimitOn("net/b", Measure::kParameters),
                               LimitOn(".*", Measure::kParameters),
                               LimitOn("net/b", Measure::kParameters),
                               LimitOn(".*", Measure::kMicros)};
  for (size_t i = 0; i < limits.size(); ++i) {
    limits[i].place = "budget.toml:" + std::to_string(i);
    limits[i].max = Decimal::Parse("90");
  }
  Verdict verdict;
  const auto outcomes = Checked(limits, MadeInput(), verdict);
  REQUIRE(outcomes);
  REQUIRE(outcomes->size() == 4);
  const double values[] = {20, 100, 20, 9200};
  for (size_t i = 0; i < limits.size(); ++i) {
    CHECK((*outcomes)[i].limit == &limits[i]);
    CHECK((*outcomes)[i].after == values[i]);
    CHECK(verdict.checks[i].rule == limits[i].place);
  }
  CHECK(verdict.reason == "params of .*: 100, over the limit of 90");
  limits[1].pattern = "y";
  limits[3].pattern = "x";
  Verdict unused;
  const auto failed = Checked(limits, MadeInput(), unused);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message.starts_with("budget.toml:1: no row"));
  CHECK(unused.checks.empty());
}

TEST_CASE("budget: people see amounts with units, programs numbers") {
  Limit limit = LimitOn("", Measure::kMicros);
  limit.max_increase = Decimal::Parse("2.5");
  const std::vector<Limit> limits = {limit};  // outcomes point to it
  Verdict verdict;
  const auto outcomes = Checked(limits, MadeInput(), verdict);
  REQUIRE(outcomes);
  CHECK(LinesOf(LimitsSection(*outcomes, verdict, true)) ==
        std::vector<std::string>{"exec_us of (all) | 10000us | 10000us |  "
                                 "| +2.5% | pass | budget.toml:3"});
  const Section section = LimitsSection(*outcomes, verdict, false);
  const Table& table = TableOf(section);
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0][3] == Cell(10'000.0));
  CHECK(table.rows[0][12] == Cell(0.025));
  CHECK(table.rows[0][14] == Cell());
}

TEST_CASE("budget: a budget that the baseline just keeps") {
  const std::string text = BudgetOf(MadeInput());
  CHECK(text.find("metric = \"params\"\nmax = 100\n") != std::string::npos);
  CHECK(text.find("scope = 'net'\nmax = ") !=
        std::string::npos);
  // Cheap rows get no limit, nor do rows below one with a limit.
  CHECK(text.find("head") == std::string::npos);
  CHECK(text.find("net/a") == std::string::npos);
  GateInput large = MadeInput();
  for (GateRun& run : large.baseline) {
    run.medians.Own(Measure::kMicros).Set(4, 5000);
  }
  CHECK(BudgetOf(large).find("scope = 'head\\(1\\)'") != std::string::npos);
}

}  // namespace tfprof
