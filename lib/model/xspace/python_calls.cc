// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/python_calls.h"

#include <charconv>

namespace tfprof {

bool PythonFunction::is_library_entry() const {
  return (file == "traceback_utils.py" && name == "error_handler") ||
         (file == "traceback_util.py" &&
          name == "reraise_with_filtered_traceback");
}

std::optional<PythonFunction> ParsePythonCall(std::string_view event) {
  const size_t blank = event.find(' ');
  if (!event.starts_with('$') || blank == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view place = event.substr(1, blank - 1);
  const size_t colon = place.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  PythonFunction function{place.substr(0, colon), 0, event.substr(blank + 1)};
  const char* const end = place.data() + place.size();
  const auto parsed =
      std::from_chars(place.data() + colon + 1, end, function.line);
  if (parsed.ec != std::errc() || parsed.ptr != end || function.line < 0) {
    return std::nullopt;
  }
  return function;
}

uint32_t CallTree::CallOf(uint32_t caller, uint32_t name) {
  if (calls_[caller].depth == kMostDepth) return caller;
  const auto [found, is_new] =
      call_of_.insert({uint64_t{caller} << 32 | name, size()});
  if (is_new) calls_.push_back({caller, name, calls_[caller].depth + 1});
  return found->second;
}

uint32_t CallNest::EnterAmongCalls(const FileEvent& event, bool is_call,
                                   CallTree& tree) {
  if (event.stats.Signed(RecordedStat::kAsync) != 0) return CallTree::kNone;
  while (!open_.empty() && (open_.back().begin_ps > event.begin_ps ||
                            open_.back().end_ps < event.end_ps())) {
    open_.pop_back();
  }
  const uint32_t around = open_.empty() ? CallTree::kNone : open_.back().call;
  if (is_call) {
    open_.push_back(
        {event.begin_ps, event.end_ps(), tree.CallOf(around, event.meta)});
  }
  return around;
}

}  // namespace tfprof
