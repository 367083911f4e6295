// SPDX-License-Identifier: Apache-2.0
#include "base/memory_limit.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <new>

#include <fcntl.h>
#include <unistd.h>

#include "base/process_memory.h"
#include "base/strings.h"

namespace tfprof {

namespace {

thread_local std::string_view kept;

// Fixed sizes, since no memory is left when they are written.
std::atomic<bool> was_refused = false;
std::mutex refused_mutex;
std::array<char, 512> refused_text;
size_t refused_size = 0;

// The content of a small system file; empty if there is none.
std::string SystemFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::array<char, 4096> content;
  const ssize_t size = read(file, content.data(), content.size());
  close(file);
  return {content.data(), static_cast<size_t>(std::max<ssize_t>(size, 0))};
}

// The first number in a file, if it has one.
std::optional<uint64_t> NumberIn(const std::string& path) {
  const std::string content = SystemFile(path);
  const auto number = ParseInt64(content.substr(0, content.find('\n')));
  if (!number || *number < 0) return std::nullopt;
  return static_cast<uint64_t>(*number);
}

// The lowest limit of a control group and its ancestors. `root` is the folder
// of the hierarchy, `group` the path of the group.
std::optional<uint64_t> LeastLimit(const std::string& root, std::string group,
                                   const char* file) {
  std::optional<uint64_t> least;
  while (true) {
    if (const auto limit = NumberIn(root + group + "/" + file)) {
      least = std::min(*limit, least.value_or(*limit));
    }
    const size_t cut = group.rfind('/');
    if (cut == std::string::npos) return least;
    group.resize(cut);
  }
}

// A line of /proc/self/cgroup is NUMBER:CONTROLLERS:GROUP; version 2 has no
// controllers.
std::optional<uint64_t> LimitOfGroups() {
  std::optional<uint64_t> least;
  for (const std::string& line :
       SplitNonEmpty(SystemFile("/proc/self/cgroup"), '\n')) {
    const size_t first = line.find(':');
    const size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    std::string group = line.substr(second + 1);
    if (group == "/") group.clear();
    std::optional<uint64_t> limit;
    if (controllers.empty()) {
      limit = LeastLimit("/sys/fs/cgroup", group, "memory.max");
    } else if (controllers == "memory") {
      limit =
          LeastLimit("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
    }
    if (limit) least = std::min(*limit, least.value_or(*limit));
  }
  return least;
}

// The stacks of this many threads, which the system counts though they are
// hardly used.
uint64_t BytesOfStacks(int threads) {
  constexpr int kMostThreads = 16;
  constexpr uint64_t kUsual = uint64_t{8} << 20;

  rlimit stack{};

  if (getrlimit(RLIMIT_STACK, &stack) != 0) stack.rlim_cur = kUsual;
  return std::min<uint64_t>(stack.rlim_cur, kUsual) *
         static_cast<uint64_t>(std::min(threads, kMostThreads));
}

}  // namespace

std::optional<uint64_t> DefaultMemoryLimit() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  if (pages <= 0) return std::nullopt;
  const uint64_t bytes = static_cast<uint64_t>(pages) *
                         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min(bytes, LimitOfGroups().value_or(bytes)) / 4 * 3;
}

MemoryLimit::MemoryLimit(uint64_t bytes, int threads) {
  if (!kCanLimitMemory) return;

  rlimit limit{};

  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const rlimit before = limit;
  const uint64_t beside = LookAtProcess().data + BytesOfStacks(threads);
  const rlim_t asked =
      bytes > RLIM_INFINITY - beside ? RLIM_INFINITY : bytes + beside;
  limit.rlim_cur = std::min({asked, limit.rlim_cur, limit.rlim_max});
  if (setrlimit(RLIMIT_DATA, &limit) == 0) before_ = before;
}

MemoryLimit::~MemoryLimit() {
  if (before_) setrlimit(RLIMIT_DATA, &*before_);
}

AllocationScope::AllocationScope(std::string_view what) : before_(kept) {
  kept = what;
}

AllocationScope::~AllocationScope() { kept = before_; }

void RefuseMemory() {
  was_refused = true;
  {
    const std::lock_guard lock(refused_mutex);
    refused_size = std::min(kept.size(), refused_text.size());
    std::copy_n(kept.begin(), refused_size, refused_text.begin());
  }
  throw std::bad_alloc();
}

std::string KeptWhenRefused() {
  const std::lock_guard lock(refused_mutex);
  return Printable(std::string_view(refused_text.data(), refused_size));
}

bool WasMemoryRefused() { return was_refused; }

void WatchForRefusedMemory() { std::set_new_handler(RefuseMemory); }

}  // namespace tfprof
