// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/event_window.h"

#include <string>

#include "support/catch.h"

namespace tfprof {

namespace {

class NamesOfEvents final : public DumpSink {
 public:
  void AddEvent(std::string_view name, int64_t, int64_t) override {
    names += name;
  }

  std::string names;
};

std::shared_ptr<const Recording> HostWith(
    const std::vector<std::pair<int64_t, int64_t>>& steps, uint32_t file = 0) {
  auto host = std::make_shared<Recording>();
  host->file = file;
  for (const auto& [begin_ps, length_ps] : steps) {
    Recording::Step step;
    step.number = static_cast<int64_t>(host->steps.size());
    step.begin_ps = begin_ps;
    step.length_ps = length_ps;
    host->steps.push_back(step);
  }
  return host;
}

ChosenSteps Chosen(std::vector<int64_t> numbers) {
  ChosenSteps chosen;
  chosen.numbers = std::move(numbers);
  return chosen;
}

}  // namespace

TEST_CASE("events pass that lie in a chosen step, if only in part") {
  const std::vector hosts = {HostWith({{0, 10}, {20, 10}, {5, 7}, {40, 10}})};
  const ChosenSteps chosen = Chosen({0, 1, 2});
  NamesOfEvents seen;
  EventWindow window(hosts, chosen, seen);
  window.BeginHost("h");
  window.AddEvent("a", 0, 0);     // where a step begins
  window.AddEvent("b", 11, 1);    // in the second of two that overlap
  window.AddEvent("-", 12, 3);    // between steps
  window.AddEvent("c", 15, 5);    // until one begins
  window.AddEvent("d", 1, 100);   // around all
  window.AddEvent("-", 30, 5);    // behind the last
  window.AddEvent("-", 42, 1);    // in a step that was not chosen
  CHECK(seen.names == "abcd");
}

TEST_CASE("each host has steps of its own; without any all events pass") {
  const std::vector hosts = {HostWith({{0, 10}}), HostWith({})};
  const ChosenSteps chosen = Chosen({0});
  NamesOfEvents seen;
  EventWindow window(hosts, chosen, seen);
  window.BeginHost("first");
  window.AddEvent("-", 50, 1);
  window.BeginHost("second");
  window.AddEvent("a", 50, 1);
  CHECK(seen.names == "a");
}

TEST_CASE("events come in the order of files, whatever that of hosts is") {
  const std::vector hosts = {HostWith({{100, 10}}, 1), HostWith({{0, 10}}, 0)};
  const ChosenSteps chosen = Chosen({0});
  NamesOfEvents seen;
  EventWindow window(hosts, chosen, seen);
  window.BeginHost("worker-2");
  window.AddEvent("a", 5, 1);
  window.AddEvent("-", 105, 1);
  window.BeginHost("worker-10");
  window.AddEvent("-", 5, 1);
  window.AddEvent("b", 105, 1);
  CHECK(seen.names == "ab");
}

}  // namespace tfprof
