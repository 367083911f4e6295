// SPDX-License-Identifier: Apache-2.0
#include "model/step_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <span>
#include <string>

#include "base/strings.h"

namespace tfprof {

namespace {

// True if `part` is "gpu:0" or "device:gpu:0" for one of the `kinds`.
bool IsDevicePart(std::string_view part,
                  std::span<const std::string_view> kinds) {
  constexpr std::string_view kDevice = "device:";
  if (part.starts_with(kDevice)) part.remove_prefix(kDevice.size());
  return std::any_of(kinds.begin(), kinds.end(), [&](std::string_view kind) {
    return part.starts_with(kind) && part.size() > kind.size() &&
           part[kind.size()] == ':' && IsNumber(part.substr(kind.size() + 1));
  });
}

constexpr std::array<std::string_view, 1> kGpu = {"gpu"};
constexpr std::array<std::string_view, 2> kPlain = {"cpu", "gpu"};
constexpr std::array<std::string_view, 5> kExecutors = {"cpu", "gpu", "tpu",
                                                        "xla_cpu", "xla_gpu"};

StepLine LineOf(std::string_view part, std::string_view lower) {
  constexpr std::string_view kStream = "stream:";
  if (part.starts_with(kStream) && part.size() > kStream.size() &&
      part[kStream.size()] >= '0' && part[kStream.size()] <= '9') {
    return StepLine::kStream;
  }
  if (lower == "stream:all") return StepLine::kAllStreams;
  if (lower == "memcpy") return StepLine::kCopies;
  return StepLine::kOther;
}

}  // namespace

StepLineInfo ReadStepLine(std::string_view device) {
  const std::string lower = AsciiLower(device);
  const std::string_view low = lower;
  const size_t slash = low.rfind('/');
  if (slash == std::string_view::npos) return {};
  const std::string_view part = low.substr(slash + 1);
  // A short name such as "/device:CPU:0" belongs to the only host.
  const bool is_short = low.starts_with("/device:");
  if (is_short ? slash == 0 && IsDevicePart(part, kPlain)
               : IsDevicePart(part, kExecutors)) {
    return {StepLine::kOperations, {}, device.substr(0, slash)};
  }
  if (slash == 0) return {};
  const size_t before = low.rfind('/', slash - 1);
  if (before == std::string_view::npos ||
      !IsDevicePart(low.substr(before + 1, slash - before - 1), kGpu)) {
    return {};
  }
  return {LineOf(device.substr(slash + 1), part), device.substr(0, slash),
          device.substr(0, before)};
}

std::vector<bool> RepeatingLines(
    const std::function<StepLineInfo(size_t)>& line_of,
    const std::vector<bool>& has_records) {
  std::set<std::string_view> has_streams;  // GPUs
  for (size_t i = 0; i < has_records.size(); ++i) {
    if (!has_records[i]) continue;
    const StepLineInfo line = line_of(i);
    if (line.line == StepLine::kStream) has_streams.insert(line.gpu);
  }
  std::vector<bool> repeats;
  for (size_t i = 0; i < has_records.size(); ++i) {
    const StepLineInfo line = line_of(i);
    const bool is_sum =
        line.line == StepLine::kAllStreams || line.line == StepLine::kCopies;
    repeats.push_back(line.line == StepLine::kOther ||
                      (is_sum && has_streams.contains(line.gpu)));
  }
  return repeats;
}

uint32_t GpuNumberOf(std::string_view device) {
  const std::string lower = AsciiLower(device);
  const std::string_view low = lower;
  for (size_t slash = low.find('/'); slash != std::string_view::npos;
       slash = low.find('/', slash + 1)) {
    std::string_view part = low.substr(slash + 1);
    part = part.substr(0, part.find('/'));
    constexpr std::string_view kDevice = "device:";
    constexpr std::string_view kPlainGpu = "gpu:";
    if (part.starts_with(kDevice)) part.remove_prefix(kDevice.size());
    if (!part.starts_with(kPlainGpu)) continue;
    part.remove_prefix(kPlainGpu.size());
    part = part.substr(0, part.find_first_not_of("0123456789"));
    if (part.empty()) continue;
    uint32_t number = 0;
    const auto [end, error] =
        std::from_chars(part.data(), part.data() + part.size(), number);
    return error == std::errc() ? std::min(number, kNoGpu - 1) : kNoGpu - 1;
  }
  return kNoGpu;
}

bool MentionsCopy(std::string_view text) {
  const std::string lower = AsciiLower(text);
  return lower.find("memcpy") != std::string::npos ||
         lower.find("memset") != std::string::npos;
}

}  // namespace tfprof
