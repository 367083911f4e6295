// SPDX-License-Identifier: Apache-2.0
// Output that differs between people at a terminal and scripts.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "app.h"
#include "support/catch.h"
#include "support/paths.h"

namespace tfprof {

namespace {

class TerminalText final : public Writer {
 public:
  Status Write(std::string_view bytes) override {
    text_ += bytes;
    return {};
  }

  bool is_terminal() const override { return true; }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// A variable of the environment while a test runs.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    setenv(name, value, 1);
  }

  ~Environment() { unsetenv(name_); }

 private:
  const char* name_;
};

template <typename Out>
std::string Run(std::vector<std::string> args) {
  Out out;
  StringWriter err;
  for (std::string& arg : args) {
    if (arg == "DUMP") arg = TFPROF_TESTDATA "/mnist_mlp";
  }
  const int exit_code = RunApp(args, out, err);
  return exit_code == 0 ? out.text() : err.text();
}

const Environment kPlain("NO_COLOR", "1");

}  // namespace

TEST_CASE("output: TFPROF_OUTPUT counts only at a terminal") {
  const Environment liked("TFPROF_OUTPUT", "table");
  CHECK(Run<TerminalText>({"op", "DUMP"}).find("share %") == 0);
  CHECK(Run<StringWriter>({"op", "DUMP"}).find("node name |") !=
        std::string::npos);
  CHECK(Run<TerminalText>({"op", "DUMP", "--output=stdout"})
            .find("node name |") != std::string::npos);
  // Results without a table stay unchanged.
  CHECK(Run<TerminalText>({"trace", "DUMP"}).find('{') == 0);
}

TEST_CASE("output: TFPROF_OUTPUT takes what --output=table takes") {
  const Environment liked("TFPROF_OUTPUT", "table:rows=1");
  CHECK(Run<TerminalText>({"op", "DUMP"}).find("more rows, ") !=
        std::string::npos);
}

TEST_CASE("output: another word in TFPROF_OUTPUT is an error") {
  const Environment liked("TFPROF_OUTPUT", "tables");
  CHECK(Run<TerminalText>({"op", "DUMP"}) ==
        "tfprof: TFPROF_OUTPUT: unknown default 'tables'; expected table or "
        "nothing\n");
}

TEST_CASE("output: lines are as wide as the terminal, elsewhere 100") {
  const Environment columns("COLUMNS", "50");
  const auto longest = [](const std::string& text) {
    size_t most = 0;
    size_t begin = 0;
    for (size_t end; (end = text.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      // A sentence reports the left out rows; a terminal may wrap it.
      if (!text.substr(begin).starts_with("…")) {
        most = std::max(most, end - begin);
      }
    }
    return most;
  };
  const std::vector<std::string> scope = {"scope", "DUMP", "--output=table",
                                          "--select=micros"};
  CHECK(longest(Run<TerminalText>(scope)) <= 52);  // "…" has three bytes
  CHECK(longest(Run<StringWriter>(scope)) > 52);
  CHECK(longest(Run<StringWriter>(scope)) <= 104);
}

TEST_CASE("output: a terminal has 40 rows of a table, a pipe all of them") {
  const std::vector<std::string> args = {"scope", "DUMP", "--output=table"};
  CHECK(Run<TerminalText>(args).find("more rows") != std::string::npos);
  CHECK(Run<StringWriter>(args).find("more rows") == std::string::npos);
}

TEST_CASE("output: sizes that are no numbers are refused") {
  CHECK(Run<StringWriter>({"op", "DUMP", "--output=table:rows=many"}) ==
        "tfprof: --output: rows=many is not a whole number from 0 on; 0 is no "
        "limit\n");
  CHECK(Run<StringWriter>({"op", "DUMP", "--output=table:row=1"}) ==
        "tfprof: --output: table takes no 'row', did you mean 'rows'?\n");
}

}  // namespace tfprof
