// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "analysis/memory/account.h"
#include "analysis/memory/curve.h"
#include "base/numbers.h"
#include "base/segment_tree.h"

namespace tfprof {

namespace {

// oneDNN's allocator does not count smaller blocks as in use.
constexpr std::string_view kLargeBlocksOnly = "mklcpu";
constexpr int64_t kLargeBlock = 262144;

// Finds the buffer that is at an address at some time.
class Addresses {
 public:
  explicit Addresses(std::span<const Buffer> buffers) {
    for (uint32_t i = 0; i < buffers.size(); ++i) {
      if (buffers[i].ptr != 0) order_.emplace_back(buffers[i].ptr, i);
    }
    std::sort(order_.begin(), order_.end());
    std::vector<int64_t> starts;
    std::vector<int64_t> ends;
    for (const auto& [ptr, i] : order_) {
      starts.push_back(buffers[i].start_us);
      ends.push_back(buffers[i].end_us);
    }
    spans_ = SegmentTree(starts, ends);
  }

  // The last recorded buffer that was at `ptr` between the two times.
  std::optional<uint32_t> Find(uint64_t ptr, int64_t from_us,
                               int64_t to_us) const {
    const auto [begin, end] = std::equal_range(
        order_.begin(), order_.end(), Place(ptr, 0),
        [](const Place& a, const Place& b) { return a.first < b.first; });
    const size_t row = spans_.FindLast(
        static_cast<size_t>(begin - order_.begin()),
        static_cast<size_t>(end - order_.begin()), to_us, from_us);
    if (row == SegmentTree::kNone) return std::nullopt;
    return order_[row].second;
  }

 private:
  using Place = std::pair<uint64_t, uint32_t>;  // address and buffer

  std::vector<Place> order_;
  SegmentTree spans_;
};

class Settler {
 public:
  Settler(const StepRecords& records, const MemoryAccount& account,
          std::span<const VariableHandle> variables)
      : records_(records), account_(account), variables_(variables) {}

  AllocatorMemory Run();
  AllocatorMemory RunPeak();

 private:
  MemoryCurve AddPeak();
  void AddCounts();
  void AddBase(const MemoryCurve& curve);
  void AddLevels(const MemoryCurve& curve);
  void LookAtSeen();
  void AddBuffers();
  AliveRow RowOf(const Buffer& buffer) const;
  void AddBefore();
  void AddVariables();
  void SortRows();

