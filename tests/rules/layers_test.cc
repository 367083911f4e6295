// SPDX-License-Identifier: Apache-2.0
// The rules of the source tree: who may include whom, and what every file has
// to be like. docs/architecture.md has the reasons.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/paths.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

using Lines = std::vector<std::string>;

struct Layer {
  std::string_view folder;
  std::vector<std::string_view> ours;     // folders below lib/
  std::vector<std::string_view> outside;  // beginnings of header names
};

// The table of docs/architecture.md. fmt comes with base/error.h everywhere.
const Layer kLayers[] = {
    {"lib/base/",
     {"base/"},
     {"fmt/", "tl/", "tsl/", "re2/", "zlib.h", "zstd.h", "zstd_errors.h",
      "dirent.h", "fcntl.h", "fnmatch.h", "malloc.h", "poll.h", "sys/",
      "unistd.h"}},
    {"lib/model/", {"base/", "model/"}, {"fmt/", "tsl/"}},
    {"lib/recorded/", {"base/", "model/", "recorded/"}, {"fmt/", "tsl/"}},
    {"lib/wire/",
     {"base/", "model/", "recorded/", "wire/"},
     {"fmt/", "tsl/", "protozero/", "google/protobuf/", "leveldb/", "snappy.h",
      "fnmatch.h"}},
    {"lib/view/", {"base/", "model/", "view/"}, {"fmt/", "tsl/"}},
    {"lib/report/", {"base/", "model/", "view/", "report/"}, {"fmt/", "tsl/"}},
    {"lib/analysis/",
     {"base/", "model/", "recorded/", "view/", "report/", "analysis/"},
     {"fmt/", "tsl/"}},
    {"lib/render/",
     {"base/", "model/", "view/", "report/", "render/"},
     {"fmt/", "protozero/", "google/protobuf/", "rapidjson/"}},
    {"lib/store/",
     {"base/", "model/", "view/", "report/", "analysis/", "store/"},
     {"fmt/", "tsl/", "sqlite3.h", "fcntl.h", "sys/", "unistd.h"}},
    {"apps/tfprof/",
     {"base/", "model/", "recorded/", "wire/", "view/", "report/", "analysis/",
      "render/", "store/", "commands/", "prompt/", "help/"},
     {"fmt/", "toml++/", "CLI/", "histedit.h", "sys/", "unistd.h"}},
};

// Headers that even their layer has in one place only.
struct OnlyIn {
  std::string_view header;  // its beginning
  std::string_view place;   // the beginning of the file's path
};

constexpr OnlyIn kOnlyIn[] = {
    {"re2/", "lib/base/regex_"},
    {"sqlite3.h", "lib/store/database"},
    {"rapidjson/", "lib/render/flat/json_out."},
    {"iostream", "apps/tfprof/main.cc"},
    {"fstream", "nowhere: base/bytes.h and base/writer.h are for files"},
};

struct Include {
  std::string header;
  bool in_quotes = false;
};

bool StartsWithAny(std::string_view text,
                   const std::vector<std::string_view>& beginnings) {
  return std::any_of(
      beginnings.begin(), beginnings.end(),
      [&](std::string_view beginning) { return text.starts_with(beginning); });
}

// The header of an #include line, or an empty one.
Include ParseInclude(std::string_view line) {
  const auto skip_blanks = [&] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  for (const std::string_view word : {"#", "include"}) {
    skip_blanks();
    if (!line.starts_with(word)) return {};
    line.remove_prefix(word.size());
  }
  skip_blanks();
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return {};
  const bool in_quotes = line[0] == '"';
  const size_t end = line.find(in_quotes ? '"' : '>', 1);
  return {std::string(line.substr(1, end - 1)), in_quotes};
}

bool IsGenerated(const Include& include) {
  return include.header.ends_with(".pb.h");
}

bool IsProtobuf(const Include& include) {
  return IsGenerated(include) || include.header.starts_with("google/protobuf/");
}

// C++'s own headers have neither a folder nor an ending.
bool IsStandard(const Include& include) {
  return !include.in_quotes &&
         include.header.find_first_of("./") == std::string::npos;
}

