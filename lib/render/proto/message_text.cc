// SPDX-License-Identifier: Apache-2.0
#include "render/proto/message_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <google/protobuf/arena.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>
#include <protozero/pbf_reader.hpp>

#include "base/strings.h"
#include "render/proto/proto_writer.h"
#include "render/proto/utf8.h"

namespace tfprof {

namespace {

namespace pb = google::protobuf;
using protozero::pbf_wire_type;

// Shorter messages are parsed whole; pieces have about this many bytes.
constexpr size_t kPiece = size_t{1} << 16;

// An encoded field of a message.
struct Record {
  // null if the type has no such field
  const pb::FieldDescriptor* field = nullptr;
  std::string_view all;
  std::string_view value;  // the bytes of a length-delimited field
};

pbf_wire_type WireTypeOf(const pb::FieldDescriptor& field) {
  switch (field.type()) {
    case pb::FieldDescriptor::TYPE_DOUBLE:
    case pb::FieldDescriptor::TYPE_FIXED64:
    case pb::FieldDescriptor::TYPE_SFIXED64:
      return pbf_wire_type::fixed64;
    case pb::FieldDescriptor::TYPE_FLOAT:
    case pb::FieldDescriptor::TYPE_FIXED32:
    case pb::FieldDescriptor::TYPE_SFIXED32:
      return pbf_wire_type::fixed32;
    case pb::FieldDescriptor::TYPE_STRING:
    case pb::FieldDescriptor::TYPE_BYTES:
    case pb::FieldDescriptor::TYPE_MESSAGE:
      return pbf_wire_type::length_delimited;
    default:
      return pbf_wire_type::varint;
  }
}

bool IsPacked(const Record& record) {
  return record.value.data() != nullptr && record.field->is_packable();
}

// Calls `take` with each record. Throws protozero's exceptions.
template <typename Take>
void ForEachRecord(std::string_view message, const pb::Descriptor& type,
                   const Take& take) {
  protozero::pbf_reader reader(message.data(), message.size());
  for (const char* begin = message.data(); reader.next();
       begin = reader.data().data()) {
    Record record;
    record.field = type.FindFieldByNumber(static_cast<int>(reader.tag()));
    const pbf_wire_type wire = reader.wire_type();
    if (wire == pbf_wire_type::length_delimited) {
      const protozero::data_view value = reader.get_view();
      record.value = {value.data(), value.size()};
    } else {
      reader.skip();
    }
    record.all = {begin, reader.data().data()};
    // A value with another wire type does not belong to the field.
    if (record.field != nullptr && wire != WireTypeOf(*record.field) &&
        !IsPacked(record)) {
      record.field = nullptr;
    }
    if (!take(record)) return;
  }
}

// The size of the longest prefix of a packed field that fits into a piece
// without cutting a number.
size_t SizeOfPiece(const pb::FieldDescriptor& field, std::string_view packed) {
  size_t size = std::min(packed.size(), kPiece);
  if (WireTypeOf(field) != pbf_wire_type::varint) return size;
  while (size < packed.size() && (packed[size - 1] & 0x80) != 0) ++size;
  return size;
}

// A decoded map entry.
struct Entry {
  std::string_view key;
  uint64_t number = 0;  // a key that is one
  std::string value;    // for a message, all of its parts merged

  // REQUIRES: the bytes are a record of a map. Throws protozero's exceptions.
  static Entry Of(std::string_view bytes, const pb::FieldDescriptor& map,
                  bool with_value) {
    const pb::Descriptor& type = *map.message_type();
    protozero::pbf_reader reader(bytes.data(), bytes.size());
    reader.next();
    const protozero::data_view inside = reader.get_view();
    Entry entry;
    ForEachRecord({inside.data(), inside.size()}, type,
                  [&](const Record& record) {
                    if (record.field == type.map_value() && with_value) {
                      entry.value += record.value;
                    }
                    if (record.field != type.map_key()) return true;
                    entry.key = record.value;
                    if (entry.key.data() == nullptr) {
                      protozero::pbf_reader key(record.all.data(),
                                                record.all.size());
                      key.next();
                      entry.number = key.get_uint64();
                    }
                    return true;
                  });
    return entry;
  }
};

}  // namespace

// Collects records of a message into pieces, one field after the other.
class MessageText::Pieces {
 public:
  // Throws protozero's exceptions.
  Pieces(MessageText& text, std::string_view message,
         const pb::Descriptor& type, int indent)
      : text_(text), message_(message), type_(type), indent_(indent) {
    ForEachRecord(message, type, [&](const Record& record) {
      numbers_.insert(NumberOf(record.field));
      const auto* const choice =
          record.field == nullptr ? nullptr : record.field->containing_oneof();
      if (choice == nullptr) return true;
      auto& [field, begin] = chosen_[choice];
      if (field != record.field) begin = record.all.data();
      field = record.field;
      return true;
    });
  }

