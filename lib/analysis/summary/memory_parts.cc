// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/memory_parts.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "analysis/summary/short_scope.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

struct Span {
  int64_t first_ns = INT64_MAX;
  int64_t last_ns = INT64_MIN;
};

Span SpanOfOperations(const StepRecords& records) {
  Span span;
  for (size_t i = 0; i < records.size(); ++i) {
    if (records.all_start[i] <= 0 || !records.IsOperation(i)) continue;
    span.first_ns = std::min(span.first_ns, records.all_start[i]);
    span.last_ns =
        std::max({span.last_ns, records.all_end[i], records.OpEnd(i)});
  }
  return span;
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
  const Span span = SpanOfOperations(records);
  std::vector<DumpSummary::Memory> parts;
  for (const AllocatorMemory& allocator : memory) {
    DumpSummary::Memory part;
    part.allocator = records.strings[allocator.allocator];
    part.step = records.step;
    part.has_base = allocator.PeakBytes().has_value();
    part.peak_bytes = allocator.PeakBytes().value_or(allocator.step_peak_bytes);
    part.at_share = ShareOfSpan(span, allocator.peak_us);
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
