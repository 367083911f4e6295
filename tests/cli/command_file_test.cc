// SPDX-License-Identifier: Apache-2.0
#include "cli/command_file.h"

#include <string>
#include <vector>

#include "base/bytes.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/line_diff.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

std::string ErrorOf(std::string_view text) {
  const Result<CommandFile> file = ParseCommandFile(text);
  REQUIRE_FALSE(file.has_value());
  return file.error().message;
}

CommandCase CaseOf(std::string command) {
  CommandCase result;
  result.line = 1;
  result.command = std::move(command);
  return result;
}

// Answers with its arguments in brackets.
int Echo(std::span<const std::string> args, Writer& out, Writer& err) {
  for (const std::string& arg : args) (void)out.Write("[" + arg + "]");
  (void)err.Write("tfprof 1.2.3\n");
  return static_cast<int>(args.size());
}

constexpr std::string_view kExample =
    "# First.\n"
    "$ tfprof scope dump\n"
    "row\n"
    "\n"
    "# not a remark\n"
    "\\$ escaped\n"
    "\\\\ escaped too\n"
    "! warning\n"
    "!\n"
    "? 0\n"
    "\n"
    "$ tfprof none\n"
    "? 2\n"
    "# Last.\n";

}  // namespace

TEST_CASE("a file of commands falls into cases") {
  const CommandFile file = ParseCommandFile(kExample).value();
  REQUIRE(file.cases.size() == 2);
  CHECK(file.cases[0].remarks == "# First.\n");
  CHECK(file.cases[0].line == 2);
  CHECK(file.cases[0].command == "tfprof scope dump");
  CHECK(file.cases[0].out ==
        "row\n\n# not a remark\n$ escaped\n\\ escaped too\n");
  CHECK(file.cases[0].err == "warning\n\n");
  CHECK(file.cases[0].exit_code == 0);
  CHECK(file.cases[1].remarks == "\n");
  CHECK(file.cases[1].line == 12);
  CHECK(file.cases[1].out.empty());
  CHECK(file.cases[1].err.empty());
  CHECK(file.cases[1].exit_code == 2);
  CHECK(file.remarks == "# Last.\n");
}

TEST_CASE("a parsed file is written back as it was") {
  CHECK(FormatCommandFile(ParseCommandFile(kExample).value()) == kExample);
}

TEST_CASE("every output survives being written and parsed") {
  const std::vector<std::string> outputs = {
      "",      "\n",     "\n\n",    "a",     "a\n",  "$ a\n", "! a\n",
      "? 0\n", "?",      "\\",      "\\\n",  "\\\\", "# a\n", " a \n",
      "\ta",   "a\n\nb", "\\$ a\n", "!\\\n", "!\n",  "a\\\n"};
  for (const std::string& out : outputs) {
    for (const std::string& err : outputs) {
      CommandCase answer = CaseOf("tfprof");
      answer.out = out;
      answer.err = err;
      answer.exit_code = 3;
      const std::string text = FormatCommandFile({{answer}, ""});
      CAPTURE(text);
      const CommandFile parsed = ParseCommandFile(text).value();
      REQUIRE(parsed.cases.size() == 1);
      CHECK(parsed.cases[0].out == out);
      CHECK(parsed.cases[0].err == err);
      CHECK(parsed.cases[0].exit_code == 3);
    }
  }
}

TEST_CASE("a line out of place is named by its number") {
  CHECK(ErrorOf("tfprof scope\n") ==
        "line 1: expected a command '$ ...', a remark '# ...' or nothing");
  CHECK(ErrorOf("\n$ tfprof a\nout\n") ==
        "line 2: expected '? N' at the end of the command");
  CHECK(ErrorOf("$ tfprof a\n$ tfprof b\n? 0\n") ==
        "line 2: expected '? N' before the next command");
  CHECK(ErrorOf("$ tfprof a\n! err\nout\n? 0\n") ==
        "line 3: expected '! ...' or '? N' after standard error");
  CHECK(ErrorOf("$ tfprof a\n? zero\n") ==
        "line 2: expected '? N' with an exit code");
  CHECK(ErrorOf("$ tfprof a\n?\n") ==
        "line 2: expected '? N' with an exit code");
}

