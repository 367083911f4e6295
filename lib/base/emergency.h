// SPDX-License-Identifier: Apache-2.0
// What is done when the process is about to end in the middle of its work: no
// file is left half written, and a mapped file that shrank is named.
#pragma once

#include <cstddef>
#include <string>

namespace tfprof {

// From now on SIGINT, SIGTERM and SIGHUP remove unfinished files before they
// end the process, and SIGBUS, which a mapped file sends that has become
// shorter or whose disk fails, ends it with a message and `exit_code`, as does
// memory that ends where nothing may be thrown.
// SIGXFSZ is left to whoever writes.
void CatchEmergencies(int exit_code);

// Files that are written aside and not renamed yet, by their name in an open
// folder, and files that are mapped. Beyond a few at a time they are not
// remembered.
void RememberUnfinished(int folder, const std::string& name);
void ForgetUnfinished(int folder, const std::string& name);
void RememberMapping(const void* begin, size_t size, const std::string& path);
void ForgetMapping(const void* begin);

}  // namespace tfprof
