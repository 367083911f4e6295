// SPDX-License-Identifier: Apache-2.0
#include "commands/budget_file.h"

#include <charconv>
#include <cmath>
#include <optional>

// Its parser asserts what a file may well break, and then says so properly.
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

#include "base/bytes.h"
#include "base/find_by_name.h"
#include "base/quantity.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// The parser does anything at all with letters beyond ASCII where it does not
// expect them (toml++ 3.3: its table of blanks has holes). So it gets none:
// their bytes are written as ~XX~, and read from the texts that it gives.
std::string InAscii(std::string_view text) {
  std::string ascii;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80 || c == '~') {
      ascii += fmt::format("~{:02X}~", static_cast<unsigned char>(c));
    } else {
      ascii += c;
    }
  }
  return ascii;
}

std::string FromAscii(std::string_view ascii) {
  std::string text;
  for (size_t at = 0; at < ascii.size(); ++at) {
    unsigned byte = 0;
    const char* const digits = ascii.data() + at + 1;
    if (ascii[at] == '~' && at + 3 < ascii.size() && ascii[at + 3] == '~' &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      text += static_cast<char>(byte);
      at += 3;
    } else {
      text += ascii[at];
    }
  }
  return text;
}

std::optional<std::string> TextOf(const toml::node& node) {
  const auto text = node.value<std::string>();
  return text ? std::optional(FromAscii(*text)) : std::nullopt;
}

std::vector<std::string_view> KnownKeys() {
  std::vector<std::string_view> keys = {"metric"};
  for (const View& view : Views()) keys.push_back(view.name);
  keys.insert(keys.end(), {"max", "max_increase", "reason", "owner"});
  return keys;
}

class LimitReader {
 public:
  LimitReader(const toml::table& table, const std::string& path)
      : table_(table), path_(path) {
    limit_.place = fmt::format("{}:{}", path, table.source().begin.line);
  }

  Result<Limit> Read() {
    bool has_metric = false;
    bool has_pattern = false;
    for (const auto& [key_text, node] : table_) {
      const std::string key = FromAscii(key_text.str());
      if (key == "metric") {
        has_metric = true;
        TFPROF_RETURN_IF_ERROR(ReadMetric(node));
      } else if (const View* view = FindByName(Views(), &View::name, key)) {
        if (has_pattern) return Wrong(node, "names two views; write one");
        has_pattern = true;
        TFPROF_RETURN_IF_ERROR(ReadPattern(*view, node));
      } else if (key == "max") {
        const auto number = node.value<double>();
        if (!number || !std::isfinite(*number)) {
          return Wrong(node, "max is not a number");
        }
        limit_.max = number;
      } else if (key == "max_increase") {
        TFPROF_RETURN_IF_ERROR(ReadIncrease(node));
      } else if (key == "reason" || key == "owner") {
        const auto text = TextOf(node);
        if (!text) return Wrong(node, fmt::format("{} is not a text", key));
        (key == "reason" ? limit_.reason : limit_.owner) = *text;
      } else {
        return Wrong(node,
                     UnknownName("key", key, KnownKeys()).value().message);
      }
    }
    if (!has_metric) return Wrong(table_, "a limit has no metric");
    if (!limit_.max && !limit_.max_increase) {
      return Wrong(table_, "a limit has neither max nor max_increase");
    }
    return std::move(limit_);
  }

 private:
  Failure Wrong(const toml::node& node, std::string_view what) const {
    return Fail(ErrorCode::kInvalidArgument, "{}:{}: {}", path_,
                node.source().begin.line, what);
  }

  Status ReadMetric(const toml::node& node) {
    const std::string text = TextOf(node).value_or("");
    const MeasureInfo* found = FindByName(Measures(), &MeasureInfo::key, text);
    if (found == nullptr) {
      found = FindByName(SelectableMeasures(), &MeasureInfo::word, text);
    }
    if (found == nullptr) {
      const auto keys = NamesOf(Measures(), &MeasureInfo::key);
      return Wrong(node, UnknownName("metric", text, keys).value().message);
    }
    limit_.measure = found->id;
    return {};
  }

  Status ReadPattern(const View& view, const toml::node& node) {
    const auto text = TextOf(node);
    if (!text || text->empty()) {
      return Wrong(node, fmt::format("{} is not a pattern", view.name));
    }
    auto rows = RegexSet::Compile({*text});
    if (!rows) return Wrong(node, rows.error().message);
    limit_.view = &view;
    limit_.pattern = *text;
    limit_.rows = std::move(*rows);
    return {};
  }

  // "5%".
  Status ReadIncrease(const toml::node& node) {
    const auto text = TextOf(node);
    const auto share = ParsePercentage(text.value_or(""));
    if (!share || !text->ends_with('%') || *share < 0) {
      return Wrong(node, "max_increase is not a share; write \"5%\"");
    }
    limit_.max_increase = *share;
    return {};
  }

  const toml::table& table_;
  const std::string& path_;
  Limit limit_;
};

Result<std::vector<Limit>> LimitsOf(const toml::table& budget,
                                    const std::string& path) {
  std::vector<Limit> limits;
  for (const auto& [key, node] : budget) {
    const toml::array* const tables = node.as_array();
    if (key.str() != "limit" || tables == nullptr) {
      return Fail(ErrorCode::kInvalidArgument,
                  "{}:{}: '{}' is not [[limit]], which is all that a budget "
                  "has",
                  path, node.source().begin.line, Printable(key.str()));
    }
    for (const toml::node& item : *tables) {
      const toml::table* const table = item.as_table();
      if (table == nullptr) {
        return Fail(ErrorCode::kInvalidArgument,
                    "{}:{}: a limit is not a table; write [[limit]]", path,
                    item.source().begin.line);
      }
      TFPROF_ASSIGN_OR_RETURN(Limit limit, LimitReader(*table, path).Read());
      limits.push_back(std::move(limit));
    }
  }
  if (limits.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: has no [[limit]]; an empty budget lets everything pass",
                path);
  }
  return limits;
}

}  // namespace

Result<std::vector<Limit>> ParseBudget(std::string_view text,
                                       const std::string& path) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  try {
    return LimitsOf(toml::parse(InAscii(text), path), path);
  } catch (const toml::parse_error& error) {
    std::string what = FromAscii(error.description());
    if (what.ends_with("saw '~'")) what += " or a letter beyond ASCII";
    return Fail(ErrorCode::kCorrupt, "{}:{}: {}", path,
                error.source().begin.line, Printable(what));
  }
}

Result<std::vector<Limit>> ReadBudget(const std::string& path) {
  constexpr uint64_t kMost = uint64_t{1} << 24;
  TFPROF_ASSIGN_OR_RETURN(const Bytes bytes,
                          Bytes::Open(path, {.max_bytes = kMost}));
  return ParseBudget(bytes.view(), path);
}

}  // namespace tfprof
