// SPDX-License-Identifier: Apache-2.0
#include "render/page/page_timeline.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/column.h"
#include "model/step_line.h"
#include "model/xspace/op_name.h"

namespace tfprof {

namespace {

// Records without a start would stretch the axis back to 1970.
bool HasPlace(const Trace& trace, size_t record) {
  return trace.start[record] > 0 || trace.is_recording;
}

// The earliest start, from which the page counts times.
int64_t FirstStart(const Trace& trace) {
  int64_t first = INT64_MAX;
  for (size_t i = 0; i < trace.size(); ++i) {
    if (HasPlace(trace, i)) first = std::min(first, trace.start[i]);
  }
  return first == INT64_MAX ? 0 : first;
}

// Writes the inputs of each operation as distances back in the list of
// operations: small numbers compress better.
void WriteInputs(const std::vector<TraceOp>& shown, PageJson& page) {
  std::unordered_map<std::string_view, int64_t> row_of;
  int64_t row = 0;
  const bool has_inputs =
      std::any_of(shown.begin(), shown.end(),
                  [](const TraceOp& op) { return !op.inputs.empty(); });
  for (const TraceOp& op : shown) {
    if (has_inputs) row_of.try_emplace(op.name, row++);
  }
  row = 0;
  page.List("inputs", shown, [&](const TraceOp& op) {
    page.StartArray();
    for (std::string_view input : op.inputs) {
      if (input.starts_with('^')) input.remove_prefix(1);
      const auto found = row_of.find(input.substr(0, input.find(':')));
      if (found != row_of.end() && found->second != row) {
        page.Int64(row - found->second);
      }
    }
    page.EndArray();
    ++row;
  });
}

// Recordings have fractions of us: their events are that short.
void WriteTimes(std::string_view key, const std::vector<uint32_t>& shown,
                const Trace& trace, const Column<int64_t>& micros,
                uint32_t Trace::Event::*rest, PageJson& page) {
  constexpr double kPicosOfMicro = 1e6;
  page.List(key, shown, [&](uint32_t i) {
    if (!trace.is_recording || trace.events[i].*rest == 0) {
      page.Int64(micros[i]);
    } else {
      page.Double(static_cast<double>(micros[i]) +
                  trace.events[i].*rest / kPicosOfMicro);
    }
  });
}

// For a recording, node and type are parsed from the event's name.
std::vector<TraceOp> OpsOnPage(const TraceTimeline& timeline,
                               const std::vector<uint32_t>& shown) {
  std::vector<TraceOp> ops;
  for (const uint32_t i : shown) {
    TraceOp& op = ops.emplace_back(timeline.OpOf(i));
    if (!timeline.trace.is_recording) continue;
    const OpName parsed = ParseOpName(op.name);
    op.op = parsed.type.empty() ? parsed.name : parsed.type;
    op.name = parsed.name;
  }
  return ops;
}

void WriteNames(const std::vector<TraceOp>& ops, FirstNames& first,
                PageJson& page) {
  const bool is_first = first.empty();
  int64_t row = 0;
  page.List("name", ops, [&](const TraceOp& op) {
    const auto known =
        is_first ? first.try_emplace(op.name, row).first : first.find(op.name);
    if (!is_first && known != first.end()) {
      page.Int64(row - known->second);
    } else {
      page.Name(op.name);
    }
    ++row;
  });
}

void WriteTypes(const std::vector<TraceOp>& ops, PageJson& page) {
  StringPool types;
  std::vector<int64_t> type;
  for (const TraceOp& op : ops) type.push_back(types.Intern(op.op).value);
  page.Texts("ops", types);
  page.Numbers("op", type);
}

// Writes the operations on the critical path as differences of their indices.
// Both lists are ascending.
void WritePath(const std::vector<uint32_t>& on_path,
               const std::vector<uint32_t>& shown, PageJson& page) {
  std::vector<uint32_t> rows;
  auto next = on_path.begin();
  for (uint32_t row = 0; row < shown.size(); ++row) {
    while (next != on_path.end() && *next < shown[row]) ++next;
    if (next != on_path.end() && *next == shown[row]) rows.push_back(row);
  }
  uint32_t last = 0;
  page.List("path", rows,
            [&](uint32_t row) { page.Int64(row - std::exchange(last, row)); });
}

void WriteSlices(const TraceTimeline& timeline, const PageLimits& limits,
                 FirstNames& first, PageJson& page) {
  const Trace& trace = timeline.trace;
  std::vector<uint32_t> shown;
  for (uint32_t i = 0; i < trace.size(); ++i) {
    if (HasPlace(trace, i)) shown.push_back(i);
  }
  const size_t with_start = shown.size();
  page.Key("without_start");
  page.Int64(trace.size() - with_start);
  if (shown.size() > limits.slices) {
    std::nth_element(shown.begin(),
                     shown.begin() + static_cast<std::ptrdiff_t>(limits.slices),
                     shown.end(), [&](uint32_t a, uint32_t b) {
                       return trace.duration[a] > trace.duration[b];
                     });
    shown.resize(limits.slices);
    std::sort(shown.begin(), shown.end());
  }
  page.Key("slices_left_out");
  page.Int64(with_start - shown.size());
  page.Key("slices");
  page.StartObject();
  page.List("device", shown,
            [&](uint32_t i) { page.Int64(timeline.device[i]); });
  page.List("lane", shown, [&](uint32_t i) { page.Int64(timeline.lane[i]); });
  WriteTimes("start", shown, trace, trace.start, &Trace::Event::start_ps, page);
  WriteTimes("duration", shown, trace, trace.duration,
             &Trace::Event::duration_ps, page);
  const std::vector<TraceOp> ops = OpsOnPage(timeline, shown);
  WriteNames(ops, first, page);
  WriteTypes(ops, page);
  WriteInputs(ops, page);
  WritePath(timeline.step.on_path, shown, page);
  page.EndObject();
}

// By device, whether its records repeat those of others. Planes of a recording
// never do.
std::vector<bool> Repeats(const Trace& trace) {
  if (trace.is_recording) return std::vector<bool>(trace.devices.size());
  std::vector<bool> has_records;
  for (const Trace::Device& device : trace.devices) {
    has_records.push_back(device.end > device.first);
  }
  const auto line_of = [&](size_t i) {
    return ReadStepLine(trace.strings[trace.devices[i].name]);
  };
  return RepeatingLines(line_of, has_records);
}

// Thins samples for a drawing: the first highest and first lowest of each
// group, and the last sample.
std::vector<TraceTimeline::Sample> Thinned(
    const std::vector<TraceTimeline::Sample>& samples, size_t most) {
  if (samples.size() <= most) return samples;
  const auto by_bytes = [](const auto& a, const auto& b) {
    return a.bytes < b.bytes;
  };
  const size_t parts = std::max<size_t>(most / 2, 1);
  std::vector<TraceTimeline::Sample> result;
  for (size_t part = 0; part < parts; ++part) {
    const auto from = samples.begin() + static_cast<std::ptrdiff_t>(
                                            samples.size() * part / parts);
    const auto to = samples.begin() + static_cast<std::ptrdiff_t>(
                                          samples.size() * (part + 1) / parts);
    auto [low, high] = std::pair(std::min_element(from, to, by_bytes),
                                 std::max_element(from, to, by_bytes));
    if (high < low) std::swap(low, high);
    result.push_back(*low);
    if (high != low) result.push_back(*high);
  }
  result.push_back(samples.back());
  return result;
}

void WriteMemory(const TraceTimeline& timeline, const PageLimits& limits,
                 PageJson& page) {
  const auto& pool = timeline.trace.strings;
  const int64_t first = FirstStart(timeline.trace);
  page.List("allocators", timeline.allocators,
            [&](const TraceTimeline::Allocator& allocator) {
              page.StartObject();
              page.Text("name", pool[allocator.name]);
              const auto samples = Thinned(allocator.samples, limits.samples);
              page.Key("samples_left_out");
              page.Int64(allocator.samples.size() - samples.size());
              page.List("at", samples, [&](const TraceTimeline::Sample& s) {
                page.Number(std::max<WideInt>(s.at, first));
              });
              page.List("bytes", samples, [&](const TraceTimeline::Sample& s) {
                page.Number(s.bytes);
              });
              page.EndObject();
            });
  using Tensor = TraceTimeline::Tensor;
  const auto bytes_of = [&](const Tensor& tensor) {
    return timeline.OutputOf(tensor).requested_bytes;
  };
  std::vector<Tensor> largest(
      std::min(timeline.tensors.size(), limits.tensors));
  std::partial_sort_copy(timeline.tensors.begin(), timeline.tensors.end(),
                         largest.begin(), largest.end(),
                         [&](const Tensor& a, const Tensor& b) {
                           return std::pair(-WideInt{bytes_of(a)}, a.id) <
                                  std::pair(-WideInt{bytes_of(b)}, b.id);
                         });
  page.Key("tensors_left_out");
  page.Int64(timeline.tensors.size() - largest.size());
  page.List("tensors", largest, [&](const Tensor& tensor) {
    page.StartObject();
    page.Text("name", timeline.NameOf(tensor));
    page.Text("allocator", pool[timeline.OutputOf(tensor).allocator]);
    page.Key("bytes");
    page.Number(bytes_of(tensor));
    page.Key("created");
    page.Number(std::max(timeline.CreatedAt(tensor), first));
    page.Key("released");
    page.Number(std::max<WideInt>(timeline.ReleasedAt(tensor), first));
    page.EndObject();
  });
}

}  // namespace

void WritePageTimeline(const TraceTimeline& timeline, const PageLimits& limits,
                       FirstNames& first, PageJson& page) {
  page.Text("kind", "timeline");
  page.Key("step");
  const std::optional<int64_t> step = timeline.trace.is_recording
                                          ? timeline.trace.events_of
                                          : timeline.trace.step;
  step ? page.Int64(*step) : page.Null();
  page.Text("host", timeline.trace.host);
  page.List("devices", timeline.trace.devices,
            [&](const Trace::Device& device) {
              page.String(timeline.trace.strings[device.name]);
            });
  page.List("repeats", Repeats(timeline.trace),
            [&](bool repeats) { page.Bool(repeats); });
  WriteSlices(timeline, limits, first, page);
  WriteMemory(timeline, limits, page);
}

}  // namespace tfprof
