// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/file_notices.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/strings.h"

namespace tfprof {

namespace {

constexpr std::string_view kDropped = "dropped";

// The number that `text` begins with, "312,000".
uint64_t NumberAt(std::string_view text) {
  uint64_t number = 0;
  for (const char c : text) {
    if (c == ',') continue;
    if (!IsDigit(c) || number > UINT64_MAX / 100) break;
    number = number * 10 + static_cast<uint64_t>(c - '0');
  }
  return number;
}

// Field 4 of ProfileOptions, python_tracer_level, is 1.
bool TracesPython(std::string_view options) {
  try {
    return LastVarint(options, 4) == 1;
  } catch (const protozero::exception&) {
    return false;
  }
}

// "host_tracer_level 2, device_tracer_level 1"; empty if they cannot be read.
std::string OptionWords(std::string_view options) {
  constexpr std::pair<uint32_t, std::string_view> kLevels[] = {
      {1, "include_dataset_ops"},
      {2, "host_tracer_level"},
      {3, "device_tracer_level"},
      {4, "python_tracer_level"},
      {7, "enable_hlo_proto"}};
  std::string words;
  try {
    for (const auto& [field, name] : kLevels) {
      words += fmt::format("{}{} {}", words.empty() ? "" : ", ", name,
                           LastVarint(options, field));
    }
  } catch (const protozero::exception&) {
    return "";
  }
  return words;
}

}  // namespace

uint64_t DroppedIn(std::string_view text) {
  constexpr size_t kMostBetween = 30;
  for (size_t at = text.find(kDropped); at != text.npos;
       at = text.find(kDropped, at + 1)) {
    if (at > 0 && !IsWordByte(text[at - 1])) {
      const size_t stop = text.find_last_of(".;", at);
      const size_t begin = stop == text.npos ? 0 : stop + 1;
      const size_t digit =
          text.substr(0, at).find_first_of("0123456789", begin);
      if (digit != text.npos) return NumberAt(text.substr(digit));
    }
    const size_t behind = at + kDropped.size();
    const size_t digit = text.find_first_of("0123456789", behind);
    if (digit != text.npos && digit - behind <= kMostBetween) {
      return NumberAt(text.substr(digit));
    }
  }
  return 0;
}

void ReadFileNotices(const std::deque<PlaneTables>& planes,
                     RecordedHost& host) {
  constexpr std::string_view kVersion = "_version";
  uint64_t dropped = 0;
  for (const auto* texts : {&host.errors, &host.warnings}) {
    for (const std::string& text : *texts) dropped += DroppedIn(text);
  }
  for (const PlaneTables& plane : planes) {
    plane.ForEachStat([&](std::string_view name, const StatValue& value) {
      using Kind = StatValue::Kind;
      if (value.kind == Kind::kText && name.ends_with(kVersion)) {
        host.versions[ValidUtf8(name)] =
            ValidUtf8(value.text.substr(0, value.text.find('\n')));
      } else if (value.kind == Kind::kBytes && name == "profile_options") {
        host.is_python_traced |= TracesPython(value.text);
        host.profiler_options = OptionWords(value.text);
      }
      if (value.kind != Kind::kNumber) return;
      if (name == "process_id" && !host.process_id) {
        host.process_id = value.number;
      } else if (name == "profile_start_time" && host.start_ns == 0) {
        host.start_ns = std::max<int64_t>(value.number, 0);
      }
      if (Contains(name, kDropped) && value.number > 0) {
        dropped += static_cast<uint64_t>(value.number);
      }
    });
  }
  if (!host.errors.empty()) host.Note("profiler errors", host.errors.size());
  if (dropped > 0) host.Note("events dropped", dropped);
  if (host.is_python_traced) host.Note("python traced");
}

}  // namespace tfprof
