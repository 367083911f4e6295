// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tfprof {

// Lets the heap grow by `bytes` at once. Unused parts take no memory: no huge
// pages are requested, since touching one byte makes a whole huge page
// resident, and a virtual machine may have to fetch each from its host. Only
// the first call with bytes has an effect, and only with glibc. From the first
// call on, also one without bytes, large blocks are returned to the system when
// they are freed.
void ReserveHeap(size_t bytes);

// Returns free memory between blocks to the system: freed small pieces are of
// no use to the large columns that come next.
void GiveBackFreed();

// Lets threads that start later share one heap, for threads that pass large
// objects on: with heaps of their own, each would keep the memory that others
// free. Has an effect with glibc only.
void ShareHeap();

}  // namespace tfprof
