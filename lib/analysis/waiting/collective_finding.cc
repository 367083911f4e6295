// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/collective_finding.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "analysis/waiting/collective_rows.h"
#include "report/table.h"

namespace tfprof {

namespace {

constexpr double kLeastSkewShare = 0.05;

// A device that meets others in collectives.
struct MeetingDevice {
  const DeviceMoments* moments = nullptr;
  int64_t skew_ps = 0;  // how long it was there before the last one

  double Share() const {
    const std::vector<TimeSpan>& spans = moments->occupied.spans();
    if (spans.empty()) return 0;
    return static_cast<double>(skew_ps) /
           static_cast<double>(spans.back().end_ps - spans.front().begin_ps);
  }
};

// With the least skew first.
std::vector<MeetingDevice> MeetingDevicesOf(const WaitingOfProcess& process) {
  std::vector<MeetingDevice> devices;
  for (const CollectiveRow& row :
       CollectivesOf(*process.view, process.devices)) {
    if (!row.skew_ps) continue;
    const auto found = std::find_if(
        process.devices.begin(), process.devices.end(),
        [&](const DeviceMoments& device) {
          return !device.is_all && device.device_row == row.device;
        });
    // Rows of a device are adjacent.
    if (devices.empty() || devices.back().moments != &*found) {
      devices.push_back({&*found, 0});
    }
    devices.back().skew_ps += *row.skew_ps;
  }
  std::stable_sort(devices.begin(), devices.end(),
                   [](const MeetingDevice& a, const MeetingDevice& b) {
                     return a.skew_ps < b.skew_ps;
                   });
  return devices;
}

}  // namespace

std::optional<CollectiveFinding> FindCollectiveFinding(
    const RecordedWaiting& waiting) {
  std::optional<CollectiveFinding> largest;
  double most_share = kLeastSkewShare;
  for (const WaitingOfProcess& process : waiting.processes) {
    // Two devices and the row of all; one device meets nobody.
    if (process.devices.size() < 3) continue;
    const std::vector<MeetingDevice> devices = MeetingDevicesOf(process);
    if (devices.size() < 2) continue;
    const MeetingDevice& longest = devices.back();
    const double share = longest.Share();
    if (share <= most_share) continue;
    most_share = share;
    int64_t length_ps = 0;
    for (const AccountWindow& window : process.windows) {
      length_ps += window.length_ps();
    }
    const auto windows =
        static_cast<double>(std::max<size_t>(process.windows.size(), 1));
    const std::string& last = devices.front().moments->device;
    largest = CollectiveFinding{
        fmt::format("{} comes last to collectives: {} waits there for it and "
                    "others, {} ({:.0f} % of its time); balance their work",
                    last, longest.moments->device,
                    TextOf(Cell(static_cast<double>(longest.skew_ps) / 1000),
                           Unit::kNanos),
                    100 * share),
        last, share * static_cast<double>(length_ps) / 1000 / windows};
  }
  return largest;
}

}  // namespace tfprof
