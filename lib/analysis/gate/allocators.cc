// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/allocators.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/strings.h"

namespace tfprof {

namespace {

using Names = std::set<std::string>;

// "/job:worker/task:1 GPU_0_bfc" of a dump with several hosts.
struct AllocatorKey {
  explicit AllocatorKey(std::string_view key) {
    const size_t space = key.rfind(' ');
    name = space == std::string_view::npos ? key : key.substr(space + 1);
    host = key.substr(0, key.size() - name.size());
  }

  std::string host;  // with the space; empty if there is one host
  std::string name;
};

// The allocator of MKL stands in for that of the processor.
std::string CommonName(const std::string& name) {
  return name == "mklcpu" ? "cpu" : name;
}

Names AllocatorsOf(const std::vector<GateRun>& runs) {
  Names names;
  for (const GateRun& run : runs) {
    for (const auto& [key, value] : run.of_steps) {
      if (key.first == StepMeasure::kPeakMemory) names.insert(key.second);
    }
  }
  return names;
}

bool HasMemory(const GateRun& run) {
  return std::any_of(run.of_steps.begin(), run.of_steps.end(), [](const auto& of) {
    return of.first.first == StepMeasure::kPeakMemory;
  });
}

class AllocatorMatcher {
 public:
  explicit AllocatorMatcher(GateInput& input) : input_(input) {}

  void Run() {
    const std::array<Names, 2> names = {AllocatorsOf(input_.baseline),
                                        AllocatorsOf(input_.candidate)};
    // By host and place: the names of both sides.
    std::map<std::pair<std::string, std::string>, std::array<Names, 2>> groups;
    for (const size_t side : {0, 1}) {
      for (const std::string& key : names[side]) {
        const AllocatorKey parts(key);
        groups[{parts.host, AllocatorPlace(parts.name)}][side].insert(key);
      }
    }
    for (const auto& [place, sides] : groups) {
      Match(!place.second.empty(), sides);
    }
    FillUnused();
  }

 private:
  // `has_place`: one allocator of a place on each side is the same.
  void Match(bool has_place, const std::array<Names, 2>& sides) {
    if (sides[0] == sides[1]) return;
    std::array<std::map<std::string, Names>, 2> by_name;
    for (const size_t side : {0, 1}) {
      for (const std::string& key : sides[side]) {
        const AllocatorKey parts(key);
        by_name[side][parts.host + CommonName(parts.name)].insert(key);
      }
    }
    if (has_place && by_name[0].size() == 1 && by_name[1].size() == 1) {
      Join(by_name[0].begin()->second, by_name[1].begin()->second);
      return;
    }
    for (const auto& [name, keys] : by_name[0]) {
      const auto found = by_name[1].find(name);
      if (found == by_name[1].end()) {
        AddLone(keys, false);
      } else {
        Join(keys, found->second);
      }
    }
    for (const auto& [name, keys] : by_name[1]) {
      if (!by_name[0].contains(name)) AddLone(keys, true);
    }
  }

  void AddLone(const Names& keys, bool is_in_candidate) {
    for (const std::string& key : keys) {
      input_.lone.push_back({{StepMeasure::kPeakMemory, key}, is_in_candidate});
    }
  }

  static std::string Joined(const Names& names) {
    return fmt::format("{}", fmt::join(names, " + "));
  }

  void Join(const Names& before, const Names& after) {
    if (before == after) return;
    const std::string name = Joined(after);
    Rename(input_.baseline, before, name);
    Rename(input_.candidate, after, name);
    input_.joined_allocators.emplace_back(Joined(before), name);
  }

  static void Rename(std::vector<GateRun>& runs, const Names& names,
                     const std::string& to) {
    for (GateRun& run : runs) {
      double sum = 0;
      bool has_any = false;
      for (const std::string& name : names) {
        const auto found = run.of_steps.find({StepMeasure::kPeakMemory, name});
        if (found == run.of_steps.end()) continue;
        has_any = true;
        sum += found->second;
        run.of_steps.erase(found);
      }
      if (has_any) run.of_steps[{StepMeasure::kPeakMemory, to}] = sum;
    }
  }

  void FillUnused() {
    Names before = AllocatorsOf(input_.baseline);
    const Names after = AllocatorsOf(input_.candidate);
    std::erase_if(before, [&](const auto& name) { return !after.contains(name); });
    for (auto* const side : {&input_.baseline, &input_.candidate}) {
      for (GateRun& run : *side) {
        if (!HasMemory(run)) continue;
        for (const std::string& name : before) {
          run.of_steps.try_emplace({StepMeasure::kPeakMemory, name}, 0);
        }
      }
    }
  }

  GateInput& input_;
};

bool AllHave(const std::vector<GateRun>& runs, const GateRun::StepKey& key) {
  return std::all_of(runs.begin(), runs.end(), [&](const GateRun& run) {
    return run.Of(key).has_value();
  });
}

bool IsLone(const GateInput& input, const GateRun::StepKey& key) {
  return std::any_of(
      input.lone.begin(), input.lone.end(),
      [&](const LoneMeasure& lone) { return lone.key == key; });
}

}  // namespace

std::string AllocatorPlace(std::string_view name) {
  const std::string lower = AsciiLower(name);
  const auto has = [&](std::string_view part) {
    return lower.find(part) != std::string::npos;
  };
  if (has("pinned") || has("host_bfc") || has("hostpinned")) return "pinned";
  if (has("cpu") || lower == "host" || lower == "system") return "host";
  if (!has("gpu") && !has("tpu") && !has("cuda") && !has("device")) return "";
  const size_t digit = lower.find_first_of("0123456789");
  if (digit == std::string::npos) return "device 0";
  const size_t end = lower.find_first_not_of("0123456789", digit);
  return "device " + lower.substr(digit, end - digit);
}

void MatchStepMeasures(GateInput& input) {
  if (input.baseline.empty() || input.candidate.empty()) return;
  AllocatorMatcher(input).Run();
  std::set<GateRun::StepKey> keys;
  for (const auto* const side : {&input.baseline, &input.candidate}) {
    for (const GateRun& run : *side) {
      for (const auto& [key, value] : run.of_steps) {
        if (InfoOf(key.first).part == StepMeasureInfo::Part::kSecondary) {
          keys.insert(key);
        }
      }
    }
  }
  for (const GateRun::StepKey& key : keys) {
    const bool was = AllHave(input.baseline, key);
    if (was == AllHave(input.candidate, key) || IsLone(input, key)) continue;
    // A history does not keep what programs do.
    if (input.is_against_history && InfoOf(key.first).is_of_programs) continue;
    input.lone.push_back({key, !was});
  }
}

}  // namespace tfprof
