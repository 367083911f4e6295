// SPDX-License-Identifier: Apache-2.0
#include "wire/text_format.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include "base/strings.h"

namespace tfprof {

namespace {

namespace pb = google::protobuf;

// How much of a file decides whether it is text.
constexpr size_t kTextLook = 4096;
// How much is parsed at a time: generated classes take many times the memory of
// their text.
constexpr size_t kPieceBytes = size_t{1} << 18;

bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' ||
         c == '\f';
}

bool IsWordPart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

// What follows the blanks and comments at the start.
std::string_view AfterBlanks(std::string_view text) {
  for (;;) {
    while (!text.empty() && IsBlank(text[0])) text.remove_prefix(1);
    if (text.empty() || text[0] != '#') return text;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

// Keeps the first complaint; the others follow from it.
class FirstError : public pb::io::ErrorCollector {
 public:
  // Of what is parsed next, which stands behind `text`.
  void StandBehind(std::string_view text) {
    const size_t line = text.rfind('\n') + 1;  // 0 if there is none
    lines_before_ +=
        static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    if (line > 0) columns_before_ = 0;
    columns_before_ += static_cast<int>(text.size() - line);
  }

  void AddError(int line, pb::io::ColumnNumber column,
                const std::string& message) override {
    if (text_.has_value()) return;
    text_ = message;
    line_ = lines_before_ + line;
    column_ = column + (line == 0 ? columns_before_ : 0);
  }

  int line() const { return line_; }

  int lines_before() const { return lines_before_; }

  // `limits` are those that were exceeded, if that is what is wrong.
  Failure AsFailure(const std::string& path, const ReadLimits& limits) const {
    std::string what = text_.value_or("not in text format");
    if (what.find("recursion limit") != std::string::npos) {
      const bool is_most = limits.max_nesting >= ReadLimits::kMostNesting;
      return Fail(ErrorCode::kLimit,
                  "{}: line {}, column {}: nested deeper than {}; {}", path,
                  line_ + 1, column_ + 1, limits.max_nesting,
                  is_most ? "no text is read deeper, write the file in binary"
                          : "raise --max_nesting to read it");
    }
    if (!what.empty() && what.back() == '.') what.pop_back();
    if (!what.empty()) what[0] = AsciiLower(what.substr(0, 1))[0];
    return Fail(ErrorCode::kCorrupt,
                "{}: line {}, column {}: {}; mend the text or write the file "
                "again",
                path, line_ + 1, column_ + 1, Printable(what));
  }

 private:
  std::optional<std::string> text_;
  int line_ = 0;
  int column_ = 0;
  int lines_before_ = 0;
  int columns_before_ = 0;
};

// libprotobuf makes the descriptors of a type, and of the types of its fields,
// when they are first used. If memory ends meanwhile they are left half made,
// and whoever uses them next crashes. So all are made here, by one thread at a
// time, and after a failure none is used again.
void MakeDescriptors(const pb::Message& message) {
  static std::mutex mutex;
  static bool are_broken = false;
  const std::lock_guard lock(mutex);
  if (are_broken) throw std::bad_alloc();
  are_broken = true;
  std::set<const pb::Descriptor*> made = {message.GetDescriptor()};
  std::vector<const pb::Descriptor*> open(made.begin(), made.end());
  while (!open.empty()) {
    const pb::Descriptor* const type = open.back();
    open.pop_back();
    message.GetReflection()
        ->GetMessageFactory()
        ->GetPrototype(type)
        ->GetReflection();
    for (int i = 0; i < type->field_count(); ++i) {
      const pb::FieldDescriptor* const field = type->field(i);
      (void)field->enum_type();
      const pb::Descriptor* const part = field->message_type();
      if (part != nullptr && made.insert(part).second) open.push_back(part);
    }
  }
  are_broken = false;
}

bool Parse(std::string_view text, TextShape shape, const ReadLimits& limits,
           FirstError& error, pb::Message& message) {
  pb::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.SetRecursionLimit(limits.max_nesting);
  parser.AllowUnknownField(shape.unknown == UnknownFields::kSkip);
  parser.AllowUnknownExtension(shape.unknown == UnknownFields::kSkip);
  pb::io::ArrayInputStream input(text.data(), static_cast<int>(text.size()));
  return parser.Parse(&input, &message);
}

// Calls `closed(end, depth)` behind each brace that closes something, with the
// depth it leads to, until that returns false.
template <typename Closed>
void EachClosingBrace(std::string_view text, Closed closed) {
  int depth = 0;
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == '\\') {
        ++i;
      } else if (c == quote || c == '\n') {
        quote = '\0';
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
    } else if (c == '{' || c == '<' || c == '[') {
      ++depth;
    } else if (c == '}' || c == '>' || c == ']') {
      if (!closed(i + 1, --depth)) return;
    }
  }
}

// The text up to the last record that has its closing brace, and the braces
// that close what it lies in.
std::string WholeRecords(std::string_view text, int record_depth) {
  int depth_there = 0;
  size_t whole = 0;
  EachClosingBrace(text, [&](size_t end, int depth) {
    if (depth <= record_depth) {
      depth_there = depth;
      whole = end;
    }
    return true;
  });
  return std::string(text.substr(0, whole)) +
         std::string(static_cast<size_t>(std::max(depth_there, 0)), '}');
}

// Whether what is written of pieces of a text is what is written of the whole:
// the entries of a map are sorted.
bool CanBeParsedInPieces(const pb::Descriptor& type) {
  for (int i = 0; i < type.field_count(); ++i) {
    if (type.field(i)->is_map()) return false;
  }
  return true;
}

// Where the first piece of a text ends: behind a record and what separates it
// from the next one.
size_t PieceEnd(std::string_view text) {
  if (text.size() <= kPieceBytes) return text.size();
  size_t piece = text.size();
  EachClosingBrace(text, [&](size_t end, int depth) {
    if (depth != 0) return true;
    piece = end;
    return end < kPieceBytes;
  });
  while (piece < text.size() && IsBlank(text[piece])) ++piece;
  if (piece < text.size() && (text[piece] == ',' || text[piece] == ';')) {
    ++piece;
  }
  return piece;
}

// The fields of `message` that are there and cannot be there again.
std::vector<const pb::FieldDescriptor*> SingleFields(
    const pb::Message& message) {
  std::vector<const pb::FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  std::erase_if(fields, [](const pb::FieldDescriptor* field) {
    return field->is_repeated();
  });
  return fields;
}

// Adds what `message` holds to `binary`; false if it is too large.
bool Append(const pb::Message& message, std::string& binary) {
  if (message.ByteSizeLong() > std::numeric_limits<int>::max()) return false;
  pb::io::StringOutputStream stream(&binary);
  pb::io::CodedOutputStream output(&stream);
  output.SetSerializationDeterministic(true);  // maps have no order
  return message.SerializeToCodedStream(&output);
}

}  // namespace

