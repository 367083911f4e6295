// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/sniff.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "base/strings.h"
#include "wire/intake/sniff_schema.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// What is looked at: enough to meet each kind of field, little enough to be
// instant. Fields of one message, fields in all, bytes of a name.
constexpr int kMaxFieldsOfMessage = 24;
constexpr int kMaxFields = 2000;
constexpr size_t kMaxName = 256;

// How far a file is from an outline: in how many places it is unusual (an
// unknown field, an expected one missing, a name no person would give). Without
// a number it cannot be of that kind: a field has a type it cannot have.
using Distance = std::optional<int>;

struct Kind {
  FileKind kind;
  std::string_view words;
  const outline::Message* outline;               // of binary files
  std::initializer_list<std::string_view> text;  // top-level fields
};

// In order of preference: of two that are equally near, the first is it.
const Kind kKinds[] = {
    {FileKind::kGraph,
     "a GraphDef",
     &outline::kGraphDef,
     {"node", "library", "versions", "version", "debug_info"}},
    {FileKind::kRunMetadata,
     "a RunMetadata",
     &outline::kRunMetadata,
     {"step_stats", "cost_graph", "partition_graphs", "function_graphs",
      "session_metadata"}},
    {FileKind::kOpLog,
     "an OpLogProto",
     &outline::kOpLogProto,
     {"log_entries", "id_to_string"}},
    {FileKind::kProfile,
     "a ProfileProto",
     &outline::kProfileProto,
     {"nodes", "has_trace", "steps", "id_to_string",
      "miss_accelerator_stream"}},
    {FileKind::kMetaGraph,
     "a MetaGraphDef",
     &outline::kMetaGraphDef,
     {"meta_info_def", "graph_def", "saver_def", "collection_def",
      "signature_def", "asset_file_def", "object_graph_def"}},
    {FileKind::kSavedModel,
     "a SavedModel",
     &outline::kSavedModel,
     {"saved_model_schema_version", "meta_graphs"}},
    {FileKind::kStepStats, "a StepStats", &outline::kStepStats, {"dev_stats"}},
    {FileKind::kCheckpointIndex, "a checkpoint index", nullptr, {}},
    {FileKind::kEventFile, "an event file", nullptr, {}},
    {FileKind::kEmpty, "empty", nullptr, {}},
    {FileKind::kUnknown, "of no known kind", nullptr, {}},
};

bool IsName(std::string_view text) {
  const bool is_whole = text.size() <= kMaxName;
  text = text.substr(0, kMaxName);
  // Cutting must not leave half a character.
  while (!is_whole && !text.empty() && (text.back() & 0x80) != 0) {
    text.remove_suffix(1);
  }
  return Printable(text) == text;
}

// Where a name is expected, a whole message says more than an odd name does.
constexpr int kMessageForName = 10;

bool StartsAsMessage(std::string_view bytes) {
  try {
    WireCursor cursor(bytes);
    for (int i = 0; i < 4 && cursor.Next(); ++i) cursor.Skip();
    return !bytes.empty();
  } catch (const protozero::exception&) {
    return false;
  }
}

// How unusual `text` is as a name.
int Unusual(std::string_view text) {
  if (IsName(text)) return 0;
  return StartsAsMessage(text) ? kMessageForName : 1;
}

// Compares a file with the outline of its message, a bounded number of fields
// far. Depth is bounded by the outlines, which do not recur.
class Comparison {
 public:
  Distance CompareFile(std::string_view bytes,
                       const outline::Message& outline) {
    if (!Compare(bytes, outline) || seen_ == 0) return std::nullopt;
    return unusual_;
  }

 private:
  // False if `bytes` cannot be such a message.
  bool Compare(std::string_view bytes, const outline::Message& outline) {
    uint64_t seen = 0;  // bits by field number; all outlines stay below 64
    bool is_whole = false;
    WireCursor cursor(bytes);
    try {
      for (int i = 0; i < kMaxFieldsOfMessage && ++fields_ < kMaxFields; ++i) {
        is_whole = !cursor.Next();
        if (is_whole) break;
        const outline::Field* field = Find(outline, cursor.field() >> 3);
        if (field == nullptr) {
          ++unusual_;
          cursor.Skip();
          continue;
        }
        seen |= uint64_t{1} << field->number;
        if (!CompareField(cursor, *field)) return false;
      }
    } catch (const protozero::exception&) {
      ++unusual_;  // cut short, or bytes of another kind
    }
    seen_ = seen;  // of the outermost message in the end
    if (is_whole && seen == 0 && !bytes.empty()) return false;
    if (is_whole && !HasExpected(outline, seen)) ++unusual_;
    return true;
  }

