// SPDX-License-Identifier: Apache-2.0
// XSpaceReader on the sums of lines, which become a recording.
#include <algorithm>
#include <set>
#include <string_view>

#include "model/xspace/recording_builder.h"
#include "wire/xspace/read_programs.h"
#include "wire/xspace/space_reader.h"

namespace tfprof {

bool XSpaceReader::IsSummed(const LinePlace& place) const {
  const XPlane& plane = PlaneOf(place);
  const XLine& line = plane.lines[place.line];
  if (place.plane == host_) return true;
  if (!is_device_[place.plane] || line.is_derived_by_id()) return false;
  if (!rules_.xspace_rows) return true;
  return plane.kind == XPlane::Kind::kTpu ? line.name == "XLA Ops"
                                          : !line.is_derived_by_name();
}

// The sums of lines from `begin` to `end`, null of those that are not summed.
Status XSpaceReader::ReadSums(size_t begin, size_t end,
                              std::vector<std::unique_ptr<LineSums>>& sums) {
  const SumRules rules = RulesOfSums();
  StatKeys stats = LineAggregator::kStats | kMemoryStats;
  if (rules.stretches_of) stats = stats | LineAggregator::kHandOverStats;
  sums.clear();
  sums.resize(end - begin);
  return ForEachLine(begin, end, [&](size_t i, LineReader& reader) {
    if (!IsSummed(lines_[i])) return;
    const LineState& state = states_[i];
    const bool sorts = rules_.xspace_rows && !state.is_sorted;
    const auto calls =
        std::lower_bound(calls_.begin(), calls_.end(), i,
                         [](const LineCalls& a, size_t b) { return a.line < b; });
    const bool has_calls = calls != calls_.end() && calls->line == i;
    LineAggregator summer(
        {PlaneOf(lines_[i]), is_node_.data() + state.first_word,
         state.first_node, has_calls ? calls->first_call : 0,
         planes_[lines_[i].plane]->BytesOf(lines_[i].line).size(),
         sorts || state.in_order, has_calls ? &calls->tree : nullptr},
        groups_, rules, has_devices_);
    if (sorts) {
      reader.ReadSorted(stats, summer);
    } else {
      reader.Read(stats, summer);
    }
    sums[i - begin] = std::make_unique<LineSums>(summer.Finish());
  });
}

// Builds the sums of lines into the recording, of so many lines at once. Its
// programs are those of which something ran, so where there are any the lines
// are summed twice, if they are too many to keep the sums of all.
Status XSpaceReader::Build() {
  std::vector<std::unique_ptr<LineSums>> sums;
  const bool has_programs =
      std::any_of(planes_.begin(), planes_.end(), [](const auto& plane) {
        return plane != nullptr && !plane->programs().empty();
      });
  const bool is_one_batch = lines_.size() <= kLinesAtOnce;
  if (has_programs) {
    std::set<std::string_view> ran;
    // Very many rows may refer to one long text of the file.
    std::set<const char*> long_ones;
    const auto find_programs = [&](size_t begin, size_t end) -> Status {
      TFPROF_RETURN_IF_ERROR(ReadSums(begin, end, sums));
      for (const std::unique_ptr<LineSums>& line : sums) {
        if (line == nullptr) continue;
        for (const LineSums::RowKey& row : line->rows) {
          const bool is_new = row.module.size() < kLongName ||
                              long_ones.insert(row.module.data()).second;
          if (is_new) ran.insert(row.module);
        }
      }
      return {};
    };
    TFPROF_RETURN_IF_ERROR(ForEachBatch(find_programs));
    recording_.programs = ReadPrograms(planes_, ran, source_, diagnostics_);
  }
  recording_.grouped_by = groups_.by;
  RecordingBuilder builder(
      std::move(recording_),
      {RulesOfSums(), has_devices_, options_.wants_whole, jobs_});
  size_t plane = 0;  // the next one
  size_t done = 0;
  const auto add_planes = [&](size_t end) {
    for (; plane < end; ++plane) {
      if (plane == host_ || is_device_[plane]) {
        builder.AddPlane(planes_[plane]->plane());
      }
    }
  };
  const auto build_in = [&](size_t begin, size_t end) -> Status {
    if (!(has_programs && is_one_batch)) {
      TFPROF_RETURN_IF_ERROR(ReadSums(begin, end, sums));
    }
    for (size_t i = begin; i < end; ++i) {
      if (sums[i - begin] == nullptr) continue;
      add_planes(lines_[i].plane + 1);
      builder.AddLine(PlaneOf(lines_[i]), std::move(*sums[i - begin]));
      sums[i - begin].reset();
    }
    // Planes that are done with, unless calls have names that are theirs.
    for (; calls_.empty() && done < lines_[end - 1].plane; ++done) {
      add_planes(done + 1);
      planes_[done].reset();
    }
    return {};
  };
  TFPROF_RETURN_IF_ERROR(ForEachBatch(build_in));
  add_planes(planes_.size());
  // What is left to be done looks at none of this.
  groups_.group = std::vector<int32_t>();
  groups_.is_eager = std::vector<bool>();
  groups_.call = std::vector<uint32_t>();
  is_node_ = std::vector<uint64_t>();
  states_ = std::vector<LineState>();
  lines_ = std::vector<LinePlace>();
  if (calls_.empty()) planes_.clear();
  recording_ = builder.Finish(calls_);
  return {};
}

}  // namespace tfprof
