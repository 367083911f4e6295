// SPDX-License-Identifier: Apache-2.0
// From the sums of lines to those of a recording.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/once_per_text.h"
#include "model/xspace/line_aggregator.h"
#include "model/xspace/plane.h"
#include "model/xspace/recording.h"
#include "model/xspace/row_calls.h"

namespace tfprof {

class RecordingBuilder {
 public:
  // `has_devices`: steps are those that kernels belong to. `wants_whole`: how
  // busy the whole recording was is asked for even if it has steps.
  struct Options {
    bool has_devices = false;
    bool wants_whole = false;
    size_t jobs = 1;  // threads
  };

  // `recording` has its planes and strings already.
  RecordingBuilder(Recording recording, const Options& options);

  // Makes a device for the rows of `plane`. Before its lines.
  void AddPlane(const XPlane& plane);

  // A line of the plane that was added last.
  void AddLine(const XPlane& plane, LineSums sums);

  // `calls` are of all lines that have any.
  Recording Finish(std::span<const LineCalls> calls);

 private:
  // Device, node, kernel.
  using RowKey = std::tuple<uint32_t, StringId, StringId>;

  // Runs of a SpanList, in order of their steps.
  using RunsByStep = std::vector<uint32_t>;

  struct StepMarker {
    int64_t step = 0;
    LineSums::Marker marker;
  };

  // Of the operation that a text of the file names: many rows may refer to it.
  struct OpIds {
    StringId name;
    StringId type;
  };

  // Of the rows of a device.
  struct DeviceSpan {
    bool is_known = false;
    int64_t first_ps = 0;
    int64_t last_ps = 0;
    int64_t self_ps = 0;
  };

  uint32_t RowOf(const XPlane& plane, const LineSums::RowKey& key);
  Recording::Row MakeRow(const XPlane& plane, const LineSums::RowKey& key);
  void NameKernel(const LineSums::RowKey& key, Recording::Row& row);
  void AddIdle(const XPlane& plane, const LineSums& sums);
  void AddCells(LineSums& sums);
  void SortCells();
  static RunsByStep SortRuns(const SpanList& list);
  static std::span<const uint32_t> OfStep(const SpanList& list,
                                          const RunsByStep& runs, int64_t step);
  void MergeMarkers();
  std::vector<int64_t> FindNumbers() const;
  // `name`: of its marker, or empty.
  Recording::Step MakeStep(int64_t number, std::span<const uint32_t> runs,
                           std::string_view& name, bool& is_whole) const;
  void FinishSteps();
  void AddUse(std::span<const uint32_t> runs,
              std::span<const Recording::CellRun> cells, bool with_times,
              Recording::Step& step) const;
  void FinishWhole(std::span<const uint32_t> busy_runs);
  void FinishIdle();

  Recording recording_;
  const Options options_;
  SpanList parts_;  // of all lines
  SpanList busy_;
  std::vector<DeviceSpan> spans_;  // by device
  std::map<RowKey, uint32_t> row_of_;
  OncePerText<OpIds> kernels_;  // by text of the file
  RowCalls row_calls_;
  std::vector<StepMarker> markers_;  // by line, and then by step
  LineMemory memory_;                // of all lines
  int64_t begin_ps_ = std::numeric_limits<int64_t>::max();
  int64_t end_ps_ = std::numeric_limits<int64_t>::min();
};

}  // namespace tfprof
