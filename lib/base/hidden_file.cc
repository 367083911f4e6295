// SPDX-License-Identifier: Apache-2.0
#include "base/hidden_file.h"

#include <random>

#include <fcntl.h>
#include <fmt/format.h>

namespace tfprof {

std::string HiddenName() {
  std::random_device random;
  return fmt::format(".tfprof-{:08x}", random());
}

int OpenUnnamed(int folder) {
  return openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

}  // namespace tfprof
