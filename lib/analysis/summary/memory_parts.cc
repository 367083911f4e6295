// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/memory_parts.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "analysis/summary/short_scope.h"
#include "base/numbers.h"
#include "model/kernel_clock.h"

namespace tfprof {

namespace {

struct Span {
  int64_t first_ns = INT64_MAX;
  int64_t last_ns = INT64_MIN;
};

// The time to add to kernels and copies: see kernel_clock.h.
int64_t ClockOffsetOf(const StepRecords& records,
                      const std::vector<bool>& is_used) {
  std::vector<LaunchTime> launches;
  std::vector<WorkTime> work;
  for (size_t i = 0; i < records.size(); ++i) {
    if (records.all_start[i] <= 0) continue;
    if (records.IsOperation(i)) {
      launches.push_back(
          {records.node[i].value, records.all_start[i], records.OpStart(i)});
    } else if (is_used[records.device[i]]) {
      work.push_back({records.node[i].value, records.all_start[i]});
    }
  }
  return OffsetIfOtherClock(std::move(launches), std::move(work));
}

// The steps of the hosts, kernels and copies included. Lines of a GPU belong to
// the host that they name, or to the only one.
std::map<StringId, Span> SpansOfHosts(const StepRecords& records) {
  std::map<StringId, Span> spans;
  for (const StepRecords::Device& device : records.devices) {
    if (device.line == StepLine::kOperations) spans[device.host];
  }
  const std::vector<bool> is_used = records.UsedLines();
  const int64_t offset = ClockOffsetOf(records, is_used);
  for (size_t i = 0; i < records.size(); ++i) {
    if (records.all_start[i] <= 0) continue;
    const bool is_operation = records.IsOperation(i);
    if (!is_operation && !is_used[records.device[i]]) continue;
    auto found = spans.find(records.DeviceOf(i).host);
    if (found == spans.end() && spans.size() == 1) found = spans.begin();
    if (found == spans.end()) continue;
    Span& span = found->second;
    const int64_t moved = is_operation ? 0 : offset;
    span.first_ns =
        std::min(span.first_ns, WrapAdd(records.all_start[i], moved));
    span.last_ns = std::max({span.last_ns, WrapAdd(records.all_end[i], moved),
                             WrapAdd(records.OpEnd(i), moved)});
  }
  return spans;
}

// The span of a host's operations; without operations, the span of all.
Span SpanOf(const std::map<StringId, Span>& spans, StringId host) {
  if (const auto found = spans.find(host); found != spans.end()) {
    return found->second;
  }
  Span all;
  for (const auto& [name, span] : spans) {
    all.first_ns = std::min(all.first_ns, span.first_ns);
    all.last_ns = std::max(all.last_ns, span.last_ns);
  }
  return all;
}

std::optional<double> ShareOfSpan(const Span& span,
                                  const std::optional<int64_t>& at_us) {
  if (!at_us || span.first_ns >= span.last_ns) return std::nullopt;
  // Subtract as integers: a double cannot hold ns since 1970 exactly.
  const int64_t at =
      WrapAdd(WrapMultiply(*at_us, 1000), WrapMultiply(span.first_ns, -1));
  const double share = static_cast<double>(at) /
                       static_cast<double>(span.last_ns - span.first_ns);
  return std::clamp(share, 0.0, 1.0);
}

// The bytes of each scope at the peak, the largest first.
void AddScopes(const std::map<std::string_view, int64_t>& bytes_of_scope,
               DumpSummary::Memory& part) {
  for (const auto& [scope, bytes] : bytes_of_scope) {
    part.scopes.emplace_back(
        std::string(scope),
        static_cast<double>(bytes) / static_cast<double>(part.peak_bytes));
  }
  std::stable_sort(
      part.scopes.begin(), part.scopes.end(),
      [](const auto& a, const auto& b) { return a.second > b.second; });
}

void SortByPeak(std::vector<DumpSummary::Memory>& parts) {
  std::stable_sort(
      parts.begin(), parts.end(),
      [](const auto& a, const auto& b) { return a.peak_bytes > b.peak_bytes; });
}

}  // namespace

std::vector<DumpSummary::Memory> MemoryPartsOf(
    const StepRecords& records, const std::vector<AllocatorMemory>& memory) {
  const std::map<StringId, Span> spans = SpansOfHosts(records);
  std::vector<DumpSummary::Memory> parts;
  for (const AllocatorMemory& allocator : memory) {
    DumpSummary::Memory part;
    part.allocator = records.strings[allocator.allocator];
    part.step = records.step;
    part.has_base = allocator.peak_bytes.has_value();
    part.peak_bytes = allocator.peak_bytes.value_or(allocator.step_peak_bytes);
    part.at_share =
        ShareOfSpan(SpanOf(spans, allocator.host), allocator.peak_us);
    if (part.peak_bytes <= 0) continue;
    std::map<std::string_view, int64_t> bytes_of_scope;
    for (const AliveRow& row : allocator.alive) {
      // Memory held before the step is not part of the step's own peak.
      const bool is_of_step =
          row.kind != AliveKind::kBefore && row.kind != AliveKind::kVariable;
      if (!part.has_base && !is_of_step) continue;
      int64_t& bytes = bytes_of_scope[ShortScopeOf(
          records.strings[records.node[row.record]])];
      bytes = WrapAdd(bytes, row.bytes);
    }
    AddScopes(bytes_of_scope, part);
    parts.push_back(std::move(part));
  }
  SortByPeak(parts);
  return parts;
}

std::vector<DumpSummary::Memory> MemoryPartsOf(const Recordings& hosts) {
  std::vector<DumpSummary::Memory> parts;
  for (const auto& host : hosts) {
    for (const Allocator& allocator : host->allocators) {
      if (allocator.peak_bytes <= 0) continue;
      DumpSummary::Memory part;
      part.allocator = hosts.size() > 1
                           ? fmt::format("{} {}", host->host, allocator.name)
                           : allocator.name;
      part.step = allocator.peak_step;
      part.has_base = true;
      part.peak_bytes = allocator.peak_bytes;
      std::map<std::string_view, int64_t> bytes_of_scope;
      for (const Allocator::Alive& alive : allocator.alive) {
        if (!alive.is_tensor) continue;
        int64_t& bytes = bytes_of_scope[ShortScopeOf(alive.node)];
        bytes = WrapAdd(bytes, WrapMultiply(alive.bytes, alive.count));
      }
      AddScopes(bytes_of_scope, part);
      parts.push_back(std::move(part));
    }
  }
  SortByPeak(parts);
  return parts;
}

}  // namespace tfprof
