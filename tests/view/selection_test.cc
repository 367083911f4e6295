// SPDX-License-Identifier: Apache-2.0
#include "view/selection.h"

#include <string>

#include "support/catch.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

ViewOptions Parsed(std::string_view name, std::string_view text) {
  ViewOptions options;
  for (const OptionInfo& info : ViewOptionTable()) {
    if (info.name == name) REQUIRE(info.parse(text, options));
  }
  return options;
}

bool Accepts(std::string_view name, std::string_view text) {
  for (const OptionInfo& info : ViewOptionTable()) {
    if (info.name != name) continue;
    ViewOptions options;
    return info.parse(text, options).has_value();
  }
  return false;
}

std::string ErrorOf(const ViewOptions& options) {
  const auto selection = MakeSelection(options);
  REQUIRE_FALSE(selection);
  CHECK(selection.error().code == ErrorCode::kInvalidArgument);
  return selection.error().message;
}

}  // namespace

TEST_CASE("there are 21 view options, each with a help and a parser") {
  CHECK(ViewOptionTable().size() == 21);
  for (const OptionInfo& info : ViewOptionTable()) {
    CHECK_FALSE(info.help.empty());
    CHECK(info.parse != nullptr);
  }
}

TEST_CASE("numbers are whole and fit") {
  CHECK(Parsed("max_depth", "-3").max_depth == -3);
  CHECK(Parsed("step", "+12").step == 12);
  CHECK(Parsed("min_params", "-9223372036854775808")
            .minimum[IndexOf(Measure::kParameters)] == INT64_MIN);
  CHECK(Parsed("min_occurrence", "5").minimum[IndexOf(Measure::kRunCount)] ==
        5);
  for (const char* text : {"", "x", "1.5", "1 ", " 1", "0x10", "1e3", "+-1",
                           "9223372036854775808"}) {
    CHECK_FALSE(Accepts("min_bytes", text));
  }
  CHECK(Accepts("max_depth", "2147483647"));
  CHECK_FALSE(Accepts("max_depth", "2147483648"));
}

TEST_CASE("lists are split at commas and may be empty") {
  CHECK(Parsed("trim_name_regexes", "a,,b").trim_name_regexes ==
        std::vector<std::string>{"a", "b"});
  CHECK(Parsed("select", "").select.empty());
}

TEST_CASE("a boolean is one of ten words in any case") {
  for (const char* text : {"true", "T", "Yes", "y", "1"}) {
    CHECK(Parsed("account_displayed_op_only", text).account_displayed_op_only);
  }
  for (const char* text : {"FALSE", "f", "no", "N", "0"}) {
    CHECK_FALSE(
        Parsed("account_displayed_op_only", text).account_displayed_op_only);
  }
  CHECK_FALSE(Accepts("account_displayed_op_only", "maybe"));
}

TEST_CASE("micros shows the two times it is the sum of") {
  const auto selection = MakeSelection({.select = {"micros", "occurrence"}});
  REQUIRE(selection);
  CHECK(selection->Selects(Measure::kMicros));
  CHECK_FALSE(selection->Selects(Measure::kCpuMicros));
  CHECK(selection->Shows(Measure::kCpuMicros));
  CHECK(selection->Shows(Measure::kAcceleratorMicros));
  CHECK(selection->Shows(Measure::kRunCount));
}

TEST_CASE("an unknown column names the nearest one") {
  const std::string error = ErrorOf({.select = {"micro"}});
  CHECK(error.find("did you mean 'micros'?") != std::string::npos);
  CHECK(error.find("tensor_value") != std::string::npos);
}

TEST_CASE("an unknown order names the nearest one, and depth is allowed") {
  CHECK(ErrorOf({.order_by = "params_"}).find("'params'") != std::string::npos);
  const auto depth = MakeSelection({.order_by = "depth"});
  REQUIRE(depth);
  CHECK_FALSE(depth->order_by);
}

TEST_CASE("a bad pattern is an error that names its option") {
  const std::string error = ErrorOf({.hide_name_regexes = {"ok", "(a"}});
  CHECK(error.find("--hide_name_regexes: '(a' is not a regular expression") ==
        0);
}

TEST_CASE("a step must have been loaded, and negative ones mean the average") {
  const Profile profile = TinyProfile("a Add step=1:1:0:0 step=1:1:0:0");
  const auto check = [&](int64_t step) {
    return CheckStep(*MakeSelection({.step = step}), profile);
  };
  CHECK(check(-5));
  CHECK(check(1));
  const Status missing = check(2);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message == "step 2 not found; available: 0, 1");
}

}  // namespace tfprof
