// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/recording_builder.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/strings.h"
#include "model/xspace/op_name.h"

namespace tfprof {

namespace {

Recording::Device DeviceOf(const XPlane& plane) {
  using Kind = Recording::Device::Kind;
  if (plane.kind == XPlane::Kind::kHost) {
    return {Kind::kHost, "/device:cpu:0", 0, 0};
  }
  const std::string ordinal = StandInForPlace(
      std::string_view(plane.name).substr(plane.name.rfind(':') + 1));
  return plane.kind == XPlane::Kind::kTpu
             ? Recording::Device{Kind::kTpu, "/device:tpu:" + ordinal, 0, 0}
             : Recording::Device{Kind::kGpu, "/device:gpu:" + ordinal, 0, 0};
}

}  // namespace

RecordingBuilder::RecordingBuilder(Recording recording, const Options& options)
    : recording_(std::move(recording)), options_(options) {}

void RecordingBuilder::AddPlane(const XPlane& plane) {
  recording_.devices.push_back(DeviceOf(plane));
  spans_.emplace_back();
}

void RecordingBuilder::NameKernel(const LineSums::RowKey& key,
                                  Recording::Row& row) {
  const OpIds ids = kernels_.Of(key.op, [&](std::string_view text) {
    StringPool& strings = recording_.strings;
    const OpName op = ParseOpName(text);
    return OpIds{strings.Intern(op.name), strings.Intern(op.type)};
  });
  row.name = ids.name;
  row.type = ids.type;
}

Recording::Row RecordingBuilder::MakeRow(const XPlane& plane,
                                         const LineSums::RowKey& key) {
  const EventName& event = plane.names[key.name];
  Recording::Row row;
  row.device = static_cast<uint32_t>(recording_.devices.size() - 1);
  row.float_ops = plane.FloatOpsOf(key.name);
  if (plane.is_device()) {
    row.kind = Recording::RowKind::kKernel;
    row.kernel = event.text;
    NameKernel(key, row);
  } else {
    row.name = event.op_name;
    row.type = event.op_type;
  }
  return row;
}

uint32_t RecordingBuilder::RowOf(const XPlane& plane,
                                 const LineSums::RowKey& key) {
  Recording::Row row = MakeRow(plane, key);
  const auto [found, is_new] =
      row_of_.try_emplace(RowKey(row.device, row.name, row.kernel),
                          static_cast<uint32_t>(recording_.rows.size()));
  if (is_new) {
    recording_.rows.push_back(row);
    return found->second;
  }
  // tfprof: of one name the first type that is not empty stays.
  StringId& type = recording_.rows[found->second].type;
  if (recording_.strings[type].empty()) type = row.type;
  return found->second;
}

void RecordingBuilder::AddLine(const XPlane& plane, LineSums sums) {
  std::vector<uint32_t> rows;
  for (size_t i = 0; i < sums.rows.size(); ++i) {
    rows.push_back(RowOf(plane, sums.rows[i]));
    if (sums.is_eager[i]) recording_.rows[rows.back()].is_eager = true;
    row_calls_.Take(rows.back(), sums.called_from[i]);
  }
  for (size_t i = 0; i < sums.cells.size(); ++i) {
    sums.cells[i].row = rows[sums.cells[i].row];
  }
  AddCells(sums);
  begin_ps_ = std::min(begin_ps_, sums.begin_ps);
  end_ps_ = std::max(end_ps_, sums.end_ps);
  AddIdle(plane, sums);
  memory_.Append(std::move(sums.memory));
  const auto device = static_cast<uint32_t>(recording_.devices.size() - 1);
  ++recording_.devices.back().lines;
  parts_.Append(std::move(sums.parts), device);
  busy_.Append(std::move(sums.busy), device);
  for (const auto& [step, marker] : sums.markers) {
    markers_.push_back({step, marker});
  }
}

void RecordingBuilder::AddCells(LineSums& sums) {
  const auto base = static_cast<uint32_t>(recording_.cells.size());
  const auto& runs = sums.cell_runs;
  for (size_t i = 0; i < runs.size(); ++i) {
    const size_t end =
        i + 1 < runs.size() ? runs[i + 1].first : sums.cells.size();
    recording_.cell_runs.push_back({runs[i].step, base + runs[i].first,
                                    base + static_cast<uint32_t>(end)});
  }
  recording_.cells.Append(std::move(sums.cells));
}

void RecordingBuilder::AddIdle(const XPlane& plane, const LineSums& sums) {
  if (!plane.is_device()) {
    // Threads wait, each on its own.
    const int64_t idle = sums.last_ps - sums.first_ps - sums.self_ps;
    recording_.devices.back().idle_ps += std::max<int64_t>(idle, 0);
    return;
  }
  if (!sums.has_span) return;
  DeviceSpan& span = spans_.back();
  span.first_ps =
      span.is_known ? std::min(span.first_ps, sums.first_ps) : sums.first_ps;
  span.last_ps = std::max(span.last_ps, sums.last_ps);
  span.self_ps = WrapAdd(span.self_ps, sums.self_ps);
  span.is_known = true;
}

void RecordingBuilder::FinishIdle() {
  for (size_t i = 0; i < spans_.size(); ++i) {
    const DeviceSpan& span = spans_[i];
    Recording::Device& device = recording_.devices[i];
    if (device.kind == Recording::Device::Kind::kHost) continue;
    // tfprof: of a device that ends at 0 nothing is known.
    if (span.last_ps != 0) {
      device.idle_ps =
          std::max<int64_t>(span.last_ps - span.first_ps - span.self_ps, 0);
    }
  }
}

void RecordingBuilder::SortCells() {
  std::stable_sort(recording_.cell_runs.begin(), recording_.cell_runs.end(),
                   [](const Recording::CellRun& a,
                      const Recording::CellRun& b) { return a.step < b.step; });
}

Recording RecordingBuilder::Finish(std::span<const LineCalls> calls) {
  row_of_.clear();
  SortCells();
  FinishSteps();
  FinishIdle();
  row_calls_.AddTo(recording_, calls);
  recording_.allocators = SummarizeAllocators(std::move(memory_));
  recording_.strings.Freeze();
  return std::move(recording_);
}

}  // namespace tfprof
