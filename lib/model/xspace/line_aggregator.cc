// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/line_aggregator.h"

#include <algorithm>

#include "base/numbers.h"

namespace tfprof {

namespace {

constexpr uint32_t kNoRow = Id<void>::kNone;

bool IsOnDevice(const FileEvent& event) {
  return event.stats.Has(RecordedStat::kCorrelationId) &&
         event.stats.Signed(RecordedStat::kCorrelationId) >= 0;
}

}  // namespace

size_t LineAggregator::RowHash::operator()(const LineSums::RowKey& key) const {
  return key.hash;
}

LineAggregator::LineAggregator(const Place& place, const Groups& groups,
                               bool has_devices)
    : place_(place),
      groups_(groups),
      has_devices_(has_devices),
      is_node_(place.is_node),
      next_node_(place.first_node),
      next_step_(std::lower_bound(
          groups.steps.begin(), groups.steps.end(), place.first_node,
          [](const Groups::Step& a, uint32_t node) { return a.node < node; })),
      self_times_(*this),
      row_of_(IsDense() ? place.plane.names.size() : 0, kNoRow) {}

uint32_t LineAggregator::CallOf(const FileEvent& event, const EventName& name,
                                uint32_t node) {
  if (place_.calls != nullptr) {
    const uint32_t own = call_nest_.Enter(event, name.is_call, *place_.calls);
    if (own != CallTree::kNone) return place_.first_call + own;
  }
  return node == kNoNode || groups_.call.empty() ? CallTree::kNone
                                                 : groups_.call[node];
}

LineAggregator::Belonging LineAggregator::Belongs(const FileEvent& event,
                                                  const EventName& name) {
  const bool is_node = is_node_.Take();
  const uint32_t own = is_node ? next_node_++ : kNoNode;
  const CallStack::Place inside = nest_.Enter(event, own);
  const uint32_t node = is_node ? own : inside.node;
  Belonging of;
  of.call = CallOf(event, name, node);
  of.is_eager = event.stats.Signed(RecordedStat::kIsEager) != 0;
  of.step_name = event.stats.Text(RecordedStat::kStepName);
  if (groups_.by == GroupedBy::kFile) {
    if (event.stats.Has(RecordedStat::kGroupId)) {
      of.step = event.stats.Signed(RecordedStat::kGroupId);
    }
    return of;
  }
  if (node != kNoNode) of.step = groups_.group[node];
  if (is_node && next_step_ != groups_.steps.end() && next_step_->node == own) {
    of.step_name = groups_.step_names[next_step_->name];
    ++next_step_;
  }
  const bool is_kernel = place_.plane.kind != XPlane::Kind::kHost &&
                         event.stats.Has(RecordedStat::kCorrelationId) &&
                         !name.is_typed();
  if (!groups_.is_eager.empty() &&
      (name.op_kind == OpKind::kTensorFlow || is_kernel)) {
    of.is_eager = node != kNoNode && groups_.is_eager[node];
  }
  return of;
}

LineSums::Marker& LineAggregator::MarkerOf(int64_t step) {
  const auto [found, is_new] = step_rows_.insert({step, sums_.markers.size()});
  if (is_new) sums_.markers.push_back({step, {}});
  return sums_.markers[found->second].second;
}

void LineAggregator::AddToHostStep(const FileEvent& event,
                                   const EventName& name, const Belonging& of) {
  const bool is_marker = name.marks_step || !of.step_name.empty();
  if (is_marker) {
    LineSums::Marker& marker = MarkerOf(of.step);
    marker.Take({event.begin_ps, event.end_ps()});
    if (marker.name.empty()) marker.name = of.step_name;
    return;
  }
  if (name.is_overhead) return;
  const bool prepares = has_devices_ && name.may_prepare_device &&
                        (IsOnDevice(event) || name.prepares_device);
  AddPart(event, prepares ? StepPart::kHostPrepare : name.host_part, of.step);
}

void LineAggregator::AddToDeviceStep(const FileEvent& event,
                                     const EventName& name,
                                     const Belonging& of) {
  if (!IsOnDevice(event)) return;
  StepPart part = name.device_part;
  const std::string_view shapes = event.stats.Text(RecordedStat::kShape);
  if (part >= StepPart::kDevice32 && !shapes.empty()) {
    part = shapes.find("half") != std::string_view::npos ? StepPart::kDevice16
                                                         : StepPart::kDevice32;
  }
  AddPart(event, part, of.step);
}

void LineAggregator::AddPart(const FileEvent& event, StepPart part,
                             int64_t step) {
  sums_.parts.Add(step, part, event.begin_ps, event.end_ps());
}

std::optional<LineSums::RowKey> LineAggregator::RowOf(
    const FileEvent& event, const EventName& name) const {
  if (place_.plane.is_device()) {
    const std::string_view op = event.stats.Text(RecordedStat::kTfOp);
    if (op.empty()) return std::nullopt;
    return LineSums::RowKey{event.meta, op};
  }
  if (!name.is_row()) return std::nullopt;
  return LineSums::RowKey{event.meta, {}};
}

LineAggregator::Candidate LineAggregator::CandidateOf(LineSums::RowKey key) {
  if (key.op.empty()) return key.name;
  // Most lines have no such row.
  if (last_rows_.empty()) {
    last_rows_.resize(IsDense() ? place_.plane.names.size() : 1);
  }
  LastRow& last = last_rows_[IsDense() ? key.name : 0];
  if (last.key == key) return last.candidate;
  key.hash = IntHash()(HashOf(key.op) ^ IntHash()(uint64_t{key.name}));
  const auto next =
      static_cast<Candidate>(place_.plane.names.size() + other_keys_.size());
  const auto [found, is_new] = other_rows_.insert({key, next});
  if (is_new) {
    other_keys_.push_back(key);
    if (IsDense()) row_of_.push_back(kNoRow);
  }
  last = {key, found->second};
  return found->second;
}

void LineAggregator::AddExecution(const FileEvent& event,
                                  const LineSums::RowKey& key,
                                  const Belonging& of) {
  Execution execution;
  execution.row = CandidateOf(key);
  execution.is_eager = of.is_eager;
  execution.group = of.step;
  execution.call = of.call;
  execution.number = sums_.events;
  execution.begin_ps = event.begin_ps;
  execution.duration_ps = event.duration_ps;
  // tfprof: the span of a device ignores when its lines began.
  const bool is_device = place_.plane.is_device();
  const int64_t begin_ps = is_device ? event.offset_ps : event.begin_ps;
  Cover(begin_ps, begin_ps + event.duration_ps);
  if (is_device) {
    execution.self_ps = execution.duration_ps;
    Count(execution);
  } else if (place_.in_order) {
    self_times_.Add(execution);
  } else {
    unordered_.push_back(execution);
  }
}

void LineAggregator::Cover(int64_t begin_ps, int64_t end_ps) {
  sums_.first_ps =
      sums_.has_span ? std::min(sums_.first_ps, begin_ps) : begin_ps;
  sums_.last_ps = sums_.has_span ? std::max(sums_.last_ps, end_ps) : end_ps;
  sums_.has_span = true;
}

void LineAggregator::Add(const FileEvent& event) {
  const EventName& name = place_.plane.names[event.meta];
  const Belonging of = Belongs(event, name);
  ++sums_.events;
  const XPlane& plane = place_.plane;
  const bool is_host = plane.kind == XPlane::Kind::kHost;
  if (!is_host && !plane.is_device()) return;
  if (of.step >= 0) {
    if (is_host) {
      AddToHostStep(event, name, of);
    } else {
      AddToDeviceStep(event, name, of);
    }
  }
  if (is_host && (name.type == EventType::kAllocation ||
                  name.type == EventType::kDeallocation)) {
    sums_.memory.events.Push(MemoryEventOf(event,
                                           name.type == EventType::kAllocation,
                                           of.step, sums_.memory.texts));
  }
  if (const auto row = RowOf(event, name)) {
    AddExecution(event, *row, of);
  } else if (plane.is_device()) {
    Cover(event.offset_ps, event.offset_ps + event.duration_ps);
  }
}

Recording::Cell& LineAggregator::CellOf(uint32_t row,
                                        const Execution& execution) {
  const int64_t step = std::max(execution.group, Recording::kNoStep);
  LastCell& last = last_cells_[row];
  uint32_t& cell = step == Recording::kNoStep ? last.of_none : last.cell;
  constexpr uint32_t kMost = std::numeric_limits<uint32_t>::max();
  const bool is_known = cell != kNoRow &&
                        (step == Recording::kNoStep || last.step == step) &&
                        sums_.cells[cell].count < kMost;
  if (is_known) return sums_.cells[cell];
  if (step != Recording::kNoStep) last.step = step;
  cell = static_cast<uint32_t>(sums_.cells.size());
  if (sums_.cell_runs.empty() || sums_.cell_runs.back().step != step) {
    sums_.cell_runs.Push({step, cell});
  }
  return sums_.cells.Push({0, 0, 0, row});
}

uint32_t& LineAggregator::RowOfCandidate(Candidate candidate) {
  if (IsDense()) return row_of_[candidate];
  return few_rows_.insert({candidate, kNoRow}).first.value();
}

void LineAggregator::Count(const Execution& execution) {
  uint32_t& row = RowOfCandidate(execution.row);
  if (row == kNoRow) {
    row = static_cast<uint32_t>(sums_.rows.size());
    const size_t names = place_.plane.names.size();
    LineSums::RowKey key;
    if (execution.row < names) {
      key.name = execution.row;
    } else {
      key = other_keys_[execution.row - names];
    }
    sums_.rows.push_back(key);
    sums_.is_eager.push_back(false);
    sums_.called_from.emplace_back();
    last_cells_.emplace_back();
  }
  if (execution.is_eager) sums_.is_eager[row] = true;
  sums_.called_from[row].Take({execution.begin_ps, execution.call});
  Recording::Cell& cell = CellOf(row, execution);
  ++cell.count;
  cell.total_ps = WrapAdd(cell.total_ps, execution.duration_ps);
  cell.self_ps = WrapAdd(cell.self_ps, execution.self_ps);
  sums_.begin_ps = std::min(sums_.begin_ps, execution.begin_ps);
  sums_.end_ps = std::max(sums_.end_ps, execution.end_ps());
  sums_.self_ps = WrapAdd(sums_.self_ps, execution.self_ps);
  sums_.busy.Add(std::max(execution.group, Recording::kNoStep),
                 StepPart::kUnknown, execution.begin_ps, execution.end_ps());
}

LineSums LineAggregator::Finish() {
  std::stable_sort(unordered_.begin(), unordered_.end(),
                   [](const Execution& a, const Execution& b) {
                     return a.begin_ps < b.begin_ps;
                   });
  for (const Execution& execution : unordered_) self_times_.Add(execution);
  self_times_.Finish();
  sums_.parts.Finish();
  sums_.busy.Finish();
  return std::move(sums_);
}

}  // namespace tfprof
