// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/library_files.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("files of libraries are told from those of a program by name") {
  using enum EventKind::File;
  CHECK(OwnerOfFile("ElementTree.py") == kLibrary);
  CHECK(OwnerOfFile("numpy_helpers_of_mine.py") == kOwn);
  CHECK(OwnerOfFile("train") == kOwn);
  // Both have such files.
  CHECK(OwnerOfFile("utils.py") == kMaybeLibrary);
  CHECK(OwnerOfFile("utils") == kOwn);
}

}  // namespace tfprof
