// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/dump_sink.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// Reads the details of a NodeDef for sinks that ask for definitions. Throws
// protozero's exceptions.
class DefinitionReader {
 public:
  // Constants above this size are stored without their content, unless values
  // are needed.
  static constexpr size_t kSmall = 1024;

  explicit DefinitionReader(GraphDetail wanted) : wanted_(wanted) {}

  // Null if no details are needed; valid until the next call.
  const NodeDetail* Read(std::string_view node,
                         std::span<const std::string_view> attrs);

  // Attributes of a function; valid until the next call of this function or of
  // Read.
  std::span<const NamedAttr> ReadAttrs(
      std::span<const std::string_view> entries);

  void SetShape(const std::optional<ShapeRecord>& shape) {
    detail_.shape = shape;
  }

 private:
  // An entry of the map, and the end of its texts in attrs_.
  struct Entry {
    std::string_view key;
    size_t end = 0;
  };

  void ReadAttr(std::string_view entry);
  void ReadList(std::string_view key, std::string_view list);
  void DropReplaced();
  void ReadText(std::string_view key, WireCursor& member);

  const GraphDetail wanted_;
  NodeDetail detail_;
  Constant constant_;
  std::string stripped_;
  std::vector<NamedAttr> attrs_;
  std::deque<std::string> texts_;  // attributes converted to text
  std::vector<Entry> entries_;
  std::vector<uint32_t> order_;  // of entries_, by key
};

}  // namespace tfprof
