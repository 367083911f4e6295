// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/expand_runs.h"

#include <filesystem>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "support/catch.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

Words Expanded(const Words& words) {
  const auto runs = ExpandRuns(words);
  REQUIRE(runs);
  return *runs;
}

}  // namespace

TEST_CASE("patterns and folders of folders stand for runs in natural order") {
  const TempDir folder;
  const std::string runs = folder.path() + "/runs";
  for (const char* name : {"main_10", "main_2", "pr_1"}) {
    fs::create_directories(runs + "/" + name);
  }
  CHECK(Expanded({runs}) ==
        Words{runs + "/main_2", runs + "/main_10", runs + "/pr_1"});
  CHECK(Expanded({runs + "/main_*", "other"}) ==
        Words{runs + "/main_2", runs + "/main_10", "other"});
  const auto none = ExpandRuns(Words{runs + "/x*"});
  REQUIRE_FALSE(none);
  CHECK(none.error().code == ErrorCode::kNotFound);
}

// The sanitizer of undefined behaviour opens a pipe to look at memory, and takes
// what it cannot look at for a mistake.
#ifndef __SANITIZE_ADDRESS__

TEST_CASE("folders that cannot be opened now are not left out") {
  const TempDir folder;
  fs::create_directories(folder / "a/run_1");
  fs::create_symlink(folder / "nowhere", folder / "b");
  const Words pattern = {folder / "*/run_*"};
  CHECK(Expanded(pattern) == Words{folder / "a/run_1"});

  rlimit before{};

  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  const rlimit none{3, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
  const auto runs = ExpandRuns(pattern);
  REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
  REQUIRE_FALSE(runs);
  CHECK(runs.error().code == ErrorCode::kExhausted);
}

#endif

TEST_CASE("a dump is not taken for a folder of runs") {
  const TempDir folder;
  const std::string logs = folder.path() + "/logs";
  fs::create_directories(logs + "/plugins/profile");
  CHECK(Expanded({logs}) == Words{logs});
  const std::string odd = folder.path() + "/odd[1]*";
  fs::create_directories(odd + "/a");
  CHECK(Expanded({odd}) == Words{odd + "/a"});
  CHECK(Expanded({logs + "/missing"}) == Words{logs + "/missing"});
}

}  // namespace tfprof
