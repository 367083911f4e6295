// SPDX-License-Identifier: Apache-2.0
#include "budget_file.h"

#include <algorithm>
#include <cmath>

// Its parser asserts what a file may well break, and then says so properly.
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

#include "base/bytes.h"
#include "base/strings.h"
#include "flag_parsers.h"

namespace tfprof {

namespace {

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
      const std::string_view key = key_text.str();
      if (key == "metric") {
        has_metric = true;
        TFPROF_RETURN_IF_ERROR(ReadMetric(node));
      } else if (key == "scope" || key == "op" || key == "code" ||
                 key == "graph") {
        if (has_pattern) return Wrong(node, "names two views; write one");
        has_pattern = true;
        TFPROF_RETURN_IF_ERROR(ReadPattern(key, node));
      } else if (key == "max") {
        const auto number = node.value<double>();
        if (!number || !std::isfinite(*number)) {
          return Wrong(node, "max is not a number");
        }
        limit_.max = number;
      } else if (key == "max_increase") {
        TFPROF_RETURN_IF_ERROR(ReadIncrease(node));
      } else if (key == "reason" || key == "owner") {
        const auto text = node.value<std::string>();
        if (!text) return Wrong(node, fmt::format("{} is not a text", key));
        (key == "reason" ? limit_.reason : limit_.owner) = *text;
      } else {
        return Wrong(
            node, fmt::format("unknown key '{}'{}", Printable(key),
                              Suggestion(key, {"metric", "scope", "op", "code",
                                               "graph", "max", "max_increase",
                                               "reason", "owner"})));
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
    const auto text = node.value<std::string>();
    std::vector<std::string_view> known;
    for (const MeasureInfo& info : Measures()) {
      if (text && (*text == info.key || *text == info.word)) {
        limit_.measure = info.id;
        return {};
      }
      known.push_back(info.key);
    }
    return Wrong(node,
                 fmt::format("unknown metric{}; known: {}",
                             text ? Suggestion(*text, known) : std::string(),
                             fmt::join(known, ", ")));
  }

  Status ReadPattern(std::string_view view, const toml::node& node) {
    const auto text = node.value<std::string>();
    if (!text || text->empty()) {
      return Wrong(node, fmt::format("{} is not a pattern", view));
    }
    auto rows = RegexSet::Compile({*text});
    if (!rows) return Wrong(node, rows.error().message);
    limit_.view = view;
    limit_.pattern = *text;
    limit_.rows = std::move(*rows);
    return {};
  }

  // "5%".
  Status ReadIncrease(const toml::node& node) {
    const auto text = node.value<std::string>();
    double share = 0;
    if (!text || !text->ends_with('%') ||
        !ParseReal(std::string_view(*text).substr(0, text->size() - 1),
                   share) ||
        share < 0) {
      return Wrong(node, "max_increase is not a share; write \"5%\"");
    }
    limit_.max_increase = share / 100;
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

// Where a text or a comment that begins at `at` ends, or `at` if there is none.
size_t EndOfText(std::string_view text, size_t at) {
  if (text[at] == '#') return std::min(text.find('\n', at), text.size());
  if (text[at] != '"' && text[at] != '\'') return at;
  std::string_view quote = text.substr(at, 3);
  if (quote != "\"\"\"" && quote != "'''") quote = text.substr(at, 1);
  size_t end = at + quote.size();
  while (end < text.size() && text.substr(end, quote.size()) != quote) {
    if (quote.size() == 1 && text[end] == '\n') return end;  // never closed
    end += quote[0] == '"' && text[end] == '\\' ? 2 : 1;
  }
  return std::min(end + quote.size(), text.size());
}

// The parser does anything at all with letters beyond ASCII in keys (toml++
// 3.3: its table of blanks has holes), which no key of ours has.
Status RefuseForeignKeys(std::string_view text, const std::string& path) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  for (size_t at = text.starts_with(kByteOrderMark) ? 3 : 0;
       at < text.size();) {
    const size_t end = EndOfText(text, at);
    if (end > at) {
      at = end;
    } else if (static_cast<unsigned char>(text[at++]) >= 0x80) {
      const auto line = std::count(text.begin(), text.begin() + at, '\n') + 1;
      return Fail(ErrorCode::kCorrupt,
                  "{}:{}: a letter beyond ASCII outside of a text; put texts "
                  "in quotes",
                  path, line);
    }
  }
  return {};
}

}  // namespace

Result<std::vector<Limit>> ParseBudget(std::string_view text,
                                       const std::string& path) {
  TFPROF_RETURN_IF_ERROR(RefuseForeignKeys(text, path));
  try {
    return LimitsOf(toml::parse(text, path), path);
  } catch (const toml::parse_error& error) {
    return Fail(ErrorCode::kCorrupt, "{}:{}: {}", path,
                error.source().begin.line, error.description());
  }
}

Result<std::vector<Limit>> ReadBudget(const std::string& path) {
  constexpr uint64_t kMost = uint64_t{1} << 24;
  TFPROF_ASSIGN_OR_RETURN(const Bytes bytes,
                          Bytes::Open(path, {.max_bytes = kMost}));
  return ParseBudget(bytes.view(), path);
}

}  // namespace tfprof
