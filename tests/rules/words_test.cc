// SPDX-License-Identifier: Apache-2.0
// Sentences that people read begin with their subject. A sentence that begins
// with Of, What, Whether or the like usually has none, so few may.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOddBeginnings[] = {
    "Of",   "What",  "Who",   "Whoever", "Where", "Whether",
    "That", "Those", "Which", "As",      "With",  "Such"};
constexpr double kMostOdd = 0.02;     // of all sentences
constexpr size_t kLeastSentence = 4;  // words; shorter ones are fragments
constexpr size_t kLeastMessage = 5;   // words; shorter strings are keys
constexpr size_t kShown = 40;

// A word and the number of its line, from 1.
struct Word {
  std::string text;
  size_t line = 0;
};

using WordList = std::vector<Word>;

void AddWords(std::string_view text, size_t line, WordList& words) {
  for (size_t at = 0; at < text.size();) {
    const size_t begin =
        std::min(text.find_first_not_of(" \t", at), text.size());
    at = std::min(text.find_first_of(" \t", begin), text.size());
    if (at > begin) {
      words.push_back({std::string(text.substr(begin, at - begin)), line});
    }
  }
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view WithoutBlanks(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

// Moves `part` to the end of `parts`, if it has words.
void EndPart(WordList& part, std::vector<WordList>& parts) {
  if (!part.empty()) parts.push_back(std::exchange(part, {}));
}

// The comments of a source that have lines of their own: consecutive lines are
// one part.
std::vector<WordList> CommentsIn(std::string_view source) {
  std::vector<WordList> parts;
  WordList part;
  size_t number = 0;
  for (std::string_view line : LinesOf(source)) {
    ++number;
    line = WithoutBlanks(line);
    if (line.starts_with("//")) {
      line.remove_prefix(std::min(line.find_first_not_of('/'), line.size()));
      AddWords(line, number, part);
    } else {
      EndPart(part, parts);
    }
  }
  EndPart(part, parts);
  const auto is_for_tools = [](const WordList& words) {
    return std::any_of(words.begin(), words.end(), [](const Word& word) {
      return word.text.starts_with("SPDX") || word.text.starts_with("NOLINT");
    });
  };
  parts.erase(std::remove_if(parts.begin(), parts.end(), is_for_tools),
              parts.end());
  return parts;
}

// The paragraphs, headings and list items of a document, without code blocks
// and tables.
std::vector<WordList> ParagraphsIn(std::string_view document) {
  std::vector<WordList> parts;
  WordList part;
  bool is_code = false;
  size_t number = 0;
  for (std::string_view line : LinesOf(document)) {
    ++number;
    if (line.starts_with("```")) is_code = !is_code;
    const bool begins_part = line.starts_with("#") || line.starts_with("* ") ||
                             line.starts_with("- ");
    if (begins_part || WithoutBlanks(line).empty()) EndPart(part, parts);
    if (is_code || line.starts_with("```") || line.starts_with("|")) continue;
    if (begins_part) {
      line.remove_prefix(std::min(line.find_first_not_of("*#- "), line.size()));
    }
    AddWords(line, number, part);
  }
  EndPart(part, parts);
  return parts;
}

// Reads the literal at `at`, which is at its quote, and moves behind it.
std::string TakeLiteral(std::string_view source, size_t& at) {
  const char quote = source[at++];
  std::string text;
  while (at < source.size() && source[at] != quote && source[at] != '\n') {
    if (source[at] == '\\' && at + 1 < source.size()) {
      text += source[at + 1] == 'n' ? ' ' : source[at + 1];
      at += 2;
    } else {
      text += source[at++];
    }
  }
  at = std::min(at + 1, source.size());
  return text;
}

// The string literals of a source, adjacent ones joined. Raw literals are SQL
// and other code.
std::vector<WordList> MessagesIn(std::string_view source) {
  std::vector<WordList> parts;
  std::string text;
  size_t line = 1, begin = 0;
  const auto end_message = [&] {
    WordList words;
    AddWords(text, begin, words);
    text.clear();
    if (words.size() >= kLeastMessage) parts.push_back(std::move(words));
  };
  for (size_t at = 0; at < source.size();) {
    const std::string_view rest = source.substr(at);
    if (rest[0] == '\n') ++line;
    if (rest.starts_with("//") || rest.starts_with("#include")) {
      at = std::min(source.find('\n', at), source.size());
    } else if (rest.starts_with("R\"(")) {
      const size_t end = std::min(source.find(")\"", at), source.size());
      line += std::count(source.begin() + at, source.begin() + end, '\n');
      at = std::min(end + 2, source.size());
    } else if (rest[0] == '"') {
      if (text.empty()) begin = line;
      text += TakeLiteral(source, at);
    } else if (rest[0] == '\'' &&
               (at == 0 || std::isalnum(static_cast<unsigned char>(
                               source[at - 1])) == 0)) {
      TakeLiteral(source, at);
    } else {
      if (std::isspace(static_cast<unsigned char>(rest[0])) == 0) end_message();
      ++at;
    }
  }
  end_message();
  return parts;
}

// The part of a word before its first character that is no letter.
std::string Letters(std::string_view word) {
  return std::string(
      word.begin(), std::find_if(word.begin(), word.end(), [](unsigned char c) {
        return std::isalpha(c) == 0;
      }));
}

bool IsOdd(const Word& first, bool any_case) {
  std::string word = Letters(first.text);
  if (any_case && !word.empty()) {
    word[0] =
        static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  }
  return std::find(std::begin(kOddBeginnings), std::end(kOddBeginnings),
                   word) != std::end(kOddBeginnings);
}

// The sentences of one kind of text.
class Sentences {
 public:
  explicit Sentences(bool any_case = false) : any_case_(any_case) {}

  void Add(const std::string& file, const std::vector<WordList>& parts) {
    for (const WordList& part : parts) {
      for (size_t begin = 0, end = 0; begin < part.size(); begin = end) {
        do {
          ++end;
        } while (end < part.size() && !EndsSentence(part[end - 1].text));
        AddSentence(file, part.begin() + static_cast<ptrdiff_t>(begin),
                    part.begin() + static_cast<ptrdiff_t>(end));
      }
    }
  }

  size_t count() const { return count_; }

  size_t odd() const { return odd_; }

  // The files with the most odd sentences first, some places of each.
  std::string Places() const {
    std::vector<std::pair<size_t, std::string>> order;
    for (const auto& [file, lines] : odd_of_)
      order.push_back({lines.size(), file});
    std::sort(order.rbegin(), order.rend());
    std::string text;
    size_t shown = 0;
    for (const auto& [lines, file] : order) {
      for (const std::string& line : odd_of_.at(file)) {
        if (++shown > kShown) return text;
        text += line + '\n';
      }
    }
    return text;
  }

 private:
  static bool EndsSentence(std::string_view word) {
    return word.ends_with('.') || word.ends_with(';') || word.ends_with(':');
  }

  void AddSentence(const std::string& file, WordList::const_iterator begin,
                   WordList::const_iterator end) {
    if (end - begin < static_cast<ptrdiff_t>(kLeastSentence)) return;
    ++count_;
    if (!IsOdd(*begin, any_case_)) return;
    ++odd_;
    std::string text = fmt::format("{}:{}:", file, begin->line);
    for (; begin != end; ++begin) text += ' ' + begin->text;
    odd_of_[file].push_back(std::move(text));
  }

  bool any_case_;
  size_t count_ = 0, odd_ = 0;
  std::map<std::string, std::vector<std::string>> odd_of_;  // with their places
};

// Files below the folders with one of the extensions, from the source folder.
std::vector<std::string> FilesIn(const std::vector<std::string>& folders,
                                 const std::vector<std::string>& extensions) {
  std::vector<std::string> files;
  const fs::path root = TFPROF_SOURCE_DIR;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (entry.is_regular_file() &&
          std::find(extensions.begin(), extensions.end(), extension) !=
              extensions.end()) {
        files.push_back(fs::relative(entry.path(), root).string());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void CheckFew(const Sentences& sentences) {
  INFO(sentences.odd() << " of " << sentences.count()
                       << " sentences begin without their subject; at most "
                       << 100 * kMostOdd << " % may. The first are:\n"
                       << sentences.Places());
  CHECK(static_cast<double>(sentences.odd()) <=
        kMostOdd * static_cast<double>(sentences.count()));
}

Sentences CommentsOf(const std::vector<std::string>& folders) {
  Sentences sentences;
  for (const std::string& file : FilesIn(folders, {".cc", ".h"})) {
    sentences.Add(file, CommentsIn(ReadFile(TFPROF_SOURCE_DIR "/" + file)));
  }
  return sentences;
}

}  // namespace

TEST_CASE("sentences in comments begin with their subject") {
  const Sentences program = CommentsOf({"lib", "apps"});
  CHECK(program.count() > 1000);
  CheckFew(program);
  CheckFew(CommentsOf({"tests", "bench"}));
}

TEST_CASE("sentences in documents begin with their subject") {
  Sentences sentences;
  std::vector<std::string> files = FilesIn({"docs"}, {".md"});
  files.insert(files.end(), {"README.md", "CHANGELOG.md", "CONTRIBUTING.md"});
  for (const std::string& file : files) {
    sentences.Add(file, ParagraphsIn(ReadFile(TFPROF_SOURCE_DIR "/" + file)));
  }
  CHECK(sentences.count() > 500);
  CheckFew(sentences);
}

TEST_CASE("sentences in messages and help begin with their subject") {
  Sentences sentences(true);
  for (const std::string& file : FilesIn({"lib", "apps"}, {".cc"})) {
    sentences.Add(file, MessagesIn(ReadFile(TFPROF_SOURCE_DIR "/" + file)));
  }
  CHECK(sentences.count() > 500);
  CheckFew(sentences);
}

TEST_CASE("the check of sentences finds what it is there for") {
  const auto odd_of = [](const std::vector<WordList>& parts, bool any_case) {
    Sentences sentences(any_case);
    sentences.Add("file", parts);
    return std::pair(sentences.count(), sentences.Places());
  };
  using Found = std::pair<size_t, std::string>;
  CHECK(odd_of(CommentsIn("int a;  // Of no interest to it\n"
                          "// Each row has one. Of each is kept\n"
                          "// the last one: what it had.\n"
                          "int b;\n"
                          "// Official numbers of all rows.\n"
                          "// NOLINT: Of a line for tools\n"),
               false) == Found{2, "file:2: Of each is kept the last one:\n"});
  CHECK(odd_of(ParagraphsIn("# What it is for\n"
                            "\n"
                            "A page has many\n"
                            "words. Whether it\n"
                            "has is counted.\n"
                            "```\n"
                            "What is code is not counted.\n"
                            "```\n"
                            "| What is a table is not, either |\n"
                            "* Those of a list are\n"),
               false) == Found{4,
                               "file:1: What it is for\n"
                               "file:4: Whether it has is counted.\n"
                               "file:10: Those of a list are\n"});
  CHECK(odd_of(MessagesIn(
                   "Fail(\"what was \"\n"
                   "     \"read is lost\", '\"', 1'000,\n"
                   "     \"what it was\");  // \"of no use to them at all\"\n"
                   "Say(\"a key\", \"the row that is read\");\n"),
               true) == Found{2, "file:1: what was read is lost\n"});
}

}  // namespace tfprof
