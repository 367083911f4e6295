// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/signs.h"

#include <algorithm>

#include "base/strings.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

constexpr size_t kLook = size_t{64} << 10;

// The available part of the first field with this number, searched among the
// first few fields only. Throws protozero's exceptions.
std::string_view FirstValue(std::string_view message, uint32_t number) {
  constexpr int kMostFields = 24;
  WireCursor cursor(message);
  for (int i = 0; i < kMostFields && cursor.Next(); ++i) {
    if (cursor.field() == Len(number)) return cursor.ClippedView();
    cursor.Skip();
  }
  return {};
}

// The start of a JSON file for Chrome's trace viewer, or nothing.
std::string_view TraceEvents(std::string_view content) {
  const std::string_view look = content.substr(0, kLook);
  const size_t begin = look.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  if (look[begin] != '{' && look[begin] != '[') return {};
  const bool is_trace =
      HasOnlyTextBytes(content) &&
      (Contains(look, "\"traceEvents\"") || Contains(look, "\"ph\""));
  return is_trace ? look : std::string_view();
}

}  // namespace

bool EndsAsTable(std::string_view content) {
  return content.size() > 48 &&
         content.ends_with("\x57\xfb\x80\x8b\x24\x75\x47\xdb");
}

// A record has a 12-byte head.
bool StartsAsEvents(std::string_view content) {
  return Contains(content.substr(std::min<size_t>(content.size(), 12), 52),
                  "brain.Event:");
}

bool HoldsGraphsOnly(std::string_view content) {
  const auto is_graph = [](std::string_view graph) {
    const std::string_view node = FirstValue(graph, 1);
    return !FirstValue(node, 1).empty() && !FirstValue(node, 2).empty();
  };
  bool has_graphs = false;
  try {
    WireCursor run_metadata(content);
    while (run_metadata.Next()) {
      const uint32_t field = run_metadata.field();
      if (field != Len(2) && field != Len(3) && field != Len(4) &&
          field != Len(5)) {
        return false;
      }
      const std::string_view value = run_metadata.ClippedView();
      if (field == Len(2) || field == Len(5)) continue;
      const bool is_one = field == Len(3) ? is_graph(value)
                                          : is_graph(FirstValue(value, 1)) ||
                                                is_graph(FirstValue(value, 2));
      if (!is_one) {
        // The last field may be cut short.
        return has_graphs && run_metadata.at() == run_metadata.end();
      }
      has_graphs = true;
    }
  } catch (const protozero::exception&) {
    // The fields before the end of the file count.
  }
  return has_graphs;
}

bool StartsAsHloText(std::string_view content) {
  return content.starts_with("HloModule ");
}

bool StartsAsXlaText(std::string_view content) {
  constexpr std::string_view kBeginnings[] = {
      "; ModuleID = ", "BufferAssignment:\n", "HloLiveRange (",
      "Memory Space: ", "\nTotal bytes used: "};
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](std::string_view beginning) {
                       return content.starts_with(beginning);
                     });
}

bool IsTimeline(std::string_view content) {
  const std::string_view trace = TraceEvents(content);
  // Names of processes: of Timeline and `trace`, then of the views' timelines.
  const std::string_view marks[] = {
      "\"Allocators\"",           " Compute\"",     " Tensors\"", "\"Scope:0\"",
      "\"Op execution threads: ", "\"mem usage on:"};
  return std::any_of(
      std::begin(marks), std::end(marks),
      [&](std::string_view mark) { return Contains(trace, mark); });
}

bool IsProfilerTrace(std::string_view content) {
  const std::string_view trace = TraceEvents(content);
  return Contains(trace, "\"/host:") || Contains(trace, "\"/device:");
}

bool IsChromeTrace(std::string_view content) {
  return !TraceEvents(content).empty();
}

bool IsKerasArchive(std::string_view content) {
  const std::string_view look = content.substr(0, kLook);
  return content.starts_with("\x89HDF\r\n") ||
         (content.starts_with("PK\x03\x04") && Contains(look, "config.json"));
}

bool HoldsKerasMetadata(std::string_view content) {
  try {
    return FirstValue(FirstValue(content, 1), 4).starts_with("_tf_keras_");
  } catch (const protozero::exception&) {
    return false;
  }
}

bool IsTensorFlowLite(std::string_view content) {
  return content.substr(std::min<size_t>(content.size(), 4), 4) == "TFL3";
}

bool IsNsightDatabase(std::string_view content) {
  // The first pages hold the definitions of the tables.
  const std::string_view look = content.substr(0, kLook);
  return StartsAsDatabase(content) &&
         (Contains(look, "CUPTI_ACTIVITY_KIND_") ||
          Contains(look, "TARGET_INFO_SYSTEM_ENV") ||
          Contains(look, "META_DATA_CAPTURE"));
}

bool StartsAsDatabase(std::string_view content) {
  return content.starts_with(std::string_view("SQLite format 3\0", 16));
}

}  // namespace tfprof
