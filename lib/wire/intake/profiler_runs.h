// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The XSpaces, a file a host, of the one run that a log folder of TensorBoard
// holds: in plugins/profile/RUN of `folder` or of a folder in it, such as
// `train`. None if there is no run; fails (kCorrupt) if there are several.
Result<std::vector<std::string>> FindProfilerRun(const std::string& folder);

// By its name: an XSpace, perhaps compressed.
bool IsXSpaceName(std::string_view name);

// By its name: a file that a profiler leaves to mark that there is a profile.
bool IsEmptyMark(std::string_view name);

// By its name: a file beside the XSpaces of a run that is made from them, a
// cache or a rendering of TensorBoard's.
bool IsMadeFromXSpace(std::string_view name);

}  // namespace tfprof
