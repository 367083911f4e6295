// SPDX-License-Identifier: Apache-2.0
// HloProto: a program of XLA, from XSpaces and --xla_dump_to.
#pragma once

#include <string_view>

#include "model/hlo/hlo_module.h"

namespace tfprof {

// True for a module without the HloProto around it: the fields of both differ.
bool IsBareModule(std::string_view proto);

// Decodes a serialized HloProto, or the module alone. The result has no
// instructions if it has no module. Throws protozero::exception on damage; the
// caller knows the file and the position of `proto`.
HloModule DecodeHlo(std::string_view proto);

}  // namespace tfprof
