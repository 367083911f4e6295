// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace tfprof {

// The clock of a TPU against the host's: straight lines between moments that
// are known on both. Times are picoseconds.
class DeviceClock {
 public:
  // Adds a moment on the host's clock and on the device's.
  void Add(int64_t host_ps, int64_t device_ps) {
    moments_.emplace_back(host_ps, device_ps);
  }

  // Call it after the last Add(). Keeps moments that are later than the one
  // before on both clocks.
  void Finish() {
    std::sort(moments_.begin(), moments_.end());
    size_t kept = 0;
    for (size_t i = 0; i < moments_.size(); ++i) {
      const bool is_later =
          kept == 0 || (moments_[i].first > moments_[kept - 1].first &&
                        moments_[i].second > moments_[kept - 1].second);
      if (is_later) moments_[kept++] = moments_[i];
    }
    moments_.resize(kept);
  }

  // A moment of the host's clock on the device's.
  int64_t ToDevice(int64_t host_ps) const {
    if (moments_.empty()) return host_ps;
    const auto behind = std::upper_bound(
        moments_.begin(), moments_.end(), host_ps,
        [](int64_t at, const Moment& moment) { return at < moment.first; });
    const Moment& from =
        behind == moments_.begin() ? *behind : *std::prev(behind);
    const bool is_between =
        behind != moments_.begin() && behind != moments_.end();
    if (!is_between) return host_ps - from.first + from.second;
    __extension__ using Wide = __int128;
    const Wide part = static_cast<Wide>(host_ps - from.first) *
                      (behind->second - from.second) /
                      (behind->first - from.first);
    return from.second + static_cast<int64_t>(part);
  }

 private:
  using Moment = std::pair<int64_t, int64_t>;  // host, device

  std::vector<Moment> moments_;
};

}  // namespace tfprof