// Why `file`, a path from the source folder, may not have this include; empty
// if it may.
std::string Objection(std::string_view file, const Include& include) {
  const std::string_view header = include.header;
  for (const OnlyIn& only : kOnlyIn) {
    if (header.starts_with(only.header) && !file.starts_with(only.place)) {
      return fmt::format("belongs in {} alone", only.place);
    }
  }
  const auto* layer =
      std::find_if(std::begin(kLayers), std::end(kLayers),
                   [&](const Layer& l) { return file.starts_with(l.folder); });
  if (layer == std::end(kLayers)) return "in a folder that is no layer";
  if (IsProtobuf(include) && file.ends_with(".h")) {
    return "protobuf stays out of our headers";
  }
  if (IsStandard(include)) return "";
  if (IsGenerated(include)) {
    return StartsWithAny("google/protobuf/", layer->outside)
               ? ""
               : "generated messages are for wire and render";
  }
  if (!include.in_quotes) {
    return StartsWithAny(header, layer->outside)
               ? ""
               : fmt::format("{} does not use this library", layer->folder);
  }
  // Headers of the program lie in its folder and are included by name alone.
  const bool is_beside = header.find('/') == std::string_view::npos &&
                         layer->folder.starts_with("apps/");
  return is_beside || StartsWithAny(header, layer->ours)
             ? ""
             : fmt::format("{} does not include that layer", layer->folder);
}

