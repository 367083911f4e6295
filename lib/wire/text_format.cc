// SPDX-License-Identifier: Apache-2.0
#include "wire/text_format.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
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
#include <protozero/types.hpp>
#include <protozero/varint.hpp>

#include "base/strings.h"
#include "wire/text_pieces.h"

namespace tfprof {

namespace {

namespace pb = google::protobuf;

// The number of bytes that decide whether a file is text.
constexpr size_t kTextLook = 4096;
// The nesting depth up to which large records are parsed in pieces: each level
// searches the record for its own large records.
constexpr int kMostLevels = 8;

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
  // Sets the position of the next parsed piece, which follows `text`.
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
  int lines_before_ = 0;
  int columns_before_ = 0;
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
  // A piece may be the key of a map's entry without its value.
  parser.AllowPartialMessage(true);
  parser.AllowUnknownField(shape.unknown == UnknownFields::kSkip);
  parser.AllowUnknownExtension(shape.unknown == UnknownFields::kSkip);
  pb::io::ArrayInputStream input(text.data(), static_cast<int>(text.size()));
  return parser.Parse(&input, &message);
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

// The field of the record, or null if the record is parsed whole.
const pb::FieldDescriptor* FieldOf(const LargeRecord& record,
                                   const pb::Message& message) {
  const pb::FieldDescriptor* const field =
      message.GetDescriptor()->FindFieldByName(std::string(record.name));
  const bool is_cut = field != nullptr && field->message_type() != nullptr &&
                      field->message_type()->well_known_type() ==
                          pb::Descriptor::WELLKNOWNTYPE_UNSPECIFIED;
  return is_cut ? field : nullptr;
}

// Parses a text in pieces, and large records within it as well. Fields are
// written in the order of the text.
class TextParser {
 public:
  TextParser(const Source& source, TextShape shape, Diagnostics& diagnostics)
      : source_(source), shape_(shape), diagnostics_(diagnostics) {}

  // Appends to `binary` the content of `text`, which belongs to a message like
  // `type` inside `level` others.
  Status Add(std::string_view text, int level, const pb::Message& type,
             std::string& binary);

 private:
  // Numbers of singular fields that were already set; a oneof is a negative
  // number.
  using Given = std::set<int>;
  using Fields = std::vector<const pb::FieldDescriptor*>;

  Status AddLarge(const LargeRecord& record, const pb::FieldDescriptor& field,
                  int level, const pb::Message& type, std::string& binary);
  Status ParsePiece(std::string_view piece, std::string_view rest, int level,
                    pb::Message& message);
  Status Give(const pb::FieldDescriptor& field, Given& given) const;
  Status Append(const pb::Message& message, const Fields& fields,
                std::string& binary) const;

  // Sets the position of the next parsed piece.
  void StandAt(const char* at) {
    error_.StandBehind({at_, static_cast<size_t>(at - at_)});
    at_ = at;
  }

