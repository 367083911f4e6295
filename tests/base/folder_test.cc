// SPDX-License-Identifier: Apache-2.0
#include "base/folder.h"

#include <filesystem>
#include <map>

#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

TEST_CASE("a folder's entries are files, folders, links to them, or neither") {
  const TempDir folder;
  WriteFile(folder / "file", "");
  WriteFile(folder / ".hidden", "");
  std::filesystem::create_directory(folder / "folder");
  std::filesystem::create_symlink("file", folder / "to_file");
  std::filesystem::create_symlink("folder", folder / "to_folder");
  std::filesystem::create_symlink("nowhere", folder / "to_nothing");
  const auto entries = EntriesIn(folder.path());
  REQUIRE(entries);
  std::map<std::string, std::string> kinds;
  for (const FolderEntry& entry : *entries) {
    kinds[entry.name] = entry.is_file     ? "file"
                        : entry.is_folder ? "folder"
                                          : "neither";
  }
  CHECK(kinds == std::map<std::string, std::string>{{".hidden", "file"},
                                                    {"file", "file"},
                                                    {"folder", "folder"},
                                                    {"to_file", "file"},
                                                    {"to_folder", "folder"},
                                                    {"to_nothing", "neither"}});
}

TEST_CASE("what is no folder cannot be listed") {
  const TempDir folder;
  WriteFile(folder / "file", "");
  for (const char* name : {"file", "missing"}) {
    const auto entries = EntriesIn(folder / name);
    REQUIRE_FALSE(entries);
    CHECK(entries.error().code == ErrorCode::kNotFound);
  }
}

}  // namespace tfprof
