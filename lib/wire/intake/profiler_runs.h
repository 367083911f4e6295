// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The XSpaces, one per host, of the only run in a TensorBoard log folder: in
// plugins/profile/RUN of `folder` or of a subfolder such as `train`. Empty if
// there is no run; fails (kCorrupt) if there are several.
Result<std::vector<std::string>> FindProfilerRun(const std::string& folder);

// True if the name is that of an XSpace, perhaps compressed.
bool IsXSpaceName(std::string_view name);

// True for the name of an empty marker file that a profiler leaves.
bool IsEmptyMark(std::string_view name);

// True for the name of a file that TensorBoard derives from the XSpaces of a
// run, a cache or a rendering.
bool IsMadeFromXSpace(std::string_view name);

}  // namespace tfprof
