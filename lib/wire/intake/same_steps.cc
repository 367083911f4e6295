// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/same_steps.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <protozero/varint.hpp>

#include "base/bytes.h"
#include "base/diagnostics.h"
#include "base/file_id.h"
#include "base/hash.h"
#include "wire/intake/recognise.h"
#include "wire/text_format.h"

namespace tfprof {

namespace {

// The first number that is not 0 of field path[0].path[1]... in a message that
// may be cut short; nothing if damage comes first.
std::optional<uint64_t> FirstNumber(std::string_view message,
                                    std::span<const uint32_t> path) {
  const char* at = message.data();
  const char* const end = at + message.size();
  while (at < end) {
    const uint64_t key = protozero::decode_varint(&at, end);
    const bool is_on_path = key >> 3 == path[0];
    switch (key & 7) {
      case 0: {
        const uint64_t value = protozero::decode_varint(&at, end);
        if (is_on_path && path.size() == 1 && value != 0) return value;
        break;
      }
      case 1:
      case 5: {
        const ptrdiff_t size = (key & 7) == 1 ? 8 : 4;
        at += std::min(size, end - at);
        break;
      }
      case 2: {
        const uint64_t says = protozero::decode_varint(&at, end);
        const auto left = static_cast<uint64_t>(end - at);
        const std::string_view part(at, std::min(says, left));
        if (is_on_path && path.size() > 1) {
          if (const auto found = FirstNumber(part, path.subspan(1)))
            return found;
        }
        at += part.size();
        break;
      }
      default:
        return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<uint64_t> FirstStartInText(std::string_view text) {
  constexpr std::string_view kKey = "all_start_micros:";
  const size_t key = text.find(kKey);
  if (key == std::string_view::npos) return std::nullopt;
  text.remove_prefix(key + kKey.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value == 0 ? std::nullopt : std::optional(value);
}

// When the first record started, by the beginning of the file. Steps that
// differ there are not the same.
std::optional<uint64_t> FirstStartIn(std::string_view beginning) {
  if (IsText(beginning)) return FirstStartInText(beginning);
  // RunMetadata.step_stats.dev_stats.node_stats.all_start_micros, and the same
  // of a StepStats.
  constexpr std::array<uint32_t, 4> kPath = {1, 1, 2, 2};
  try {
    if (const auto of_run = FirstNumber(beginning, kPath)) return of_run;
    return FirstNumber(beginning, std::span(kPath).subspan(1));
  } catch (const protozero::exception&) {
    return std::nullopt;
  }
}

// Two numbers that stand for all that is read of a step's records.
class StepDigestSink final : public DumpSink {
 public:
  bool wants_output_shapes() const override { return true; }

  void BeginDevice(std::string_view device) override { Add(device); }

  void AddExec(const ExecRecord& exec) override {
    Add(exec.name);
    Add(exec.label);
    for (const int64_t value :
         {exec.all_start_us, exec.op_start_rel_us, exec.op_end_rel_us,
          exec.all_end_rel_us, exec.scheduled_us, exec.all_start_ns,
          exec.op_start_rel_ns, exec.op_end_rel_ns, exec.all_end_rel_ns,
          exec.scheduled_ns, int64_t{exec.thread_id}, exec.temp_bytes,
          exec.persistent_bytes}) {
      Add(value);
    }
    for (const AllocatorRecord& memory : exec.memory) {
      Add(memory.allocator);
      Add(memory.total_bytes);
      Add(memory.peak_bytes);
      Add(memory.live_bytes);
      Add(memory.bytes_in_use);
      for (const AllocationRecord& allocation : memory.allocations) {
        Add(allocation.at_us);
        Add(allocation.bytes);
      }
    }
    for (const OutputRecord& output : exec.outputs) {
      Add(output.allocator);
      Add(output.slot);
      Add(output.requested_bytes);
      Add(output.allocated_bytes);
      Add(static_cast<int64_t>(output.ptr));
      Add(output.dtype);
      Add(static_cast<int64_t>(output.shape.unknown_rank()));
      for (const int64_t dim : output.shape.dims()) Add(dim);
    }
  }

  std::pair<uint64_t, uint64_t> digest() const { return {first_, second_}; }

 private:
  void Add(std::string_view text) {
    Add(static_cast<int64_t>(TextHash()(text)));
    Add(static_cast<int64_t>(text.size()));
  }

  void Add(int64_t value) {
    const auto bits = static_cast<uint64_t>(value);
    first_ = (first_ ^ bits) * 0x9e3779b97f4a7c15u;
    first_ ^= first_ >> 29;
    second_ = (second_ + bits) * 0xc2b2ae3d27d4eb4fu;
    second_ ^= second_ >> 31;
  }

  uint64_t first_ = 1;
  uint64_t second_ = 2;
};

class SameSteps {
 public:
  explicit SameSteps(const Inputs& inputs) : inputs_(inputs) {}

  // By step, the index of an equal one before it, if there is one.
  std::map<size_t, size_t> Find(std::vector<FoundFile>& steps) const {
    std::map<uint64_t, std::vector<size_t>> of_start;
    for (size_t i = 0; i < steps.size(); ++i) {
      if (const auto start = FirstStartOf(steps[i])) {
        of_start[*start].push_back(i);
      }
    }
    std::map<size_t, size_t> same;
    for (const auto& [start, candidates] : of_start) {
      if (candidates.size() < 2) continue;
      std::map<std::pair<uint64_t, uint64_t>, size_t> first;
      for (const size_t i : candidates) {
        const auto digest = DigestOf(steps[i]);
        if (!digest) continue;
        const auto [known, is_new] = first.try_emplace(*digest, i);
        if (!is_new) same[i] = known->second;
      }
    }
    return same;
  }

 private:
  std::optional<uint64_t> FirstStartOf(const FoundFile& file) const {
    if (file.content.is_open()) {
      return FirstStartIn(file.content.Shared()->view());
    }
    if (StreamIdOf(file.path)) {
      const auto stream =
          inputs_.streams->Open(file.path, inputs_.limits, nullptr);
      return stream ? FirstStartIn((*stream)->view()) : std::nullopt;
    }
    std::optional<uint64_t> start;
    if (const auto beginning =
            inputs_.streams->LookAhead(file.path, inputs_.limits)) {
      start = FirstStartIn(beginning->view());
    }
    inputs_.streams->KeepAside(file.path);
    return start;
  }

  // The file stays open, since it is read once more unless it is dropped.
  std::optional<std::pair<uint64_t, uint64_t>> DigestOf(FoundFile& file) const {
    if (!file.content.is_open()) {
      auto opened = inputs_.streams->Open(file.path, inputs_.limits, nullptr);
      if (!opened) return std::nullopt;
      file.content.file = *std::move(opened);
    }
    const std::shared_ptr<const Bytes> content = file.content.Shared();
    const Format* const format = Recognise(content->view());
    if (format == nullptr || format->role != Role::kRunMetadata) {
      return std::nullopt;
    }
    StepDigestSink sink;
    Diagnostics unheard;
    const Status status = format->read(
        {.path = file.path, .bytes = *content, .limits = inputs_.limits}, sink,
        unheard);
    if (!status) return std::nullopt;
    return sink.digest();
  }

  const Inputs& inputs_;
};

std::string NameOfFound(const FoundFile& file) {
  return file.part.empty() ? file.path : file.path + ": " + file.part;
}

}  // namespace

void DropSameSteps(const Inputs& inputs, std::vector<FoundFile>& steps,
                   std::vector<FoundFile>& ignored) {
  if (steps.size() < 2) return;
  const std::map<size_t, size_t> same = SameSteps(inputs).Find(steps);
  if (same.empty()) return;
  for (const auto& [twin, first] : same) {
    std::vector<std::string> notes;
    if (steps[first].notes != nullptr) notes = *steps[first].notes;
    notes.push_back(fmt::format("{} and {} are the same step",
                                NameOfFound(steps[first]),
                                NameOfFound(steps[twin])));
    steps[first].notes =
        std::make_shared<const std::vector<std::string>>(std::move(notes));
  }
  std::vector<FoundFile> kept;
  for (size_t i = 0; i < steps.size(); ++i) {
    (same.contains(i) ? ignored : kept).push_back(std::move(steps[i]));
  }
  steps = std::move(kept);
}

}  // namespace tfprof
