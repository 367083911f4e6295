// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace tfprof {

// Standard input reads from a file as long as this lives.
class StdinFrom {
 public:
  explicit StdinFrom(const std::string& path) : saved_(dup(STDIN_FILENO)) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw std::runtime_error(path + ": cannot be read");
    dup2(file, STDIN_FILENO);
    close(file);
  }

  ~StdinFrom() {
    dup2(saved_, STDIN_FILENO);
    close(saved_);
  }

  StdinFrom(const StdinFrom&) = delete;
  StdinFrom& operator=(const StdinFrom&) = delete;

 private:
  int saved_;
};

}  // namespace tfprof