std::string_view FirstTextField(std::string_view content) {
  const std::string_view text = AfterBlanks(content.substr(0, kTextLook));
  const size_t size = static_cast<size_t>(
      std::find_if_not(text.begin(), text.end(), IsWordPart) - text.begin());
  return text.substr(0, size);
}

bool HasOnlyTextBytes(std::string_view content) {
  // Text escapes control characters wherever they are meant.
  const std::string_view look = content.substr(0, kTextLook);
  return std::none_of(look.begin(), look.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && !IsBlank(c)) || c == 0x7F;
  });
}

bool IsText(std::string_view content) {
  const std::string_view look = content.substr(0, kTextLook);
  if (look.empty() || !HasOnlyTextBytes(look)) return false;
  std::string_view rest = AfterBlanks(look);
  if (rest.empty()) return true;
  const std::string_view word = FirstTextField(look);
  rest = AfterBlanks(rest.substr(word.size()));
  return !word.empty() && !rest.empty() &&
         (rest[0] == ':' || rest[0] == '{' || rest[0] == '<');
}

Result<Bytes> TextToBinary(const Source& source, TextShape shape,
                           pb::Message& message, Diagnostics& diagnostics) {
  const std::string_view text = source.bytes.view();
  if (text.size() > std::numeric_limits<int>::max()) {
    return Fail(ErrorCode::kLimit,
                "{}: text beyond 2 GiB cannot be read; convert it to binary",
                source.path);
  }
  const pb::LogSilencer quiet;  // the library would print on its own
  MakeDescriptors(message);
  FirstError error;
  std::string binary;
  std::set<int> given;  // fields that may be given once
  const bool is_cut = CanBeParsedInPieces(*message.GetDescriptor());
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view piece =
        rest.substr(0, is_cut ? PieceEnd(rest) : rest.size());
    message.Clear();
    if (!Parse(piece, shape, source.limits, error, message)) {
      if (!source.limits.allow_partial) {
        return error.AsFailure(source.path, source.limits);
      }
      FirstError again;
      again.StandBehind(text.substr(0, text.size() - rest.size()));
      message.Clear();
      if (!Parse(WholeRecords(rest, shape.record_depth), shape, source.limits,
                 again, message)) {
        return again.AsFailure(source.path, source.limits);
      }
      diagnostics.WarnOnce(
          "files cut short",
          fmt::format("{}: cut short in line {}: what follows the "
                      "last whole record before it is lost",
                      source.path, error.line() + 1));
      rest = {};
    } else {
      error.StandBehind(piece);
      rest.remove_prefix(piece.size());
    }
    for (const pb::FieldDescriptor* field : SingleFields(message)) {
      if (!given.insert(field->number()).second) {
        return Fail(ErrorCode::kCorrupt,
                    "{}: \"{}\" is there more than once before line {}; mend "
                    "the text or write the file again",
                    source.path, field->name(), error.lines_before() + 1);
      }
    }
    if (!Append(message, binary)) {
      return Fail(ErrorCode::kLimit, "{}: more than 2 GiB as a message",
                  source.path);
    }
  }
  return Bytes(std::move(binary));
}

}  // namespace tfprof
