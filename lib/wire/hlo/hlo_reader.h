// SPDX-License-Identifier: Apache-2.0
// HloProto: a program of XLA, as XSpaces hold them and --xla_dump_to writes
// them.
#pragma once

#include <string_view>

#include "model/hlo/hlo_module.h"

namespace tfprof {

// Decodes a serialized HloProto. Without a module in it the result has no
// instructions. Throws protozero::exception on damage: for callers that read a
// file and know where in it `proto` is.
HloModule DecodeHlo(std::string_view proto);

}  // namespace tfprof
