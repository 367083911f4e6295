// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/account_sections.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

namespace {

// Time classes in the order of the columns.
constexpr std::array<size_t, kMomentClassCount> kColumnOrder = {0, 1, 3,
                                                                2, 4, 5};

std::string StepsInWords(size_t steps) {
  return steps == 1 ? "1 step" : fmt::format("{} steps", steps);
}

class AccountTableMaker {
 public:
  AccountTableMaker(SharedWaiting waiting, const RowFormat& format)
      : waiting_(std::move(waiting)), format_(format) {}

  Section Steps() const;
  Section Operations() const;

 private:
  std::vector<Cell> StepCells(uint32_t process, const DeviceMoments& device,
                              const AccountWindow& window) const;
  std::vector<TableColumn> StepColumns() const;
  std::vector<std::string> Notes() const;

  // People who have one device need not read about it twice.
  bool IsShown(const WaitingOfProcess& process,
               const DeviceMoments& device) const {
    return !format_.is_for_people || !device.is_all ||
           process.devices.size() > 2;
  }

  TableColumn Time(std::string_view title, bool is_optional = false) const {
    return PsColumn(title, format_, is_optional);
  }

  const SharedWaiting waiting_;
  const RowFormat format_;
};

std::vector<TableColumn> AccountTableMaker::StepColumns() const {
  std::vector<TableColumn> columns = {{"step"}, {"name"}, {"device"}};
  if (!format_.is_for_people) columns.push_back(Time("begin"));
  columns.push_back(Time("length"));
  columns.push_back(Time("compute", true));
  for (const size_t i : kColumnOrder) {
    if (i > 0) columns.push_back(Time(kTimeClassWords[i], true));
  }
  const std::vector<TableColumn> rest = {Time("idle"),
                                         Time("busy"),
                                         Time("waiting", true),
                                         Time("collective in flight", true),
                                         Time("collective hidden", true),
                                         Time("copy in flight", true),
                                         Time("copy hidden", true)};
  columns.insert(columns.end(), rest.begin(), rest.end());
  return columns;
}

std::vector<Cell> AccountTableMaker::StepCells(
    uint32_t process, const DeviceMoments& device,
    const AccountWindow& window) const {
  const HostStep* const step = waiting_->StepOf(process, window);
  const WindowAccount account = AccountOf(device, window);
  const auto time = [&](int64_t ps) { return PsCell(ps, format_); };
  std::vector<Cell> cells = {
      step == nullptr ? Cell() : Cell(step->number),
      step == nullptr ? std::string("between") : step->name, device.device};
  if (!format_.is_for_people) cells.push_back(time(window.begin_ps));
  cells.push_back(time(account.length_ps));
  for (const size_t i : kColumnOrder)
    cells.push_back(time(account.of_class[i]));
  for (const int64_t ps :
       {account.idle_ps, account.busy_ps, account.waiting_ps,
        account.collective_in_flight_ps, account.collective_hidden_ps,
        account.copy_in_flight_ps, account.copy_hidden_ps}) {
    cells.push_back(time(ps));
  }
  return cells;
}

// The mean of each device, and how much is hidden.
std::vector<std::string> AccountTableMaker::Notes() const {
  std::vector<std::string> notes;
  for (uint32_t i = 0; i < waiting_->processes.size(); ++i) {
    const WaitingOfProcess& process = waiting_->processes[i];
    const std::string host =
        waiting_->processes.size() > 1
            ? Printable(waiting_->capture->processes[i].label) + " "
            : std::string();
    for (const DeviceMoments& device : process.devices) {
      if (!IsShown(process, device) || process.windows.empty()) continue;
      const WindowAccount sum = AccountOf(device, process.windows);
      notes.push_back(fmt::format("{}{}: mean of {}: {}", host, device.device,
                                  StepsInWords(process.windows.size()),
                                  WordsOfAccount(sum, process.windows.size())));
    }
  }
  return notes;
}

Section AccountTableMaker::Steps() const {
  WaitingTable table(waiting_, format_, StepColumns());
  for (uint32_t i = 0; i < waiting_->processes.size(); ++i) {
    const WaitingOfProcess& process = waiting_->processes[i];
    for (const DeviceMoments& device : process.devices) {
      if (!IsShown(process, device)) continue;
      table.AddShown(i, process.windows.size(), [&](size_t row) {
        return StepCells(i, device, process.windows[row]);
      });
      if (format_.is_for_people) continue;
      for (const AccountWindow& window : process.between) {
        table.Add(i, StepCells(i, device, window));
      }
    }
  }
  return table.Finish(
      "account", format_.is_for_people ? Notes() : std::vector<std::string>());
}

Section AccountTableMaker::Operations() const {
  WaitingTable table(
      waiting_, format_,
      {{"device"}, {"class"}, {"kind"}, {"name"}, Time("exposed"), {"works"}});
  for (uint32_t i = 0; i < waiting_->processes.size(); ++i) {
    const WaitingOfProcess& process = waiting_->processes[i];
    for (const DeviceMoments& device : process.devices) {
      if (!IsShown(process, device)) continue;
      const std::vector<OperationAccount> rows =
          AccountByOperation(process.view->works, device, process.windows);
      table.AddShown(i, rows.size(), [&](size_t row) {
        const OperationAccount& it = rows[row];
        return std::vector<Cell>{device.device,
                                 std::string(WordsOf(it.work_class)),
                                 std::string(it.kind),
                                 std::string(it.name),
                                 PsCell(it.exposed_ps, format_),
                                 static_cast<int64_t>(it.works)};
      });
    }
  }
  return table.Finish("account by operation");
}

}  // namespace

