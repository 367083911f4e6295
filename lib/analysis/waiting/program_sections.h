// SPDX-License-Identifier: Apache-2.0
// Tables of what a program did on the host of a recording: its regions and
// lines, what it compiled, and its collectives.
#pragma once

#include <vector>

#include "analysis/waiting/waiting_tables.h"

namespace tfprof {

// `regions` and `lines`.
std::vector<Section> RegionSections(const SharedWaiting& waiting,
                                    const RowFormat& format);

// `compiles`.
Section CompileSection(const SharedWaiting& waiting, const RowFormat& format);

// `collectives`.
Section CollectiveSection(const SharedWaiting& waiting,
                          const RowFormat& format);

}  // namespace tfprof
