// SPDX-License-Identifier: Apache-2.0
// The options of a view in the user's terms, and the table of their names: the
// single list behind flags, help and docs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/measure.h"

namespace tfprof {

struct ViewOptions {
  int32_t max_depth = 10;
  bool has_max_depth = false;  // the user gave it
  std::array<int64_t, kMeasureCount> minimum{};
  int64_t step = -1;
  std::string order_by = "name";
  bool has_order = false;  // the user gave it
  std::vector<std::string> account_type_regexes = {".*"};
  std::vector<std::string> start_name_regexes = {".*"};
  std::vector<std::string> trim_name_regexes;
  std::vector<std::string> show_name_regexes = {".*"};
  std::vector<std::string> hide_name_regexes;
  bool account_displayed_op_only = false;
  std::vector<std::string> select = {"micros"};
  std::string output = "stdout";
};

struct OptionInfo {
  std::string name;
  std::string value;  // placeholder for the value in help: N, RE,...
  std::string help;
  std::function<Status(std::string_view text, ViewOptions&)> parse;
  std::function<std::string(const ViewOptions&)> print;
  // Allowed values, also of list items; empty if any value is allowed.
  std::vector<std::string_view> words = {};
  // The measure that this option limits.
  std::optional<Measure> minimum_of = {};

  // The value is optional and defaults to "true".
  bool is_switch() const { return value.empty(); }

  // The value is a list separated by commas.
  bool is_list() const { return value.ends_with("..."); }
};

// In the reference's order.
const std::vector<OptionInfo>& ViewOptionTable();

// The words of `select` and `order_by`, in the order of the columns.
std::vector<std::string_view> SelectWords();
std::vector<std::string_view> OrderWords();

}  // namespace tfprof
