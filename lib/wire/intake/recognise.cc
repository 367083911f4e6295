// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/recognise.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "base/strings.h"
#include "wire/intake/outlines.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// Bounds of the search: enough to meet each kind of field, few enough to be
// instant. Fields per message, fields in all, bytes of a name.
constexpr int kMaxFieldsOfMessage = 24;
constexpr int kMaxFields = 2000;
constexpr size_t kMaxName = 256;

// The distance of a file from an outline: the number of unusual places (an
// unknown field, a missing expected one, a repeated single one, an implausible
// name). Empty if the file cannot be of this kind: a field has an impossible
// type.
using Distance = std::optional<int>;

bool IsName(std::string_view text) {
  const bool is_whole = text.size() <= kMaxName;
  text = text.substr(0, kMaxName);
  // Cutting must not split a character.
  while (!is_whole && !text.empty() && (text.back() & 0x80) != 0) {
    text.remove_suffix(1);
  }
  return Printable(text) == text;
}

// A whole message instead of a name is stronger evidence than an odd name.
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

// The penalty of `text` as a name.
int Unusual(std::string_view text) {
  if (IsName(text)) return 0;
  return StartsAsMessage(text) ? kMessageForName : 1;
}

// Compares a bounded number of fields of a file with an outline. Its depth is
// bounded by the outlines, which are not recursive.
class Comparison {
 public:
  Distance CompareFile(std::string_view bytes,
                       const outline::Message& outline) {
    end_ = bytes.data() + bytes.size();
    if (!Compare(bytes, outline) || known_ == 0) return std::nullopt;
    return unusual_;
  }

  // For the outermost message, after CompareFile().
  bool IsMostlyUnknown() const { return unknown_ > known_; }

  // True if the file is wrong whatever follows, after CompareFile(): a tag or a
  // number is impossible, not merely cut short.
  bool IsDamaged() const { return is_damaged_; }

  // True if most messages that should have a name have one. Random bytes may
  // look like messages, but rarely have names in the right places: one
  // printable name is enough, or several others. If no message should have a
  // name, as in a graph without nodes, everything else must be usual, and there
  // must be a message, not only numbers.
  bool IsLikely() const {
    constexpr int kFew = 3;
    const int all = named_ + oddly_named_ + nameless_;
    if (all == 0) return unusual_ == 0 && has_message_;
    return named_ + oddly_named_ > nameless_ &&
           (named_ > 0 || oddly_named_ >= kFew);
  }

 private:
  // False if `bytes` cannot be this message.
  bool Compare(std::string_view bytes, const outline::Message& outline) {
    uint64_t seen = 0;  // bits by field number; all outlines stay below 64
    const outline::Field* const naming = NameIn(outline);
    std::string_view name;
    int known = 0;
    int unknown = 0;  // unknown fields of bytes
    bool is_whole = false;
    bool has_message = false;
    WireCursor cursor(bytes);
    try {
      for (int i = 0; i < kMaxFieldsOfMessage && ++fields_ < kMaxFields; ++i) {
        is_whole = !cursor.Next();
        if (is_whole) break;
        const outline::Field* field = Find(outline, cursor.field() >> 3);
        if (field == nullptr) {
          ++unusual_;
          if ((cursor.field() & 7) == (Len(0) & 7)) ++unknown;
          cursor.Skip();
          continue;
        }
        ++known;
        const uint64_t bit = uint64_t{1} << field->number;
        if (field->is_single && (seen & bit) != 0) ++unusual_;
        seen |= bit;
        has_message |= field->content == outline::Content::kMessage &&
                       !BytesOf(cursor).empty();
        if (field == naming) name = BytesOf(cursor);
        if (!CompareField(cursor, *field)) return false;
      }
    } catch (const protozero::exception& e) {
      ++unusual_;
      NoteDamage(bytes, e);
    }
    known_ = known;  // at the end, of the outermost message
    unknown_ = unknown;
    has_message_ = has_message;
    if (naming != nullptr) CountName(name, is_whole);
    if (!is_whole) return true;
    if (seen == 0 && !bytes.empty()) return false;
    if (!HasAll(outline, &outline::Field::is_expected, seen)) ++unusual_;
    return HasAll(outline, &outline::Field::is_required, seen);
  }

  // A value that is only cut short together with the file is not damaged.
  void NoteDamage(std::string_view bytes, const protozero::exception& found) {
    const bool is_cut_short =
        dynamic_cast<const protozero::end_of_buffer_exception*>(&found) !=
        nullptr;
    if (!is_cut_short && bytes.data() + bytes.size() == end_) {
      is_damaged_ = true;
    }
  }

  void Walk(std::string_view message) {
    try {
      WireCursor cursor(message);
      for (int i = 0; i < kMaxFieldsOfMessage && cursor.Next(); ++i) {
        cursor.Skip();
      }
    } catch (const protozero::exception& e) {
      NoteDamage(message, e);
    }
  }

  static const outline::Field* Find(const outline::Message& outline,
                                    uint32_t number) {
    for (const outline::Field& field : outline.fields) {
      if (field.number == number) return &field;
    }
    return nullptr;
  }

  // True if all fields of the outline with the flag `is_such` were seen.
  static bool HasAll(const outline::Message& outline,
                     bool outline::Field::*is_such, uint64_t seen) {
    return std::all_of(outline.fields.begin(), outline.fields.end(),
                       [&](const outline::Field& field) {
                         return !(field.*is_such) ||
                                (seen >> field.number & 1) != 0;
                       });
  }