  const StepRecords& records_;
  const MemoryAccount& account_;
  const std::span<const VariableHandle> variables_;
  AllocatorMemory memory_;
  std::vector<Stretch> stretches_;  // none if what was there is not known
  std::vector<MemoryAccount::Handover> handovers_;
  std::vector<AliveRow> before_;     // memory that was there before the step
  std::set<StringId> shown_before_;  // names of executions
};

void Settler::AddCounts() {
  memory_.host = account_.host;
  memory_.allocator = account_.allocator;
  memory_.unmatched_frees = account_.unmatched_frees;
  memory_.allocations = static_cast<int64_t>(account_.buffers.size());
  for (const Buffer& buffer : account_.buffers) {
    memory_.not_freed += buffer.end_us == Buffer::kNever ? 1 : 0;
  }
  if (!account_.buffers.empty()) {
    memory_.method = account_.is_estimate ? MemoryMethod::kEstimate
                                          : MemoryMethod::kAllocations;
  }
}

// The memory of the allocator besides the step's own buffers. oneDNN's
// allocator reports a part of its memory: one base that most reports agree on
// must do.
void Settler::AddBase(const MemoryCurve& curve) {
  const auto samples = static_cast<int64_t>(account_.samples.size());
  memory_.base_samples = samples;
  if (records_.strings[account_.allocator] == kLargeBlocksOnly) {
    memory_.base_least_block = kLargeBlock;
    const BaseLevel base =
        FindBase(CurveOf(account_.buffers, kLargeBlock), account_.samples);
    memory_.base_agree = base.agree;
    const bool most_agree = base.agree * 10 >= samples * 9;
    if (base.bytes && *base.bytes >= 0 && most_agree) {
      stretches_ = {{0, 0, *base.bytes, *base.bytes}};
    }
  } else if (samples > 0) {
    memory_.base_agree = FindBase(curve, account_.samples).agree;
    stretches_ = StretchesOf(curve, account_.samples);
    const bool is_below =
        std::any_of(stretches_.begin(), stretches_.end(),
                    [](const Stretch& stretch) { return stretch.high < 0; });
    if (is_below) stretches_.clear();
  }
  if (stretches_.empty()) return;
  memory_.base_bytes = std::max<int64_t>(0, stretches_[0].low);
  memory_.base_changes = static_cast<int64_t>(stretches_.size()) - 1;
  const WholePeak peak = FindWholePeak(curve, stretches_);
  memory_.peak_bytes = peak.bytes;
  memory_.peak_at_most_bytes = peak.at_most_bytes;
  memory_.base_at_peak_bytes = peak.unrecorded;
  if (peak.at_us) memory_.peak_us = peak.at_us;
}

void Settler::AddLevels(const MemoryCurve& curve) {
  std::vector<Stretch> unrecorded;
  if (!stretches_.empty()) unrecorded = UnrecordedOver(curve, stretches_);
  memory_.curve.reserve(curve.at_us.size());
  for (size_t i = 0; i < curve.at_us.size(); ++i) {
    memory_.curve.push_back(
        {curve.at_us[i], curve.bytes[i],
         unrecorded.empty() ? 0 : std::max<int64_t>(0, unrecorded[i].low)});
  }
}

// Outputs that their execution did not allocate: each is in a buffer that was
// passed on, or in memory from before the step.
void Settler::LookAtSeen() {
  handovers_ = account_.handovers;
  if (account_.seen.empty()) return;
  const Addresses addresses(account_.buffers);
  std::map<uint64_t, size_t> row_of_address;
  std::set<std::pair<size_t, StringId>> names;  // of rows, each once
  for (const MemoryAccount::SeenOutput& seen : account_.seen) {
    const StepRecords::Output& output =
        records_.outputs[seen.record][seen.output];
    const StringId name = records_.name[seen.record];
    const auto buffer =
        addresses.Find(output.ptr, FloorMicros(records_.OpEnd(seen.record)),
                       CeilMicros(records_.all_end[seen.record]));
    if (buffer) {
      handovers_.push_back({*buffer, name});
      continue;
    }
    const auto [at, is_new] =
        row_of_address.insert({output.ptr, before_.size()});
    if (is_new) {
      AliveRow& row = before_.emplace_back();
      row.record = seen.record;
      row.kind = AliveKind::kBefore;
      row.slot = output.slot;
      row.requested_bytes = output.requested_bytes;
    }
    AliveRow& row = before_[at->second];
    row.bytes = std::max(row.bytes, output.bytes);
    const bool is_new_name = names.insert({at->second, name}).second;
    if (is_new_name && !is_new) row.also.push_back(name);
    shown_before_.insert(name);
  }
}

void Settler::AddBuffers() {
  if (!memory_.peak_us) return;
  std::vector<uint32_t> alive;
  for (uint32_t i = 0; i < account_.buffers.size(); ++i) {
    const Buffer& buffer = account_.buffers[i];
    if (buffer.start_us <= *memory_.peak_us &&
        buffer.end_us > *memory_.peak_us) {
      alive.push_back(i);
    }
  }
  memory_.alive.reserve(alive.size() + before_.size() + variables_.size());
  for (const uint32_t i : alive) {
    memory_.alive.push_back(RowOf(account_.buffers[i]));
  }
  std::set<std::pair<size_t, StringId>> names;  // of rows, each once
  for (const MemoryAccount::Handover& handover : handovers_) {
    const auto at =
        std::lower_bound(alive.begin(), alive.end(), handover.buffer);
    if (at == alive.end() || *at != handover.buffer) continue;
    const auto row = static_cast<size_t>(at - alive.begin());
    const StringId own = records_.name[account_.buffers[*at].record];
    if (handover.name != own && names.insert({row, handover.name}).second) {
      memory_.alive[row].also.push_back(handover.name);
    }
  }
}

AliveRow Settler::RowOf(const Buffer& buffer) const {
  AliveRow row;
  row.record = buffer.record;
  row.bytes = buffer.bytes;
  row.slot = buffer.slot;
  row.since_us = buffer.start_us;
  if (buffer.end_us != Buffer::kNever) row.freed_us = buffer.end_us;
  if (buffer.slot != Buffer::kNoSlot) {
    row.kind = AliveKind::kOutput;
    row.requested_bytes = buffer.requested_bytes;
  } else {
    const bool is_temporary =
        row.freed_us &&
        *row.freed_us <= FloorMicros(records_.all_end[buffer.record]);
    row.kind = is_temporary ? AliveKind::kTemporary : AliveKind::kOther;
  }
  return row;
}

void Settler::AddBefore() {
  for (AliveRow& row : before_) {
    memory_.seen_before_bytes = WrapAdd(memory_.seen_before_bytes, row.bytes);
    memory_.alive.push_back(std::move(row));
  }
}

// Adds the variables that no output showed.
void Settler::AddVariables() {
  for (const VariableHandle& variable : variables_) {
    const bool is_shown = std::any_of(
        variable.readers.begin(), variable.readers.end(),
        [&](StringId name) { return shown_before_.contains(name); });
    if (is_shown) continue;
    memory_.declared_bytes = WrapAdd(memory_.declared_bytes, variable.bytes);
    AliveRow& row = memory_.alive.emplace_back();
    row.record = variable.record;
    row.kind = AliveKind::kVariable;
    row.bytes = variable.bytes;
  }
}

void Settler::SortRows() {
  const auto key = [&](const AliveRow& row) {
    return std::make_tuple(-row.bytes,
                           records_.strings[records_.node[row.record]],
                           row.slot, row.since_us.value_or(0));
  };
  std::stable_sort(
      memory_.alive.begin(), memory_.alive.end(),
      [&](const AliveRow& a, const AliveRow& b) { return key(a) < key(b); });
}

MemoryCurve Settler::AddPeak() {
  AddCounts();
  MemoryCurve curve = CurveOf(account_.buffers, 0);
  memory_.step_peak_bytes = curve.peak_bytes;
  memory_.step_peak_at_most_bytes = curve.at_most_bytes;
  memory_.peak_us = curve.peak_us;
  AddBase(curve);
  return curve;
}

AllocatorMemory Settler::RunPeak() {
  AddPeak();
  return std::move(memory_);
}

AllocatorMemory Settler::Run() {
  const MemoryCurve curve = AddPeak();
  LookAtSeen();
  AddBuffers();
  AddBefore();
  AddVariables();
  SortRows();
  AddLevels(curve);
  return std::move(memory_);
}

}  // namespace

AllocatorMemory Settle(const StepRecords& records, const MemoryAccount& account,
                       std::span<const VariableHandle> variables) {
  return Settler(records, account, variables).Run();
}

AllocatorMemory SettlePeak(const StepRecords& records,
                           const MemoryAccount& account) {
  return Settler(records, account, {}).RunPeak();
}

}  // namespace tfprof
