// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "analysis/programs/given_work.h"
#include "base/error.h"
#include "flags.h"

namespace tfprof {

// Reads the work that a user gives: TOML with [[work]] tables of `name`,
// `float_ops` and `bytes`. Errors name file and line. An unknown key is an
// error, and so is a file without tables.
Result<GivenWork> ReadWorkFile(const std::string& path);

// The same from the text of the file at `path`.
Result<GivenWork> ParseWorkFile(std::string_view text, const std::string& path);

// Declares --work=FILE.
void AddWorkFlag(FlagSet& flags, std::string& path);

// The work in the file of the flag; empty without the flag.
Result<GivenWork> GivenWorkOf(const std::string& path);

// An error if the flag is set for inputs whose work it cannot give.
Status CheckNoWork(const std::string& path);

}  // namespace tfprof
