// SPDX-License-Identifier: Apache-2.0
#include "model/calls/callers.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include "base/hash.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

using Fit = FunctionNames::Fit;
using Function = FunctionNames::Function;

// If more calls than these run at a time, their records stay unassigned.
constexpr size_t kMostCallsAtATime = 64;
// A record with more candidate calls is not examined again.
constexpr size_t kMostCandidates = 8;
// Each pass settles at least one more record, usually all that can be settled.
constexpr int kMostPasses = 8;
// The graph itself, a candidate for any record.
constexpr uint32_t kRoot = 0;

// A body runs once per turn of its loop: "while/body/_1/add".
bool IsInLoop(std::string_view name) {
  return name.find("/body/_") != std::string_view::npos ||
         name.find("/cond/_") != std::string_view::npos;
}

// A running call.
struct Call {
  uint32_t record = 0;
  uint32_t path = Callers::kNone;   // a row of Callers::calls
  std::vector<Function> functions;  // its functions
  int64_t end = 0;
  uint32_t host = 0;
};

class CallerFinder {
 public:
  CallerFinder(const FunctionNames& functions, std::span<const RanNode> records)
      : functions_(functions), records_(records) {
    calls_.push_back({.functions = {FunctionNames::kGraph}});
    callers_.of.assign(records.size(), Callers::kNone);
    call_of_.assign(records.size(), kRoot);
    is_open_.assign(records.size(), false);
  }