  const Source& source_;
  const TextShape shape_;
  Diagnostics& diagnostics_;
  FirstError error_;
  const char* at_ = source_.bytes.view().data();
  bool is_cut_short_ = false;
};

Status TextParser::Add(std::string_view text, int level,
                       const pb::Message& type, std::string& binary) {
  Given given;
  while (!text.empty() && !is_cut_short_) {
    std::string_view piece = FirstPiece(text);
    const std::string_view behind = text.substr(piece.size());
    const auto large = level < kMostLevels && !source_.limits.allow_partial
                           ? LargeRecordOf(piece)
                           : std::nullopt;
    const pb::FieldDescriptor* const field =
        large ? FieldOf(*large, type) : nullptr;
    if (field != nullptr) piece = large->before;
    StandAt(piece.data());
    // An arena, because it runs no destructors: if memory runs out, a map may
    // claim more entries than it has, and its destructor would read them.
    pb::Arena arena;
    pb::Message& message = *type.New(&arena);
    TFPROF_RETURN_IF_ERROR(ParsePiece(piece, text, level, message));
    StandAt(piece.data() + piece.size());
    Fields fields;
    message.GetReflection()->ListFields(message, &fields);
    for (const pb::FieldDescriptor* of_piece : fields) {
      TFPROF_RETURN_IF_ERROR(Give(*of_piece, given));
    }
    TFPROF_RETURN_IF_ERROR(Append(message, fields, binary));
    if (field != nullptr) {
      TFPROF_RETURN_IF_ERROR(Give(*field, given));
      TFPROF_RETURN_IF_ERROR(AddLarge(*large, *field, level, type, binary));
    }
    text = behind;
  }
  return {};
}

Status TextParser::AddLarge(const LargeRecord& record,
                            const pb::FieldDescriptor& field, int level,
                            const pb::Message& type, std::string& binary) {
  const pb::Message* const part =
      type.GetReflection()->GetMessageFactory()->GetPrototype(
          field.message_type());
  std::string body;
  TFPROF_RETURN_IF_ERROR(Add(record.body, level + 1, *part, body));
  const auto tag = static_cast<uint32_t>(field.number()) << 3 |
                   static_cast<uint32_t>(
                       protozero::pbf_wire_type::length_delimited);
  protozero::write_varint(std::back_inserter(binary), tag);
  protozero::write_varint(std::back_inserter(binary), body.size());
  binary += body;
  return {};
}

// `rest`: the text from there on; its complete records are parsed if it is cut
// short.
Status TextParser::ParsePiece(std::string_view piece, std::string_view rest,
                              int level, pb::Message& message) {
  const ReadLimits& limits = source_.limits;
  if (Parse(piece, shape_, limits.max_nesting - level, error_, message)) {
    return {};
  }
  if (!limits.allow_partial) return error_.AsFailure(source_.path, limits);
  is_cut_short_ = true;
  FirstError again;
  const std::string_view text = source_.bytes.view();
  again.StandBehind(text.substr(0, text.size() - rest.size()));
  message.Clear();
  if (!Parse(WholeRecords(rest, shape_.record_depth), shape_,
             limits.max_nesting, again, message)) {
    return again.AsFailure(source_.path, limits);
  }
  diagnostics_.WarnOnce(
      "files cut short",
      fmt::format("{}: cut short in line {}: everything after the last "
                  "complete record before it is lost",
                  source_.path, error_.line() + 1));
  return {};
}

Status TextParser::Give(const pb::FieldDescriptor& field, Given& given) const {
  if (field.is_repeated()) return {};
  const pb::OneofDescriptor* const oneof = field.real_containing_oneof();
  const int key = oneof == nullptr ? field.number() : -1 - oneof->index();
  if (given.insert(key).second) return {};
  return Fail(ErrorCode::kCorrupt,
              "{}: \"{}\" occurs more than once before line {}; fix the text "
              "or write the file again",
              source_.path, oneof == nullptr ? field.name() : oneof->name(),
              error_.lines_before() + 1);
}

// `fields`: the fields that the message has.
Status TextParser::Append(const pb::Message& message, const Fields& fields,
                          std::string& binary) const {
  if (fields.empty()) return {};
  const size_t size = message.ByteSizeLong();
  if (size > std::numeric_limits<int>::max()) {
    return Fail(ErrorCode::kLimit, "{}: more than 2 GiB as a message",
                source_.path);
  }
  // In one call, since the library's streams do not survive running out of
  // memory.
  const size_t before = binary.size();
  binary.resize(before + size);
  {
    pb::io::ArrayOutputStream stream(binary.data() + before,
                                     static_cast<int>(size));
    pb::io::CodedOutputStream output(&stream);
    output.SetSerializationDeterministic(true);  // maps have no order
    message.SerializePartialToCodedStream(&output);
  }
  if (!message.GetDescriptor()->options().map_entry() || fields.size() == 2) {
    return {};
  }
  // A map entry writes both of its fields, using two bytes for an empty one,
  // even if another piece has the other field.
  const bool has_key = fields[0]->number() == 1;
  binary.erase(has_key ? binary.size() - 2 : before, 2);
  return {};
}

}  // namespace

std::string_view FirstTextField(std::string_view content) {
  const std::string_view text = AfterBlanks(content.substr(0, kTextLook));
  const size_t size = static_cast<size_t>(
      std::find_if_not(text.begin(), text.end(), IsWordPart) - text.begin());
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
  std::string binary;
  TFPROF_RETURN_IF_ERROR(
      TextParser(source, shape, diagnostics).Add(text, 0, type, binary));
  return Bytes(std::move(binary));
}

}  // namespace tfprof
