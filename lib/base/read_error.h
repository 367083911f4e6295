// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <utility>

#include "base/error.h"

namespace tfprof {

// Of a file or folder that cannot be read, by errno: kExhausted if the system
// has no memory or files left, which another time it may have, else kNotFound.
inline ErrorCode ReadErrorOf(int error) {
  const bool is_shortage =
      error == EMFILE || error == ENFILE || error == ENOMEM;
  return is_shortage ? ErrorCode::kExhausted : ErrorCode::kNotFound;
}

// The failure of what reads an input and may write elsewhere: kIo is of
// outputs.
inline Failure OfInput(Error error) {
  if (error.code == ErrorCode::kIo) error.code = ErrorCode::kNotFound;
  return Failure(std::move(error));
}

}  // namespace tfprof
