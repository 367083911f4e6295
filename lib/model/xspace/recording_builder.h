// SPDX-License-Identifier: Apache-2.0
// From the sums of lines to those of a recording.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "model/xspace/line_sums.h"
#include "model/xspace/plane.h"
#include "model/xspace/recording.h"
#include "model/xspace/row_calls.h"

namespace tfprof {

class RecordingBuilder {
 public:
  // `has_devices`: steps are those that kernels belong to. `wants_whole`: how
  // busy the whole recording was is asked for even if it has steps.
  struct Options {
    SumRules rules;
    bool has_devices = false;
    bool wants_whole = false;
    size_t jobs = 1;  // threads
  };

  // `recording` has its planes, programs and strings already.
  RecordingBuilder(Recording recording, const Options& options);

  // Makes a device for the rows of `plane`. Before its lines.
  void AddPlane(const XPlane& plane);

  // A line of the plane that was added last.
  void AddLine(const XPlane& plane, LineSums sums);

  // `lines` are those of `groups`.
  Recording Finish(const Groups& groups, std::span<const LineCalls> lines);

 private:
  using RowKey = std::tuple<Recording::RowKind, uint32_t, StringId, StringId,
                            StringId, int64_t>;

  struct Line {
    uint32_t device = 0;
    SpanList parts;
    SpanList busy;
  };

  // A run of one of the lists of a line.
  struct LineRun {
    int64_t step = 0;
    uint32_t line = 0;
    uint32_t run = 0;
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
  void FindInstruction(const LineSums::RowKey& key, Recording::Row& row);
  void NameInstruction(const LineSums::RowKey& key, Recording::Row& row);
  void NameKernel(const LineSums::RowKey& key, Recording::Row& row);
  void AddIdle(const XPlane& plane, const LineSums& sums);
  void AddMarker(int64_t step, const LineSums::Marker& marker);
  void AddCells(LineSums& sums);
  void SortCells();
  static std::span<const LineRun> OfStep(const std::vector<LineRun>& runs,
                                         int64_t step);
  std::vector<LineRun> RunsByStep(SpanList Line::*list) const;
  Recording::Step MakeStep(int64_t number, std::span<const LineRun> runs,
                           bool& is_whole) const;
  void FinishSteps();
  void AddUse(std::span<const LineRun> runs, Recording::Step& step) const;
  void FinishUse();
  void FinishIdle();

  Recording recording_;
  const Options options_;
  std::deque<Line> lines_;
  std::vector<DeviceSpan> spans_;  // by device
  std::map<RowKey, uint32_t> row_of_;
  RowCalls row_calls_;
  std::map<int64_t, LineSums::Marker> markers_;  // by step
  std::vector<LineMemory> memory_;               // by line
  int64_t begin_ps_ = std::numeric_limits<int64_t>::max();
  int64_t end_ps_ = std::numeric_limits<int64_t>::min();
  std::map<std::pair<std::optional<int64_t>, std::string_view>, uint32_t>
      program_of_;
  // By program, made when it is first asked for.
  std::vector<tsl::robin_map<uint32_t, HloModule::Row>> instructions_of_;
};

}  // namespace tfprof
