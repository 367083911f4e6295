// SPDX-License-Identifier: Apache-2.0
// Outputs must not overwrite inputs.
#pragma once

#include <string_view>

#include "base/error.h"
#include "base/writer.h"
#include "invocation.h"

namespace tfprof {

// Fails (kInvalidArgument) if an output is one of the inputs, under whatever
// name, or if two outputs are one file. Flags that name files are inputs,
// except write_* and the store of `record`. `out` and `err` are standard output
// and error, which may be one file. If `err` is an input, or a file that the
// command writes, it counts as read (file_id.h), so no messages go there. Only
// names are compared; membership of a file in a folder's dump is checked only
// for files that would be written.
Status CheckTargets(const Invocation& invocation, const Writer& out,
                    const Writer& err);

// The same for one --output, as in a line of the prompt.
Status CheckTarget(std::string_view output, const Arguments& arguments);

}  // namespace tfprof
