// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/planned_memory.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <tsl/robin_map.h>

#include "base/hash.h"

namespace tfprof {

namespace {

using PlannedBuffer = HloProgram::Buffer;
using PlannedEvent = HloProgram::HeapEvent;
using PlannedBuffers = tsl::robin_map<int64_t, const PlannedBuffer*, IntHash>;

PlannedKind PlannedKindOf(const HloProgram::Allocation& allocation) {
  if (allocation.is_parameter) return PlannedKind::kParameter;
  if (allocation.is_live_out) return PlannedKind::kOutput;
  if (allocation.is_thread_local) return PlannedKind::kThreadLocal;
  return allocation.is_constant ? PlannedKind::kConstant
                                : PlannedKind::kTemporary;
}

bool IsHeldAlways(PlannedKind kind) {
  return kind != PlannedKind::kTemporary && kind != PlannedKind::kThreadLocal;
}

// A sum that says if it went beyond 64 bits.
void AddPlanned(int64_t& sum, int64_t bytes, bool& is_too_large) {
  is_too_large |= __builtin_add_overflow(sum, bytes, &sum);
}

// The buffers of a program.
class BufferTable {
 public:
  explicit BufferTable(const HloProgram& program) : program_(program) {
    for (const PlannedBuffer& buffer : program.buffers)
      by_id_[buffer.id] = &buffer;
  }

  // Null: there is none.
  const PlannedBuffer* Find(int64_t id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
  }

  // The bytes beyond those of its shape.
  int64_t PaddingOf(const PlannedBuffer& buffer) const {
    if (buffer.instruction == HloProgram::kNone) return 0;
    HloProgram::Row shape = program_.shapes_of[buffer.instruction];
    for (uint32_t i = buffer.slot.first; i < buffer.slot.end; ++i) {
      const HloProgram::Shape& whole = program_.shapes[shape];
      const int64_t part = program_.numbers[i];
      const int64_t parts = whole.end_part - whole.first_part;
      if (part >= 0 && part < parts) {
        shape = whole.first_part + static_cast<HloProgram::Row>(part);
      }
    }
    if (program_.shapes[shape].type == kHloTuple) return 0;
    const auto bytes = BytesOfShape(program_, shape);
    if (bytes.value_or(0) == 0) return 0;
    return std::max<int64_t>(buffer.bytes - *bytes, 0);
  }

  // The biggest one of an allocation, the first of equals; null without any.
  const PlannedBuffer* BiggestOf(
      const HloProgram::Allocation& allocation) const {
    const PlannedBuffer* biggest = nullptr;
    for (const int64_t id : allocation.buffers) {
      const PlannedBuffer* const buffer = Find(id);
      if (buffer == nullptr) continue;
      if (biggest == nullptr || buffer->bytes > biggest->bytes) {
        biggest = buffer;
      }
    }
    return biggest;
  }

 private:
  const HloProgram& program_;
  PlannedBuffers by_id_;
};

// Replays a heap trace.
class TraceReplay {
 public:
  explicit TraceReplay(const BufferTable& buffers) : buffers_(buffers) {}

  void Apply(const PlannedEvent& event) {
    switch (event.kind) {
      case PlannedEvent::Kind::kAlloc:
        Take(event.buffer);
        ++counts_[event.buffer];
        break;
      case PlannedEvent::Kind::kFree: {
        const int64_t root = RootOf(event.buffer);
        if (--counts_[root] == 0) GiveBack(root);
        break;
      }
      default: {
        const int64_t root = RootOf(event.shares_with);
        owners_[event.buffer] = root;
        if (++counts_[root] == 1) Take(root);
      }
    }
  }

  int64_t level() const { return level_; }

  bool is_too_large() const { return is_too_large_; }

  // Those that are alive, as often as they were taken.
  const std::map<int64_t, int64_t>& alive() const { return alive_; }

 private:
  int64_t RootOf(int64_t buffer) {
    int64_t root = buffer;
    for (auto it = owners_.find(root);
         it != owners_.end() && it->second != root; it = owners_.find(root)) {
      root = it->second;
    }
    // The next search is short.
    while (buffer != root) buffer = std::exchange(owners_[buffer], root);
    return root;
  }

  int64_t BytesOf(int64_t buffer) const {
    const PlannedBuffer* const found = buffers_.Find(buffer);
    return found == nullptr ? 0 : found->bytes;
  }

  void Take(int64_t buffer) {
    ++alive_[buffer];
    AddPlanned(level_, BytesOf(buffer), is_too_large_);
  }

