// SPDX-License-Identifier: Apache-2.0
// What is written is not what is read.
#pragma once

#include <string_view>

#include "base/error.h"
#include "base/writer.h"
#include "invocation.h"

namespace tfprof {

// Fails (kInvalidArgument) if a file that is asked to be written is an input,
// under whatever name, or if two outputs are one file. Flags that stand for
// files are inputs, but those named write_* are outputs. `out` is standard
// output. Names are looked up, and the files of a folder are told apart only if
// one of them would be written.
Status CheckTargets(const Invocation& invocation, const Writer& out);

// The same of one --output, which a line of the prompt has.
Status CheckTarget(std::string_view output, const Arguments& arguments);

}  // namespace tfprof
