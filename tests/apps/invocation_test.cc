// SPDX-License-Identifier: Apache-2.0
#include "invocation.h"

#include <algorithm>
#include <map>

#include "app.h"
#include "base/strings.h"
#include "commands.h"
#include "help/help.h"
#include "support/catch.h"

namespace tfprof {

namespace {

using Words = std::vector<std::string>;

// A command that keeps what the flags of a view say.
struct Heard {
  Heard()
      : command{.name = "look",
                .summary = "",
                .result = ResultKind::kView,
                .prepare = [this](FlagSet& flags) -> Work {
                  AddViewFlags(flags, view, FlagGroup::kOwn);
                  return nullptr;
                }},
        invocation(command) {}

  void Parse(const Words& args) {
    const auto wish = invocation.Parse(args);
    INFO((wish ? "" : wish.error().message));
    REQUIRE(wish);
    CHECK(*wish == Invocation::Wish::kAnswer);
  }

  const Words& dumps() const { return invocation.arguments().inputs.dumps; }

  ViewOptions view;
  Command command;
  Invocation invocation;
};

std::string ErrorOf(const char* command, const Words& args) {
  Invocation invocation(*FindCommand(command));
  const auto wish = invocation.Parse(args);
  REQUIRE_FALSE(wish);
  CHECK(wish.error().code == ErrorCode::kInvalidArgument);
  return wish.error().message;
}

Invocation::Wish WishOf(const Words& args) {
  Invocation invocation(*FindCommand("steps"));
  const auto wish = invocation.Parse(args);
  REQUIRE(wish);
  return *wish;
}

}  // namespace

TEST_CASE("a flag has three spellings") {
  for (const Words& args :
       {Words{"d", "--max_depth=4"}, Words{"--max_depth", "4", "d"},
        Words{"-max_depth", "4", "d"}, Words{"-max_depth=4", "--", "d"}}) {
    Heard asked;
    asked.Parse(args);
    CHECK(asked.view.max_depth == 4);
    CHECK(asked.dumps() == Words{"d"});
  }
}

TEST_CASE("values keep dashes, brackets, braces, quotes and emptiness") {
  Heard asked;
  asked.Parse({"-step", "-1", "--trim_name_regexes=", "--hide_name_regexes",
               "[ab]", "-show_name_regexes", "{}", "--start_name_regexes",
               "\"x\"", "--account_type_regexes=a=b", "[d]"});
  CHECK(asked.view.step == -1);
  CHECK(asked.view.trim_name_regexes.empty());
  CHECK(asked.view.hide_name_regexes == Words{"[ab]"});
  CHECK(asked.view.show_name_regexes == Words{"{}"});
  CHECK(asked.view.start_name_regexes == Words{"\"x\""});
  CHECK(asked.view.account_type_regexes == Words{"a=b"});
  CHECK(asked.dumps() == Words{"[d]"});
}

TEST_CASE("a value may look like a flag") {
  Heard asked;
  asked.Parse({"-show_name_regexes", "-max_depth", "-hide_name_regexes=--x"});
  CHECK(asked.view.show_name_regexes == Words{"-max_depth"});
  CHECK(asked.view.hide_name_regexes == Words{"--x"});
}

TEST_CASE("account and start fill lists of their own") {
  Heard asked;
  asked.Parse({"--account_type_regexes=a"});
  CHECK(asked.view.account_type_regexes == Words{"a"});
  CHECK(asked.view.start_name_regexes == Words{".*"});
}

TEST_CASE("the last of a repeated option wins") {
  Heard asked;
  asked.Parse(
      {"--step=1", "--step=2", "-select", "bytes", "-select", "micros"});
  CHECK(asked.view.step == 2);
  CHECK(asked.view.select == Words{"micros"});
}

TEST_CASE("a switch takes a boolean word and nothing else") {
  Heard bare;
  bare.Parse({"-account_displayed_op_only", "dump"});
  CHECK(bare.view.account_displayed_op_only);
  CHECK(bare.dumps() == Words{"dump"});
  Heard off;
  off.Parse({"-account_displayed_op_only", "--quiet", "No", "dump"});
  CHECK(off.view.account_displayed_op_only);
  CHECK_FALSE(off.invocation.arguments().quiet);
  CHECK(off.dumps() == Words{"dump"});
}

TEST_CASE("minima have units") {
  Heard asked;
  asked.Parse({"--min_micros=5ms", "--min_bytes=1MB", "--min_params=2k"});
  CHECK(asked.view.minimum[IndexOf(Measure::kMicros)] == 5000);
  CHECK(asked.view.minimum[IndexOf(Measure::kRequestedBytes)] == 1'000'000);
  CHECK(asked.view.minimum[IndexOf(Measure::kParameters)] == 2000);
}

TEST_CASE("wrong flags and values are named") {
  CHECK(ErrorOf("scope", {"--selct=x"}) ==
        "unknown flag --selct, did you mean '--select'?");
  CHECK(ErrorOf("scope", {"--max_depth=x"}) ==
        "--max_depth: 'x' is not a whole number from -2147483648 to "
        "2147483647");
  CHECK(ErrorOf("scope", {"--select"}) ==
        "flag --select needs a value: WORD,...");
  CHECK(ErrorOf("info", {"--select=micros"}) == "info takes no flag --select");
  CHECK(ErrorOf("scope", {"--rules=correct"}) ==
        "--rules: unknown rules 'correct', did you mean 'corrected'? "
        "known: reference, corrected");
  CHECK(ErrorOf("scope", {"--jobs=0"}) == "--jobs: '0' is below 1");
  CHECK(ErrorOf("scope", {"--min_bytes=-5"}) == "--min_bytes: '-5' is below 0");
  CHECK(ErrorOf("gate", {"--min_slowdown=0.02"}) ==
        "--min_slowdown: '0.02' is not a percentage; write 0.02%");
  CHECK(ErrorOf("export", {"--max_nodes=-1"}) ==
        "--max_nodes: '-1' is below 0");
}

TEST_CASE("words of other tools are answered") {
  CHECK(ErrorOf("op", {"d", "--json"}) ==
        "unknown flag --json: write --output=json");
  CHECK(ErrorOf("op", {"d", "-n", "5"}).starts_with("unknown flag -n: tfprof top "));
  for (const char* flag : {"--top=5", "--sort=x", "--format=json", "--by=op"}) {
    CAPTURE(flag);
    CHECK(ErrorOf("info", {flag}).find(": ") != std::string::npos);
  }
}

TEST_CASE("help is given whatever else is asked") {
  using Wish = Invocation::Wish;
  CHECK(WishOf({"--time_limit=x", "--help"}) == Wish::kHelp);
  CHECK(WishOf({"-h"}) == Wish::kHelp);
  CHECK(WishOf({"--help_all", "d"}) == Wish::kAllHelp);
  CHECK(WishOf({"--version"}) == Wish::kVersion);
}

TEST_CASE("the command is the first word that is no flag's value") {
  CHECK(FindCommandWord(Words{"op", "d"}) == 0);
  CHECK(FindCommandWord(Words{"-select", "micros", "op", "d"}) == 2);
  CHECK(FindCommandWord(Words{"-select=micros", "--quiet", "op"}) == 2);
  CHECK(FindCommandWord(Words{"--quiet", "true", "op"}) == 2);
  CHECK(FindCommandWord(Words{"--", "op"}) == 1);
  CHECK(FindCommandWord(Words{"--step", "1"}) == 2);
  CHECK(FindCommandWord(Words{}) == 0);
}

TEST_CASE("commands agree on what is a switch") {
  std::map<std::string, bool> is_switch;
  for (const Command& command : Commands()) {
    const Invocation invocation(command);
    for (const Flag& flag : invocation.flags().flags()) {
      CAPTURE(command.name, flag.name);
      CHECK(is_switch.try_emplace(flag.name, flag.is_switch()).first->second ==
            flag.is_switch());
    }
  }
}

TEST_CASE("the short help fits a screen and the long one has every flag") {
  for (const Command& command : Commands()) {
    CAPTURE(command.name);
    const std::string screen = HelpOf(command, HelpDetail::kScreen);
    const std::string all = HelpOf(command, HelpDetail::kAll);
    constexpr long kLines = 40;
    constexpr size_t kColumns = 100;
    CHECK(std::count(screen.begin(), screen.end(), '\n') <= kLines);
    const Invocation invocation(command);
    for (const Flag& flag : invocation.flags().flags()) {
      CAPTURE(flag.name);
      CHECK(all.find(flag.Dashed()) != std::string::npos);
      const bool is_own = flag.group == FlagGroup::kOwn && !flag.is_rare;
      if (is_own) CHECK(screen.find(flag.Dashed()) != std::string::npos);
    }
    for (const std::string& line : SplitNonEmpty(all, '\n')) {
      CAPTURE(line);
      CHECK(line.size() <= kColumns);
    }
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
