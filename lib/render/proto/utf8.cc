// SPDX-License-Identifier: Apache-2.0
#include "render/proto/utf8.h"

#include <google/protobuf/descriptor.h>
#include <protozero/pbf_reader.hpp>

#include "base/strings.h"
#include "render/proto/proto_writer.h"

namespace tfprof {

namespace {

namespace pb = google::protobuf;

// Protobuf's limit on nesting; damaged messages may nest deeper.
constexpr int kMostNesting = 100;

std::optional<std::string> Mend(std::string_view message,
                                const pb::Descriptor& type, int nesting) {
  std::string out;
  const char* copied = message.data();  // end of the copied part
  bool is_mended = false;
  protozero::pbf_reader reader(message.data(), message.size());
  const auto at = [&] { return reader.data().data(); };
  for (const char* begin = at(); reader.next(); begin = at()) {
    const pb::FieldDescriptor* const field =
        type.FindFieldByNumber(static_cast<int>(reader.tag()));
    const bool has_length =
        reader.wire_type() == protozero::pbf_wire_type::length_delimited;
    if (field == nullptr || !has_length) {
      reader.skip();
      continue;
    }
    const protozero::data_view view = reader.get_view();
    const std::string_view value(view.data(), view.size());
    std::optional<std::string> mended;
    if (field->type() == pb::FieldDescriptor::TYPE_STRING && !IsUtf8(value)) {
      mended = EscapedUtf8(value);
    } else if (field->message_type() != nullptr && nesting < kMostNesting) {
      mended = Mend(value, *field->message_type(), nesting + 1);
    }
    if (!mended) continue;
    is_mended = true;
    out.append(copied, begin);
    AppendHeader(out, static_cast<uint32_t>(field->number()), mended->size());
    out += *mended;
    copied = at();
  }
  if (!is_mended) return std::nullopt;
  out.append(copied, message.data() + message.size());
  return out;
}

}  // namespace

std::optional<std::string> MendedTexts(std::string_view message,
                                       const pb::Descriptor& type) {
  try {
    return Mend(message, type, 0);
  } catch (const protozero::exception&) {
    return std::nullopt;  // groups: no loaded message has them
  }
}

}  // namespace tfprof
