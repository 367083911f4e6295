// SPDX-License-Identifier: Apache-2.0
#include "commands/work_file.h"

#include <cmath>
#include <optional>
#include <utility>

// No assertions: the library checks the same conditions itself.
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

#include "base/bytes.h"
#include "base/find_by_name.h"
#include "base/strings.h"
#include "commands/ascii_toml.h"

namespace tfprof {

namespace {

// Reads one [[work]].
class WorkReader {
 public:
  WorkReader(const toml::table& table, const std::string& path)
      : table_(table), path_(path) {}

  Result<GivenWork::Entry> Read();

 private:
  Failure Wrong(const toml::node& node, std::string_view what) const {
    return Fail(ErrorCode::kInvalidArgument, "{}:{}: {}", path_,
                node.source().begin.line, what);
  }

  Status ReadKey(const std::string& key, const toml::node& node);
  Status ReadName(const toml::node& node);
  Status ReadNumber(std::string_view key, const toml::node& node,
                    std::optional<int64_t>& number);

  const toml::table& table_;
  const std::string& path_;
  GivenWork::Entry entry_;
};

Result<GivenWork::Entry> WorkReader::Read() {
  for (const auto& [key, node] : table_) {
    TFPROF_RETURN_IF_ERROR(ReadKey(FromAscii(key.str()), node));
  }
  if (entry_.name.empty()) return Wrong(table_, "[[work]] has no name");
  if (!entry_.float_ops && !entry_.bytes) {
    return Wrong(table_, "[[work]] has neither float_ops nor bytes");
  }
  return std::move(entry_);
}

Status WorkReader::ReadKey(const std::string& key, const toml::node& node) {
  if (key == "name") return ReadName(node);
  if (key == "float_ops") return ReadNumber(key, node, entry_.float_ops);
  if (key == "bytes") return ReadNumber(key, node, entry_.bytes);
  const std::vector<std::string_view> known = {"name", "float_ops", "bytes"};
  return Wrong(node, UnknownName("key", key, known).value().message);
}

Status WorkReader::ReadName(const toml::node& node) {
  const auto text = node.value<std::string>();
  if (!text || text->empty()) return Wrong(node, "name is not a pattern");
  auto compiled = RegexSet::Compile({FromAscii(*text)});
  if (!compiled) return Wrong(node, compiled.error().message);
  entry_.name = *std::move(compiled);
  return {};
}

// A whole number that is not negative; 1.5e12 is one.
Status WorkReader::ReadNumber(std::string_view key, const toml::node& node,
                              std::optional<int64_t>& number) {
  constexpr double kMost = 9223372036854774784.0;  // the last below 2^63
  if (const auto* whole = node.as_integer(); whole != nullptr) {
    number = whole->get();
  } else if (const auto* real = node.as_floating_point();
             real != nullptr && std::trunc(real->get()) == real->get() &&
             std::abs(real->get()) <= kMost) {
    number = static_cast<int64_t>(real->get());
  }
  if (number && *number >= 0) return {};
  return Wrong(node, fmt::format("{} is not a whole number of 0 or more", key));
}

Result<GivenWork> WorkIn(const toml::table& tables, const std::string& path) {
  GivenWork work;
  for (const auto& [key, node] : tables) {
    const toml::array* const array = node.as_array();
    if (key.str() != "work" || array == nullptr) {
      return Fail(ErrorCode::kInvalidArgument,
                  "{}:{}: unknown key '{}'; given work has [[work]] tables",
                  path, node.source().begin.line,
                  Printable(FromAscii(key.str())));
    }
    for (const toml::node& item : *array) {
      const toml::table* const table = item.as_table();
      if (table == nullptr) {
        return Fail(ErrorCode::kInvalidArgument,
                    "{}:{}: given work is not a table; write [[work]]", path,
                    item.source().begin.line);
      }
      TFPROF_ASSIGN_OR_RETURN(GivenWork::Entry entry,
                              WorkReader(*table, path).Read());
      work.Add(std::move(entry));
    }
  }
  if (work.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "{}: no [[work]] in it", path);
  }
  return work;
}

}  // namespace

Result<GivenWork> ParseWorkFile(std::string_view text,
                                const std::string& path) {
  try {
    return WorkIn(toml::parse(InAscii(text), path), path);
  } catch (const toml::parse_error& error) {
    return Fail(ErrorCode::kCorrupt, "{}:{}: {}", path,
                error.source().begin.line,
                WordsOfTomlError(error.description()));
  }
}

void AddWorkFlag(FlagSet& flags, std::string& path) {
  flags
      .Text("work", path, "FILE",
            "work of one run of instructions of XLA that nobody can count: "
            "TOML, [[work]] with name, float_ops, bytes")
      .is_rare = true;
}

Result<GivenWork> GivenWorkOf(const std::string& path) {
  if (path.empty()) return GivenWork();
  return ReadWorkFile(path);
}

Status CheckNoWork(const std::string& path) {
  if (path.empty()) return {};
  return Fail(ErrorCode::kInvalidArgument,
              "--work: is for the instructions of an XSpace or of an HLO "
              "module; step files and graphs have none");
}

Result<GivenWork> ReadWorkFile(const std::string& path) {
  constexpr uint64_t kMost = uint64_t{1} << 24;
  TFPROF_ASSIGN_OR_RETURN(const Bytes bytes,
                          Bytes::Open(path, {.max_bytes = kMost}));
  return ParseWorkFile(bytes.view(), path);
}

}  // namespace tfprof
