// SPDX-License-Identifier: Apache-2.0
#include "model/xla_compile.h"

#include <algorithm>
#include <set>

#include "model/transfer.h"

namespace tfprof {

namespace {

constexpr double kLongCompile = 10'000;  // us; a cache lookup takes less
constexpr double kTimesMedian = 20;

}  // namespace

bool IsXlaLaunch(std::string_view type) {
  return type == "XlaLaunch" || type == "_XlaLaunch" || type == "XlaLaunchV2";
}

void CompileTimes::Sort() { std::sort(micros_.begin(), micros_.end()); }

double CompileTimes::MedianBeside(int64_t micros) const {
  if (!has_others()) return 0;
  const auto left_out = static_cast<size_t>(
      std::lower_bound(micros_.begin(), micros_.end(), micros) -
      micros_.begin());
  const auto at = [&](size_t i) {
    return static_cast<double>(micros_[i < left_out ? i : i + 1]);
  };
  const size_t others = micros_.size() - 1;
  const size_t half = others / 2;
  return others % 2 == 1 ? at(half) : (at(half - 1) + at(half)) / 2;
}

bool CompileTimes::IsCompiling(int64_t micros, bool is_launch) const {
  const double median = MedianBeside(micros);
  const double beyond = static_cast<double>(micros) - (is_launch ? median : 0);
  return beyond > std::max(kLongCompile, kTimesMedian * median);
}

void CompilingSteps::Add(int64_t step, const ExecRecord& exec) {
  // Nearly all records belong to other operations.
  const bool by_name = exec.name.ends_with("/xla_compile");
  if (!by_name && exec.label.find("Xla") == std::string_view::npos) return;
  const std::string_view type = TypeInLabel(exec.label);
  const bool is_launch = !by_name && IsXlaLaunch(type);
  if (!by_name && !is_launch && type != "_XlaCompile") return;
  auto use = uses_.find(exec.name);
  if (use == uses_.end()) {
    use = uses_.emplace(exec.name, Use{is_launch, {}}).first;
  }
  int64_t& longest = use->second.longest[step];
  longest = std::max(longest, SpanOf(exec));
}

std::vector<int64_t> CompilingSteps::Finish() {
  std::set<int64_t> compiled;
  for (const auto& [name, use] : uses_) {
    CompileTimes times;
    for (const auto& [step, micros] : use.longest) times.Add(micros);
    times.Sort();
    for (const auto& [step, micros] : use.longest) {
      if (times.IsCompiling(micros, use.is_launch)) compiled.insert(step);
    }
  }
  uses_.clear();
  return {compiled.begin(), compiled.end()};
}

}  // namespace tfprof
