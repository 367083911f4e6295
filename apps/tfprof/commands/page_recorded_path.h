// SPDX-License-Identifier: Apache-2.0
// The path of a recording on a page.
#pragma once

#include <memory>
#include <vector>

#include "analysis/waiting/recorded_path.h"
#include "report/report.h"

namespace tfprof {

// The path of the median step, under the headings that a page reads.
std::vector<Section> RecordedPathParts(
    const std::shared_ptr<const RecordedPath>& path);

}  // namespace tfprof
