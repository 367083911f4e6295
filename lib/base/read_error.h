// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <utility>

#include "base/error.h"

namespace tfprof {

// The code for a file or folder that cannot be read, from errno: kExhausted if
// the system has no memory or files left, which may change, else kNotFound.
inline ErrorCode ReadErrorOf(int error) {
  const bool is_shortage =
      error == EMFILE || error == ENFILE || error == ENOMEM;
  return is_shortage ? ErrorCode::kExhausted : ErrorCode::kNotFound;
}

// Translates a failure of code that reads an input and writes elsewhere: kIo is
// reserved for outputs.
inline Failure OfInput(Error error) {
  if (error.code == ErrorCode::kIo) error.code = ErrorCode::kNotFound;
  return Failure(std::move(error));
}

}  // namespace tfprof
