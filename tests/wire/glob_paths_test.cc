// SPDX-License-Identifier: Apache-2.0
#include "wire/glob_paths.h"

#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

TEST_CASE("a pattern names files and folders part by part, in order") {
  const TempDir temp;
  const std::string folder = temp.path();
  for (const char* path :
       {"/b/run", "/a/run", "/a/.run", "/a/run*", "/.c/run"}) {
    std::filesystem::create_directories(
        std::filesystem::path(folder + path).parent_path());
    WriteFile(folder + path, "");
  }
  std::filesystem::create_symlink("nowhere", folder + "/gone");
  const auto found = [&](const std::string& pattern) {
    auto paths = GlobPaths(folder + pattern);
    REQUIRE(paths);
    for (std::string& path : *paths) path.erase(0, folder.size());
    return *paths;
  };
  using Paths = std::vector<std::string>;
  CHECK(found("/*/run") == Paths{"/a/run", "/b/run"});
  CHECK(found("/[!a]/r?n") == Paths{"/b/run"});
  CHECK(found("/a/*") == Paths{"/a/run", "/a/run*"});
  CHECK(found("/a/run\\*") == Paths{"/a/run*"});
  CHECK(found("/.*/run") == Paths{"/.c/run"});
  CHECK(found("/*/") == Paths{"/a/", "/b/"});
  CHECK(found("/*") == Paths{"/a", "/b", "/gone"});
  CHECK(found("/gone/*").empty());
  CHECK(found("/a/run/*").empty());
  CHECK(found("/a/run") == Paths{"/a/run"});
  CHECK(found("/none").empty());
}

}  // namespace tfprof
