// SPDX-License-Identifier: Apache-2.0
#include "base/emergency.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "base/memory_limit.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// Signal handlers must not lock or allocate, so they read fixed tables, whose
// entries are complete before their flag is set.
constexpr size_t kEntries = 64;
constexpr size_t kPathBytes = 4096;

struct Entry {
  std::atomic<bool> is_used = false;
  int folder = -1;              // of an unfinished file
  const char* begin = nullptr;  // of a mapping
  size_t size = 0;
  std::array<char, kPathBytes> path{};
};

using Entries = std::array<Entry, kEntries>;

Entries unfinished;
Entries mappings;
std::mutex entries_mutex;
int emergency_exit_code = 0;
std::atomic<int> holders = 0;         // of signals
std::atomic<int> waiting_signal = 0;  // 0: none

void Remember(Entries& entries, int folder, const char* begin, size_t size,
              std::string_view path) {
  if (path.size() >= kPathBytes) return;
  const std::lock_guard lock(entries_mutex);
  for (Entry& entry : entries) {
    if (entry.is_used) continue;
    entry.folder = folder;
    entry.begin = begin;
    entry.size = size;
    std::memcpy(entry.path.data(), path.data(), path.size());
    entry.path[path.size()] = '\0';
    entry.is_used = true;
    return;
  }
}

template <typename Is>
void Forget(Entries& entries, Is is) {
  const std::lock_guard lock(entries_mutex);
  for (Entry& entry : entries) {
    if (entry.is_used && is(entry)) {
      entry.is_used = false;
      return;
    }
  }
}

void RemoveUnfinished() {
  for (const Entry& entry : unfinished) {
    if (entry.is_used) unlinkat(entry.folder, entry.path.data(), 0);
  }
}

void Say(const char* text) {
  [[maybe_unused]] const ssize_t written =
      write(STDERR_FILENO, text, std::strlen(text));
}

// True if the process cannot continue after the signal.
bool IsCrash(int signal) {
  constexpr std::array kOfMistakes = {SIGSEGV, SIGBUS,  SIGILL, SIGFPE,
                                      SIGABRT, SIGTRAP, SIGSYS};
  return std::find(kOfMistakes.begin(), kOfMistakes.end(), signal) !=
         kOfMistakes.end();
}

void EndBySignal(int signal) {
  if (!IsCrash(signal)) {
    // Set first, so another thread that defers signals sees it.
    waiting_signal = signal;
    if (holders > 0) return;
  }
  RemoveUnfinished();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void EndByLostFile(int signal, siginfo_t* info, void*) {
  // up to this code another process sent the signal
  constexpr int kLastSent = 0;
  if (info->si_code <= kLastSent) return EndBySignal(signal);
  const auto* at = static_cast<const char*>(info->si_addr);
  const char* path = "an input";
  for (const Entry& entry : mappings) {
    const auto begin = reinterpret_cast<uintptr_t>(entry.begin);
    const auto address = reinterpret_cast<uintptr_t>(at);
    if (entry.is_used && address - begin < entry.size) path = entry.path.data();
  }
  RemoveUnfinished();
  Say("tfprof: ");
  Say(path);
  Say(": became shorter while it was read, or its disk fails; wait for its "
      "writer, or copy it first\n");
  _exit(emergency_exit_code);
}

// Libraries may allocate where nothing may be thrown. The exception is not
// always known here, and may be a consequence of the original one.
[[noreturn]] void EndByException() {
  RemoveUnfinished();
  if (!WasMemoryRefused()) std::abort();
  Say("tfprof: out of memory; raise --max_memory if the machine has more\n");
  _exit(emergency_exit_code);
}

// True if the system does not end the process by default: the signal is
// ignored, or stops or continues it.
bool IsHarmless(int signal) {
  constexpr std::array kHarmless = {SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN,
                                    SIGTTOU, SIGURG,  SIGWINCH};
  return std::find(kHarmless.begin(), kHarmless.end(), signal) !=
         kHarmless.end();
}

// An exhausted stack has no room for a handler, so the calling thread gets an
// alternative stack.
void UseStackForSignals() {
  alignas(std::max_align_t) static std::array<char, size_t{64} << 10> space;

  stack_t stack{};

  if (sigaltstack(nullptr, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0) {
    return;  // such as a sanitizer's
  }
  stack.ss_sp = space.data();
  stack.ss_size = space.size();
  stack.ss_flags = 0;
  sigaltstack(&stack, nullptr);
}

}  // namespace

void CatchEmergencies(int exit_code) {
  emergency_exit_code = exit_code;
  // A file-size limit becomes a write error, like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  UseStackForSignals();

  struct sigaction action {};

  sigemptyset(&action.sa_mask);
  action.sa_handler = EndBySignal;
  action.sa_flags = SA_ONSTACK | SA_RESTART;  // for interrupted waits
  // Some numbers are unused and two cannot be caught: for these the call fails.
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    struct sigaction before {};

    // A signal that our parent chose to ignore (nohup) stays ignored, and what
    // a sanitizer looks at is left to it.
    if (IsHarmless(signal) || sigaction(signal, nullptr, &before) != 0 ||
        before.sa_handler != SIG_DFL) {
      continue;
    }
    sigaction(signal, &action, nullptr);
  }
  std::set_terminate(EndByException);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = EndByLostFile;
  sigaction(SIGBUS, &action, nullptr);
}

DeferSignals::DeferSignals() { ++holders; }

DeferSignals::~DeferSignals() {
  if (--holders == 0 && waiting_signal != 0) std::raise(waiting_signal);
}

bool DeferSignals::IsOneWaiting() { return waiting_signal != 0; }

void RememberUnfinished(int folder, const std::string& name) {
  Remember(unfinished, folder, nullptr, 0, name);
}

void ForgetUnfinished(int folder, const std::string& name) {
  Forget(unfinished, [&](const Entry& entry) {
    return folder == entry.folder && name == entry.path.data();
  });
}

void RememberMapping(const void* begin, size_t size, const std::string& path) {
  // Escaped here, as the handler can do no more than print it.
  Remember(mappings, -1, static_cast<const char*>(begin), size,
           Printable(path));
}

void ForgetMapping(const void* begin) {
  Forget(mappings, [&](const Entry& entry) { return entry.begin == begin; });
}

}  // namespace tfprof
