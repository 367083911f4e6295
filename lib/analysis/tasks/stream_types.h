// SPDX-License-Identifier: Apache-2.0
// Operation types that have to do with the streams of a GPU.
#pragma once

#include <string_view>

namespace tfprof {

// Whether the record of an operation of this type ends in a callback behind its
// own activities: the host is told there how far the stream is.
bool WaitsForStream(std::string_view type);

// Whether kernels of this type end together on all GPUs.
bool IsCollectiveType(std::string_view type);

}  // namespace tfprof
