// SPDX-License-Identifier: Apache-2.0
// From the sums of lines to those of a recording.
#pragma once

#include <cstdint>
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

  // `calls` are of all lines that have any.
  Recording Finish(std::span<const LineCalls> calls);

 private:
  using RowKey = std::tuple<Recording::RowKind, uint32_t, StringId, StringId,
                            StringId, int64_t>;

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

  // An instruction of a program, or kNone, and what it is called.
  struct FoundInstruction {
    HloModule::Row instruction = HloModule::kNone;
    OpIds ids;
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
  StringId ModuleOf(std::string_view text);
  std::optional<uint32_t> ProgramOf(int64_t program, StringId module) const;
  FoundInstruction FindInstruction(uint32_t program, std::string_view op);
  FoundInstruction InstructionOf(uint32_t program, std::string_view op);
  OpIds IdsOf(std::string_view op);
  bool TakesModule(std::string_view module, std::string_view op);
  void NameInstruction(const LineSums::RowKey& key, Recording::Row& row);
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
  uint32_t lines_ = 0;
  SpanList parts_;  // of all lines
  SpanList busy_;
  std::vector<DeviceSpan> spans_;  // by device
  std::map<RowKey, uint32_t> row_of_;
  // By texts of the file.
  OncePerText<OpIds> kernels_;
  OncePerText<OpIds> instructions_;
  OncePerText<StringId> modules_;
  std::map<std::pair<const char*, uint32_t>, FoundInstruction>
      found_of_text_;  // by program
  size_t long_names_ = 0;  // bytes of those made of a module and an operation
  RowCalls row_calls_;
  std::vector<StepMarker> markers_;  // by line, and then by step
  LineMemory memory_;                // of all lines
  int64_t begin_ps_ = std::numeric_limits<int64_t>::max();
  int64_t end_ps_ = std::numeric_limits<int64_t>::min();
  std::map<std::pair<std::optional<int64_t>, StringId>, uint32_t> program_of_;
  // By program, made when it is first asked for.
  std::vector<tsl::robin_map<uint32_t, HloModule::Row>> instructions_of_;
};

}  // namespace tfprof
