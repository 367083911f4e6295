// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "analysis/memory/memory_tables.h"

namespace tfprof {

namespace {

class OverTime {
 public:
  OverTime(const StepRecords& records,
           const std::vector<AllocatorMemory>& memory, const CodeLines& code)
      : records_(records),
        memory_(memory),
        code_(code),
        start_us_(FirstStartUs(records)) {}

  Section Levels(size_t most) const;
  Section Buffers(size_t most) const;

 private:
  std::string Text(StringId text) const {
    return std::string(records_.strings[text]);
  }

  std::string NodeOf(uint32_t record) const {
    return Text(records_.node[record]);
  }

  std::string TypeOf(uint32_t record) const {
    const StringId type = records_.type[record];
    return type.valid() ? Text(type) : "";
  }

  const StepRecords& records_;
  const std::vector<AllocatorMemory>& memory_;
  const CodeLines& code_;
  const int64_t start_us_;
};

// Thins many levels: the lowest and highest of each group, and the last.
Section OverTime::Levels(size_t most) const {
  Section section{"memory over time", {}, {}};
  Table table{{{"allocator"}, {"at", Unit::kMicros}, {"step", Unit::kBytes}},
              {}};
  const auto less = [](const auto& a, const auto& b) {
    return a.bytes < b.bytes;
  };
  for (const AllocatorMemory& memory : memory_) {
    const auto& curve = memory.curve;
    const auto add = [&](const AllocatorMemory::Level& level) {
      table.AddRow(
          {Text(memory.allocator), level.at_us - start_us_, level.bytes});
    };
    const size_t parts =
        curve.size() <= most ? curve.size() : std::max<size_t>(most / 2, 1);
    for (size_t part = 0; part < parts; ++part) {
      const auto from =
          curve.begin() + static_cast<ptrdiff_t>(curve.size() * part / parts);
      const auto to = curve.begin() +
                      static_cast<ptrdiff_t>(curve.size() * (part + 1) / parts);
      auto low = std::min_element(from, to, less);
      auto high = std::max_element(from, to, less);
      if (high < low) std::swap(low, high);
      add(*low);
      if (low != high) add(*high);
    }
    if (parts == curve.size()) continue;
    add(curve.back());
    section.notes.push_back(fmt::format(
        "{}: of {} changes the lowest and the highest of each {} are drawn",
        Text(memory.allocator), curve.size(), curve.size() / parts));
  }
  section.block = std::move(table);
  return section;
}

Section OverTime::Buffers(size_t most) const {
  Section section{"buffers", {}, {}};
  Table table{{{"bytes", Unit::kBytes},
               {"since", Unit::kMicros},
               {"freed", Unit::kMicros},
               {"allocator"},
               {"type"},
               {"node"},
               {"code"}},
              {}};
  for (const AllocatorMemory& memory : memory_) {
    std::vector<Buffer> buffers = memory.buffers;
    std::stable_sort(
        buffers.begin(), buffers.end(),
        [](const Buffer& a, const Buffer& b) { return a.bytes > b.bytes; });
    if (buffers.size() > most) {
      section.notes.push_back(
          fmt::format("{}: the {} largest of {} buffers are listed",
                      Text(memory.allocator), most, buffers.size()));
      buffers.resize(most);
    }
    for (const Buffer& buffer : buffers) {
      table.AddRow(
          {buffer.bytes, buffer.start_us - start_us_,
           buffer.end_us == Buffer::kNever ? Cell()
                                           : Cell(buffer.end_us - start_us_),
           Text(memory.allocator), TypeOf(buffer.record), NodeOf(buffer.record),
           code_.OwnerOf(NodeOf(buffer.record)).Label()});
    }
  }
  section.block = std::move(table);
  return section;
}

}  // namespace

int64_t FirstStartUs(const StepRecords& records) {
  int64_t first = INT64_MAX;
  for (size_t i = 0; i < records.size(); ++i) {
    if (records.all_start[i] > 0 && records.IsOperation(i)) {
      first = std::min(first, records.all_start[i]);
    }
  }
  return first == INT64_MAX ? 0 : first / 1000;
}

std::vector<Section> MemoryOverTime(const StepRecords& records,
                                    const std::vector<AllocatorMemory>& memory,
                                    const CodeLines& code, size_t most_levels,
                                    size_t most_buffers) {
  const OverTime maker(records, memory, code);
  std::vector<Section> sections;
  sections.push_back(maker.Levels(most_levels));
  sections.push_back(maker.Buffers(most_buffers));
  return sections;
}

std::vector<Trace::Curve> CurvesOf(const StepRecords& records,
                                   const std::vector<AllocatorMemory>& memory) {
  std::vector<Trace::Curve> curves;
  for (const AllocatorMemory& allocator : memory) {
    if (allocator.curve.empty()) continue;
    Trace::Curve& curve = curves.emplace_back();
    const std::string_view host = records.strings[allocator.host];
    curve.name =
        fmt::format("{} {}{}{}", records.strings[allocator.allocator],
                    allocator.base_bytes ? "held" : "allocated in the step",
                    host.empty() ? "" : " of ", host);
    for (const AllocatorMemory::Level& level : allocator.curve) {
      curve.levels.push_back({level.at_us, level.Whole()});
    }
  }
  return curves;
}

int64_t GreatestPeak(const std::vector<AllocatorMemory>& memory) {
  int64_t peak = 0;
  for (const AllocatorMemory& allocator : memory) {
    peak = std::max(peak,
                    allocator.peak_bytes.value_or(allocator.step_peak_bytes));
  }
  return peak;
}

}  // namespace tfprof
