// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/waiting/recorded_path.h"
#include "base/regex_set.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// Tables about the paths of a recording: a row for each step; of the step of
// median length what is on its path by name, and its pieces. With
// RowFormat::makes_rows rows are made when they are written.
std::vector<Section> PathSectionsOf(std::shared_ptr<const RecordedPath> path,
                                    const RowFormat& format);

// Fails with kUnsupported if too much of a step is unknown for a what-if.
Status CheckWhatIf(const RecordedPath& path);

// The time that a process could save at most if works that match by name, type
// or device were `factor` times faster: that of their pieces on the path of the
// median step. What is hidden under the host's part saves nothing.
int64_t MostSavedPs(const RecordedPath& path, uint32_t process,
                    const RegexSet& works, double factor);

}  // namespace tfprof
