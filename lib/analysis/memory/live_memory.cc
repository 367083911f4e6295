// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/live_memory.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "analysis/memory/account.h"
#include "base/memory_limit.h"
#include "base/numbers.h"
#include "report/table.h"

namespace tfprof {

namespace {

bool HasAllocations(const StepRecords& records) {
  for (size_t row = 0; row < records.allocations.size(); ++row) {
    if (!records.allocations[row].empty()) return true;
  }
  return false;
}

// By host, the account that its variables are assumed to be in: the one with
// the most record entries.
std::map<StringId, const MemoryAccount*> MainAccounts(
    const std::vector<MemoryAccount>& accounts) {
  std::map<StringId, const MemoryAccount*> main;
  for (const MemoryAccount& account : accounts) {
    if (account.uses == 0) continue;
    const MemoryAccount*& most = main[account.host];
    if (most == nullptr || account.uses > most->uses) most = &account;
  }
  return main;
}

// In order of host and name.
Result<std::vector<MemoryAccount>> AccountsOf(const StepRecords& records,
                                              bool with_outputs) {
  MemoryAccounts accounts;
  AddAllocations(records, with_outputs, accounts);
  if (!accounts.all().empty() && !HasAllocations(records)) {
    TFPROF_RETURN_IF_ERROR(EstimateBuffers(records, accounts));
  }
  std::vector<MemoryAccount> all = std::move(accounts.all());
  const StringPool& strings = records.strings;
  std::sort(all.begin(), all.end(),
            [&](const MemoryAccount& a, const MemoryAccount& b) {
              return std::make_tuple(strings[a.host], strings[a.allocator]) <
                     std::make_tuple(strings[b.host], strings[b.allocator]);
            });
  return all;
}

}  // namespace

std::string_view WordsOf(MemoryMethod method) {
  switch (method) {
    case MemoryMethod::kAllocations:
      return "allocations";
    case MemoryMethod::kEstimate:
      return "estimate";
    case MemoryMethod::kNone:
      return "none";
  }
  return "";
}

std::string_view WordsOf(AliveKind kind) {
  switch (kind) {
    case AliveKind::kOutput:
      return "output";
    case AliveKind::kTemporary:
      return "temporary";
    case AliveKind::kOther:
      return "other";
    case AliveKind::kBefore:
      return "before the step";
    case AliveKind::kVariable:
      return "variable, by its shape";
  }
  return "";
}

std::optional<int64_t> AllocatorMemory::UnattributedBytes() const {
  if (!base_bytes) return std::nullopt;
  return std::max<int64_t>(
      0, *base_bytes - WrapAdd(seen_before_bytes, declared_bytes));
}

Result<std::vector<AllocatorMemory>> LiveMemory(
    const StepRecords& records, const VariableBytes& variables) {
  const AllocationScope keeping("the buffers of a step");
  TFPROF_ASSIGN_OR_RETURN(std::vector<MemoryAccount> all,
                          AccountsOf(records, true));
  const auto main = MainAccounts(all);
  auto handles = HandlesByHost(records, variables);
  std::vector<AllocatorMemory> result;
  result.reserve(all.size());
  for (MemoryAccount& account : all) {
    const auto found = main.find(account.host);
    const bool is_main = found != main.end() && found->second == &account;
    result.push_back(Settle(
        records, account,
        is_main ? handles[account.host] : std::vector<VariableHandle>()));
    result.back().buffers = std::move(account.buffers);
  }
  return result;
}

Result<std::vector<AllocatorMemory>> MemoryPeaks(const StepRecords& records) {
  const AllocationScope keeping("the buffers of a step");
  TFPROF_ASSIGN_OR_RETURN(const std::vector<MemoryAccount> all,
                          AccountsOf(records, false));
  std::vector<AllocatorMemory> result;
  result.reserve(all.size());
  for (const MemoryAccount& account : all) {
    result.push_back(SettlePeak(records, account));
  }
  return result;
}

size_t KeepLargest(size_t most, std::vector<AllocatorMemory>& memory) {
  if (memory.size() <= most) return 0;
  const auto peak = [&](size_t i) {
    return memory[i].peak_bytes.value_or(memory[i].step_peak_bytes);
  };
  std::vector<size_t> order(memory.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return peak(a) > peak(b); });
  order.resize(most);
  std::sort(order.begin(), order.end());
  std::vector<AllocatorMemory> kept;
  for (const size_t i : order) kept.push_back(std::move(memory[i]));
  const size_t left_out = memory.size() - most;
  memory = std::move(kept);
  return left_out;
}

