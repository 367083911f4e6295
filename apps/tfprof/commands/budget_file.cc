// SPDX-License-Identifier: Apache-2.0
#include "commands/budget_file.h"

#include <algorithm>
#include <cmath>
#include <optional>

// No assertions: the library checks the same conditions itself.
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

#include "base/bytes.h"
#include "base/find_by_name.h"
#include "base/quantity.h"
#include "base/regex_set.h"
#include "base/strings.h"
#include "commands/ascii_toml.h"

namespace tfprof {

namespace {

std::optional<std::string> TextOf(const toml::node& node) {
  const auto text = node.value<std::string>();
  return text ? std::optional(FromAscii(*text)) : std::nullopt;
}

enum class Kind : uint8_t { kLimit, kAccept };

std::vector<std::string_view> KnownKeys(Kind kind) {
  std::vector<std::string_view> keys = {"metric"};
  if (kind == Kind::kAccept) {
    keys.insert(keys.end(),
                {"scope", "max", "max_increase", "reason", "until"});
    return keys;
  }
  for (const View& view : Views()) keys.push_back(view.name);
  keys.insert(keys.end(), {"max", "max_increase", "reason", "owner"});
  return keys;
}

// "2026-12-31"
bool IsDate(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (text.size() != kForm.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (kForm[i] == 'd' ? !is_digit : text[i] != kForm[i]) return false;
  }
  const int month = 10 * (text[5] - '0') + text[6] - '0';
  const int day = 10 * (text[8] - '0') + text[9] - '0';
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

// Reads [[limit]] and [[accept]]; their common keys go into a Limit.
class TableReader {
 public:
  TableReader(const toml::table& table, const std::string& path, Kind kind)
      : table_(table), path_(path), kind_(kind) {
    limit_.place = fmt::format("{}:{}", path, table.source().begin.line);
  }

  Result<Limit> ReadLimit() {
    TFPROF_RETURN_IF_ERROR(ReadAll());
    return std::move(limit_);
  }

  Result<Acceptance> ReadAcceptance() {
    TFPROF_RETURN_IF_ERROR(ReadAll());
    const auto exact =
        std::find(kExactMeasures.begin(), kExactMeasures.end(), limit_.measure);
    const bool is_decided =
        limit_.of_step
            ? InfoOf(*limit_.of_step).part != StepMeasureInfo::Part::kExplains
            : exact != kExactMeasures.end();
    if (!is_decided) {
      return Wrong(table_,
                   "[[accept]] takes a metric that decides: length, slow "
                   "steps, first step, peak memory, program float ops, program "
                   "bytes, planned peak, params, float_ops, "
                   "requested_bytes, output_bytes or run_count");
    }
    if (limit_.reason.empty()) {
      return Wrong(table_, "[[accept]] has no reason");
    }
    if (limit_.of_step && until_.empty()) {
      return Wrong(table_,
                   fmt::format("[[accept]] of {} has no last day; write until "
                               "= \"2026-12-31\"",
                               limit_.MetricName()));
    }
    return Acceptance{
        std::move(limit_.place),   limit_.measure,   limit_.of_step,
        std::move(limit_.pattern), limit_.max,       limit_.max_increase,
        std::move(limit_.reason),  std::move(until_)};
  }

 private:
  Failure Wrong(const toml::node& node, std::string_view what) const {
    return Fail(ErrorCode::kInvalidArgument, "{}:{}: {}", path_,
                node.source().begin.line, what);
  }

  Status ReadAll();
  Status ReadKey(const std::string& key, const toml::node& node);
  Status ReadMetric(const toml::node& node);
  Status ReadPattern(const View& view, const toml::node& node);
  Status ReadMax(const toml::node& node);
  Status ReadIncrease(const toml::node& node);
  Status ReadUntil(const toml::node& node);

  const toml::table& table_;
  const std::string& path_;
  const Kind kind_;
  Limit limit_;
  std::string until_;
  bool has_metric_ = false;
  bool has_pattern_ = false;
};

Status TableReader::ReadAll() {
  for (const auto& [key_text, node] : table_) {
    TFPROF_RETURN_IF_ERROR(ReadKey(FromAscii(key_text.str()), node));
  }
  const std::string_view what =
      kind_ == Kind::kLimit ? "a limit" : "[[accept]]";
  if (!has_metric_) {
    return Wrong(table_, fmt::format("{} has no metric", what));
  }
  if (!limit_.max && !limit_.max_increase) {
    return Wrong(table_,
                 fmt::format("{} has neither max nor max_increase", what));
  }
  if (limit_.of_step && has_pattern_) {
    return Wrong(table_, fmt::format("{} describes the whole step and has no "
                                     "rows",
                                     InfoOf(*limit_.of_step).name));
  }
  return {};
}

Status TableReader::ReadKey(const std::string& key, const toml::node& node) {
  const auto known = KnownKeys(kind_);
  if (std::find(known.begin(), known.end(), key) == known.end()) {
    return Wrong(node, UnknownName("key", key, known).value().message);
  }
  if (key == "metric") return ReadMetric(node);
  if (key == "max") return ReadMax(node);
  if (key == "max_increase") return ReadIncrease(node);
  if (key == "until") return ReadUntil(node);
  if (const View* view = FindByName(Views(), &View::name, key)) {
    if (has_pattern_) return Wrong(node, "two views are named; write one");
    has_pattern_ = true;
    return ReadPattern(*view, node);
  }
  const auto text = TextOf(node);
  if (!text) return Wrong(node, fmt::format("{} is not a text", key));
  (key == "reason" ? limit_.reason : limit_.owner) = *text;
  return {};
}

Status TableReader::ReadMetric(const toml::node& node) {
  has_metric_ = true;
  const std::string text = TextOf(node).value_or("");
  for (const StepMeasureInfo& info : kStepMeasures) {
    std::string key(info.name);
    std::replace(key.begin(), key.end(), ' ', '_');
    if (text == info.name || text == key) {
      limit_.of_step = info.id;
      return {};
    }
  }
  const MeasureInfo* found = FindByName(Measures(), &MeasureInfo::key, text);
  if (found == nullptr) {
    found = FindByName(SelectableMeasures(), &MeasureInfo::word, text);
  }
  if (found == nullptr) {
    auto keys = NamesOf(Measures(), &MeasureInfo::key);
    for (const StepMeasureInfo& info : kStepMeasures) {
      keys.push_back(info.name);
    }
    return Wrong(node, UnknownName("metric", text, keys).value().message);
  }
  limit_.measure = found->id;
  return {};
}

Status TableReader::ReadPattern(const View& view, const toml::node& node) {
  const auto text = TextOf(node);
  if (!text || text->empty()) {
    return Wrong(node, fmt::format("{} is not a pattern", view.name));
  }
  const auto compiled = RegexSet::Compile({*text});
  if (!compiled) return Wrong(node, compiled.error().message);
  limit_.view = &view;
  limit_.pattern = *text;
  return {};
}

Status TableReader::ReadMax(const toml::node& node) {
  if (const auto* whole = node.as_integer()) {
    limit_.max = Decimal{whole->get(), 0};
    return {};
  }
  const auto number = node.value<double>();
  // The shortest text that reads back as this number is the one in the file.
  const auto decimal = number && std::isfinite(*number)
                           ? Decimal::Parse(fmt::format("{}", *number))
                           : std::nullopt;
  if (!decimal) return Wrong(node, "max is not a number, or not a plain one");
  limit_.max = *decimal;
  return {};
}

// "5%".
Status TableReader::ReadIncrease(const toml::node& node) {
  const std::string text = TextOf(node).value_or("");
  const auto percent =
      text.ends_with('%')
          ? Decimal::Parse(std::string_view(text).substr(0, text.size() - 1))
          : std::nullopt;
  if (!percent || percent->digits < 0) {
    return Wrong(node, "max_increase is not a share; write \"5%\"");
  }
  limit_.max_increase = *percent;
  return {};
}

Status TableReader::ReadUntil(const toml::node& node) {
  if (const auto* date = node.as_date()) {
    until_ = fmt::format("{:04}-{:02}-{:02}", date->get().year,
                         date->get().month, date->get().day);
    return {};
  }
  until_ = TextOf(node).value_or("");
  if (IsDate(until_)) return {};
  return Wrong(node, "until is not a day; write 2026-12-31");
}

Status ReadTables(const toml::array& tables, const std::string& path, Kind kind,
                  Budget& budget) {
  for (const toml::node& item : tables) {
    const toml::table* const table = item.as_table();
    if (table == nullptr) {
      return Fail(ErrorCode::kInvalidArgument,
                  "{}:{}: a limit is not a table; write [[limit]]", path,
                  item.source().begin.line);
    }
    TableReader reader(*table, path, kind);
    if (kind == Kind::kLimit) {
      TFPROF_ASSIGN_OR_RETURN(Limit limit, reader.ReadLimit());
      budget.limits.push_back(std::move(limit));
    } else {
      TFPROF_ASSIGN_OR_RETURN(Acceptance accepted, reader.ReadAcceptance());
      budget.accepted.push_back(std::move(accepted));
    }
  }
  return {};
}

Result<Budget> BudgetIn(const toml::table& tables, const std::string& path) {
  Budget budget;
  for (const auto& [key, node] : tables) {
    const toml::array* const array = node.as_array();
    const bool is_limit = key.str() == "limit";
    if ((!is_limit && key.str() != "accept") || array == nullptr) {
      return Fail(ErrorCode::kInvalidArgument,
                  "{}:{}: unknown key '{}'; a budget has [[limit]] and "
                  "[[accept]] tables",
                  path, node.source().begin.line, Printable(key.str()));
    }
    TFPROF_RETURN_IF_ERROR(ReadTables(
        *array, path, is_limit ? Kind::kLimit : Kind::kAccept, budget));
  }
  if (budget.limits.empty() && budget.accepted.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: no [[limit]]; an empty budget lets everything pass", path);
  }
  return budget;
}

}  // namespace

Result<Budget> ParseBudget(std::string_view text, const std::string& path) {
  try {
    return BudgetIn(toml::parse(InAscii(text), path), path);
  } catch (const toml::parse_error& error) {
    return Fail(ErrorCode::kCorrupt, "{}:{}: {}", path,
                error.source().begin.line,
                WordsOfTomlError(error.description()));
  }
}

Result<Budget> ReadBudget(const std::string& path) {
  constexpr uint64_t kMost = uint64_t{1} << 24;
  TFPROF_ASSIGN_OR_RETURN(const Bytes bytes,
                          Bytes::Open(path, {.max_bytes = kMost}));
  return ParseBudget(bytes.view(), path);
}

}  // namespace tfprof
