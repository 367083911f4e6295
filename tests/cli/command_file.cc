// SPDX-License-Identifier: Apache-2.0
#include "cli/command_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "base/strings.h"
#include "support/stdin_from.h"

namespace tfprof {

namespace {

constexpr std::string_view kNoNewline = "\\";  // the line that says so

// Reads a file line by line.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<CommandFile> Parse() {
    CommandFile file;
    std::string remarks;
    while (NextLine()) {
      if (line_.empty() || line_[0] == '#') {
        remarks += std::string(line_) + '\n';
        continue;
      }
      if (!line_.starts_with("$ ")) {
        return Wrong("a command '$ ...', a remark '# ...' or nothing", number_);
      }
      CommandCase next{std::exchange(remarks, {}),
                       number_,
                       std::string(line_.substr(2)),
                       "",
                       "",
                       0};
      TFPROF_RETURN_IF_ERROR(ParseAnswer(next));
      file.cases.push_back(std::move(next));
    }
    file.remarks = std::move(remarks);
    return file;
  }

 private:
  bool NextLine() {
    if (text_.empty()) return false;
    ++number_;
    line_ = text_.substr(0, text_.find('\n'));
    text_.remove_prefix(std::min(line_.size() + 1, text_.size()));
    return true;
  }

  static Failure Wrong(std::string_view expected, size_t line) {
    return Fail(ErrorCode::kInvalidArgument, "line {}: expected {}", line,
                expected);
  }

  // The lines after a command, up to its '? N'.
  Status ParseAnswer(CommandCase& next) {
    while (NextLine()) {
      const char first = line_.empty() ? '\0' : line_[0];
      if (first == '?') return ParseExitCode(next);
      if (first == '$') {
        return Wrong("'? N' before the next command", number_);
      }
      if (line_ == "!\\") {
        DropNewline(next.err);
      } else if (first == '!') {
        next.err +=
            std::string(line_.substr(std::min<size_t>(2, line_.size())));
        next.err += '\n';
      } else if (!next.err.empty()) {
        return Wrong("'! ...' or '? N' after standard error", number_);
      } else if (line_ == kNoNewline) {
        DropNewline(next.out);
      } else {
        next.out += std::string(line_.substr(first == '\\' ? 1 : 0)) + '\n';
      }
    }
    return Wrong("'? N' at the end of the command", next.line);
  }

  Status ParseExitCode(CommandCase& next) {
    const auto code =
        ParseInt64(line_.substr(std::min<size_t>(2, line_.size())));
    if (!code || *code < 0 || *code > 255) {
      return Wrong("'? N' with an exit code", number_);
    }
    next.exit_code = static_cast<int>(*code);
    return {};
  }

  static void DropNewline(std::string& text) {
    if (text.ends_with('\n')) text.pop_back();
  }

  std::string_view text_;
  std::string_view line_;
  size_t number_ = 0;
};

// Calls `append` with each line of `text` without its newline. Returns whether
// the last one had none.
template <typename Function>
bool EndsWithoutNewline(std::string_view text, const Function& append) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    append(text.substr(0, end));
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
  return false;
}

// Takes one word, quotes removed, from the start of a command.
class WordSplitter {
 public:
  explicit WordSplitter(std::string_view command) : rest_(command) {}

  Result<std::vector<std::string>> Split() {
    std::vector<std::string> words;
    for (;;) {
      rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
      if (rest_.empty()) return words;
      TFPROF_ASSIGN_OR_RETURN(std::string word, TakeWord());
      words.push_back(std::move(word));
    }
  }

 private:
  Result<std::string> TakeWord() {
    std::string word;
    char quote = '\0';  // the one we are inside of
    while (!rest_.empty() && (quote != '\0' || rest_[0] != ' ')) {
      const char c = Take();
      if (c == quote) {
        quote = '\0';
      } else if (quote == '\0' && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == '\\' && quote != '\'' && !rest_.empty()) {
        word += Take();
      } else {
        word += c;
      }
    }
    if (quote != '\0') {
      return Fail(ErrorCode::kInvalidArgument, "the quote {} is not closed",
                  quote);
    }
    return word;
  }

  char Take() {
    const char c = rest_[0];
    rest_.remove_prefix(1);
    return c;
  }

  std::string_view rest_;
};

std::string ReplaceAll(std::string text, std::string_view from,
                       std::string_view to) {
  if (from.empty()) return text;
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string Normalise(std::string text, const CommandPlace& place) {
  text = ReplaceAll(std::move(text), place.temp_folder, "{tmp}");
  return ReplaceAll(std::move(text), "tfprof " + place.version,
                    "tfprof {version}");
}

int RunCat(std::span<const std::string> args, Writer& out, Writer& err) {
  for (const std::string& path : args) {
    const Result<Bytes> file = Bytes::Open(path, {});
    if (!file) {
      (void)err.Write("cat: " + file.error().message + '\n');
      return 1;
    }
    (void)out.Write(file->view());
  }
  return 0;
}

}  // namespace

Result<CommandFile> ParseCommandFile(std::string_view text) {
  return Parser(text).Parse();
}

std::string FormatAnswer(const CommandCase& command_case) {
  std::string text;
  const auto append_out = [&](std::string_view line) {
    constexpr std::string_view kSpecial = "$!?\\";
    if (!line.empty() && kSpecial.find(line[0]) != kSpecial.npos) text += '\\';
    text += std::string(line) + '\n';
  };
  const auto append_err = [&](std::string_view line) {
    text += line.empty() ? "!\n" : "! " + std::string(line) + '\n';
  };
  if (EndsWithoutNewline(command_case.out, append_out)) text += "\\\n";
  if (EndsWithoutNewline(command_case.err, append_err)) text += "!\\\n";
  return text + fmt::format("? {}\n", command_case.exit_code);
}

std::string FormatCommandFile(const CommandFile& file) {
  std::string text;
  for (const CommandCase& command_case : file.cases) {
    text += command_case.remarks + "$ " + command_case.command + '\n' +
            FormatAnswer(command_case);
  }
  return text + file.remarks;
}

Result<std::vector<std::string>> SplitCommand(std::string_view command) {
  return WordSplitter(command).Split();
}

Result<CommandCase> RunCommand(const CommandCase& command_case,
                               const CommandPlace& place,
                               const Program& program) {
  TFPROF_ASSIGN_OR_RETURN(std::vector<std::string> words,
                          SplitCommand(ReplaceAll(command_case.command, "{tmp}",
                                                  place.temp_folder)));
  std::optional<StdinFrom> input;
  if (words.size() > 2 && words[words.size() - 2] == "<") {
    input.emplace(words.back());
    words.resize(words.size() - 2);
  }
  const std::string name = words.empty() ? "" : words[0];
  if (name != "tfprof" && name != "cat") {
    return Fail(ErrorCode::kInvalidArgument,
                "line {}: '{}' is neither tfprof nor cat", command_case.line,
                name);
  }
  const std::span<const std::string> args(words.begin() + 1, words.end());
  StringWriter out;
  StringWriter err;
  CommandCase answered = command_case;
  answered.exit_code =
      name == "cat" ? RunCat(args, out, err) : program(args, out, err);
  answered.out = Normalise(out.text(), place);
  answered.err = Normalise(err.text(), place);
  return answered;
}

}  // namespace tfprof
