// SPDX-License-Identifier: Apache-2.0
#include "base/emergency.h"

#include <csignal>
#include <filesystem>
#include <functional>

#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file_writer.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

struct End {
  int status = 0;
  std::string said;  // on stderr
};

// How a process ends that does `work`.
End InChild(const std::function<void()>& work) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
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
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const TempDir folder;
    WriteFile(folder / "out", "before");
    const End end = InChild([&] {
      const auto file = FileWriter::Open(folder / "out").value();
      (void)file->Write("half");
      std::raise(signal);
    });
    INFO("signal " << signal);
    REQUIRE(WIFSIGNALED(end.status));
    CHECK(WTERMSIG(end.status) == signal);
    CHECK(folder.entry_count() == 1);
    CHECK(ReadFile(folder / "out") == "before");
  }
}

TEST_CASE("a signal that was ignored stays so") {
  const End end = InChild([] {
    std::signal(SIGHUP, SIG_IGN);
    CatchEmergencies(3);
    std::raise(SIGHUP);
  });
  CHECK(WIFEXITED(end.status));
}

}  // namespace tfprof
