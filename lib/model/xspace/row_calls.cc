// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/row_calls.h"

#include <algorithm>

#include <tsl/robin_map.h>

#include "base/hash.h"

namespace tfprof {

namespace {

class CallAdder {
 public:
  CallAdder(std::span<const LineCalls> lines, Recording& recording)
      : lines_(lines), recording_(recording) {}

  // The row of Recording::calls of a call, as Groups counts them.
  uint32_t Add(uint32_t call) {
    const auto above = std::lower_bound(lines_.begin(), lines_.end(), call,
                                        [](const LineCalls& a, uint32_t b) {
                                          return a.first_call < b;
                                        });
    const LineCalls& of_line = *(above - 1);
    chain_.clear();
    for (uint32_t at = call - of_line.first_call; at != CallTree::kNone;
         at = of_line.tree[at].caller) {
      chain_.push_back(of_line.tree[at].name);
    }
    uint32_t row = Recording::Call::kNone;
    for (auto name = chain_.rbegin(); name != chain_.rend(); ++name) {
      row = RowOf(row, of_line.plane->names[*name].text);
    }
    return row;
  }

 private:
  uint32_t RowOf(uint32_t caller, StringId text) {
    auto& calls = recording_.calls;
    const auto added = static_cast<uint32_t>(calls.size());
    const auto [found, is_new] =
        row_of_.insert({uint64_t{caller} << 32 | text.value, added});
    if (!is_new) return found->second;
    const PythonFunction function = *ParsePythonCall(recording_.strings[text]);
    Recording::Call call;
    call.caller = caller;
    call.file = recording_.strings.Intern(function.file);
    call.function = recording_.strings.Intern(function.name);
    call.line = function.line;
    const bool by_library =
        caller != Recording::Call::kNone && calls[caller].is_library;
    call.is_library = by_library || function.is_library_entry();
    calls.push_back(call);
    return added;
  }

  const std::span<const LineCalls> lines_;
  Recording& recording_;
  std::vector<uint32_t> chain_;  // names, the innermost first
  tsl::robin_map<uint64_t, uint32_t, IntHash> row_of_;
};

}  // namespace

void RowCalls::AddTo(Recording& recording,
                     std::span<const LineCalls> lines) const {
  CallAdder adder(lines, recording);
  for (size_t row = 0; row < first_.size(); ++row) {
    if (first_[row].call == CallTree::kNone) continue;
    recording.rows[row].call = adder.Add(first_[row].call);
  }
}

}  // namespace tfprof
