// SPDX-License-Identifier: Apache-2.0
#include "base/file_id.h"

#include <filesystem>

#include <unistd.h>

#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

TEST_CASE("a file is the same under each of its names, and no other is") {
  const TempDir folder;
  WriteFile(folder / "a", "equal");
  WriteFile(folder / "b", "equal");
  std::filesystem::create_symlink("a", folder / "link");
  std::filesystem::create_hard_link(folder / "a", folder / "twin");
  const auto a = FileIdOf(folder / "a");
  REQUIRE(a);
  CHECK(FileIdOf(folder / "link") == a);
  CHECK(FileIdOf(folder / "twin") == a);
  CHECK(FileIdOf(folder / "b") != a);
}

TEST_CASE("what is no regular file has no identity") {
  const TempDir folder;
  CHECK_FALSE(FileIdOf(folder.path()));
  CHECK_FALSE(FileIdOf(folder / "missing"));
  CHECK_FALSE(FileIdOf("/dev/null"));
  CHECK_FALSE(FileIdOf(-1));
}

}  // namespace tfprof
