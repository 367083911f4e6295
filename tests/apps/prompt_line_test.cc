// SPDX-License-Identifier: Apache-2.0
#include "prompt/prompt_line.h"

#include <string>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

using Words = std::vector<std::string>;

std::string ErrorOf(std::string_view line) {
  const auto parsed = ParsePromptLine(line, {});
  return parsed ? "" : parsed.error().message;
}

ViewOptions OptionsOf(std::string_view line) {
  const auto parsed = ParsePromptLine(line, {});
  INFO(line);
  REQUIRE(parsed);
  return parsed->options;
}

std::string Invalid(std::string_view option, std::string_view value) {
  return fmt::format("Invalid option '{}' value: '{}'", option, value);
}

}  // namespace

TEST_CASE("a line chooses steps as the shell does") {
  for (const char* line : {"op -steps last", "op --steps=last -max_depth 2"}) {
    const auto parsed = ParsePromptLine(line, {});
    REQUIRE(parsed.has_value());
    REQUIRE(parsed->steps.has_value());
    CHECK(parsed->steps->which == StepSelection::Which::kLast);
  }
  CHECK(!ParsePromptLine("op -max_depth 2", {})->steps);
  // Other words are names of steps, which only the dump knows.
  CHECK(ParsePromptLine("op -steps lsat", {}).has_value());
  CHECK(!ParsePromptLine("op -steps 3x", {}));
  CHECK(!ParsePromptLine("op -steps", {}));
}

TEST_CASE("the first word is a command") {
  for (const char* word :
       {"scope", "graph", "op", "code", "advise", "set", "help"}) {
    const auto parsed = ParsePromptLine(word, {});
    REQUIRE(parsed);
    CHECK(parsed->command == word);
  }
  for (const char* line : {"   ", "scop", "\tscope", "info", "-step 1"}) {
    CHECK(ErrorOf(line) == "First string must be a valid command.");
  }
}

TEST_CASE("options take the next word, the last one counts") {
  const ViewOptions options = OptionsOf(
      " scope  -max_depth 3 -min_bytes -7 -step +2 -max_depth \t4 "
      "-order_by micros");
  CHECK(options.max_depth == 4);
  CHECK(options.minimum[IndexOf(Measure::kRequestedBytes)] == -7);
  CHECK(options.step == 2);
  CHECK(options.order_by == "micros");
}

TEST_CASE("quotes around lists are taken off, around other words not") {
  CHECK(OptionsOf("scope -show_name_regexes '\"a,,b\"'").show_name_regexes ==
        Words{"a", "b"});
  CHECK(OptionsOf("scope -trim_name_regexes ''").trim_name_regexes.empty());
  CHECK(OptionsOf("scope -select \"bytes,device").select ==
        Words{"bytes", "device"});
  CHECK(OptionsOf("scope -account_type_regexes a'b").account_type_regexes ==
        Words{"a'b"});
  CHECK(ErrorOf("scope -order_by 'name'") == Invalid("-order_by", "'name'"));
  CHECK(ErrorOf("scope -max_depth \"3\"") == Invalid("-max_depth", "\"3\""));
}

TEST_CASE("options may be written as in the shell") {
  const ViewOptions defaults;
  for (const char* const line : {"scope -max_depth 1", "scope --max_depth 1",
                                 "scope --max_depth=1", "scope -max_depth=1"}) {
    const auto parsed = ParsePromptLine(line, defaults);
    REQUIRE(parsed.has_value());
    CHECK(parsed->options.max_depth == 1);
  }
  // Only what is an option is one: a pattern may hold anything.
  const auto pattern =
      ParsePromptLine("scope -show_name_regexes a=--b", defaults);
  REQUIRE(pattern.has_value());
  CHECK(pattern->options.show_name_regexes ==
        std::vector<std::string>{"a=--b"});
}

TEST_CASE("help names flags that there are") {
  const std::string help(PromptHelp());
  CHECK(help.find("--op_log_path") != std::string::npos);
  CHECK(help.find("run_log_path") == std::string::npos);
  CHECK(help.find("profiler ") == std::string::npos);
}

