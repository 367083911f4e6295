// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/waiting/waiting_tables.h"

namespace tfprof {

// The account of each step and device, and of each operation.
std::vector<Section> AccountSections(const SharedWaiting& waiting,
                                     const RowFormat& format);

// Shares of a whole in tenths of a percent, which add up to 1000 (largest
// remainder); all 0 if the parts are.
std::vector<int64_t> SharesInTenths(const std::vector<int64_t>& parts);

// "41.5 ms = 62.3 % compute + 37.7 % idle", without classes that have no time.
std::string WordsOfAccount(const WindowAccount& account, uint64_t steps);

}  // namespace tfprof
