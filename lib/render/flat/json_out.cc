// SPDX-License-Identifier: Apache-2.0
#include "render/flat/json_out.h"

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <rapidjson/writer.h>

#include "base/strings.h"
#include "render/text/text.h"

namespace tfprof {

struct JsonOut::Parts {
  // Memory for RapidJSON, whose own allocator does not check the result of
  // malloc.
  class Memory {
   public:
    static constexpr bool kNeedFree = true;

    void* Malloc(size_t size) { return Realloc(nullptr, 0, size); }

    void* Realloc(void* old, size_t, size_t size) {
      if (size == 0) {
        Free(old);
        return nullptr;
      }
      void* const given = std::realloc(old, size);
      if (given == nullptr) throw std::bad_alloc();
      return given;
    }

    static void Free(void* given) { std::free(given); }
  };

  // The output stream for RapidJSON.
  struct Stream {
    using Ch = char;

    void Put(char c) { out.text() += c; }

    void Flush() {}

    TextOutput& out;
  };

  explicit Parts(Writer& writer) : out(writer) {}

  TextOutput out;
  Stream stream{out};
  rapidjson::Writer<Stream, rapidjson::UTF8<>, rapidjson::UTF8<>, Memory> json{
      stream};
};

JsonOut::JsonOut(Writer& writer) : parts_(std::make_unique<Parts>(writer)) {}

JsonOut::~JsonOut() = default;

void JsonOut::StartObject() { parts_->json.StartObject(); }

void JsonOut::EndObject() { parts_->json.EndObject(); }

void JsonOut::StartArray() { parts_->json.StartArray(); }

void JsonOut::EndArray() { parts_->json.EndArray(); }

void JsonOut::Key(std::string_view key) {
  if (!IsUtf8(key)) return Key(ValidUtf8(key));
  parts_->json.Key(key.data(), static_cast<unsigned>(key.size()));
}

void JsonOut::String(std::string_view text) {
  if (!IsUtf8(text)) return String(ValidUtf8(text));
  parts_->json.String(text.data(), static_cast<unsigned>(text.size()));
}

void JsonOut::Int64(int64_t value) { parts_->json.Int64(value); }

void JsonOut::Double(double value) {
  if (!std::isfinite(value)) return Null();
  parts_->json.Double(value);
}

void JsonOut::Bool(bool value) { parts_->json.Bool(value); }

void JsonOut::Null() { parts_->json.Null(); }

void JsonOut::Value(const Cell& cell) {
  std::string buffer;
  if (const auto text = TextIn(cell, buffer)) return String(*text);
  if (const auto* whole = std::get_if<int64_t>(&cell)) return Int64(*whole);
  if (const auto* real = std::get_if<double>(&cell)) return Double(*real);
  if (const auto* flag = std::get_if<bool>(&cell)) return Bool(*flag);
  Null();
}

void JsonOut::Text(std::string_view key, std::string_view text) {
  Key(key);
  String(text);
}

void JsonOut::Whole(std::string_view key, int64_t value) {
  Key(key);
  Int64(value);
}

void JsonOut::Strings(std::string_view key,
                      const std::vector<std::string>& texts) {
  Key(key);
  StartArray();
  for (const std::string& text : texts) String(text);
  EndArray();
}

void JsonOut::Integers(std::string_view key,
                       const std::vector<int64_t>& values) {
  Key(key);
  StartArray();
  for (const int64_t value : values) Int64(value);
  EndArray();
}

void JsonOut::BreakLine() { parts_->out.text() += '\n'; }

void JsonOut::EndValue() {
  BreakLine();
  parts_->json.Reset(parts_->stream);
}

Status JsonOut::Drain() { return parts_->out.Drain(); }

Status JsonOut::Flush() { return parts_->out.Flush(); }

}  // namespace tfprof
