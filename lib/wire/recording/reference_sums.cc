// SPDX-License-Identifier: Apache-2.0
// ReferenceReader on the sums of lines, which become a recording.
#include <algorithm>

#include "model/xspace/recording_builder.h"
#include "wire/recording/reference_reader.h"

namespace tfprof {

namespace {

// tfprof: lines that TensorFlow works out from others have these ids.
bool IsWorkedOut(const FileLine& line) {
  constexpr uint32_t kFirst = 0xdeadbeef;
  return static_cast<uint32_t>(line.id) - kFirst <= 7;
}

}  // namespace

bool ReferenceReader::IsSummed(const LinePlace& place) const {
  return place.plane == host_ ||
         (is_device_[place.plane] && !IsWorkedOut(LineOf(place)));
}

// The sums of lines from `begin` to `end`, null of those that are not summed.
Status ReferenceReader::ReadSums(size_t begin, size_t end,
                                 std::vector<std::unique_ptr<LineSums>>& sums) {
  constexpr RecordedStatSet kStats = LineAggregator::kStats | kMemoryStats;
  sums.clear();
  sums.resize(end - begin);
  return ForEachLine(begin, end, [&](size_t i, const char*& at) {
    if (!IsSummed(lines_[i])) return;
    const LineState& state = states_[i];
    const auto calls = std::lower_bound(
        calls_.begin(), calls_.end(), i,
        [](const LineCalls& a, size_t b) { return a.line < b; });
    const bool has_calls = calls != calls_.end() && calls->line == i;
    LineAggregator summer(
        {PlaneOf(lines_[i]), is_node_.data() + state.first_word,
         state.first_node, has_calls ? calls->first_call : 0,
         LineOf(lines_[i]).bytes.size(), state.in_order,
         has_calls ? &calls->tree : nullptr},
        groups_, has_devices_);
    ReadLine(lines_[i], kStats, at, summer);
    sums[i - begin] = std::make_unique<LineSums>(summer.Finish());
  });
}

// Builds the sums of lines into the recording, of so many lines at once.
Status ReferenceReader::Build() {
  std::vector<std::unique_ptr<LineSums>> sums;
  recording_.grouped_by = groups_.by;
  RecordingBuilder builder(std::move(recording_),
                           {has_devices_, options_.wants_whole, jobs_});
  size_t plane = 0;  // the next one
  size_t done = 0;
  const auto add_planes = [&](size_t end) {
    for (; plane < end; ++plane) {
      if (plane == host_ || is_device_[plane]) {
        builder.AddPlane(planes_[plane]->names);
      }
    }
  };
  const auto build_in = [&](size_t begin, size_t end) -> Status {
    TFPROF_RETURN_IF_ERROR(ReadSums(begin, end, sums));
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
  source_.bytes.Forget(source_.bytes.view().size());
  recording_ = builder.Finish(calls_);
  return {};
}

}  // namespace tfprof
