// SPDX-License-Identifier: Apache-2.0
#include "prompt/line_source.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <histedit.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/standard_streams.h"
#include "prompt/prompt_line.h"

namespace tfprof {

namespace {

constexpr int kKeptLines = 1000;

class PipeLines : public LineSource {
 public:
  std::optional<std::string> Next() override {
    size_t end;
    while ((end = buffer_.find('\n', begin_)) == std::string::npos && Fill()) {
    }
    if (end == std::string::npos) {
      if (begin_ == buffer_.size()) return std::nullopt;
      end = buffer_.size();
    }
    std::string line = buffer_.substr(begin_, end - begin_);
    begin_ = std::min(end + 1, buffer_.size());
    return line;
  }

  Status status() const override {
    if (error_ == 0) return {};
    return Fail(ErrorCode::kNotFound, "standard input: cannot be read: {}",
                std::strerror(error_));
  }

 private:
  bool Fill() {
    buffer_.erase(0, begin_);
    begin_ = 0;
    char piece[size_t{1} << 16];
    ssize_t size;
    do {
      size = read(STDIN_FILENO, piece, sizeof piece);
    } while (size < 0 && ShouldTryAgain(STDIN_FILENO, Direction::kRead));
    if (size < 0) error_ = errno;
    if (size > 0) buffer_.append(piece, static_cast<size_t>(size));
    return size > 0;
  }

  std::string buffer_;
  size_t begin_ = 0;
  int error_ = 0;
};

// $XDG_STATE_HOME/tfprof/history; empty if there is no such place.
std::string HistoryPath() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  const char* const home = std::getenv("HOME");
  std::filesystem::path folder;
  if (state != nullptr && *state == '/') {
    folder = state;
  } else if (home != nullptr && *home == '/') {
    folder = std::filesystem::path(home) / ".local/state";
  } else {
    return "";
  }
  folder /= "tfprof";
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  return failed ? "" : (folder / "history").string();
}

// libedit passes its callbacks nothing but its handle, so it keeps `this`.
class TerminalLines : public LineSource {
 public:
  TerminalLines()
      : edit_(el_init("tfprof", stdin, stdout, stderr)),
        history_(history_init()),
        path_(HistoryPath()) {
    CatchInterrupts();
    HistEvent event;
    history(history_, &event, H_SETSIZE, kKeptLines);
    history(history_, &event, H_SETUNIQUE, 1);
    if (!path_.empty()) history(history_, &event, H_LOAD, path_.c_str());
    el_set(edit_, EL_PROMPT, Prompt);
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_HIST, history, history_);
    el_set(edit_, EL_ADDFN, "tfprof-complete", "complete the word", Complete);
    el_set(edit_, EL_BIND, "^I", "tfprof-complete", nullptr);
    // While a line is typed, the interrupt key is an ordinary key, since
    // libedit does not stop reading at a signal.
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_SETTY, "-d", "intr=", nullptr);
    el_set(edit_, EL_ADDFN, "tfprof-abandon", "abandon the line", Abandon);
    el_set(edit_, EL_BIND, "^C", "tfprof-abandon", nullptr);
  }

  ~TerminalLines() override {
    history_end(history_);
    el_end(edit_);
  }

  TerminalLines(const TerminalLines&) = delete;
  TerminalLines& operator=(const TerminalLines&) = delete;

  std::optional<std::string> Next() override {
    for (;;) {
      int count = 0;
      const char* const typed = el_gets(edit_, &count);
      if (std::exchange(is_abandoned_, false)) continue;
      if (WasInterrupted()) {
        // The interrupt came before libedit read from the terminal.
        ClearInterrupt();
        std::fputs("\n", stdout);
        continue;
      }
      if (typed == nullptr || count <= 0) {
        std::fputs("\n", stdout);
        std::fflush(stdout);
        return std::nullopt;
      }
      std::string line(typed, static_cast<size_t>(count));
      if (line.ends_with('\n')) line.pop_back();
      if (!line.empty()) Remember(line);
      return line;
    }
  }

 private:
  static const char* Prompt(EditLine*) { return "tfprof> "; }

  static unsigned char Complete(EditLine* edit, int) {
    const LineInfo* const info = el_line(edit);
    const std::string line(info->buffer, info->cursor);
    const std::vector<std::string> words = CompleteLine(line);
    if (words.empty()) return CC_ERROR;
    std::string common = words[0];
    for (const std::string& word : words) {
      const auto differs =
          std::mismatch(common.begin(), common.end(), word.begin(), word.end());
      common.erase(differs.first, common.end());
    }
    // The typed part: the longest suffix of `line` that is a prefix of
    // `common`.
    size_t typed = std::min(common.size(), line.size());
    while (!line.ends_with(common.substr(0, typed))) --typed;
    std::string rest = common.substr(typed);
    if (words.size() == 1 && !rest.ends_with('=')) rest += ' ';
    if (rest.empty()) {
      std::fputs("\n", stdout);
      for (const std::string& word : words) {
        std::fprintf(stdout, "%s  ", word.c_str());
      }
      std::fputs("\n", stdout);
      return CC_REDISPLAY;
    }
    return el_insertstr(edit, rest.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
  }

  static unsigned char Abandon(EditLine* edit, int) {
    void* self = nullptr;
    el_get(edit, EL_CLIENTDATA, &self);
    static_cast<TerminalLines*>(self)->is_abandoned_ = true;
    return CC_NEWLINE;
  }

  void Remember(const std::string& line) {
    HistEvent event;
    history(history_, &event, H_ENTER, line.c_str());
    if (!path_.empty()) history(history_, &event, H_SAVE, path_.c_str());
  }

  EditLine* edit_;
  ::History* history_;
  std::string path_;
  bool is_abandoned_ = false;
};

}  // namespace

std::unique_ptr<LineSource> StandardInputLines() {
  if (isatty(STDIN_FILENO) != 0) return std::make_unique<TerminalLines>();
  return std::make_unique<PipeLines>();
}

}  // namespace tfprof
