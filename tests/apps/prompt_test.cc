// SPDX-License-Identifier: Apache-2.0
// Sessions at the prompt: lines from a pipe, and typed at a real terminal.
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "app.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/stdin_from.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

struct Answer {
  int exit_code;
  std::string out, err;
};

Answer Run(const std::vector<std::string>& args) {
  StringWriter out;
  StringWriter err;
  const int exit_code = RunApp(args, out, err);
  return {exit_code, out.text(), err.text()};
}

Answer Pipe(const std::string& lines, std::vector<std::string> args) {
  const TempDir temp;
  WriteFile(temp / "lines", lines);
  const StdinFrom input(temp / "lines");
  return Run(args);
}

// The program at a terminal of its own, in a process of its own.
class Terminal {
 public:
  // True if this machine has terminals; a chroot may not.
  static bool IsAvailable() {
    const int master = OpenMaster();
    if (master < 0) return false;
    const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    if (slave >= 0) close(slave);
    close(master);
    return slave >= 0;
  }

  explicit Terminal(const std::vector<std::string>& args)
      : master_(OpenMaster()) {
    REQUIRE(master_ >= 0);
    const std::string name = ptsname(master_);
    child_ = fork();
    REQUIRE(child_ >= 0);
    if (child_ == 0) BeProgram(name, args);
  }

  ~Terminal() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    close(master_);
  }

  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void Type(const std::string& keys) {
    REQUIRE(write(master_, keys.data(), keys.size()) ==
            static_cast<ssize_t>(keys.size()));
  }

  // Waits until `text` was shown, and forgets everything up to it.
  void Expect(const std::string& text) {
    size_t at;
    while ((at = shown_.find(text)) == std::string::npos) {
      INFO("waiting for '" << text << "', shown: " << shown_);
      REQUIRE(ReadMore());
    }
    shown_.erase(0, at + text.size());
  }

  // Waits for the prompt, and until it takes keys as they come.
  void ExpectPrompt() {
    Expect("tfprof> ");
    WaitForEditing(true);
  }

  // Waits until a line is edited, or a question is answered.
  void WaitForEditing(bool is_editing) {
    termios settings{};
    for (int tries = 0; tries < 20000; ++tries) {
      REQUIRE(tcgetattr(master_, &settings) == 0);
      if (((settings.c_lflag & ICANON) == 0) == is_editing) return;
      usleep(1000);
    }
    FAIL("the terminal does not change its mode");
  }

  // Waits until the program has waited for something for a while.
  void WaitUntilItWaits() {
    int looks = 0;
    for (int tries = 0; tries < 2000 && looks < 3; ++tries) {
      std::ifstream file("/proc/" + std::to_string(child_) + "/stat");
      std::string pid, name, state;
      file >> pid >> name >> state;
      looks = state == "S" ? looks + 1 : 0;
      usleep(10000);
    }
    REQUIRE(looks == 3);
  }

  int ExitCode() {
    while (ReadMore()) {
    }
    int status = 0;
    waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  static int OpenMaster() {
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0) {
      return master;
    }
    if (master >= 0) close(master);
    return -1;
  }

  [[noreturn]] static void BeProgram(const std::string& terminal,
                                     const std::vector<std::string>& args) {
    setsid();
    const int slave = open(terminal.c_str(), O_RDWR);
    ioctl(slave, TIOCSCTTY, 0);
    const winsize size{24, 80, 0, 0};
    ioctl(slave, TIOCSWINSZ, &size);
    for (int i = 0; i < 3; ++i) dup2(slave, i);
    setenv("TERM", "xterm", 1);
    DescriptorWriter out(1, "stdout");
    DescriptorWriter err(2, "stderr");
    const int exit_code = RunApp(args, out, err);
    _exit(exit_code);
  }

  bool ReadMore() {
    pollfd ready{master_, POLLIN, 0};
    constexpr int kPatienceMs = 20000;
    if (poll(&ready, 1, kPatienceMs) != 1) return false;
    char piece[4096];
    const ssize_t size = read(master_, piece, sizeof piece);
    if (size <= 0) return false;
    shown_.append(piece, static_cast<size_t>(size));
    return true;
  }

  const int master_;
  pid_t child_ = -1;
  std::string shown_;
};

}  // namespace

TEST_CASE("a line is answered as the command line answers it") {
  const std::string dump = TestData("random_14");
  const std::string expected = Run({"scope", dump, "-max_depth", "2"}).out +
                               Run({"advise", dump}).out +
                               Run({"op", dump, "-select", "bytes"}).out +
                               Run({"graph", dump, "-step", "0"}).out;
  const Answer answer = Pipe(
      "scope -max_depth 2\nadvise\nop -select 'bytes'\ngraph -step 0",
      {dump, "--quiet"});
  CHECK(answer.exit_code == kExitDone);
  CHECK(answer.err.empty());
  CHECK(answer.out == expected);
}

TEST_CASE("set stays, other options do not, flags are where it begins") {
  const std::string dump = TestData("random_14");
  const Answer answer = Pipe("set -select bytes\nscope -max_depth 1\nscope\n",
                             {dump, "--max_depth=2"});
  CHECK(answer.out ==
        Run({"scope", dump, "-select", "bytes", "-max_depth", "1"}).out +
            Run({"scope", dump, "-select", "bytes", "-max_depth", "2"}).out);
}