TEST_CASE("commands are split like a shell would") {
  using Words = std::vector<std::string>;
  CHECK(SplitCommand("a  b ").value() == Words{"a", "b"});
  CHECK(SplitCommand("a 'b c' \"d e\"").value() == Words{"a", "b c", "d e"});
  CHECK(SplitCommand("--x='a b'c").value() == Words{"--x=a bc"});
  CHECK(SplitCommand("'' \"\"").value() == Words{"", ""});
  CHECK(SplitCommand("a\\ b '\\' \"\\\"\"").value() ==
        Words{"a b", "\\", "\""});
  CHECK(SplitCommand("$HOME .* a|b").value() == Words{"$HOME", ".*", "a|b"});
  CHECK(SplitCommand("").value().empty());
  CHECK(SplitCommand("a 'b").error().message == "the quote ' is not closed");
}

TEST_CASE("a command is answered by the program with paths and version named") {
  const CommandCase answer =
      RunCommand(CaseOf("tfprof a '--out={tmp}/x y'"), {"/t1", "1.2.3"}, Echo)
          .value();
  CHECK(answer.out == "[a][--out={tmp}/x y]");
  CHECK(answer.err == "tfprof {version}\n");
  CHECK(answer.exit_code == 2);
  CHECK(answer.command == "tfprof a '--out={tmp}/x y'");
}

TEST_CASE("cat shows what a command wrote") {
  const TempDir temp;
  WriteFile(temp / "made", "content");
  const CommandPlace place{temp.path(), "1.2.3"};
  const CommandCase answer =
      RunCommand(CaseOf("cat {tmp}/made"), place, Echo).value();
  CHECK(answer.out == "content");
  CHECK(answer.exit_code == 0);
  const CommandCase missing =
      RunCommand(CaseOf("cat {tmp}/other"), place, Echo).value();
  CHECK(missing.err == "cat: {tmp}/other: No such file or directory\n");
  CHECK(missing.exit_code == 1);
}

TEST_CASE("standard input comes from the file after the arrow") {
  const TempDir temp;
  WriteFile(temp / "input", "piped");
  const Program read = [](std::span<const std::string> args, Writer& out,
                          Writer&) {
    (void)out.Write(Bytes::Open(args.back(), {}).value().view());
    return static_cast<int>(args.size());
  };
  const CommandCase answer =
      RunCommand(CaseOf("tfprof info - < {tmp}/input"), {temp.path(), ""}, read)
          .value();
  CHECK(answer.out == "piped");
  CHECK(answer.exit_code == 2);
}

TEST_CASE("only known programs are run") {
  CHECK(RunCommand(CaseOf("rm x"), {"/t1", "1"}, Echo).error().message ==
        "line 1: 'rm' is neither tfprof nor cat");
}

TEST_CASE("a difference is shown line by line with what is near") {
  CHECK(LineDiff("a\nb\n", "a\nb\n").empty());
  CHECK(LineDiff("a\nb\nc\n", "a\nx\nc\n") == "  a\n- b\n+ x\n  c\n");
  CHECK(LineDiff("1\n2\n3\n4\n5\n", "1\n2\n3\n4\n5\nnew\n") ==
        "  ...\n  3\n  4\n  5\n+ new\n");
  CHECK(LineDiff("a\n", "a") == "- a\n+ a  (no newline at the end)\n");
  CHECK(LineDiff("a\n", "a \n") == "- a\n+ a   (blank at the end)\n");
  CHECK(LineDiff("", "\x1b\n") == "+ \\x1b\n");
}

}  // namespace tfprof
