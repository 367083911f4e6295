// SPDX-License-Identifier: Apache-2.0
// Whatever a dump holds, what commands write for other programs is well formed:
// lines of one length in CSV, rows of one length in Markdown, and tables
// without control characters, blanks at the end or surprising width.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app.h"
#include "base/csv_reader.h"
#include "base/strings.h"
#include "support/catch.h"
#include "support/hostile_dump.h"
#include "support/paths.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

using Words = std::vector<std::string>;

std::string WhatIsWrongWithCsv(std::string_view text) {
  CsvReader reader(text);
  Words fields;
  size_t width = 0;
  while (true) {
    const Result<bool> has_line = reader.Next(fields);
    if (!has_line) return has_line.error().message;
    if (!*has_line) return width == 0 ? "nothing at all" : "";
    if (width == 0) {
      width = fields.size();
      const std::set<std::string> names(fields.begin(), fields.end());
      if (names.size() != width) return "two columns of one name";
    }
    if (fields.size() != width) {
      return fmt::format("line {} has {} fields, not {}", reader.line(),
                         fields.size(), width);
    }
  }
}

size_t CellsOf(std::string_view row) {
  size_t bars = 0;
  for (size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '\\') {
      ++i;
    } else if (row[i] == '|') {
      ++bars;
    }
  }
  return bars - 1;
}

// Empty ones, too: they end a table.
Words LinesOf(std::string_view text) {
  Words lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

std::string WhatIsWrongWithMarkdown(const std::string& text) {
  size_t cells = 0;
  size_t rows = 0;
  for (const std::string& line : LinesOf(text)) {
    if (!line.starts_with('|')) {
      cells = 0;
      continue;
    }
    ++rows;
    if (cells == 0) cells = CellsOf(line);
    if (CellsOf(line) != cells || !line.ends_with('|')) return line;
  }
  return rows == 0 ? "no table" : "";
}

bool IsControl(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

std::string WhatIsWrongWithTable(const std::string& text) {
  for (const std::string& line : LinesOf(text)) {
    const bool is_bad = std::any_of(line.begin(), line.end(), IsControl) ||
                        line.ends_with(' ') || !IsUtf8(line);
    if (is_bad) return Printable(line);
  }
  return text.empty() ? "nothing at all" : "";
}

struct Format {
  const char* name;
  std::string (*objection)(const std::string& text);
};

constexpr Format kKinds[] = {
    {"csv", [](const std::string& text) { return WhatIsWrongWithCsv(text); }},
    {"markdown", WhatIsWrongWithMarkdown},
    {"table", WhatIsWrongWithTable}};

// @ is the dump, # another one.
constexpr const char* kCommands[] = {
    "summary @",
    "top @",
    "top @ --by=name",
    "top @ --by=scope",
    "top @ --by=code",
    "top @ --by=device",
    "top @ --by=shape",
    "steps @ --show=time,sizes,shape_changes,flops,account,roofline,spread,xla,"
    "communication",
    "path @",
    "memory @",
    "info @",
    "summarize @",
    "advise @",
    "scope @",
    "op @",
    "diff # @",
    "gate --baseline=# --candidate=@",
    "fleet # @ --steps=all",
    "trend --store=%"};

Words WordsOf(std::string_view command, const std::string& dump,
              const std::string& other, const std::string& store) {
  Words words;
  for (const std::string& word : SplitNonEmpty(command, ' ')) {
    std::string& made = words.emplace_back();
    for (const char c : word) {
      if (c == '@') {
        made += dump;
      } else if (c == '#') {
        made += other;
      } else if (c == '%') {
        made += store;
      } else {
        made += c;
      }
    }
  }
  return words;
}

}  // namespace

TEST_CASE("what commands write for other programs is well formed") {
  const TempDir folder;
  const std::string testdata = TFPROF_TESTDATA "/";
  const std::string other = testdata + "random_11";
  size_t written = 0;
  for (const std::string& dump :
       {testdata + "mnist_mlp", testdata + "random_12", testdata + "random_14",
        testdata + "random_16", HostileDump(folder)}) {
    const TempDir history;
    const std::string store = history / "history.db";
    StringWriter ignored;
    REQUIRE(RunApp(Words{"record", dump, "--store=" + store, "--commit=1a2b3c4",
                         "--branch=|`,\"b"},
                   ignored, ignored) == kExitDone);
    for (const char* command : kCommands) {
      for (const Format& kind : kKinds) {
        CAPTURE(dump, command, kind.name);
        Words words = WordsOf(command, dump, other, store);
        words.push_back(std::string("--output=") + kind.name);
        StringWriter out;
        StringWriter err;
        const int exit_code = RunApp(words, out, err);
        INFO(err.text());
        if (exit_code == kExitQuestion || exit_code == kExitInput) {
          CHECK(out.text().empty());  // the dump does not have what it takes
          continue;
        }
        ++written;
        CHECK(kind.objection(out.text()) == "");
      }
    }
  }
  CHECK(written > 250);
}

}  // namespace tfprof