int64_t SavedWithout(const AllocatorMemory& memory, const AliveRow& row) {
  int64_t peak = 0;
  int64_t without = 0;
  for (const AllocatorMemory::Level& level : memory.curve) {
    const bool is_alive = row.since_us && *row.since_us <= level.at_us &&
                          level.at_us < row.freed_us.value_or(Buffer::kNever);
    peak = std::max(peak, level.Whole());
    without =
        std::max(without, WrapAdd(level.Whole(), is_alive ? -row.bytes : 0));
  }
  return WrapAdd(peak, -without);
}

namespace {

std::string BytesText(int64_t bytes) {
  return TextOf(Cell(bytes), Unit::kBytes);
}

std::string WhyNoBase(const AllocatorMemory& memory) {
  constexpr std::string_view kBegin =
      "bytes held before the step are not known:";
  if (memory.base_samples == 0) {
    return fmt::format("{} the allocator reports none in use", kBegin);
  }
  if (memory.base_least_block > 0) {
    return fmt::format("{} its reports contradict each other ({} of {} agree)",
                       kBegin, memory.base_agree, memory.base_samples);
  }
  return fmt::format("{} it reports fewer bytes than its records hold", kBegin);
}

void AddNotesOnBase(const AllocatorMemory& memory,
                    std::vector<std::string>& notes) {
  if (!memory.base_bytes) {
    notes.push_back(WhyNoBase(memory));
    return;
  }
  if (memory.base_least_block > 0) {
    notes.push_back(fmt::format(
        "at least {}: small blocks held before the step are not reported",
        BytesText(*memory.peak_bytes)));
  }
  if (memory.base_changes > 0) {
    notes.push_back(fmt::format(
        "base {}, {} at the peak: {} change{} by tensors in no record",
        BytesText(*memory.base_bytes), BytesText(*memory.base_at_peak_bytes),
        memory.base_changes, memory.base_changes == 1 ? "" : "s"));
  }
  const std::string least = BytesText(*memory.peak_bytes);
  const std::string most = BytesText(*memory.peak_at_most_bytes);
  if (memory.base_least_block == 0 && least != most) {
    notes.push_back(
        fmt::format("peak of everything between {} and {}: its reports do not "
                    "tell when tensors in no record came and went",
                    least, most));
  }
}

}  // namespace

std::vector<std::string> NotesOn(const AllocatorMemory& memory) {
  std::vector<std::string> notes;
  if (memory.method == MemoryMethod::kEstimate) {
    notes.emplace_back(
        "estimated: the dump holds no allocation records, tensors kept by "
        "stacks and caches are missing");
  }
  AddNotesOnBase(memory, notes);
  if (memory.unmatched_frees > 0) {
    notes.push_back(fmt::format(
        "{} releases without an allocation: the records are incomplete",
        memory.unmatched_frees));
  }
  const std::string least = BytesText(memory.step_peak_bytes);
  const std::string most = BytesText(memory.step_peak_at_most_bytes);
  if (memory.step_peak_at_most_bytes > memory.step_peak_bytes &&
      least != most) {
    notes.push_back(
        fmt::format("peak between {} and {}: the order within a "
                    "microsecond is not recorded",
                    least, most));
  }
  if (memory.not_freed > 0) {
    notes.push_back(fmt::format(
        "{} allocations were not released within the step", memory.not_freed));
  }
  return notes;
}

std::vector<std::string> NotesOnAll(const std::vector<AllocatorMemory>& memory,
                                    const StringPool& strings) {
  constexpr size_t kMostOfOne = 20;
  std::vector<std::string> notes;
  std::map<std::string, size_t> said;
  for (const AllocatorMemory& of : memory) {
    for (const std::string& note : NotesOn(of)) {
      if (++said[note] > kMostOfOne) continue;
      notes.push_back(fmt::format("{}: {}", strings[of.allocator], note));
    }
  }
  for (const auto& [note, count] : said) {
    if (count <= kMostOfOne) continue;
    notes.push_back(
        fmt::format("{} more allocators: {}", count - kMostOfOne, note));
  }
  return notes;
}

}  // namespace tfprof
