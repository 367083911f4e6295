// SPDX-License-Identifier: Apache-2.0
#include "wire/text_format.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <google/protobuf/arena.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
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

// The number of bytes that decide whether a file is text.
constexpr size_t kTextLook = 4096;

bool IsBlankInText(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' ||
         c == '\f';
}

// The text after leading blanks and comments.
std::string_view AfterBlanks(std::string_view text) {
  for (;;) {
    while (!text.empty() && IsBlankInText(text[0])) text.remove_prefix(1);
    if (text.empty() || text[0] != '#') return text;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

// Keeps the first error; later ones follow from it.
class FirstError : public pb::io::ErrorCollector {
 public:
  void AddError(int line, pb::io::ColumnNumber column,
                const std::string& message) override {
    if (text_.has_value()) return;
    text_ = message;
    line_ = line;
    column_ = column;
  }

  int line() const { return line_; }

  // `limits`: the limits, if the error is that they were exceeded.
  Failure AsFailure(const std::string& path, const ReadLimits& limits) const {
    std::string what = text_.value_or("not in text format");
    if (what.find("recursion limit") != std::string::npos) {
      const bool is_most = limits.max_nesting >= ReadLimits::kMostNesting;
      return Fail(ErrorCode::kLimit,
                  "{}: line {}, column {}: nested deeper than {}; {}", path,
                  line_ + 1, column_ + 1, limits.max_nesting,
                  is_most ? "text of greater depth is not read; write the file "
                            "in binary"
                          : "raise --max_nesting to read it");
    }
    if (!what.empty() && what.back() == '.') what.pop_back();
    if (!what.empty()) what[0] = AsciiLower(what.substr(0, 1))[0];
    return Fail(ErrorCode::kCorrupt,
                "{}: line {}, column {}: {}; fix the text or write the file "
                "again",
                path, line_ + 1, column_ + 1, Printable(what));
  }

 private:
  std::optional<std::string> text_;
  int line_ = 0;
  int column_ = 0;
};

// libprotobuf makes the descriptors of a type and of its fields' types on first
// use. If memory runs out meanwhile they stay half made, and the next use
// crashes. So all are made here, by one thread at a time, and after a failure
// none is used again.
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

bool Parse(std::string_view text, TextShape shape, int max_nesting,
           FirstError& error, pb::Message& message) {
  pb::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.SetRecursionLimit(max_nesting);
  parser.AllowPartialMessage(true);
  parser.AllowUnknownField(shape.unknown == UnknownFields::kSkip);
  parser.AllowUnknownExtension(shape.unknown == UnknownFields::kSkip);
  pb::io::ArrayInputStream input(text.data(), static_cast<int>(text.size()));
  return parser.Parse(&input, &message);
}

// Calls `brace(end, depth, is_closing)` after each brace or bracket outside of
// quotes and comments, with the depth after it, until it returns false.
template <typename Brace>
void EachBrace(std::string_view text, Brace brace) {
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
      i = text.find('\n', i);
      if (i == std::string_view::npos) return;
    } else if (c == '{' || c == '<' || c == '[') {
      if (!brace(i + 1, ++depth, false)) return;
    } else if (c == '}' || c == '>' || c == ']') {
      if (!brace(i + 1, --depth, true)) return;
    }
  }
}

// The text up to the last complete record, plus the closing braces of the
// records around it.
std::string WholeRecords(std::string_view text, int record_depth) {
  int depth_there = 0;
  size_t whole = 0;
  EachBrace(text, [&](size_t end, int depth, bool is_closing) {
    if (is_closing && depth <= record_depth) {
      depth_there = depth;
      whole = end;
    }
    return true;
  });
  return std::string(text.substr(0, whole)) +
         std::string(static_cast<size_t>(std::max(depth_there, 0)), '}');
}

// Parses `text` as a message. If it is cut short and that is allowed, parses
// its complete records.
Status ParseText(const Source& source, TextShape shape,
                 Diagnostics& diagnostics, pb::Message& message) {
  const std::string_view text = source.bytes.view();
  const ReadLimits& limits = source.limits;
  FirstError error;
  if (Parse(text, shape, limits.max_nesting, error, message)) return {};
  if (!limits.allow_partial) return error.AsFailure(source.path, limits);
  FirstError again;
  message.Clear();
  if (!Parse(WholeRecords(text, shape.record_depth), shape, limits.max_nesting,
             again, message)) {
    return again.AsFailure(source.path, limits);
  }
  diagnostics.WarnOnce(
      "files cut short",
      fmt::format("{}: cut short in line {}: what follows the last whole "
                  "record before it is lost",
                  source.path, error.line() + 1));
  return {};
}

}  // namespace

std::string_view FirstTextField(std::string_view content) {
  const std::string_view text = AfterBlanks(content.substr(0, kTextLook));
  const size_t size = static_cast<size_t>(
      std::find_if_not(text.begin(), text.end(), IsWordByte) - text.begin());
  return text.substr(0, size);
}

bool HasOnlyTextBytes(std::string_view content) {
  // Writers escape control characters in text.
  const std::string_view look = content.substr(0, kTextLook);
  return std::none_of(look.begin(), look.end(), [](char c) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20;
    return (is_control && !IsBlankInText(c)) || c == 0x7F;
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
                           const pb::Message& type, Diagnostics& diagnostics) {
  const std::string_view text = source.bytes.view();
  if (text.size() > std::numeric_limits<int>::max()) {
    return Fail(ErrorCode::kLimit,
                "{}: text beyond 2 GiB cannot be read; convert it to binary",
                source.path);
  }
  const pb::LogSilencer quiet;  // the library prints errors itself
  MakeDescriptors(type);
  // An arena, because it runs no destructors: if memory runs out, a map may
  // claim more entries than it has, and its destructor would read them.
  pb::Arena arena;
  pb::Message& message = *type.New(&arena);
  TFPROF_RETURN_IF_ERROR(ParseText(source, shape, diagnostics, message));
  const size_t size = message.ByteSizeLong();
  if (size > std::numeric_limits<int>::max()) {
    return Fail(ErrorCode::kLimit, "{}: more than 2 GiB as a message",
                source.path);
  }
  // In one call, since the library's streams do not survive running out of
  // memory.
  std::string binary(size, '\0');
  {
    pb::io::ArrayOutputStream stream(binary.data(), static_cast<int>(size));
    pb::io::CodedOutputStream output(&stream);
    output.SetSerializationDeterministic(true);  // maps have no order
    message.SerializePartialToCodedStream(&output);
  }
  return Bytes(std::move(binary));
}

}  // namespace tfprof
