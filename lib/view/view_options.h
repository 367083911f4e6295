// SPDX-License-Identifier: Apache-2.0
// The options of a view as the user gives them, and the table of their names:
// the one list behind flags, help and docs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "model/measure.h"

namespace tfprof {

struct ViewOptions {
  int32_t max_depth = 10;
  std::array<int64_t, kMeasureCount> minimum{};
  int64_t step = -1;
  std::string order_by = "name";
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
  std::string_view name;
  std::string_view value;  // what stands for the value in help: N, REGEX,...
  std::string_view default_text;
  std::string_view help;
  bool is_flag = false;  // the value may be left out
  Status (*parse)(std::string_view text, ViewOptions& options) = nullptr;
};

// In the reference's order.
std::span<const OptionInfo> ViewOptionTable();

}  // namespace tfprof
