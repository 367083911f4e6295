// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/error.h"
#include "wire/intake/readers.h"
#include "wire/wire_cursor.h"

namespace tfprof {

// What an XSpace is made of. Planes are serialized.
struct SpaceParts {
  std::vector<std::string_view> planes;
  std::vector<std::string> errors;
  std::vector<std::string> warnings;
  std::string host;  // empty if it does not say
};

Result<SpaceParts> SplitSpace(const Source& source, Diagnostics& diagnostics);

// That the XSpace is damaged, where `at` is in it.
Failure XSpaceDamage(const Source& source, const char* at,
                     const protozero::exception& damage);

}  // namespace tfprof
