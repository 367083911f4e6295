// SPDX-License-Identifier: Apache-2.0
// Operation types that have to do with the streams of a GPU.
#pragma once

#include <string_view>

namespace tfprof {

// True if the record of an operation of this type ends in a callback behind its
// own activities, which tells the host the progress of the stream.
bool WaitsForStream(std::string_view type);

// True if kernels of this type end together on all GPUs.
bool IsCollectiveType(std::string_view type);

}  // namespace tfprof
