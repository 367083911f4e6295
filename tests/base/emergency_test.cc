// SPDX-License-Identifier: Apache-2.0
#include "base/emergency.h"

#include <bit>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file_writer.h"
#include "base/temporary_file.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

struct End {
  int status = 0;
  std::string said;  // on stderr
};

// Removes the handlers of the test framework, and its stack for them.
void ForgetHandlers() {
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    struct sigaction usual {};

    sigaction(signal, &usual, nullptr);  // SIG_DFL
  }
}

// How a process ends that does `work`.
End InChild(const std::function<void()>& work) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    ForgetHandlers();
    CatchEmergencies(3);
    work();
    _exit(0);
  }
  close(ends[1]);
  End end;
  char block[256];
  for (ssize_t got; (got = read(ends[0], block, sizeof block)) > 0;) {
    end.said.append(block, static_cast<size_t>(got));
  }
  close(ends[0]);
  waitpid(child, &end.status, 0);
  return end;
}

// From now on the file system has no files without a name, as NFS.
void RefuseUnnamedFiles() {
  constexpr uint32_t kUnnamed = O_TMPFILE & ~O_DIRECTORY;
  constexpr uint32_t kFlags = offsetof(seccomp_data, args) + 2 * 8;
  static_assert(std::endian::native == std::endian::little);
  sock_filter lines[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kFlags),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, kUnnamed, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog filter{static_cast<unsigned short>(std::size(lines)), lines};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
    _exit(77);
  }
}

// All that end a process, unless the system has them fail a call instead.
std::vector<int> DeadlySignals() {
  return {SIGHUP,  SIGINT,    SIGQUIT,  SIGILL,  SIGTRAP, SIGABRT,
          SIGBUS,  SIGFPE,    SIGUSR1,  SIGSEGV, SIGUSR2, SIGPIPE,
          SIGALRM, SIGTERM,   SIGXCPU,  SIGPROF, SIGIO,   SIGPWR,
          SIGSYS,  SIGVTALRM, SIGRTMIN, SIGRTMAX};
}

// Goes deeper until there is no stack left.
int UseStack(int depth) {
  volatile char block[4096] = {};
  block[0] = static_cast<char>(depth);
  return depth < 0 ? 0 : UseStack(depth + 1) + block[0];
}

}  // namespace

TEST_CASE("a mapped file that shrinks is an error with its name") {
  const TempDir folder;
  const std::string path = folder / "run\x1b_meta";
  WriteFile(path, std::string(100'000, 'x'));
  const End end = InChild([&] {
    const Bytes bytes = Bytes::Open(path, {}).value();
    std::filesystem::resize_file(path, 10);
    volatile char last = bytes.view().back();
    (void)last;
  });
  REQUIRE(WIFEXITED(end.status));
  CHECK(WEXITSTATUS(end.status) == 3);
  CHECK(end.said == "tfprof: " + (folder / "run\\x1b_meta") +
                        ": became shorter while it was read, or its disk "
                        "fails; wait for its writer, or copy it first\n");
}

TEST_CASE("a signal leaves no file half written") {
  const bool has_unnamed = GENERATE(true, false);
  for (const int signal : DeadlySignals()) {
    const TempDir folder;
    WriteFile(folder / "out", "before");
    const End end = InChild([&] {
      if (!has_unnamed) RefuseUnnamedFiles();
      const auto file = FileWriter::Open(folder / "out").value();
      (void)file->Write("half");
      if (folder.entry_count() != (has_unnamed ? 1 : 2)) _exit(1);
      kill(getpid(), signal);
    });
    INFO("signal " << signal);
    REQUIRE(WIFSIGNALED(end.status));
    CHECK(WTERMSIG(end.status) == signal);
    CHECK(folder.entry_count() == 1);
    CHECK(ReadFile(folder / "out") == "before");
  }
}

TEST_CASE("signals that are held end the process afterwards") {
  const TempDir folder;
  const End end = InChild([&] {
    const DeferSignals held;
    if (DeferSignals::IsOneWaiting()) _exit(1);
    kill(getpid(), SIGTERM);
    { const DeferSignals again; }
    if (!DeferSignals::IsOneWaiting()) _exit(2);
    WriteFile(folder / "out", "whole");
  });
  REQUIRE(WIFSIGNALED(end.status));
  CHECK(WTERMSIG(end.status) == SIGTERM);
  CHECK(ReadFile(folder / "out") == "whole");
}

TEST_CASE("a mistake of the program is not held") {
  const End end = InChild([] {
    const DeferSignals held;
    std::raise(SIGSEGV);
  });
  REQUIRE(WIFSIGNALED(end.status));
  CHECK(WTERMSIG(end.status) == SIGSEGV);
}

TEST_CASE("a stack that is used up leaves no file half written") {
  const TempDir folder;
  const End end = InChild([&] {
    RefuseUnnamedFiles();
    const auto file = FileWriter::Open(folder / "out").value();
    UseStack(0);
  });
  CHECK(!(WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0));
  CHECK(folder.entry_count() == 0);
}

TEST_CASE("a temporary file has no name, whatever the file system can do") {
  const TempDir folder;
  const End end = InChild([&] {
    setenv("TMPDIR", folder.path().c_str(), 1);
    RefuseUnnamedFiles();
    const int file = OpenTemporaryFile().value();
    const bool is_written = write(file, "text", 4) == 4;
    char text[4];
    if (!is_written || pread(file, text, 4, 0) != 4) _exit(1);
    if (folder.entry_count() != 0) _exit(2);
  });
  REQUIRE(WIFEXITED(end.status));
  CHECK(WEXITSTATUS(end.status) == 0);
}

TEST_CASE("signals that end no process do not end it") {
  const End end = InChild([] {
    for (const int signal : {SIGCHLD, SIGCONT, SIGURG, SIGWINCH}) {
      kill(getpid(), signal);
    }
  });
  CHECK(WIFEXITED(end.status));
}

TEST_CASE("a signal that was ignored stays so") {
  const End end = InChild([] {
    for (const int signal : {SIGHUP, SIGQUIT, SIGUSR1, SIGXCPU}) {
      std::signal(signal, SIG_IGN);
      CatchEmergencies(3);
      std::raise(signal);
    }
  });
  CHECK(WIFEXITED(end.status));
}

}  // namespace tfprof
