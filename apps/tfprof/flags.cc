// SPDX-License-Identifier: Apache-2.0
// The only file that uses CLI11.
#include "flags.h"

#include <algorithm>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/find_by_name.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// A validator that may also rewrite the text into one that CLI11 converts.
template <typename Read>
CLI::Validator Rewritten(Read read) {
  return {[read](std::string& text) -> std::string {
            const auto value = read(text);
            if (!value) return value.error().message;
            text = fmt::format("{}", *value);
            return "";
          },
          ""};
}

Result<int64_t> Within(Result<int64_t> value, std::string_view text,
                       Bounds bounds) {
  if (!value || (*value >= bounds.least && *value <= bounds.most)) return value;
  return *value < bounds.least
             ? Fail(ErrorCode::kInvalidArgument, "'{}' is below {}",
                    Printable(text), bounds.least)
             : Fail(ErrorCode::kInvalidArgument, "'{}' is above {}",
                    Printable(text), bounds.most);
}

Result<int64_t> ReadWhole(std::string_view text) {
  if (const auto parsed = ParseInt64(text)) return *parsed;
  return Fail(ErrorCode::kInvalidArgument, "'{}' is not a whole number",
              Printable(text));
}

}  // namespace

std::string Flag::Dashed() const {
  return (name.size() == 1 ? "-" : "--") + name;
}

FlagSet::FlagSet() : app_(std::make_unique<CLI::App>()) {
  app_->set_help_flag();
  app_->allow_extras();
}

FlagSet::~FlagSet() = default;

Flag& FlagSet::Add(std::string_view name, std::string_view stands_for,
                   std::string default_text, std::string_view help) {
  Flag& flag = flags_.emplace_back();
  flag.group = group_;
  flag.name = name;
  flag.value = stands_for;
  flag.default_text = std::move(default_text);
  flag.help = help;
  return flag;
}

Flag& FlagSet::Switch(std::string_view name, bool& value,
                      std::string_view help) {
  Flag& flag = Add(name, "", value ? "true" : "", help);
  app_->add_flag(flag.Dashed(), value)
      ->transform(Rewritten([](std::string_view text) -> Result<bool> {
        if (const auto parsed = ParseBool(text)) return *parsed;
        return Fail(ErrorCode::kInvalidArgument,
                    "'{}' is neither true nor false", Printable(text));
      }))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->trigger_on_parse();
  return flag;
}

Flag& FlagSet::AddNumber(std::string_view name, std::optional<Unit> unit,
                         int64_t default_value, Bounds bounds,
                         std::function<void(int64_t)> set,
                         std::string_view help) {
  Flag& flag = Add(name, unit ? NameOf(*unit) : "N",
                   unit ? QuantityText(default_value, *unit)
                        : fmt::format("{}", default_value),
                   help);
  app_->add_option_function<int64_t>(flag.Dashed(), std::move(set))
      ->transform(Rewritten([unit, bounds](std::string_view text) {
        return Within(unit ? ParseQuantity(text, *unit) : ReadWhole(text), text,
                      bounds);
      }))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->trigger_on_parse();
  return flag;
}

Flag& FlagSet::Share(std::string_view name, double& value,
                     std::string_view help) {
  Flag& flag = Add(name, "N%", fmt::format("{:g}%", value * 100), help);
  app_->add_option(flag.Dashed(), value)
      ->transform(Rewritten([](std::string_view text) -> Result<double> {
        const auto share = ParsePercentage(text);
        if (!share || *share >= 0) return share;
        return Fail(ErrorCode::kInvalidArgument, "'{}' is below 0",
                    Printable(text));
      }))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->trigger_on_parse();
  return flag;
}

Flag& FlagSet::Text(std::string_view name, std::string& value,
                    std::string_view stands_for, std::string_view help) {
  Flag& flag = Add(name, stands_for, value, help);
  app_->add_option(flag.Dashed(), value)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->trigger_on_parse();
  return flag;
}

Flag& FlagSet::List(std::string_view name, std::vector<std::string>& value,
                    std::string_view stands_for, std::string_view help) {
  return Other(
      name, stands_for, fmt::format("{}", fmt::join(value, ",")),
      [&value](std::string_view text) -> Status {
        value = SplitNonEmpty(text, ',');
        return {};
      },
      help);
}

Flag& FlagSet::OneOf(std::string_view name, std::string default_text,
                     std::vector<std::string> words,
                     std::function<void(size_t chosen)> choose,
                     std::string_view help) {
  Flag& flag = Add(name, "WORD", std::move(default_text), help);
  flag.words = std::move(words);
  app_->add_option_function<std::string>(
          flag.Dashed(),
          [&flag, choose](const std::string& word) {
            const auto found =
                std::find(flag.words.begin(), flag.words.end(), word);
            choose(static_cast<size_t>(found - flag.words.begin()));
          })
      ->check(CLI::Validator(
          [&flag](std::string& word) -> std::string {
            const std::vector<std::string_view> known(flag.words.begin(),
                                                      flag.words.end());
            if (std::find(known.begin(), known.end(), word) != known.end()) {
              return "";
            }
            return UnknownName("word", word, known).value().message;
          },
          ""))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->trigger_on_parse();
  return flag;
}

Flag& FlagSet::Other(std::string_view name, std::string_view stands_for,
                     std::string_view default_text, Setter set,
                     std::string_view help) {
  Flag& flag = Add(name, stands_for, std::string(default_text), help);
  const auto call = [name = flag.Dashed(), set](const std::string& text) {
    const Status status = set(text);
    if (!status) throw CLI::ValidationError(name, status.error().message);
  };
  CLI::Option* const option =
      app_->add_option_function<std::string>(flag.Dashed(), call)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
          ->trigger_on_parse();
  if (flag.is_switch()) option->expected(0);
  return flag;
}

const Flag* FlagSet::Find(std::string_view name) const {
  return FindByName(flags_, &Flag::name, name);
}

Result<std::vector<std::string>> FlagSet::Parse(
    std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app_->parse(words);
  } catch (const CLI::Error& error) {
    return Fail(ErrorCode::kInvalidArgument, "{}", error.what());
  }
  std::vector<std::string> others = app_->remaining();
  const auto mark = std::find(others.begin(), others.end(), "--");
  if (mark != others.end()) others.erase(mark);
  return others;
}

}  // namespace tfprof
