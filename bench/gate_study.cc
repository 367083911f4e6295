// SPDX-License-Identifier: Apache-2.0
// How often the gate errs: simulated runs with and without a change. Prints the
// tables of docs/gate.md.
//
// usage: gate_study [TRIALS]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "analysis/gate/changed_rows.h"

namespace {

using tfprof::RowState;
using tfprof::TestedRow;

constexpr size_t kRuns = 5;
constexpr size_t kSteps = 50;
constexpr size_t kTop = 8;     // scopes under the root
constexpr size_t kInner = 12;  // scopes under each of those
constexpr size_t kLeaves = 4;  // and under each of those
constexpr double kStepMicros = 1e6;

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  double Uniform() {
    return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53;
  }

  double Normal() {
    return std::sqrt(-2 * std::log(Uniform())) * std::cos(2 * M_PI * Uniform());
  }

  // Student's t with three degrees of freedom, of variance 1, and now and then
  // a hiccup.
  double Heavy() {
    const double a = Normal(), b = Normal(), c = Normal();
    const double t = Normal() / std::sqrt((a * a + b * b + c * c) / 3);
    return t / std::sqrt(3) + (Uniform() < 0.02 ? 10 : 0);
  }

 private:
  std::mt19937_64 engine_;
};

struct Setting {
  double spread;       // of runs
  double correlation;  // of a step with the one before
  bool heavy;
  double root_factor = 1;   // what the candidate is slower by
  double scope_factor = 1;  // what its first scope is slower by
};

// The shares of the leaves: the first scope has a quarter of the step.
std::vector<double> Shares() {
  std::vector<double> shares;
  for (size_t top = 0; top < kTop; ++top) {
    const double of_top = top == 0 ? 0.25 : 0.75 / (kTop - 1);
    for (size_t i = 0; i < kInner * kLeaves; ++i) {
      shares.push_back(of_top / (kInner * kLeaves));
    }
  }
  return shares;
}

// Rows of the tree: the root, its scopes, theirs, leaves.
std::vector<TestedRow> EmptyTree() {
  std::vector<TestedRow> rows(1);
  for (size_t top = 0; top < kTop; ++top) {
    rows.push_back({0, {}, {}});
    const auto of_top = static_cast<uint32_t>(rows.size() - 1);
    for (size_t inner = 0; inner < kInner; ++inner) {
      rows.push_back({of_top, {}, {}});
      const auto of_inner = static_cast<uint32_t>(rows.size() - 1);
      for (size_t leaf = 0; leaf < kLeaves; ++leaf) {
        rows.push_back({of_inner, {}, {}});
      }
    }
  }
  return rows;
}

// A run: its own luck, that of each scope, and steps around both. Returns step
// totals by row; of the root all steps, too.
void AddRun(const Setting& setting, bool is_candidate,
            const std::vector<double>& shares, Random& random,
            std::vector<TestedRow>& rows, std::vector<double>* root_steps) {
  const double run = setting.spread * random.Normal();
  std::vector<double> luck(shares.size());
  for (double& of_leaf : luck) of_leaf = setting.spread * random.Normal();
  std::vector<std::vector<double>> by_row(rows.size());
  double noise = random.Normal();
  const double left = std::sqrt(1 - setting.correlation * setting.correlation);
  for (size_t step = 0; step < kSteps + 1; ++step) {
    const double fresh = setting.heavy ? random.Heavy() : random.Normal();
    noise = setting.correlation * noise + left * fresh;
    if (step == 0) continue;  // the slow one, which the gate drops
    std::vector<double> values(rows.size(), 0);
    size_t leaf = 0;
    for (size_t row = rows.size() - 1; row > 0; --row) {
      if ((row - 1) % (1 + kInner * (1 + kLeaves)) != 0 &&
          (row - 1) % (1 + kInner * (1 + kLeaves)) % (1 + kLeaves) != 1) {
        const size_t at = shares.size() - 1 - leaf++;
        double factor = is_candidate ? setting.root_factor : 1;
        if (is_candidate && at < kInner * kLeaves) {
          factor *= setting.scope_factor;
        }
        values[row] =
            kStepMicros * shares[at] * factor *
            std::exp(run + luck[at] + 0.02 * noise + 0.02 * random.Normal());
      }
      values[rows[row].parent] += values[row];
    }
    for (size_t row = 0; row < rows.size(); ++row) {
      by_row[row].push_back(values[row]);
    }
  }
  for (size_t row = 0; row < rows.size(); ++row) {
    auto& side = is_candidate ? rows[row].candidate : rows[row].baseline;
    side.push_back(tfprof::Median(by_row[row]));
  }
  if (root_steps != nullptr) {
    root_steps->insert(root_steps->end(), by_row[0].begin(), by_row[0].end());
  }
}

