// SPDX-License-Identifier: Apache-2.0
// The flags of a command: each is declared once, with its variable. The parser,
// help, completion and the manual page read the same list.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/quantity.h"

namespace CLI {
class App;
}  // namespace CLI

namespace tfprof {

// The part of help that lists a flag.
enum class FlagGroup : uint8_t { kOwn, kView, kInput, kCommon };

struct Flag {
  FlagGroup group = FlagGroup::kOwn;
  std::string name;   // without dashes; one letter has one dash, others two
  std::string value;  // placeholder for the value in help; empty: a switch
  std::string default_text;
  std::string help;
  // Allowed values, also of list items; empty: any.
  std::vector<std::string> words;
  bool is_rare = false;  // shown by --help_all only

  bool is_switch() const { return value.empty(); }

  // "--max_depth", "-n"
  std::string Dashed() const;
};

// The values of a flag and their meanings.
template <typename Value>
using WordTable = std::vector<std::pair<std::string_view, Value>>;

// Numbers outside of the bounds are an error.
struct Bounds {
  int64_t least = 0;
  int64_t most = std::numeric_limits<int64_t>::max();
};

// One function for each type declares a flag and returns its row, which the
// caller may complete; its default is the variable's value at the time of the
// call. `help` is one line. The last of a repeated flag wins.
class FlagSet {
 public:
  using Setter = std::function<Status(std::string_view text)>;

  FlagSet();
  ~FlagSet();
  FlagSet(const FlagSet&) = delete;
  FlagSet& operator=(const FlagSet&) = delete;

  // Sets the group of the flags declared after this call.
  void Begin(FlagGroup group) { group_ = group; }

  // True if the flag is given, except for --name=false.
  Flag& Switch(std::string_view name, bool& value, std::string_view help);

  template <typename Number>
  Flag& Whole(std::string_view name, Number& value, Bounds bounds,
              std::string_view help) {
    return AddNumber(name, std::nullopt, static_cast<int64_t>(value), bounds,
                     SetterOf(value), help);
  }

  // A number with an optional unit: 5ms, 1.5MB. Without a unit it is in
  // microseconds, bytes, or plain.
  template <typename Number>
  Flag& Quantity(std::string_view name, Number& value, Unit unit, Bounds bounds,
                 std::string_view help) {
    return AddNumber(name, unit, static_cast<int64_t>(value), bounds,
                     SetterOf(value), help);
  }

  // A percentage, which fills 0.05 for 5%.
  Flag& Share(std::string_view name, double& value, std::string_view help);

  // `stands_for` is "FILE", "REGEX", ...: see Flag::value.
  Flag& Text(std::string_view name, std::string& value,
             std::string_view stands_for, std::string_view help);

  // A list separated by commas.
  Flag& List(std::string_view name, std::vector<std::string>& value,
             std::string_view stands_for, std::string_view help);

  template <typename Value>
  Flag& Word(std::string_view name, Value& value, WordTable<Value> words,
             std::string_view help) {
    std::vector<std::string> known;
    std::string default_text;
    for (const auto& [word, of_word] : words) {
      known.emplace_back(word);
      if (of_word == value) default_text = word;
    }
    return OneOf(
        name, default_text, std::move(known),
        [&value, words = std::move(words)](size_t chosen) {
          value = words[chosen].second;
        },
        help);
  }

  // Any other flag; `set` is called for each occurrence. A switch if
  // `stands_for` is empty.
  Flag& Other(std::string_view name, std::string_view stands_for,
              std::string_view default_text, Setter set, std::string_view help);

  // In order of declaration.
  const std::deque<Flag>& flags() const { return flags_; }

  // The flag with that name, or null.
  const Flag* Find(std::string_view name) const;

  // Fills the variables, and returns the words that are not flags. Flags begin
  // with two dashes, or one before a single letter. Fails with
  // kInvalidArgument.
  Result<std::vector<std::string>> Parse(std::vector<std::string> words);

 private:
  Flag& Add(std::string_view name, std::string_view stands_for,
            std::string default_text, std::string_view help);
  Flag& AddNumber(std::string_view name, std::optional<Unit> unit,
                  int64_t default_value, Bounds bounds,
                  std::function<void(int64_t)> set, std::string_view help);
  Flag& OneOf(std::string_view name, std::string default_text,
              std::vector<std::string> words,
              std::function<void(size_t chosen)> choose, std::string_view help);

  template <typename Number>
  static std::function<void(int64_t)> SetterOf(Number& value) {
    return [&value](int64_t number) { value = static_cast<Number>(number); };
  }

  std::unique_ptr<CLI::App> app_;
  std::deque<Flag> flags_;  // a deque: flags must not move
  FlagGroup group_ = FlagGroup::kOwn;
};

}  // namespace tfprof
