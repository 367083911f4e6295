// SPDX-License-Identifier: Apache-2.0
// HloProto: a program of XLA, from XSpaces and --xla_dump_to.
#pragma once

#include <string_view>

#include "model/hlo/hlo_module.h"

namespace tfprof {

// Decodes a serialized HloProto. The result has no instructions if it has no
// module. Throws protozero::exception on damage; the caller knows the file and
// the position of `proto`.
HloModule DecodeHlo(std::string_view proto);

}  // namespace tfprof
