// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "base/writer.h"
#include "model/step_selection.h"
#include "report/report.h"
#include "wire/intake/input.h"

namespace tfprof {

// Reads a dump and makes a database of it: its account first, then one step at
// a time, so memory does not grow with the steps. `place` is the output's, if
// it has one.
Result<std::shared_ptr<const FileImage>> MakeDumpDatabase(
    const std::vector<PickedFile>& files,
    const std::optional<StepSelection>& steps, const Arguments& arguments,
    const std::optional<Workplace>& place, Diagnostics& diagnostics);

}  // namespace tfprof