  // True if the message has a record of the field; null stands for unknown
  // fields.
  bool Has(const Field* field) const {
    return numbers_.contains(NumberOf(field));
  }

  // Calls `take` with each record of a field, until it returns false. In a
  // oneof only the last field set counts.
  template <typename Take>
  void ForEach(const Field* field, const Take& take) const {
    const char* begin = message_.data();
    if (field != nullptr && field->containing_oneof() != nullptr) {
      const auto& [chosen, since] = chosen_.at(field->containing_oneof());
      if (chosen != field) return;
      begin = since;
    }
    ForEachRecord({begin, message_.data() + message_.size()}, type_,
                  [&](const Record& record) {
                    return record.field != field || take(record);
                  });
  }

  // Adds a record to the current piece, and writes the piece if it is long
  // enough.
  Status Add(std::string_view record) {
    piece_ += record;
    return piece_.size() < kPiece ? Status() : Flush();
  }

  Status Flush() {
    if (piece_.empty()) return {};
    Status status = text_.WriteWhole(piece_, type_, indent_);
    piece_.clear();
    return status;
  }

  int indent() const { return indent_; }

 private:
  static int NumberOf(const Field* field) {
    return field == nullptr ? 0 : field->number();
  }

  MessageText& text_;
  const std::string_view message_;
  const pb::Descriptor& type_;
  const int indent_;
  std::set<int> numbers_;
  // By oneof: the last field set, and where it begins.
  std::map<const pb::OneofDescriptor*, std::pair<const Field*, const char*>>
      chosen_;
  std::string piece_;
};

Status MessageText::Write(std::string_view message, const pb::Descriptor& type,
                          int indent) {
  const auto mended = MendedTexts(message, type);
  return WriteMessage(mended ? *mended : message, type, indent);
}

// The order of TextFormat: fields by number, then unknown fields.
Status MessageText::WriteMessage(std::string_view message,
                                 const pb::Descriptor& type, int indent) try {
  if (message.size() <= kPiece) return WriteWhole(message, type, indent);
  std::vector<const Field*> fields;
  for (int i = 0; i < type.field_count(); ++i) fields.push_back(type.field(i));
  std::sort(fields.begin(), fields.end(), [](const Field* a, const Field* b) {
    return a->number() < b->number();
  });
  fields.push_back(nullptr);
  Pieces pieces(*this, message, type, indent);
  for (const Field* const field : fields) {
    if (!pieces.Has(field)) continue;
    if (field == nullptr) {
      Status status;
      pieces.ForEach(field, [&](const Record& record) {
        status = pieces.Add(record.all);
        return status.has_value();
      });
      TFPROF_RETURN_IF_ERROR(status);
    } else if (field->is_map()) {
      TFPROF_RETURN_IF_ERROR(WriteMap(*field, pieces));
    } else if (field->is_repeated()) {
      TFPROF_RETURN_IF_ERROR(WriteRepeated(*field, pieces));
    } else {
      TFPROF_RETURN_IF_ERROR(WriteSingle(*field, pieces));
    }
    TFPROF_RETURN_IF_ERROR(pieces.Flush());
  }
  return {};
} catch (const protozero::exception&) {
  return WriteWhole(message, type, indent);  // which reports the error
}

Status MessageText::WriteWhole(std::string_view message,
                               const pb::Descriptor& type, int indent) {
  pb::Arena arena;  // as in TextToBinary
  pb::Message* const parsed =
      pb::MessageFactory::generated_factory()->GetPrototype(&type)->New(&arena);
  if (!parsed->ParseFromArray(message.data(),
                              static_cast<int>(message.size()))) {
    return Fail(ErrorCode::kCorrupt, "a part of the graph does not parse");
  }
  pb::TextFormat::Printer printer;
  printer.SetInitialIndentLevel(indent);
  // A separate string, since the printer clears all capacity of its target.
  std::string text;
  if (!printer.PrintToString(*parsed, &text)) {
    return Fail(ErrorCode::kInternal, "a part of the graph does not print");
  }
  out_.text() += text;
  return out_.Drain();
}

Status MessageText::WriteNamed(const Field& field, std::string_view message,
                               int indent) {
  const std::string blanks(2 * static_cast<size_t>(indent), ' ');
  out_.text() += blanks + field.name() + " {\n";
  TFPROF_RETURN_IF_ERROR(
      WriteMessage(message, *field.message_type(), indent + 1));
  out_.text() += blanks + "}\n";
  return {};
}

Status MessageText::WriteText(const Field& field, std::string_view text,
                              int indent) {
  out_.text() += std::string(2 * static_cast<size_t>(indent), ' ') +
                 field.name() + ": \"";
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kPiece))) {
    out_.text() += CEscaped(text.substr(0, kPiece));
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  out_.text() += "\"\n";
  return {};
}

