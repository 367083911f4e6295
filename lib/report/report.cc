// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

namespace tfprof {

Section::Block::Block() = default;
Section::Block::Block(Block&&) noexcept = default;
Section::Block& Section::Block::operator=(Block&&) noexcept = default;
Section::Block::~Block() = default;

}  // namespace tfprof
