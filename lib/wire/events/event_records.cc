// SPDX-License-Identifier: Apache-2.0
#include "wire/events/event_records.h"

#include <utility>

#include <fmt/format.h>

#include "base/crc32c.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

constexpr size_t kLength = 8;
constexpr size_t kHead = 12;  // the length and its checksum
constexpr size_t kTail = 4;   // the checksum of the data

uint64_t Little(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

bool IsIntact(std::string_view bytes, std::string_view checksum) {
  Crc32c crc;
  crc.Add(bytes);
  return crc.masked() == Little(checksum);
}

// The first string of a TensorProto.
std::string_view FirstText(std::string_view tensor) {
  WireCursor cursor(tensor);
  while (cursor.Next()) {
    if (cursor.field() == Len(8)) return cursor.View();
    cursor.Skip();
  }
  return {};
}

// True if a RunMetadata has an execution.
bool HasRecords(std::string_view run_metadata) {
  const auto has = [](std::string_view message, uint32_t number,
                      const auto& test) {
    WireCursor cursor(message);
    while (cursor.Next()) {
      if (cursor.field() != Len(number)) {
        cursor.Skip();
      } else if (test(cursor.View())) {
        return true;
      }
    }
    return false;
  };
  return has(run_metadata, 1, [&](std::string_view step_stats) {
    return has(step_stats, 1, [&](std::string_view device) {
      return has(device, 2, [](std::string_view) { return true; });
    });
  });
}

// Adds a RunMetadata as a step, or as graphs that were traced.
void AddRunMetadata(const EventRecords::Tagged& tagged, EventRecords& records) {
  if (HasRecords(tagged.run_metadata)) {
    records.steps.push_back(tagged);
  } else {
    records.graphs.push_back(tagged);
  }
}

// A Summary.Value. Only run metadata of tf.summary.trace_export and Keras is
// read.
void ReadSummaryValue(std::string_view value, int64_t step,
                      EventRecords& records) {
  const std::string_view plugin =
      LastValue(LastValue(LastValue(value, 9), 1), 1);
  const std::string_view graphs =
      plugin == "graph_run_metadata" || plugin == "graph_run_metadata_graph"
          ? FirstText(LastValue(value, 8))
          : std::string_view();
  // Keras writes empty graphs if nothing was traced.
  if (graphs.empty()) {
    ++records.summaries;
    return;
  }
  const EventRecords::Tagged tagged{LastValue(value, 1), step, graphs};
  if (plugin == "graph_run_metadata") return AddRunMetadata(tagged, records);
  records.graphs.push_back(tagged);
}

void ReadEvent(std::string_view event, EventRecords& records) {
  int64_t step = 0;
  std::string_view graph_def, meta_graph_def, tagged, summary;
  WireCursor cursor(event);
  while (cursor.Next()) {
    switch (cursor.field()) {
      case Varint(2):
        step = cursor.Int64();
        break;
      case Len(4):
        graph_def = cursor.View();
        break;
      case Len(5):
        summary = cursor.View();
        break;
      case Len(8):
        tagged = cursor.View();
        break;
      case Len(9):
        meta_graph_def = cursor.View();
        break;
      default:
        cursor.Skip();
    }
  }
  WireCursor values(summary);
  while (values.Next()) {
    if (values.field() == Len(1)) {
      ReadSummaryValue(values.View(), step, records);
    } else {
      values.Skip();
    }
  }
  if (tagged.data() != nullptr) {
    AddRunMetadata({LastValue(tagged, 1), step, LastValue(tagged, 2)}, records);
  }
  if (graph_def.data() != nullptr) records.graph_defs.push_back(graph_def);
  if (meta_graph_def.data() != nullptr) {
    records.meta_graph_defs.push_back(meta_graph_def);
  }
}

// Reads one record; `event` is its data, followed by its checksum.
Status ReadRecord(std::string_view event, std::string_view checksum,
                  EventRecords& records) {
  if (!IsIntact(event, checksum)) {
    return Fail(ErrorCode::kCorrupt, "a record has a wrong checksum");
  }
  try {
    ReadEvent(event, records);
    return {};
  } catch (const protozero::exception& damage) {
    return Fail(ErrorCode::kCorrupt, "a record cannot be decoded: {}",
                DamageText(damage));
  }
}

}  // namespace

Result<EventRecords> ReadEventRecords(const std::string& path,
                                      std::string_view content,
                                      bool allow_partial) {
  EventRecords records;
  for (size_t at = 0; at < content.size();) {
    const std::string_view rest = content.substr(at);
    const std::string place = fmt::format("{}: byte {}: ", path, at);
    const std::string_view length = rest.substr(0, kLength);
    const bool has_head = rest.size() >= kHead;
    if (has_head && !IsIntact(length, rest.substr(kLength, kTail))) {
      const std::string text =
          place +
          "the length of a record has a wrong checksum, so the next record "
          "cannot be found";
      if (!allow_partial) {
        return Fail(ErrorCode::kCorrupt,
                    "{}; --allow_partial reads the records before it", text);
      }
      records.losses.push_back(text);
      break;
    }
    const uint64_t size = Little(length);
    if (!has_head || rest.size() - kHead < kTail ||
        size > rest.size() - kHead - kTail) {
      records.losses.push_back(place + "last record is cut short");
      break;
    }
    const Status status = ReadRecord(rest.substr(kHead, size),
                                     rest.substr(kHead + size, kTail), records);
    if (!status && !allow_partial) {
      return Fail(ErrorCode::kCorrupt,
                  "{}{}; copy the file again, or leave the record out with "
                  "--allow_partial",
                  place, status.error().message);
    }
    if (!status) {
      records.losses.push_back(place + status.error().message +
                               ", so it is left out");
    }
    at += kHead + size + kTail;
  }
  return records;
}

}  // namespace tfprof
