// SPDX-License-Identifier: Apache-2.0
#include "support/files.h"

#include "support/paths.h"

namespace tfprof {

std::string TestData(std::string_view path) {
  return std::string(TFPROF_TESTDATA "/").append(path);
}

}  // namespace tfprof
