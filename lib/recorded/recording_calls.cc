// SPDX-License-Identifier: Apache-2.0
// The calls of Python functions behind the rows: the innermost traced function
// around the event that launched them.
#include <algorithm>

#include "model/xspace/python_calls.h"
#include "recorded/recording_maker.h"

namespace tfprof {

class RecordingMaker::Calls {
 public:
  Calls(RecordingMaker& maker)
      : maker_(maker),
        events_(maker.host_.events),
        call_of_(events_.size(), kNotLooked) {}

  // The call that an event of the host ran for; Recording::Call::kNone.
  uint32_t Of(uint32_t event);

 private:
  static constexpr uint32_t kNotLooked = UINT32_MAX - 1;
  static constexpr uint32_t kMostHops = 16;

  // The innermost traced function around an event, itself included.
  uint32_t FunctionAround(uint32_t event) const {
    uint32_t at = event;
    while (at != kNoRow && !events_.NameOf(at).is_python) {
      at = events_[at].parent;
    }
    return at;
  }

  uint32_t CallAt(uint32_t function);

  RecordingMaker& maker_;
  const HostEvents& events_;
  std::vector<uint32_t> call_of_;  // by event
  tsl::robin_map<uint64_t, uint32_t, IntHash> row_of_;
};

uint32_t RecordingMaker::Calls::Of(uint32_t event) {
  uint32_t at = event;
  for (uint32_t hop = 0; hop < kMostHops && at != kNoRow; ++hop) {
    const uint32_t function = FunctionAround(at);
    if (function != kNoRow) return CallAt(function);
    // For work of another thread: the nearest event around it with a producer.
    while (at != kNoRow && events_.ProducersOf(at).empty()) {
      at = events_[at].parent;
    }
    if (at != kNoRow) at = events_.ProducersOf(at).front();
  }
  return Recording::Call::kNone;
}

uint32_t RecordingMaker::Calls::CallAt(uint32_t function) {
  if (call_of_[function] != kNotLooked) return call_of_[function];
  std::vector<uint32_t> chain;  // the innermost first
  uint32_t at = function;
  while (at != kNoRow && call_of_[at] == kNotLooked) {
    chain.push_back(at);
    at = events_[at].parent == kNoRow ? kNoRow
                                      : FunctionAround(events_[at].parent);
  }
  uint32_t caller = at == kNoRow ? Recording::Call::kNone : call_of_[at];
  for (auto each = chain.rbegin(); each != chain.rend(); ++each) {
    const StringId text = events_.NameOf(*each).text;
    const auto parsed = ParsePythonCall(maker_.host_.Text(text));
    if (parsed) {
      auto& calls = maker_.recording_.calls;
      const auto added = static_cast<uint32_t>(calls.size());
      const auto [found, is_new] =
          row_of_.insert({uint64_t{caller} << 32 | text.value, added});
      if (is_new) {
        Recording::Call call;
        call.caller = caller;
        call.file = maker_.recording_.strings.Intern(parsed->file);
        call.function = maker_.recording_.strings.Intern(parsed->name);
        call.line = parsed->line;
        call.is_library =
            (caller != Recording::Call::kNone && calls[caller].is_library) ||
            parsed->is_library_entry();
        calls.push_back(call);
      }
      caller = found->second;
    }
    call_of_[*each] = caller;
  }
  return caller;
}

void RecordingMaker::AddCalls() {
  const bool has_functions =
      std::any_of(host_.events.names.begin(), host_.events.names.end(),
                  [](const HostEvents::Name& name) { return name.is_python; });
  if (!has_functions) return;
  Calls calls(*this);
  // The earliest execution of a row tells for all.
  std::vector<std::pair<int64_t, uint32_t>> first(recording_.rows.size(),
                                                  {INT64_MAX, kNoRow});
  const auto take = [&](uint32_t node, uint32_t device, bool is_operation,
                        int64_t begin_ps, uint32_t event) {
    if (event == kNoRow) return;
    const uint64_t key =
        (uint64_t{node} << 32 | device) * 2 + (is_operation ? 1 : 0);
    const auto row = rows_.find(key);
    if (row == rows_.end()) return;
    first[row->second] =
        std::min(first[row->second], std::pair(begin_ps, event));
  };
  for (const Executions::Row& row : host_.work.rows) {
    uint32_t event = row.event != kNoRow ? row.event : row.launch;
    if (row.run != kNoRow && host_.runs[row.run].launch != kNoRow) {
      event = host_.runs[row.run].launch;
    }
    take(row.node, row.device, false, row.begin_ps, event);
  }
  for (const RecordedHost::Operation& of : host_.operations) {
    take(of.node, DeviceOf(of), true, host_.events[of.event].begin_ps,
         of.event);
  }
  for (size_t row = 0; row < first.size(); ++row) {
    if (first[row].second == kNoRow) continue;
    recording_.rows[row].call = calls.Of(first[row].second);
  }
}

}  // namespace tfprof