  void GiveBack(int64_t buffer) {
    const auto found = alive_.find(buffer);
    if (found != alive_.end() && --found->second == 0) alive_.erase(found);
    is_too_large_ |= __builtin_sub_overflow(level_, BytesOf(buffer), &level_);
  }

  const BufferTable& buffers_;
  tsl::robin_map<int64_t, int64_t, IntHash> owners_;
  tsl::robin_map<int64_t, int64_t, IntHash> counts_;
  std::map<int64_t, int64_t> alive_;
  int64_t level_ = 0;
  bool is_too_large_ = false;
};

class Planner {
 public:
  Planner(const PlannedProgram& of, const BufferTable& buffers, int64_t space)
      : program_(*of.program), buffers_(buffers) {
    plan_.of = of;
    plan_.space = space;
  }

  // Nothing if sizes exceed 64 bits.
  std::optional<PlannedMemory> Plan();

 private:
  using Traces = std::map<int64_t, const std::vector<PlannedEvent>*>;

  void AddSums();
  Traces FindTraces() const;
  void AddHeld(const Traces& traces);
  void Replay(int64_t allocation, const std::vector<PlannedEvent>& events);
  void AddAlive(const PlannedBuffer* buffer, PlannedKind kind, int64_t bytes);
  void SortAlive();

  void Add(int64_t& sum, int64_t bytes) {
    AddPlanned(sum, bytes, is_too_large_);
  }

