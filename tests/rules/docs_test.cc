// SPDX-License-Identifier: Apache-2.0
// docs/cli.md has every command, flag and output format, and no other.
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/strings.h"
#include "commands.h"
#include "invocation.h"
#include "model/measure.h"
#include "render/renderer.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"

namespace tfprof {

namespace {

using Words = std::vector<std::string>;

const std::string& CommandLineDoc() {
  static const std::string kText = ReadFile(TFPROF_SOURCE_DIR "/docs/cli.md");
  return kText;
}

// The lines under a heading, up to the next one.
Words LinesUnder(const std::string& heading) {
  Words lines;
  bool inside = false;
  for (std::string& line : SplitNonEmpty(CommandLineDoc(), '\n')) {
    if (line.starts_with("## ")) {
      inside = line == "## " + heading;
    } else if (inside) {
      lines.push_back(std::move(line));
    }
  }
  REQUIRE_FALSE(lines.empty());
  return lines;
}

// Everything in backquotes, without leading dashes and values.
Words CodeWords(std::string_view text) {
  Words words;
  const Words pieces = SplitNonEmpty(std::string(" ").append(text), '`');
  for (size_t i = 1; i < pieces.size(); i += 2) {
    const std::string& code = pieces[i];
    const size_t begin = std::min(code.find_first_not_of('-'), code.size());
    const size_t end = code.find_first_of("=: ", begin);
    words.push_back(code.substr(begin, end - begin));
  }
  return words;
}

// The words in the first column of the tables under a heading.
Words FirstColumn(const std::string& heading) {
  Words words;
  for (const std::string& line : LinesUnder(heading)) {
    const Words cells = SplitNonEmpty(line, '|');
    if (!line.starts_with("|") || cells.empty()) continue;
    const Words found = CodeWords(cells[0]);
    words.insert(words.end(), found.begin(), found.end());
  }
  return words;
}

bool Has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Words FlagNames(const Command& command, FlagGroup group) {
  Words names;
  const Invocation invocation(command);
  for (const Flag& flag : invocation.flags().flags()) {
    if (flag.group == group) names.push_back(flag.name);
  }
  return names;
}

// Checks that the tables under `heading` have exactly `names`, in any order,
// and `more` anywhere.
void CheckSame(const std::string& heading, const Words& names,
               const Words& more) {
  const Words documented = FirstColumn(heading);
  for (const std::string& name : names) {
    INFO("'" << name << "' is missing under '" << heading << "'");
    CHECK(Has(documented, name));
  }
  for (const std::string& name : documented) {
    INFO("'" << name << "' under '" << heading << "' does not exist");
    CHECK((Has(names, name) || Has(more, name)));
  }
}

}  // namespace

TEST_CASE("every command is documented") {
  Words names;
  for (const Command& command : Commands()) names.emplace_back(command.name);
  REQUIRE(names.size() > 3);
  CheckSame("Commands", names, {"help"});
}

TEST_CASE("tests that the documents name exist") {
  const std::string text = ReadFile(TFPROF_SOURCE_DIR "/docs/compatibility.md");
  size_t named = 0;
  for (const std::string& word : CodeWords(text)) {
    if (!word.starts_with("tests/") && !word.starts_with("bench/")) continue;
    ++named;
    CAPTURE(word);
    CHECK(std::filesystem::exists(TFPROF_SOURCE_DIR "/" + word));
  }
  CHECK(named > 50);
}

TEST_CASE("every flag that names an input is documented") {
  CheckSame("Inputs", FlagNames(PromptCommand(), FlagGroup::kInput), {"DUMP"});
}

TEST_CASE("every option of the views is documented") {
  CheckSame("Options of the views", FlagNames(PromptCommand(), FlagGroup::kOwn),
            {});
}

TEST_CASE("every flag that a command has of its own is documented") {
  for (const Command& command : Commands()) {
    if (command.result == ResultKind::kView) continue;
    const Words names = FlagNames(command, FlagGroup::kOwn);
    if (names.empty()) continue;
    CheckSame(fmt::format("Flags of `{}`", command.name), names, {});
  }
}

TEST_CASE("every flag of all commands is documented") {
  CheckSame("Flags of every command",
            FlagNames(PromptCommand(), FlagGroup::kCommon),
            {"help", "help_all", "version"});
}

TEST_CASE("the documented defaults are those of the flags") {
  const auto check = [](const Command& command, FlagGroup group,
                        const std::string& heading) {
    const Invocation invocation(command);
    for (const Flag& flag : invocation.flags().flags()) {
      if (flag.group != group || flag.default_text.empty()) continue;
      for (const std::string& line : LinesUnder(heading)) {
        const Words cells = SplitNonEmpty(line, '|');
        if (cells.size() < 2 || !Has(CodeWords(cells[0]), flag.name)) continue;
        CAPTURE(heading, flag.name);
        CHECK(cells[1].find(flag.default_text) != std::string::npos);
      }
    }
  };
  check(PromptCommand(), FlagGroup::kOwn, "Options of the views");
  check(PromptCommand(), FlagGroup::kCommon, "Flags of every command");
  for (const Command& command : Commands()) {
    if (command.result == ResultKind::kView) continue;
    if (FlagNames(command, FlagGroup::kOwn).empty()) continue;
    check(command, FlagGroup::kOwn, fmt::format("Flags of `{}`", command.name));
  }
}

TEST_CASE("every word that a flag takes is documented") {
  const Words documented = CodeWords(CommandLineDoc());
  for (const Command& command : Commands()) {
    const Invocation invocation(command);
    for (const Flag& flag : invocation.flags().flags()) {
      for (const std::string& word : flag.words) {
        CAPTURE(command.name, flag.name, word);
        CHECK(Has(documented, word));
      }
    }
  }
}

TEST_CASE("every measure is documented") {
  const Words documented = CodeWords(CommandLineDoc());
  const Words columns = CodeWords(ReadFile(TFPROF_SOURCE_DIR "/docs/sql.md"));
  for (const MeasureInfo& measure : Measures()) {
    CAPTURE(measure.word, measure.key);
    CHECK(Has(documented, measure.word));
    CHECK(Has(columns, measure.key));
  }
}

TEST_CASE("every output format is documented") {
  Words kinds;
  for (const Renderer& renderer : Renderers()) {
    kinds.emplace_back(renderer.kind);
  }
  CheckSame("Output formats", kinds, {});
}

}  // namespace tfprof