  static const outline::Field* Find(const outline::Message& outline,
                                    uint32_t number) {
    for (const outline::Field& field : outline.fields) {
      if (field.number == number) return &field;
    }
    return nullptr;
  }

  static bool HasExpected(const outline::Message& outline, uint64_t seen) {
    return std::all_of(outline.fields.begin(), outline.fields.end(),
                       [&](const outline::Field& field) {
                         return !field.is_expected ||
                                (seen >> field.number & 1) != 0;
                       });
  }

  bool CompareField(WireCursor& cursor, const outline::Field& field) {
    const bool is_number = cursor.field() == Varint(field.number);
    const bool is_bytes = cursor.field() == Len(field.number);
    switch (field.content) {
      case outline::Content::kNumber:
        if (is_number) cursor.Skip();
        return is_number;
      case outline::Content::kNumbers:
        if (is_number || is_bytes) cursor.Skip();
        return is_number || is_bytes;
      case outline::Content::kName:
        if (is_bytes) unusual_ += Unusual(cursor.ClippedView());
        return is_bytes;
      case outline::Content::kAny:
        if (is_bytes) cursor.ClippedView();
        return is_bytes;
      case outline::Content::kMessage:
        return is_bytes && Compare(cursor.ClippedView(), *field.message);
    }
    return false;
  }

  int fields_ = 0;
  int unusual_ = 0;
  uint64_t seen_ = 0;
};

Distance DistanceOf(const Kind& kind, std::string_view content) {
  if (kind.outline == nullptr) return std::nullopt;
  return Comparison().CompareFile(content, *kind.outline);
}

bool NamesField(const Kind& kind, std::string_view word) {
  return std::find(kind.text.begin(), kind.text.end(), word) != kind.text.end();
}

FileKind SniffText(std::string_view content) {
  const std::string_view word = FirstTextField(content);
  if (word.empty()) return FileKind::kEmpty;
  for (const Kind& kind : kKinds) {
    if (NamesField(kind, word)) return kind.kind;
  }
  return FileKind::kUnknown;
}

// The last bytes of every table file, among them both versions of checkpoints.
bool EndsAsTable(std::string_view content) {
  return content.size() > 48 &&
         content.ends_with("\x57\xfb\x80\x8b\x24\x75\x47\xdb");
}

// A record has a 12-byte head, and the first one states the version.
bool StartsAsEvents(std::string_view content) {
  return content.substr(0, 64).find("brain.Event:", 12) !=
         std::string_view::npos;
}

}  // namespace

FileKind Sniff(std::string_view content) {
  if (content.empty()) return FileKind::kEmpty;
  if (EndsAsTable(content)) return FileKind::kCheckpointIndex;
  if (StartsAsEvents(content)) return FileKind::kEventFile;
  if (IsText(content)) return SniffText(content);
  if (HasOnlyTextBytes(content)) return FileKind::kUnknown;
  FileKind best = FileKind::kUnknown;
  Distance least;
  for (const Kind& kind : kKinds) {
    const Distance distance = DistanceOf(kind, content);
    if (distance && (!least || *distance < *least)) {
      best = kind.kind;
      least = distance;
    }
  }
  return best;
}

bool CouldBe(FileKind kind, std::string_view content) {
  const FileKind likely = Sniff(content);
  if (likely == kind || likely == FileKind::kEmpty) return true;
  const Kind* const row = std::find_if(
      std::begin(kKinds), std::end(kKinds),
      [&](const Kind& candidate) { return candidate.kind == kind; });
  if (IsText(content)) return NamesField(*row, FirstTextField(content));
  // A little unusual is still possible; far from it, next to a kind that is
  // near, is another kind.
  const auto nearest =
      std::find_if(std::begin(kKinds), std::end(kKinds),
                   [&](const Kind& other) { return other.kind == likely; });
  const Distance distance = DistanceOf(*row, content);
  return distance &&
         *distance <= 1 + 2 * DistanceOf(*nearest, content).value_or(*distance);
}

std::string_view KindWords(FileKind kind) {
  for (const Kind& row : kKinds) {
    if (row.kind == kind) return row.words;
  }
  return "of no known kind";
}

}  // namespace tfprof
