// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/launch_shape.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/strings.h"

namespace tfprof {

namespace {

// What a multiprocessor of an Nvidia GPU has.
struct Multiprocessor {
  int64_t major = 0;
  int64_t minor = 0;
  int64_t warps = 0;
  int64_t blocks = 0;
  int64_t registers = 0;
  int64_t shared_bytes = 0;
  int64_t most_shared_bytes = 0;  // of a block
  int64_t reserved_bytes = 0;     // of a block
  int64_t rounded_to = 0;         // shared bytes
  int64_t warps_at_once = 0;      // registers are given to so many
};

constexpr Multiprocessor kMultiprocessors[] = {
    {6, 0, 64, 32, 65536, 65536, 49152, 0, 256, 2},
    {6, 1, 64, 32, 65536, 98304, 49152, 0, 256, 4},
    {7, 0, 64, 32, 65536, 98304, 98304, 0, 256, 4},
    {7, 5, 32, 16, 65536, 65536, 65536, 0, 256, 4},
    {8, 0, 64, 32, 65536, 167936, 166912, 1024, 128, 4},
    {8, 6, 48, 16, 65536, 102400, 101376, 1024, 128, 4},
    {8, 9, 48, 24, 65536, 102400, 101376, 1024, 128, 4},
    {9, 0, 64, 32, 65536, 233472, 232448, 1024, 128, 4},
    {10, 0, 64, 32, 65536, 233472, 232448, 1024, 128, 4},
};

constexpr int64_t kWarpThreads = 32;
constexpr int64_t kMostWarpsOfBlock = 32;
constexpr int64_t kMostRegisters = 512;

int64_t RoundedUpTo(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// The threads of "x,y,z"; nothing if that is no shape of a block.
std::optional<int64_t> ThreadsOf(std::string_view block) {
  int64_t threads = 1;
  while (true) {
    const size_t comma = std::min(block.find(','), block.size());
    const auto part = ParseInt64(block.substr(0, comma));
    if (!part || *part <= 0 || *part > kWarpThreads * kMostWarpsOfBlock) {
      return std::nullopt;
    }
    threads *= *part;
    if (threads > kWarpThreads * kMostWarpsOfBlock) return std::nullopt;
    if (comma == block.size()) return threads;
    block.remove_prefix(comma + 1);
  }
}

std::optional<std::string> DetailText(std::string_view details,
                                      std::string_view key) {
  const auto word = DetailWord(details, key);
  return word ? std::optional<std::string>(*word) : std::nullopt;
}

std::optional<double> SharedOfPercent(std::optional<std::string_view> word) {
  if (!word) return std::nullopt;
  const std::string text(*word);
  char* end = nullptr;
  const double percent = std::strtod(text.c_str(), &end);
  const bool is_number = end == text.c_str() + text.size();
  // A kernel that ran filled something.
  if (!is_number || !std::isfinite(percent) || percent == 0) {
    return std::nullopt;
  }
  return percent / 100;
}

}  // namespace

std::optional<std::string_view> DetailWord(std::string_view details,
                                           std::string_view key) {
  std::optional<std::string_view> found;
  while (!details.empty()) {
    const size_t end = std::min(details.find_first_of(" \n"), details.size());
    const std::string_view word = details.substr(0, end);
    details.remove_prefix(std::min(end + 1, details.size()));
    const bool is_it = word.size() > key.size() + 1 && word.starts_with(key) &&
                       word[key.size()] == ':';
    if (is_it) found = word.substr(key.size() + 1);
  }
  return found;
}

std::optional<int64_t> DetailNumber(std::string_view details,
                                    std::string_view key) {
  const auto word = DetailWord(details, key);
  return word && IsNumber(*word) ? ParseInt64(*word) : std::nullopt;
}

LaunchShape LaunchShape::Of(std::string_view details) {
  LaunchShape shape;
  shape.grid = DetailText(details, "grid");
  shape.block = DetailText(details, "block");
  shape.private_bytes = DetailNumber(details, "private_mem");
  shape.occupancy = SharedOfPercent(DetailWord(details, "occ_pct"));
  shape.registers = DetailNumber(details, "regs");
  shape.static_shared_bytes = DetailNumber(details, "static_shared");
  shape.dynamic_shared_bytes = DetailNumber(details, "dynamic_shared");
  const bool is_filled =
      !shape.registers ||
      (*shape.registers > 0 && *shape.registers <= kMostRegisters);
  if (!is_filled) {
    // Some tracers of ROCm leave these fields as they find them.
    shape.registers = shape.static_shared_bytes = shape.dynamic_shared_bytes =
        std::nullopt;
  }
  shape.shared_bytes =
      DetailNumber(details, DetailWord(details, "shm") ? "shm" : "group_mem");
  if (!shape.shared_bytes && shape.static_shared_bytes) {
    int64_t sum = 0;
    const bool is_too_much =
        __builtin_add_overflow(*shape.static_shared_bytes,
                               shape.dynamic_shared_bytes.value_or(0), &sum);
    if (!is_too_much) shape.shared_bytes = sum;
  }
  return shape;
}

std::optional<double> OccupancyOf(const DeviceFacts& device,
                                  const LaunchShape& shape) {
  const auto* const of =
      std::find_if(std::begin(kMultiprocessors), std::end(kMultiprocessors),
                   [&](const Multiprocessor& it) {
                     return device.capability_major == it.major &&
                            device.capability_minor == it.minor;
                   });
  if (of == std::end(kMultiprocessors)) return std::nullopt;
  if (device.vendor.value_or("Nvidia") != "Nvidia") return std::nullopt;
  if (!shape.registers || !shape.shared_bytes || !shape.block) {
    return std::nullopt;
  }
  const auto threads = ThreadsOf(*shape.block);
  if (!threads || *shape.shared_bytes > of->most_shared_bytes) {
    return std::nullopt;
  }
  const int64_t warps = RoundedUpTo(*threads, kWarpThreads) / kWarpThreads;
  const int64_t per_warp = RoundedUpTo(*shape.registers * kWarpThreads, 256);
  const int64_t by_registers =
      of->registers / per_warp / of->warps_at_once * of->warps_at_once / warps;
  const int64_t need =
      RoundedUpTo(*shape.shared_bytes + of->reserved_bytes, of->rounded_to);
  const int64_t by_shared = need > 0 ? of->shared_bytes / need : of->blocks;
  const int64_t blocks =
      std::min({of->warps / warps, of->blocks, by_registers, by_shared});
  if (blocks <= 0) return std::nullopt;
  return std::min(1.0, static_cast<double>(blocks * warps) /
                           static_cast<double>(of->warps));
}

std::string ShortKernelName(std::string_view name) {
  constexpr std::string_view kClone = " [clone ";
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  std::string_view rest = name;
  while (rest.ends_with(']')) {
    const size_t at = rest.rfind(kClone);
    if (at == rest.npos) break;
    const size_t close = rest.find(']', at);
    if (close != rest.size() - 1) break;
    rest = rest.substr(0, at);
  }
  if (rest.ends_with(".kd")) rest.remove_suffix(3);
  std::string text;
  size_t depth = 0;  // of templates
  for (size_t at = 0; at < rest.size(); ++at) {
    const char c = rest[at];
    if (rest.substr(at).starts_with(kAnonymous)) {
      if (depth == 0) text += "anonymous";
      at += kAnonymous.size() - 1;
    } else if (c == '<') {
      ++depth;
    } else if (c == '>') {
      depth -= depth > 0 ? 1 : 0;
    } else if (c == '(' && depth == 0) {
      break;
    } else if (depth == 0) {
      text += c;
    }
  }
  const size_t end = text.find_last_not_of(" \t\n\r");
  text.resize(end == text.npos ? 0 : end + 1);
  const size_t blank = text.rfind(' ');
  if (blank != text.npos) text.erase(0, blank + 1);
  const size_t colons = text.rfind("::");
  if (colons != text.npos) text.erase(0, colons + 2);
  return text.empty() ? std::string(name) : text;
}

}  // namespace tfprof