TEST_CASE("a switch may stand alone") {
  const auto is_set = [](std::string_view line) {
    return OptionsOf(line).account_displayed_op_only;
  };
  CHECK(is_set("scope -account_displayed_op_only"));
  CHECK(is_set("scope -account_displayed_op_only -step 1"));
  CHECK(is_set("scope -account_displayed_op_only Yes -step 1"));
  CHECK_FALSE(is_set("scope -account_displayed_op_only 0"));
  CHECK(ErrorOf("scope -account_displayed_op_only maybe") ==
        Invalid("-account_displayed_op_only", "maybe"));
}

TEST_CASE("whatever is wrong is said with the word after it") {
  for (const auto& [line, option, value] :
       std::vector<std::array<std::string, 3>>{
           {"scope -max_dept 3", "-max_dept", "3"},
           {"scope --max_dept 3", "--max_dept", "3"},
           {"scope max_depth 3", "max_depth", "3"},
           {"scope -max_depth", "-max_depth", ""},
           {"scope -max_depth 3x", "-max_depth", "3x"},
           {"scope -max_depth 2147483648", "-max_depth", "2147483648"},
           {"scope -step 9223372036854775808", "-step", "9223372036854775808"},
           {"scope -step 0x1", "-step", "0x1"},
           {"scope -order_by depth", "-order_by", "depth"},
           {"scope -order_by foo", "-order_by", "foo"},
           {"scope -select micros,foo", "-select", "micros,foo"},
           {"scope -select", "-select", ""},
           {"advise -x", "-x", ""},
       }) {
    CHECK(ErrorOf(line) == Invalid(option, value));
  }
}

TEST_CASE("outputs are understood as the reference does") {
  const auto output = [](std::string_view spec) {
    return OptionsOf(fmt::format("code -output {}", spec)).output;
  };
  CHECK(output("none") == "none:");
  CHECK(output("stdout:") == "stdout:");
  CHECK(output("timeline:outfile=a==b") == "timeline:outfile=a=b");
  CHECK(output("file:,=outfile=x:y,outfile=z") == "file:outfile=z");
  CHECK(ErrorOf("code -output graph:outfile=x") ==
        "E.g. Unknown output type: graph, Valid types: "
        "csv,file,folded,html,json,markdown,none,pprof,proto,stdout,"
        "table,timeline\n");
  CHECK(ErrorOf("code -output timeline:outfile=") ==
        "Visualize format: -output timeline:key=value,key=value,...");
  CHECK(ErrorOf("code -output timeline:file=x") ==
        "Unrecognized options file for output_type: timeline\n");
  CHECK(ErrorOf("code -output none:outfile=x") ==
        "Unrecognized options outfile for output_type: none\n");
  CHECK(ErrorOf("code -output pprof") ==
        "Missing required output_options for pprof\nE.g. -output "
        "pprof:outfile=...\n");
}

TEST_CASE("an earlier output file is forgotten") {
  const auto set = ParsePromptLine("set -output timeline:outfile=x", {});
  REQUIRE(set);
  CHECK_FALSE(ParsePromptLine("code -output pprof", set->options));
}

TEST_CASE("the listing has every option in the reference's order") {
  ViewOptions options;
  options.trim_name_regexes = {};
  options.select = {"params", "bytes"};
  const std::string listing = OptionListing(options);
  CHECK(listing.starts_with("-max_depth                  10\n"));
  CHECK(listing.find("\n-trim_name_regexes          \n") != std::string::npos);
  CHECK(listing.find("\n-min_occurrence             0\n-step") !=
        std::string::npos);
  CHECK(
      listing.ends_with("-select                     bytes,params\n"
                        "-output                     stdout:\n"));
  CHECK(std::count(listing.begin(), listing.end(), '\n') == 21);
}

TEST_CASE("words are completed by where they stand") {
  CHECK(CompleteLine("") ==
        Words{"scope", "graph", "op", "code", "advise", "set", "help"});
  CHECK(CompleteLine("s") == Words{"scope", "set"});
  CHECK(CompleteLine("scope -min_c") == Words{"-min_cpu_micros"});
  CHECK(CompleteLine("scope ").size() == 22);
  CHECK(CompleteLine("scope -order_by na") == Words{"name"});
  CHECK(CompleteLine("scope -select micros,dev") == Words{"device"});
  CHECK(CompleteLine("scope -output p") == Words{"pprof:outfile=", "proto"});
  CHECK(CompleteLine("scope -step 1 -order_by p") ==
        Words{"peak_bytes", "params"});
  CHECK(CompleteLine("xyz").empty());
}

}  // namespace tfprof