// The last of several entries with one key counts; entries are written by key.
Status MessageText::WriteMap(const Field& field, Pieces& pieces) {
  std::vector<std::string_view> entries;
  pieces.ForEach(&field, [&](const Record& record) {
    entries.push_back(record.all);
    return true;
  });
  const auto key_of = [&](std::string_view bytes) {
    const Entry entry = Entry::Of(bytes, field, false);
    return std::pair(entry.key, entry.number);
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](std::string_view a, std::string_view b) {
                     return key_of(a) < key_of(b);
                   });
  for (size_t i = 0; i < entries.size(); ++i) {
    const std::string_view bytes = entries[i];
    const bool is_last =
        i + 1 == entries.size() || key_of(bytes) != key_of(entries[i + 1]);
    if (!is_last) continue;
    const pb::Descriptor& type = *field.message_type();
    const bool has_message = type.map_value()->message_type() != nullptr &&
                             type.map_key()->type() == Field::TYPE_STRING;
    if (bytes.size() <= kPiece || !has_message) {
      TFPROF_RETURN_IF_ERROR(pieces.Add(bytes));
      continue;
    }
    TFPROF_RETURN_IF_ERROR(pieces.Flush());
    const Entry entry = Entry::Of(bytes, field, true);
    const std::string blanks(2 * static_cast<size_t>(pieces.indent()), ' ');
    out_.text() += blanks + field.name() + " {\n";
    const int inside = pieces.indent() + 1;
    TFPROF_RETURN_IF_ERROR(WriteText(*type.map_key(), entry.key, inside));
    TFPROF_RETURN_IF_ERROR(WriteNamed(*type.map_value(), entry.value, inside));
    out_.text() += blanks + "}\n";
  }
  return {};
}

Status MessageText::WriteRepeated(const Field& field, Pieces& pieces) {
  Status status;
  pieces.ForEach(&field, [&](const Record& record) {
    if (record.all.size() <= kPiece) {
      status = pieces.Add(record.all);
    } else if (field.message_type() != nullptr) {
      status = pieces.Flush();
      if (status) status = WriteNamed(field, record.value, pieces.indent());
    } else if (IsPacked(record)) {
      for (std::string_view rest = record.value; status && !rest.empty();) {
        const std::string_view part = rest.substr(0, SizeOfPiece(field, rest));
        rest.remove_prefix(part.size());
        std::string piece;
        AppendHeader(piece, static_cast<uint32_t>(field.number()), part.size());
        status = pieces.Add(piece += part);
      }
    } else {
      status = pieces.Flush();
      if (status) status = WriteText(field, record.value, pieces.indent());
    }
    return status.has_value();
  });
  return status;
}

// Parts of a message are merged; of other fields the last one counts.
Status MessageText::WriteSingle(const Field& field, Pieces& pieces) {
  if (field.message_type() == nullptr) {
    Record last;
    pieces.ForEach(&field, [&](const Record& record) {
      last = record;
      return true;
    });
    return last.all.size() <= kPiece
               ? pieces.Add(last.all)
               : WriteText(field, last.value, pieces.indent());
  }
  std::string merged;
  std::string_view message;
  bool has_one = false;
  pieces.ForEach(&field, [&](const Record& record) {
    if (has_one && merged.empty()) merged = message;
    has_one ? void(merged += record.value) : void(message = record.value);
    has_one = true;
    return true;
  });
  if (!has_one) return {};
  return WriteNamed(field, merged.empty() ? message : merged, pieces.indent());
}

}  // namespace tfprof
