// SPDX-License-Identifier: Apache-2.0
#include "render/proto/tensor_description.h"

#include <cstdint>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <protozero/pbf_reader.hpp>

#include "model/dtype.h"

namespace tfprof {

namespace {

// The type of a message field.
enum class Form : uint8_t { kType, kInt, kUint, kBool, kText, kMessage };

struct FieldInfo {
  uint32_t number;
  Form form;
  std::string_view name;
  std::span<const FieldInfo> fields = {};
  bool is_repeated = false;
};

constexpr FieldInfo kDim[] = {{1, Form::kInt, "size"},
                              {2, Form::kText, "name"}};
constexpr FieldInfo kShape[] = {{2, Form::kMessage, "dim", kDim, true},
                                {3, Form::kBool, "unknown_rank"}};
constexpr FieldInfo kAllocation[] = {{1, Form::kInt, "requested_bytes"},
                                     {2, Form::kInt, "allocated_bytes"},
                                     {3, Form::kText, "allocator_name"},
                                     {4, Form::kInt, "allocation_id"},
                                     {5, Form::kBool, "has_single_reference"},
                                     {6, Form::kUint, "ptr"}};
constexpr FieldInfo kTensor[] = {
    {1, Form::kType, "dtype"},
    {2, Form::kMessage, "shape", kShape},
    {4, Form::kMessage, "allocation_description", kAllocation}};

std::string ProtoEscaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr std::string_view kLetters = "\n\r\t'\\";
    constexpr std::string_view kEscapes = "nrt'\\";
    if (const size_t at = kLetters.find(c); at != std::string_view::npos) {
      escaped += '\\';
      escaped += kEscapes[at];
    } else if (c == '"') {
      escaped += '\\';  // the quote is dropped
    } else if (byte < 0x20 || byte == 0x7f) {
      escaped += fmt::format("\\{:03o}", byte);
    } else {
      escaped += c;
    }
  }
  return escaped;
}

// A field's value: the last number, or all of its messages.
struct Value {
  bool is_set = false;
  uint64_t number = 0;
  std::string_view text;
  std::vector<std::string> messages;
};

std::vector<Value> ReadFields(std::string_view bytes,
                              std::span<const FieldInfo> fields) {
  std::vector<Value> values(fields.size());
  try {
    protozero::pbf_reader reader(bytes.data(), bytes.size());
    while (reader.next()) {
      size_t i = 0;
      while (i < fields.size() && fields[i].number != reader.tag()) ++i;
      const bool is_long =
          i < fields.size() &&
          (fields[i].form == Form::kText || fields[i].form == Form::kMessage);
      const auto expected = is_long ? protozero::pbf_wire_type::length_delimited
                                    : protozero::pbf_wire_type::varint;
      if (i == fields.size() || reader.wire_type() != expected) {
        reader.skip();
        continue;
      }
      Value& value = values[i];
      value.is_set = true;
      if (!is_long) {
        value.number = reader.get_uint64();
        continue;
      }
      const auto view = reader.get_view();
      value.text = {view.data(), view.size()};
      // A non-repeated message that occurs twice is merged.
      if (fields[i].is_repeated || value.messages.empty()) {
        value.messages.emplace_back();
      }
      value.messages.back() += value.text;
    }
  } catch (const protozero::exception&) {
    // Damage was reported when the file was read.
  }
  return values;
}

// Recurses over the message types above, at most three deep.
void Append(std::string& out, std::string_view bytes,
            std::span<const FieldInfo> fields, const std::string& indent) {
  const std::vector<Value> values = ReadFields(bytes, fields);
  for (size_t i = 0; i < fields.size(); ++i) {
    const FieldInfo& field = fields[i];
    const Value& value = values[i];
    const auto append = [&](std::string_view text) {
      out += fmt::format("{}{}: {}\n", indent, field.name, text);
    };
    switch (field.form) {
      case Form::kMessage:
        for (const std::string& message : value.messages) {
          out += fmt::format("{}{} {{\n", indent, field.name);
          Append(out, message, field.fields, indent + "  ");
          out += indent + "}\n";
        }
        break;
      case Form::kText:
        if (!value.text.empty()) append(ProtoEscaped(value.text));
        break;
      case Form::kType:
        if (static_cast<int32_t>(value.number) != 0) {
          append(DtypeEnumName(static_cast<int32_t>(value.number)));
        }
        break;
      case Form::kBool:
        if (value.number != 0) append("true");
        break;
      case Form::kInt:
        if (value.number != 0) {
          append(fmt::format("{}", static_cast<int64_t>(value.number)));
        }
        break;
      case Form::kUint:
        if (value.number != 0) append(fmt::format("{}", value.number));
        break;
    }
  }
}

}  // namespace

std::string TensorDescriptionText(std::string_view bytes) {
  std::string text;
  Append(text, bytes, kTensor, "");
  return text;
}

}  // namespace tfprof