  const HloProgram& program_;
  const BufferTable& buffers_;
  PlannedMemory plan_;
  int64_t fixed_bytes_ = 0;  // all but temporary and thread-local
  bool is_too_large_ = false;
};

void Planner::AddSums() {
  for (const HloProgram::Allocation& it : program_.allocations) {
    if (it.space != plan_.space) continue;
    const PlannedKind kind = PlannedKindOf(it);
    ++plan_.allocations;
    Add(plan_.bytes_of[static_cast<size_t>(kind)], it.bytes);
    if (kind != PlannedKind::kThreadLocal) Add(plan_.total_bytes, it.bytes);
    if (it.is_live_out) Add(plan_.live_out_bytes, it.bytes);
    if (it.is_live_out && it.is_parameter) Add(plan_.aliased_bytes, it.bytes);
    if (IsHeldAlways(kind)) Add(fixed_bytes_, it.bytes);
  }
}

// By index of the temporary allocation that a trace is of, that of its first
// buffer which has one: the index in the trace is not reliable.
Planner::Traces Planner::FindTraces() const {
  tsl::robin_map<int64_t, const HloProgram::Allocation*, IntHash> where;
  for (const HloProgram::Allocation& it : program_.allocations) {
    if (it.space != plan_.space) continue;
    for (const int64_t buffer : it.buffers) where[buffer] = &it;
  }
  Traces traces;
  for (const auto& events : program_.traces) {
    for (const PlannedEvent& event : events) {
      const auto found = where.find(event.buffer);
      if (found == where.end()) continue;
      if (PlannedKindOf(*found->second) == PlannedKind::kTemporary) {
        traces.try_emplace(found->second->index, &events);
      }
      break;
    }
  }
  return traces;
}

void Planner::AddAlive(const PlannedBuffer* buffer, PlannedKind kind,
                       int64_t bytes) {
  const int64_t padding = buffer == nullptr ? 0 : buffers_.PaddingOf(*buffer);
  if (bytes != 0) plan_.alive.push_back({buffer, kind, bytes, padding});
}

// Allocations that are held as long as the program runs.
void Planner::AddHeld(const Traces& traces) {
  for (const HloProgram::Allocation& it : program_.allocations) {
    if (it.space != plan_.space) continue;
    const PlannedKind kind = PlannedKindOf(it);
    const bool is_untraced = kind == PlannedKind::kTemporary &&
                             traces.find(it.index) == traces.end();
    if (!IsHeldAlways(kind) && !is_untraced) continue;
    const PlannedBuffer* const biggest = buffers_.BiggestOf(it);
    if (is_untraced) {
      Add(plan_.temporary_peak_bytes, it.bytes);
    } else if (biggest != nullptr) {
      Add(plan_.padding_bytes, buffers_.PaddingOf(*biggest));
    }
    AddAlive(biggest, kind, it.bytes);
  }
}

void Planner::Replay(int64_t allocation,
                     const std::vector<PlannedEvent>& events) {
  TraceReplay whole(buffers_);
  int64_t top = 0;
  size_t peak = 0;  // events up to the peak
  int64_t position = 0;
  for (size_t i = 0; i < events.size(); ++i) {
    plan_.order.push_back(
        {allocation, position++, events[i].instruction, whole.level()});
    whole.Apply(events[i]);
    if (whole.level() > top) {
      top = whole.level();
      peak = i + 1;
    }
  }
  plan_.order.push_back({allocation, position, {}, whole.level()});
  is_too_large_ |= whole.is_too_large();
  Add(plan_.temporary_peak_bytes, top);
  TraceReplay part(buffers_);
  for (size_t i = 0; i < peak; ++i) part.Apply(events[i]);
  for (const auto& [id, times] : part.alive()) {
    const PlannedBuffer* const buffer = buffers_.Find(id);
    if (buffer == nullptr) continue;
    for (int64_t i = 0; i < times; ++i) {
      AddAlive(buffer, PlannedKind::kTemporary, buffer->bytes);
      Add(plan_.padding_bytes, buffers_.PaddingOf(*buffer));
    }
  }
}

void Planner::SortAlive() {
  const auto key = [&](const PlannedMemory::Alive& it) {
    const bool is_known =
        it.buffer != nullptr && it.buffer->instruction != HloProgram::kNone;
    const HloModule& module = program_.module;
    return std::tuple(
        -it.bytes,
        is_known
            ? module.strings[module.instructions[it.buffer->instruction].name]
            : std::string_view(),
        it.buffer == nullptr ? 0 : it.buffer->id, it.kind);
  };
  std::stable_sort(
      plan_.alive.begin(), plan_.alive.end(),
      [&](const auto& a, const auto& b) { return key(a) < key(b); });
}

std::optional<PlannedMemory> Planner::Plan() {
  AddSums();
  const Traces traces = FindTraces();
  plan_.has_order = !traces.empty();
  AddHeld(traces);
  // What the temporaries without a trace take, before the others.
  int64_t base = fixed_bytes_;
  Add(base, plan_.temporary_peak_bytes);
  for (const auto& [allocation, events] : traces) Replay(allocation, *events);
  for (PlannedMemory::Moment& moment : plan_.order) Add(moment.bytes, base);
  plan_.peak_bytes = fixed_bytes_;
  Add(plan_.peak_bytes, plan_.temporary_peak_bytes);
  SortAlive();
  if (is_too_large_) return std::nullopt;
  return std::move(plan_);
}

// The sums of a row, by which it is the same as that of another host.
auto PlannedSumsOf(const PlannedMemory& row) {
  return std::tuple(row.of.program->module.strings[row.of.program->module.name],
                    row.of.id, row.space, row.allocations, row.total_bytes,
                    row.peak_bytes, row.temporary_peak_bytes, row.padding_bytes,
                    row.live_out_bytes, row.aliased_bytes);
}

}  // namespace

std::string_view WordOfPlanned(PlannedKind kind) {
  constexpr std::string_view kWords[kPlannedKinds] = {
      "parameter", "output", "thread-local", "constant", "temporary"};
  return kWords[static_cast<size_t>(kind)];
}

std::vector<PlannedProgram> ProgramsOf(const Capture& capture) {
  std::vector<PlannedProgram> programs;
  for (const RecordedProcess& process : capture.processes) {
    for (const auto& [id, program] : process.host->compiled) {
      programs.push_back({id, program});
    }
  }
  std::stable_sort(programs.begin(), programs.end(),
                   [](const PlannedProgram& a, const PlannedProgram& b) {
                     return a.id < b.id;
                   });
  return programs;
}

Planned PlanOf(const std::vector<PlannedProgram>& programs) {
  Planned planned;
  std::set<decltype(PlannedSumsOf(std::declval<PlannedMemory>()))> seen;
  for (const PlannedProgram& of : programs) {
    if (!of.program->has_buffers) continue;
    const BufferTable buffers(*of.program);
    std::set<int64_t> spaces;
    for (const auto& it : of.program->allocations) spaces.insert(it.space);
    for (const int64_t space : spaces) {
      std::optional<PlannedMemory> row = Planner(of, buffers, space).Plan();
      if (!row) {
        const HloModule& module = of.program->module;
        planned.too_large.emplace_back(module.strings[module.name]);
      } else if (seen.insert(PlannedSumsOf(*row)).second) {
        planned.rows.push_back(std::move(*row));
      }
    }
  }
  return planned;
}

}  // namespace tfprof
