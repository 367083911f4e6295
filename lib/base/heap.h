// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tfprof {

// Lets the heap grow by `bytes` at once. What is not used takes no memory: no
// large pages are asked for, as these are there in full once a byte of them is
// touched, and a virtual machine may have to fetch each from its host. Only
// the first call with bytes counts, and none on other systems than glibc's.
// From the first call on, also one without bytes, large blocks are given back
// as soon as they are freed.
void ReserveHeap(size_t bytes);

// Gives back what is free between blocks, where little is read: what was freed
// in small pieces is of no use to the large columns that come next.
void GiveBackFreed();

// Lets threads that start from now on take memory from one heap, for those that
// hand large things over: each would have a heap of its own, which keeps what
// others free in it. On other systems than glibc's nothing happens.
void ShareHeap();

}  // namespace tfprof
