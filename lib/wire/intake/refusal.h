// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"
#include "wire/intake/format.h"

namespace tfprof {

// True if the name of a file tells that it is no input, whatever it holds: a
// report of Nsight Systems, or a cache of TensorBoard. A program of XLA is a
// cache only in the folder of the recording that it was made from.
bool IsRefusedByName(const std::string& path);

// The error for a file of an unsupported kind that was given as a dump or is
// alone in its folder.
Failure RefusalOf(const std::string& path, const Format* format);

}  // namespace tfprof