std::vector<int64_t> SharesInTenths(const std::vector<int64_t>& parts) {
  const auto sum = static_cast<double>(
      std::accumulate(parts.begin(), parts.end(), int64_t{0}));
  std::vector<int64_t> shares(parts.size());
  if (sum <= 0) return shares;
  std::vector<std::pair<double, size_t>> rests;
  int64_t missing = 1000;
  for (size_t i = 0; i < parts.size(); ++i) {
    const double exact = 1000 * static_cast<double>(parts[i]) / sum;
    shares[i] = static_cast<int64_t>(exact);
    missing -= shares[i];
    rests.emplace_back(static_cast<double>(shares[i]) - exact, i);
  }
  std::sort(rests.begin(), rests.end());
  for (size_t i = 0; i < rests.size() && missing > 0; ++i, --missing) {
    ++shares[rests[i].second];
  }
  return shares;
}

std::string WordsOfAccount(const WindowAccount& account, uint64_t steps) {
  constexpr std::array<std::string_view, kMomentClassCount + 1> kWords = {
      "compute",
      "exposed communication",
      "exposed copies to the device",
      "exposed copies to the host",
      "exposed copies between devices",
      "other exposed copies",
      "idle"};
  const auto mean = [&](int64_t ps) {
    return TextOf(Cell(static_cast<double>(ps) / 1000 /
                       static_cast<double>(std::max<uint64_t>(steps, 1))),
                  Unit::kNanos);
  };
  std::vector<int64_t> parts;
  for (const size_t i : kColumnOrder) parts.push_back(account.of_class[i]);
  parts.push_back(account.idle_ps);
  const std::vector<int64_t> shares = SharesInTenths(parts);
  std::string words = mean(account.length_ps);
  std::string_view sign = " = ";
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == 0) continue;
    words += fmt::format("{}{}.{} % {}", sign, shares[i] / 10, shares[i] % 10,
                         kWords[i]);
    sign = " + ";
  }
  const auto add_hidden = [&](int64_t hidden_ps, int64_t all_ps,
                              std::string_view of) {
    if (all_ps == 0) return;
    words += fmt::format(
        "; hidden: {:.0f} % of {}",
        100 * static_cast<double>(hidden_ps) / static_cast<double>(all_ps), of);
  };
  add_hidden(account.collective_hidden_ps, account.collective_in_flight_ps,
             "communication");
  add_hidden(account.copy_hidden_ps, account.copy_in_flight_ps, "copies");
  return words;
}

std::vector<Section> AccountSections(const SharedWaiting& waiting,
                                     const RowFormat& format) {
  const AccountTableMaker maker(waiting, format);
  std::vector<Section> sections;
  sections.push_back(maker.Steps());
  sections.push_back(maker.Operations());
  return sections;
}

}  // namespace tfprof