// What testing steps as if they were independent says: Welch's test.
bool StepsDiffer(const std::vector<double>& a, const std::vector<double>& b) {
  const auto moments = [](const std::vector<double>& values) {
    double sum = 0, squares = 0;
    for (const double value : values) sum += value;
    const double mean = sum / static_cast<double>(values.size());
    for (const double value : values)
      squares += (value - mean) * (value - mean);
    return std::pair(mean, squares / static_cast<double>(values.size() - 1) /
                               static_cast<double>(values.size()));
  };
  const auto [mean_a, variance_a] = moments(a);
  const auto [mean_b, variance_b] = moments(b);
  return std::abs(mean_a - mean_b) / std::sqrt(variance_a + variance_b) > 1.96;
}

struct Rates {
  double root = 0;    // something said of the root
  double tree = 0;    // of any row
  double scope = 0;   // of the scope that is slower
  double others = 0;  // of scopes that are not
  double steps = 0;   // by steps as if independent
};

bool IsChange(RowState state) {
  return state == RowState::kSlower || state == RowState::kFaster;
}

Rates Measure(const Setting& setting, int trials, double min_ratio,
              uint64_t seed) {
  const std::vector<double> shares = Shares();
  Rates rates;
  Random random(seed);
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<TestedRow> rows = EmptyTree();
    std::vector<double> steps[2];
    for (size_t run = 0; run < 2 * kRuns; ++run) {
      AddRun(setting, run >= kRuns, shares, random, rows, &steps[run >= kRuns]);
    }
    const auto outcomes = tfprof::FindChangedRows(
        rows, {.alpha = 0.05,
               .min_ratio = min_ratio,
               .min_absolute = min_ratio > 1 ? 100.0 : 0.0});
    rates.root += IsChange(outcomes[0].state);
    rates.scope += outcomes[1].state == RowState::kSlower;
    bool any = false, others = false;
    for (size_t row = 0; row < rows.size(); ++row) {
      any = any || IsChange(outcomes[row].state);
      const bool is_slower_scope = row >= 1 && row < 2 + kInner * (1 + kLeaves);
      others = others ||
               (row > 0 && !is_slower_scope && IsChange(outcomes[row].state));
    }
    rates.tree += any;
    rates.others += others;
    rates.steps += StepsDiffer(steps[0], steps[1]);
  }
  for (double* rate :
       {&rates.root, &rates.tree, &rates.scope, &rates.others, &rates.steps}) {
    *rate *= 100.0 / trials;
  }
  return rates;
}

}  // namespace

int main(int argc, char** argv) {
  const int trials = argc > 1 ? std::atoi(argv[1]) : 2000;
  const double limit = 5 + 2 * 100 * std::sqrt(0.05 * 0.95 / trials);
  std::printf(
      "%d trials a setting, %zu runs a side, %zu steps a run, %zu rows\n\n",
      trials, kRuns, kSteps, EmptyTree().size());
  std::printf("Without a change, no floors; at most %.2f %%:\n\n", limit);
  std::printf(
      "| spread of runs | correlation of steps | tails | root | whole tree | "
      "steps as if independent |\n");
  std::printf("|---|---|---|---:|---:|---:|\n");
  bool is_good = true;
  uint64_t seed = 1;
  for (const double spread : {0.005, 0.01, 0.02}) {
    for (const double correlation : {0.0, 0.5}) {
      for (const bool heavy : {false, true}) {
        // A floor of 1 is none.
        const Rates rates =
            Measure({spread, correlation, heavy}, trials, 1.0, seed++);
        is_good = is_good && rates.root <= limit && rates.tree <= limit;
        std::printf("| %.1f %% | %.1f | %s | %.2f %% | %.2f %% | %.1f %% |\n",
                    spread * 100, correlation, heavy ? "heavy" : "normal",
                    rates.root, rates.tree, rates.steps);
        std::fflush(stdout);
      }
    }
  }
  std::printf("\nWith a change, a spread of 1 %%, floors as they are:\n\n");
  std::printf(
      "| change | correlation of steps | tails | found at the root | scope "
      "named | another scope named |\n");
  std::printf("|---|---|---|---:|---:|---:|\n");
  for (const double correlation : {0.0, 0.5}) {
    for (const bool heavy : {false, true}) {
      const Rates whole =
          Measure({0.01, correlation, heavy, 1.05, 1.0}, trials, 1.02, seed++);
      const Rates part =
          Measure({0.01, correlation, heavy, 1.0, 1.2}, trials, 1.02, seed++);
      is_good = is_good && whole.root >= 95 && part.scope >= 90;
      const char* const tails = heavy ? "heavy" : "normal";
      std::printf("| the step 5 %% slower | %.1f | %s | %.2f %% | | |\n",
                  correlation, tails, whole.root);
      std::printf(
          "| a quarter of it 20 %% slower | %.1f | %s | %.2f %% | %.2f %% | "
          "%.2f %% |\n",
          correlation, tails, part.root, part.scope, part.others);
      std::fflush(stdout);
    }
  }
  return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
