// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

struct ProfilerRun {
  std::vector<std::string> hosts;  // XSpaces, one per host
  std::string note;                // names the other runs; empty if none
};

// The newest run in a TensorBoard log folder: in plugins/profile/RUN of
// `folder` or of a subfolder such as `train`. `folder` may also be `plugins` or
// `plugins/profile` itself. Without hosts if there is no run.
//
// Runs are named by the time when they began, so the last name is the newest;
// if a run has another name, the time of the last write decides.
ProfilerRun FindProfilerRun(const std::string& folder);

// True if the name is that of an XSpace, perhaps compressed.
bool IsXSpaceName(std::string_view name);

// True for the name of an empty marker file that a profiler leaves.
bool IsEmptyMark(std::string_view name);

// True for the name of a file that TensorBoard derives from the XSpaces of a
// run, a cache or a rendering.
bool IsMadeFromXSpace(std::string_view name);

// True for the name of a report of Nsight Systems.
bool IsNsightReport(std::string_view name);

}  // namespace tfprof
