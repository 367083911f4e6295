// SPDX-License-Identifier: Apache-2.0
// Errors are values. A function that can fail for a reason outside this program
// (a file, a flag) returns Result<T> or Status; `assert` is for internal
// errors.
//
// A message is one lower-case sentence without a period that tells the problem,
// its place and the remedy: "run_meta.pb: byte 4096: length runs past the end".
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <tl/expected.hpp>

namespace tfprof {

enum class ErrorCode {
  kInvalidArgument,  // the question is wrong
  kUnsupported,      // the question makes sense, but not here
  kNotFound,         // an input is missing or unreadable
  kCorrupt,          // an input is damaged or of the wrong kind
  kLimit,            // an input is larger than allowed
  kExhausted,        // the system has no memory or files left to read with
  kIo,               // the output could not be written
  kClosedPipe,       // the reader of the output stopped; not a failure
  kInterrupted,      // the user pressed Ctrl-C
  kInternal,         // an internal error
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
};

template <typename T>
using Result = tl::expected<T, Error>;

using Status = Result<void>;

using Failure = tl::unexpected<Error>;

template <typename... Args>
[[nodiscard]] Failure Fail(ErrorCode code, fmt::format_string<Args...> format,
                           Args&&... args) {
  return Failure(Error{code, fmt::format(format, std::forward<Args>(args)...)});
}

// Adds the place of an error to its message: "CONTEXT: message".
[[nodiscard]] inline Failure WithContext(std::string_view context,
                                         Failure failure) {
  std::string& message = failure.value().message;
  message = fmt::format("{}: {}", context, message);
  return failure;
}

}  // namespace tfprof

#define TFPROF_CONCAT_(a, b) a##b
#define TFPROF_CONCAT(a, b) TFPROF_CONCAT_(a, b)

// Returns from the current function when `expr` holds an error.
#define TFPROF_RETURN_IF_ERROR(expr)                        \
  do {                                                      \
    if (auto status_ = (expr); !status_.has_value()) {      \
      return ::tfprof::Failure(std::move(status_).error()); \
    }                                                       \
  } while (false)

// NOLINTBEGIN(bugprone-macro-parentheses): `lhs` may be a declaration.
// Declares or assigns `lhs` from the value of `expr`, or returns its error.
#define TFPROF_ASSIGN_OR_RETURN(lhs, expr) \
  TFPROF_ASSIGN_OR_RETURN_(TFPROF_CONCAT(result_, __LINE__), lhs, expr)
#define TFPROF_ASSIGN_OR_RETURN_(result, lhs, expr)      \
  auto result = (expr);                                  \
  if (!result.has_value()) {                             \
    return ::tfprof::Failure(std::move(result).error()); \
  }                                                      \
  lhs = std::move(result).value()
// NOLINTEND(bugprone-macro-parentheses)