TEST_CASE("what goes wrong is said, and the next line is answered") {
  const TempDir temp;
  const std::string dump = TestData("random_14");
  const Answer answer = Pipe(
      "what\nscope -step 7\nscope -show_name_regexes (\n"
      "op -output timeline:outfile=" +
          (temp / "t") + "\nscope -output file:outfile=" + (temp / "no/x") +
          "\nscope -output file:outfile=/dev/full\nhelp\n",
      {dump});
  CHECK(answer.exit_code == kExitDone);
  CHECK(answer.out.starts_with("Each line is a question about the dump"));
  CHECK(answer.out.find("  help: Show this.\n") != std::string::npos);
  CHECK(answer.err ==
        "E: INVALID_ARGUMENT: First string must be a valid command.\n"
        "E: INVALID_ARGUMENT: step 7 not found; available: 0\n"
        "E: INVALID_ARGUMENT: --show_name_regexes: '(' is not a regular "
        "expression: missing ): (\n"
        "E: INVALID_ARGUMENT: op view doesn't support timeline yet. Consider "
        "graph/scope/code view.\n"
        "E: " +
            (temp / "no/x") +
            ": cannot be written: No such file or directory\n"
            "E: /dev/full: cannot be written: No space left on device\n");
  CHECK(temp.entry_count() == 0);
}

TEST_CASE("the records for a timeline are loaded when it is asked for") {
  const TempDir temp;
  const std::string dump = TestData("random_11");
  const std::string options =
      "graph -max_depth 100 -step 0 -output timeline:outfile=";
  const Answer answer =
      Pipe("scope\n" + options + (temp / "a") + "\nscope\n", {dump, "--quiet"});
  CHECK(answer.err.empty());
  REQUIRE(Run({"graph", dump, "--max_depth=100", "--step=0",
               "--output=timeline:outfile=" + (temp / "b")})
              .exit_code == kExitDone);
  CHECK(ReadFile(temp / "a_0") == ReadFile(temp / "b_0"));
}

TEST_CASE("the prompt needs a dump, and standard input for itself") {
  CHECK(Pipe("scope\n", {"--max_depth=3"}).exit_code == kExitQuestion);
  CHECK(Pipe("scope\n", {"-"}).exit_code != kExitDone);
  CHECK(Pipe("scope\n", {TestData("no_such_dump")}).exit_code == kExitQuestion);
  CHECK(Pipe("", {TestData("random_14")}).exit_code == kExitDone);
}

TEST_CASE("at a terminal lines are edited, completed and remembered") {
  if (!Terminal::IsAvailable()) {
    WARN("skipped: there are no pseudo-terminals here");
    return;
  }
  const TempDir state;
  setenv("XDG_STATE_HOME", state.path().c_str(), 1);
  {
    Terminal terminal({TestData("random_14")});
    // The first line that a person sees.
    terminal.Expect("random_14: ");
    terminal.Expect("next ");
    terminal.ExpectPrompt();
    terminal.Type("sc\t-max_dep\t1\n");
    terminal.Expect("th 1");
    terminal.Expect("_TFProfRoot (");
    terminal.ExpectPrompt();
    // An interrupt abandons a line.
    terminal.Type("abandoned\x03");
    terminal.ExpectPrompt();
    terminal.Type("op -order_by acc\t\n");
    terminal.Expect("elerator_micros");
    terminal.Expect("node name | ");
    terminal.ExpectPrompt();
    terminal.Type("nonsense\n");
    terminal.Expect("E: INVALID_ARGUMENT: First string must be");
    terminal.ExpectPrompt();
    terminal.Type("\x04");
    CHECK(terminal.ExitCode() == kExitDone);
  }
  // The arrow up, in the next session: the line before the last.
  Terminal terminal({TestData("random_14")});
  terminal.ExpectPrompt();
  terminal.Type("\x1b[A\x1b[A\n");
  terminal.Expect("op -order_by accelerator_micros");
  terminal.Expect("node name | ");
  terminal.ExpectPrompt();
  terminal.Type("\x04");
  CHECK(terminal.ExitCode() == kExitDone);
}

TEST_CASE("an interrupt stops an answer, not the prompt") {
  if (!Terminal::IsAvailable()) {
    WARN("skipped: there are no pseudo-terminals here");
    return;
  }
  const TempDir state;
  setenv("XDG_STATE_HOME", state.path().c_str(), 1);
  // Nobody reads it, so that writing to it never ends.
  REQUIRE(mkfifo((state / "fifo").c_str(), 0600) == 0);
  Terminal terminal({TestData("random_14")});
  terminal.ExpectPrompt();
  terminal.Type("scope -output file:outfile=" + (state / "fifo") + "\n");
  terminal.WaitForEditing(false);
  // Before the answer is begun, an interrupt would drop the line.
  terminal.WaitUntilItWaits();
  terminal.Type("\x03");
  terminal.Expect("E: ");
  terminal.ExpectPrompt();
  terminal.Type("scope -max_depth 1\n");
  terminal.Expect("_TFProfRoot (");
  terminal.ExpectPrompt();
  terminal.Type("\x04");
  CHECK(terminal.ExitCode() == kExitDone);
}

}  // namespace tfprof
