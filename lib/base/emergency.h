// SPDX-License-Identifier: Apache-2.0
// Handles the end of the process in the middle of its work: no file is left
// half written, and a mapped file that shrank is named.
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

// While one of these is there, signals wait, but for those of a mistake of the
// program: what is done meanwhile is done as a whole. It has to be short, or to
// look at whether one waits.
class DeferSignals {
 public:
  DeferSignals();
  ~DeferSignals();  // the end, if a signal came

  DeferSignals(const DeferSignals&) = delete;
  DeferSignals& operator=(const DeferSignals&) = delete;

  static bool IsOneWaiting();
};

// Remember unfinished files, by their hidden name in an open folder, and mapped
// files. Only a few at a time are remembered.
void RememberUnfinished(int folder, const std::string& name);
void ForgetUnfinished(int folder, const std::string& name);
void RememberMapping(const void* begin, size_t size, const std::string& path);
void ForgetMapping(const void* begin);

}  // namespace tfprof