  Callers Run() {
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < records_.size(); ++i) {
      if (records_[i].is_operation && records_[i].start > 0) order.push_back(i);
    }
    std::ranges::sort(order, {}, [&](uint32_t i) {
      return std::tuple(records_[i].start, -records_[i].end, i);
    });
    for (const uint32_t i : order) Place(i);
    order = std::vector<uint32_t>();
    CountRuns();
    for (int pass = 0; pass < kMostPasses && Eliminate(); ++pass) {
    }
    NameCalls();
    PlaceKernels();
    return std::move(callers_);
  }

 private:
  void Place(uint32_t index) {
    const RanNode& record = records_[index];
    std::erase_if(running_, [&](uint32_t call) {
      return calls_[call].end < record.start;
    });
    if (record.start <= blind_until_) return;
    const std::vector<uint32_t> candidates = CandidatesOf(record);
    call_of_[index] = CommonCaller(candidates);
    BeginCall(index, candidates);
    if (candidates.size() == 1) {
      Decide(index, candidates[0]);
      return;
    }
    is_open_[index] = true;
    if (candidates.size() <= kMostCandidates && !IsInLoop(record.name)) {
      open_.push_back({index, candidates});
    }
  }

  void Decide(uint32_t index, uint32_t call) {
    call_of_[index] = call;
    is_open_[index] = false;
  }

  void CountRun(uint32_t index) {
    const std::string_view name = records_[index].name;
    const uint32_t call = call_of_[index];
    if (call != kRoot && !IsInLoop(name)) ++runs_[call][name];
  }

  // Only for nodes with a record that has several candidates.
  void CountRuns() {
    if (open_.empty()) return;
    tsl::robin_set<std::string_view> names;
    for (const Open& open : open_) names.insert(records_[open.record].name);
    for (uint32_t i = 0; i < records_.size(); ++i) {
      if (!is_open_[i] && names.contains(records_[i].name)) CountRun(i);
    }
  }

  // A call runs a node outside of loops once: a settled record rules the call
  // out for other records of the node. Returns true if any was settled.
  bool Eliminate() {
    bool is_any = false;
    std::erase_if(open_, [&](Open& open) {
      std::erase_if(open.candidates, [&](uint32_t call) {
        const auto of_call = runs_.find(call);
        if (of_call == runs_.end()) return false;
        const auto runs = of_call->second.find(records_[open.record].name);
        return runs != of_call->second.end() && runs->second == 1;
      });
      if (open.candidates.size() != 1) return open.candidates.empty();
      Decide(open.record, open.candidates[0]);
      CountRun(open.record);
      is_any = true;
      return true;
    });
    return is_any;
  }

  // A call whose own caller is unknown gets no name.
  void NameCalls() {
    // Callers come before their calls.
    for (size_t i = 1; i < calls_.size(); ++i) {
      Call& call = calls_[i];
      const Call& parent = calls_[call_of_[call.record]];
      const bool is_of_graph = &parent == &calls_[kRoot];
      if (is_open_[call.record]) continue;
      if (!is_of_graph && parent.path == Callers::kNone) continue;
      call.path = static_cast<uint32_t>(callers_.calls.size());
      std::string path = is_of_graph ? "" : callers_.calls[parent.path] + "/";
      callers_.calls.push_back(path.append(records_[call.record].name));
    }
    for (size_t i = 0; i < records_.size(); ++i) {
      callers_.of[i] = calls_[call_of_[i]].path;
    }
  }

  // The running calls that may own the record, including the graph.
  std::vector<uint32_t> CandidatesOf(const RanNode& record) const {
    std::vector<uint32_t> candidates = {kRoot};
    for (const uint32_t call : running_) {
      const Call& running = calls_[call];
      if (running.host == record.host && record.end <= running.end) {
        candidates.push_back(call);
      }
    }
    if (candidates.size() == 1) return candidates;
    KeepBest(candidates, [&](uint32_t call) {
      return static_cast<int>(FitOf(call, record.name));
    });
    // A name that neither the graph nor a function has was generated for a
    // function.
    if (candidates.front() == kRoot && candidates.size() > 1 &&
        FitOf(kRoot, record.name) == Fit::kNone) {
      candidates.erase(candidates.begin());
    }
    const auto label = ParseNodeLabel(record.label);
    if (!label || candidates.size() == 1) return candidates;
    KeepBest(candidates, [&](uint32_t call) {
      return static_cast<int>(HasType(call, record.name, label->type));
    });
    KeepBest(candidates, [&](uint32_t call) {
      int fits = 0;
      std::string_view inputs = label->inputs;
      constexpr int kMostInputs = 64;
      for (int i = 0; i < kMostInputs; ++i) {
        const std::string_view input = NextInput(inputs);
        if (input.empty()) break;
        fits += static_cast<int>(FitOf(call, ParseInputName(input).node));
      }
      return fits;
    });
    return candidates;
  }

  template <typename Score>
  static void KeepBest(std::vector<uint32_t>& candidates, Score score) {
    std::vector<int> scores;
    for (const uint32_t call : candidates) scores.push_back(score(call));
    const int best = *std::ranges::max_element(scores);
    size_t kept = 0;
    for (size_t i = 0; i < scores.size(); ++i) {
      if (scores[i] == best) candidates[kept++] = candidates[i];
    }
    candidates.resize(kept);
  }

  Fit FitOf(uint32_t call, std::string_view name) const {
    Fit best = Fit::kNone;
    for (const Function function : calls_[call].functions) {
      best = std::max(best, functions_.FitOf(function, name));
    }
    return best;
  }

  bool HasType(uint32_t call, std::string_view name,
               std::string_view type) const {
    return std::ranges::any_of(calls_[call].functions, [&](Function function) {
      return functions_.TypeOf(function, name) == type;
    });
  }

  // The innermost call that contains all candidates, directly or indirectly.
  uint32_t CommonCaller(const std::vector<uint32_t>& candidates) const {
    uint32_t common = candidates.front();
    for (uint32_t other : candidates) {
      // Callers come before the calls that they make.
      while (other != common) {
        uint32_t& later = other > common ? other : common;
        later = call_of_[calls_[later].record];
      }
    }
    return common;
  }

  // If the record is a call, adds it to those that run.
  void BeginCall(uint32_t index, const std::vector<uint32_t>& candidates) {
    const RanNode& record = records_[index];
    Call call{.record = index, .end = record.end, .host = record.host};
    std::string_view type;
    for (const Function function : calls_[candidates.front()].functions) {
      call.functions = functions_.CalleesOf(function, record.name);
      type = functions_.TypeOf(function, record.name);
      if (!call.functions.empty()) break;
    }
    if (call.functions.empty()) return;
    // An inlined loop or call leaves a NoOp of its name.
    const auto label = ParseNodeLabel(record.label);
    if (label && label->type != type) return;
    if (running_.size() == kMostCallsAtATime) {
      blind_until_ = std::max(blind_until_, record.end);
      return;
    }
    running_.push_back(static_cast<uint32_t>(calls_.size()));
    calls_.push_back(std::move(call));
  }

  // Assigns kernels to the call of the operations with their name, if it is
  // unique.
  void PlaceKernels() {
    tsl::robin_map<std::string_view, std::optional<uint32_t>> call_of_name;
    for (const RanNode& record : records_) {
      if (!record.is_operation) call_of_name.try_emplace(record.name);
    }
    if (call_of_name.empty()) return;
    for (size_t i = 0; i < records_.size(); ++i) {
      if (!records_[i].is_operation) continue;
      const auto known = call_of_name.find(records_[i].name);
      if (known == call_of_name.end()) continue;
      if (!known->second) {
        known.value() = callers_.of[i];
      } else if (!IsSameCall(*known->second, callers_.of[i])) {
        known.value() = Callers::kNone;
      }
    }
    for (size_t i = 0; i < records_.size(); ++i) {
      if (records_[i].is_operation) continue;
      const auto known = call_of_name.find(records_[i].name);
      if (known->second) callers_.of[i] = *known->second;
    }
  }

  // A call may run several times in a step.
  bool IsSameCall(uint32_t a, uint32_t b) const {
    if (a == b) return true;
    return a != Callers::kNone && b != Callers::kNone &&
           callers_.calls[a] == callers_.calls[b];
  }

  const FunctionNames& functions_;
  const std::span<const RanNode> records_;
  std::vector<Call> calls_;
  std::vector<uint32_t> running_;  // calls, in order of start
  int64_t blind_until_ = 0;
  std::vector<uint32_t> call_of_;  // by record
  std::vector<bool> is_open_;      // by record: several candidates
  // Records with several candidates.
  struct Open {
    uint32_t record = 0;
    std::vector<uint32_t> candidates;
  };
  std::vector<Open> open_;
  // By call and node outside of loops: its settled records.
  tsl::robin_map<uint32_t, tsl::robin_map<std::string_view, uint32_t>, IntHash>
      runs_;
  Callers callers_;
};

}  // namespace

Callers FindCallers(const FunctionNames& functions,
                    std::span<const RanNode> records) {
  return CallerFinder(functions, records).Run();
}

}  // namespace tfprof
