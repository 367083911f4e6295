// SPDX-License-Identifier: Apache-2.0
// What is done when the process is about to end in the middle of its work: no
// file is left half written, and a mapped file that shrank is named.
#pragma once

#include <cstddef>
#include <string>

namespace tfprof {

// From now on every signal that ends the process, except SIGKILL, removes
// unfinished files before. Signals that are ignored or handled stay so. SIGBUS
// (a mapped file became shorter, or its disk fails) and memory that runs out
// where nothing may be thrown end it with a message and `exit_code`. SIGXFSZ is
// ignored: the write fails instead.
void CatchEmergencies(int exit_code);

// Remember unfinished files, by their hidden name in an open folder, and mapped
// files. Those beyond a few at a time are not remembered.
void RememberUnfinished(int folder, const std::string& name);
void ForgetUnfinished(int folder, const std::string& name);
void RememberMapping(const void* begin, size_t size, const std::string& path);
void ForgetMapping(const void* begin);

}  // namespace tfprof
