// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "base/error.h"
#include "model/hlo/hlo_program.h"
#include "wire/intake/input.h"

namespace tfprof {

// Decodes a serialized HloProto with shapes and buffers. Throws
// protozero::exception on damage, as DecodeHlo() does.
HloProgram DecodeHloProgram(std::string_view proto);

// The program that a file is; null if it is another kind of graph. Fails with
// kCorrupt if it is damaged.
Result<std::shared_ptr<const HloProgram>> LoadHloProgram(const PickedFile& file,
                                                         const Inputs& inputs);

}  // namespace tfprof