  static std::string_view BytesOf(WireCursor cursor) {
    const bool is_bytes = (cursor.field() & 7) == (Len(0) & 7);
    return is_bytes ? cursor.ClippedView() : std::string_view();
  }

  // The field with the name of a message; null if it has none.
  static const outline::Field* NameIn(const outline::Message& outline) {
    for (const outline::Field& field : outline.fields) {
      if (field.content == outline::Content::kName &&
          (field.is_expected || field.is_required)) {
        return &field;
      }
    }
    return nullptr;
  }

  void CountName(std::string_view name, bool is_whole) {
    if (!name.empty() && IsName(name)) {
      ++named_;
    } else if (!name.empty()) {
      ++oddly_named_;
    } else if (is_whole) {
      ++nameless_;
    }
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
      case outline::Content::kAnyMessage:
        if (is_bytes) Walk(cursor.ClippedView());
        return is_bytes;
      case outline::Content::kMessage:
        return is_bytes && Compare(cursor.ClippedView(), *field.message);
    }
    return false;
  }

  const char* end_ = nullptr;  // of the file
  bool is_damaged_ = false;
  int fields_ = 0;
  int unusual_ = 0;
  int known_ = 0;
  int unknown_ = 0;
  int named_ = 0;  // messages
  int oddly_named_ = 0;
  int nameless_ = 0;
  bool has_message_ = false;
};

// `needs_names` is false if the user named the kind of the file, whose names
// may be missing or follow later.
Distance DistanceOf(const Format& format, std::string_view content,
                    bool needs_names) {
  if (format.outline == nullptr) return std::nullopt;
  Comparison comparison;
  const Distance distance = comparison.CompareFile(content, *format.outline);
  if (needs_names && !comparison.IsLikely()) return std::nullopt;
  // Renderings of a format have more than their outline says.
  const bool is_rendering = !format.original_suffix.empty();
  if (!is_rendering && comparison.IsMostlyUnknown()) return std::nullopt;
  return distance;
}

bool NamesField(const Format& format, std::string_view word) {
  return std::find(format.text_fields.begin(), format.text_fields.end(),
                   word) != format.text_fields.end();
}

const Format* RecogniseText(std::string_view content) {
  const std::string_view word = FirstTextField(content);
  if (word.empty()) return &kEmptyFile;
  for (const Format& format : Formats()) {
    if (NamesField(format, word)) return &format;
  }
  return nullptr;
}

const Format* NearestFormat(std::string_view content, bool needs_names) {
  const Format* nearest = nullptr;
  Distance least;
  for (const Format& format : Formats()) {
    const Distance distance = DistanceOf(format, content, needs_names);
    if (distance && (!least || *distance < *least)) {
      nearest = &format;
      least = distance;
    }
  }
  return nearest;
}

const Format* RecogniseAny(std::string_view content, bool needs_names) {
  if (content.empty()) return &kEmptyFile;
  for (const Format& format : Formats()) {
    if (format.has_sign != nullptr && format.has_sign(content)) return &format;
  }
  if (IsText(content)) return RecogniseText(content);
  if (HasOnlyTextBytes(content)) return nullptr;
  return NearestFormat(content, needs_names);
}

}  // namespace

const Format kEmptyFile = {.words = "empty"};

bool WasConvertedAsText(std::string_view content) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  constexpr size_t kLookedAt = size_t{1} << 16;
  content = content.substr(0, kLookedAt);
  size_t at = content.find(kReplacement);
  for (int more = 2; more > 0 && at != content.npos; --more) {
    at = content.find(kReplacement, at + kReplacement.size());
  }
  return at != content.npos;
}

Failure ConvertedAsText(const std::string& path) {
  return Fail(ErrorCode::kCorrupt,
              "{}: was converted as if it were text (UTF-8); copy it as binary",
              path);
}

const Format* Recognise(std::string_view content) {
  return RecogniseAny(content, true);
}

bool IsWorthReadingOn(std::string_view beginning) {
  const Format* format = RecogniseAny(beginning, false);
  if (format == nullptr) return false;
  const bool is_read = format->read != nullptr || format->unpack != nullptr;
  if (!is_read && format != &kEmptyFile) return format->needs_end;
  if (format->outline == nullptr || IsText(beginning)) return true;
  Comparison comparison;
  comparison.CompareFile(beginning, *format->outline);
  return !comparison.IsDamaged();
}

bool CouldBe(const Format& format, std::string_view content) {
  return CouldBe(format, content, Recognise(content));
}

bool CouldBe(const Format& format, std::string_view content,
             const Format* likely) {
  if (likely == &format || likely == &kEmptyFile) return true;
  if (likely != nullptr && likely->read == nullptr) return false;
  if (IsText(content)) return NamesField(format, FirstTextField(content));
  // A slightly unusual file is possible; one that is far off is not, if another
  // format is close.
  const Distance distance = DistanceOf(format, content, false);
  if (!distance || likely == nullptr) return distance.has_value();
  return *distance <=
         1 + 2 * DistanceOf(*likely, content, false).value_or(*distance);
}

std::string_view WordsOf(const Format* format) {
  return format == nullptr ? "of no known kind" : format->words;
}

}  // namespace tfprof
