// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include "app.h"
#include "support/catch.h"

namespace tfprof {

namespace {

using Words = std::vector<std::string>;

Result<Arguments> Parse(const Words& args) {
  TFPROF_ASSIGN_OR_RETURN(const SplitWords split, SplitCommandLine(args));
  const Command* command = FindCommand(split.words.at(0));
  REQUIRE(command != nullptr);
  return ParseArguments(*command, split);
}

std::string ErrorOf(const Words& args) {
  const auto parsed = Parse(args);
  REQUIRE_FALSE(parsed);
  CHECK(parsed.error().code == ErrorCode::kInvalidArgument);
  return parsed.error().message;
}

}  // namespace

TEST_CASE("a flag has three spellings") {
  for (const Words& args : {Words{"scope", "d", "--max_depth=4"},
                            Words{"scope", "--max_depth", "4", "d"},
                            Words{"-max_depth", "4", "scope", "d"},
                            Words{"scope", "-max_depth=4", "--", "d"}}) {
    const auto parsed = Parse(args);
    REQUIRE(parsed);
    CHECK(parsed->view.max_depth == 4);
    CHECK(parsed->inputs.dumps == Words{"d"});
  }
}

TEST_CASE("values keep dashes, brackets, braces, quotes and emptiness") {
  const auto parsed =
      Parse({"scope", "-step", "-1", "--min_bytes=-5", "--trim_name_regexes=",
             "--hide_name_regexes", "[ab]", "-show_name_regexes", "{}",
             "--start_name_regexes", "\"x\"", "--account_type_regexes=a=b"});
  REQUIRE(parsed);
  CHECK(parsed->view.step == -1);
  CHECK(parsed->view.minimum[0] == -5);
  CHECK(parsed->view.trim_name_regexes.empty());
  CHECK(parsed->view.hide_name_regexes == Words{"[ab]"});
  CHECK(parsed->view.show_name_regexes == Words{"{}"});
  CHECK(parsed->view.start_name_regexes == Words{"\"x\""});
  CHECK(parsed->view.account_type_regexes == Words{"a=b"});
}

TEST_CASE("account and start fill lists of their own") {
  const auto parsed = Parse({"op", "--account_type_regexes=a"});
  REQUIRE(parsed);
  CHECK(parsed->view.account_type_regexes == Words{"a"});
  CHECK(parsed->view.start_name_regexes == Words{".*"});
}

TEST_CASE("the last of a repeated flag wins") {
  const auto parsed = Parse({"op", "--step=1", "--step=2"});
  REQUIRE(parsed);
  CHECK(parsed->view.step == 2);
}

TEST_CASE("a switch takes a boolean word and nothing else") {
  const auto bare = Parse({"scope", "-account_displayed_op_only", "dump"});
  REQUIRE(bare);
  CHECK(bare->view.account_displayed_op_only);
  CHECK(bare->inputs.dumps == Words{"dump"});
  const auto off = Parse({"scope", "-account_displayed_op_only", "No", "dump"});
  REQUIRE(off);
  CHECK_FALSE(off->view.account_displayed_op_only);
  CHECK(off->inputs.dumps == Words{"dump"});
}

TEST_CASE("wrong flags and values are named") {
  CHECK(ErrorOf({"scope", "--selct=x"}) ==
        "unknown flag --selct, did you mean '--select'?");
  CHECK(ErrorOf({"scope", "--max_depth=x"}) ==
        "--max_depth: 'x' is not a whole number from -2147483648 to "
        "2147483647");
  CHECK(ErrorOf({"scope", "--select"}) ==
        "flag --select needs a value: WORD,...");
  CHECK(ErrorOf({"info", "--select=micros"}) == "info takes no flag --select");
  CHECK(ErrorOf({"scope", "--rules=correct"}) ==
        "--rules: 'correct' is not a set of rules, did you mean 'corrected'?; "
        "known: reference, corrected");
  CHECK(ErrorOf({"scope", "--jobs=0"}) ==
        "--jobs: '0' is not a whole number above 0");
}

TEST_CASE("every flag is in the help of a view") {
  const std::string help = HelpOf(*FindCommand("scope"));
  for (const Flag& flag : Flags()) {
    const bool is_taken = flag.group == FlagGroup::kInput ||
                          flag.group == FlagGroup::kView ||
                          flag.group == FlagGroup::kCommon;
    CHECK((help.find("--" + std::string(flag.name)) != std::string::npos) ==
          is_taken);
  }
}

TEST_CASE("a full disk and a closed pipe have exit codes of their own") {
  class FailingWriter : public Writer {
   public:
    explicit FailingWriter(ErrorCode code) : code_(code) {}

    Status Write(std::string_view) override { return Fail(code_, "no more"); }

   private:
    ErrorCode code_;
  };

  const Words args = {"help"};
  StringWriter err;
  FailingWriter full(ErrorCode::kIo);
  CHECK(RunApp(args, full, err) == kExitInternal);
  CHECK(err.text() == "tfprof: no more\n");
  FailingWriter closed(ErrorCode::kClosedPipe);
  CHECK(RunApp(args, closed, err) == kExitDone);
}

}  // namespace tfprof