Lines ReadLines(const fs::path& path) {
  Lines lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

const fs::path& Root() {
  static const fs::path kRoot = TFPROF_SOURCE_DIR;
  return kRoot;
}

bool IsSource(const fs::path& path) {
  return path.extension() == ".cc" || path.extension() == ".h";
}

// Files below `folders` as paths from the source folder, in name order.
std::vector<std::string> Files(const std::vector<std::string_view>& folders) {
  std::vector<std::string> files;
  for (const std::string_view folder : folders) {
    if (!fs::exists(Root() / folder)) continue;
    for (const auto& entry :
         fs::recursive_directory_iterator(Root() / folder)) {
      if (entry.is_regular_file()) {
        files.push_back(fs::relative(entry.path(), Root()).string());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> Sources(const std::vector<std::string_view>& folders) {
  std::vector<std::string> files = Files(folders);
  files.erase(
      std::remove_if(files.begin(), files.end(),
                     [](const std::string& file) { return !IsSource(file); }),
      files.end());
  REQUIRE(files.size() > 1);
  return files;
}

// Everything people read: not what is built, recorded or git's.
std::vector<std::string> TextFiles() {
  std::vector<std::string> files =
      Files({"apps", "bench", "cmake", "docs", "lib", "proto", "scripts",
             "tests", ".ci"});
  for (const auto& entry : fs::directory_iterator(Root())) {
    // A linked checkout has a file of git's for its folder.
    if (entry.is_regular_file() && entry.path().filename() != ".git") {
      files.push_back(entry.path().filename().string());
    }
  }
  return files;
}

// A place that only the machine of whoever wrote the line has.
bool NamesAMachine(std::string_view line) {
  static const std::string kPlaces[] = {std::string("/") + "work/",
                                        std::string("/") + "tmp/",
                                        std::string("..") + "/shared"};
  return std::any_of(
      std::begin(kPlaces), std::end(kPlaces), [&](const std::string& place) {
        for (size_t at = line.find(place); at != std::string_view::npos;
             at = line.find(place, at + 1)) {
          const bool inside_a_name =
              at > 0 &&
              (std::isalnum(static_cast<unsigned char>(line[at - 1])) != 0 ||
               line[at - 1] == '_' || line[at - 1] == '.' ||
               line[at - 1] == '}');
          if (!inside_a_name) return true;
        }
        return false;
      });
}

// Every line of every file in `files` that `is_wrong` objects to.
template <typename Judge>
Lines Violations(const std::vector<std::string>& files, const Judge& is_wrong) {
  Lines violations;
  for (const std::string& file : files) {
    const Lines lines = ReadLines(Root() / file);
    for (size_t i = 0; i < lines.size(); ++i) {
      if (const std::string why = is_wrong(file, lines[i]); !why.empty()) {
        violations.push_back(
            fmt::format("{}:{}: {}: {}", file, i + 1, lines[i], why));
      }
    }
  }
  return violations;
}

std::string ObjectionToLine(const std::string& file, const std::string& line) {
  const Include include = ParseInclude(line);
  return include.header.empty() ? "" : Objection(file, include);
}

}  // namespace

TEST_CASE("a layer includes only the layers and libraries it may") {
  CHECK(Violations(Sources({"lib", "apps"}), ObjectionToLine) == Lines{});
}

TEST_CASE("the check of includes finds what it is there for") {
  struct Example {
    const char* file;
    const char* line;
    bool is_fine;
  };

  const Example examples[] = {
      {"lib/base/bytes.cc", "#include <zlib.h>", true},
      {"lib/base/bytes.cc", "#include \"model/profile.h\"", false},
      {"lib/base/strings.cc", "#include <re2/re2.h>", false},
      {"lib/base/regex_set.cc", "#include <re2/re2.h>", true},
      {"lib/model/profile.cc", "#include \"base/ids.h\"", true},
      {"lib/model/profile.cc", "  #  include \"wire/intake/input.h\"", false},
      {"lib/model/profile.cc", "#include <protozero/types.hpp>", false},
      {"lib/model/profile.cc", "#include <vector>", true},
      {"lib/model/profile.cc", "#include <iostream>", false},
      {"lib/model/profile.cc", "#include <fstream>", false},
      {"lib/wire/input.cc", "#include \"view/view.h\"", false},
      {"lib/wire/input.cc", "#include <google/protobuf/message.h>", true},
      {"lib/wire/input.h", "#include <google/protobuf/message.h>", false},
      {"lib/wire/input.cc", "#include \"tensorflow/graph.pb.h\"", true},
      {"lib/wire/input.h", "#include \"tensorflow/graph.pb.h\"", false},
      {"lib/view/view.cc", "#include \"tensorflow/graph.pb.h\"", false},
      {"lib/view/view.cc", "#include \"wire/intake/input.h\"", false},
      {"lib/view/view.cc", "#include <CLI/CLI.hpp>", false},
      {"lib/view/view.cc", "#include \"app.h\"", false},
      {"lib/render/text.cc", "#include \"report/report.h\"", true},
      {"lib/render/text.cc", "#include \"wire/intake/input.h\"", false},
      {"lib/other/new.cc", "#include \"base/ids.h\"", false},
      {"apps/tfprof/app.cc", "#include \"app.h\"", true},
      {"apps/tfprof/app.cc", "#include <CLI/CLI.hpp>", true},
      {"apps/tfprof/app.cc", "#include <iostream>", false},
      {"apps/tfprof/main.cc", "#include <iostream>", true},
      {"lib/view/view.cc", "// #include \"wire/intake/input.h\"", true},
  };
  for (const Example& example : examples) {
    CAPTURE(example.file, example.line);
    CHECK(ObjectionToLine(example.file, example.line).empty() ==
          example.is_fine);
  }
}

TEST_CASE("a source of the program has at most 400 lines") {
  Lines violations;
  for (const std::string& file : Sources({"lib", "apps"})) {
    if (const size_t lines = ReadLines(Root() / file).size(); lines > 400) {
      violations.push_back(fmt::format("{}: {} lines", file, lines));
    }
  }
  CHECK(violations == Lines{});
}

TEST_CASE("a source of analysis and render has its test of its name") {
  Lines violations;
  for (const std::string& file : Sources({"lib/analysis", "lib/render"})) {
    if (!file.ends_with(".cc")) continue;
    // lib/analysis/diff.cc: tests/analysis/diff_test.cc
    const std::string path = file.substr(4, file.size() - 4 - 3);
    const std::string test = fmt::format("tests/{}_test.cc", path);
    if (!fs::exists(Root() / test)) {
      violations.push_back(fmt::format("{}: no {}", file, test));
    }
  }
  CHECK(violations == Lines{});
}

TEST_CASE("every source begins with its license") {
  Lines violations;
  for (const std::string& file : Sources({"lib", "apps", "tests", "bench"})) {
    const Lines lines = ReadLines(Root() / file);
    if (lines.empty() || lines[0] != "// SPDX-License-Identifier: Apache-2.0") {
      violations.push_back(file);
    }
  }
  CHECK(violations == Lines{});
}

TEST_CASE("no line names a place on somebody's machine") {
  CHECK(
      Violations(TextFiles(), [](const std::string&, const std::string& line) {
        return NamesAMachine(line) ? std::string("only one machine has it")
                                   : "";
      }) == Lines{});
  CHECK(NamesAMachine(std::string("see ") + "/" + "tmp/x"));
  CHECK(NamesAMachine(std::string("(..") + "/shared/spec)"));
  CHECK_FALSE(
      NamesAMachine("lib/frame"
                    "work/x.h and a/work/b"));
}

}  // namespace tfprof
