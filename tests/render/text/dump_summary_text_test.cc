// SPDX-License-Identifier: Apache-2.0
#include "render/text/dump_summary_text.h"

#include "base/strings.h"
#include "render/text/cut.h"
#include "support/catch.h"

namespace tfprof {
namespace {

std::string TextOf(const DumpSummary& summary) {
  std::string out;
  AppendDumpSummary(summary, out);
  return out;
}

TEST_CASE("summary text: whatever is in the dump, one screen") {
  DumpSummary summary;
  const std::string longest(500, 'x');
  summary.title = longest + ": 3 steps.";
  summary.about = "Numbers are of " + longest;
  summary.step = {1'000'000'000'000, 1, 2'000'000'000'000, 0.5, 123456.7};
  summary.path.emplace();
  summary.path->length_ns = 1'000'000;
  summary.path->gap_ns = 1000;
  for (int i = 0; i < 1000; ++i) {
    summary.path->parts.push_back(
        {longest + std::to_string(i), longest, longest, 1000, 900});
    summary.memory.push_back(
        {longest, 1, 1'000'000, true, 0.5, {{longest, 0.9}, {longest, 0.1}}});
    summary.findings.push_back({"input", longest});
  }
  summary.work = {1e18, 1e18, 0.123};
  summary.next = {"tfprof path x", "tfprof top x", "tfprof memory x"};
  const std::vector<std::string> lines = SplitNonEmpty(TextOf(summary), '\n');
  CHECK(lines.size() <= 36);  // and at most 4 blank ones between them
  for (const std::string& line : lines) CHECK(TextWidth(line) <= 100);
}

TEST_CASE("summary text: a long wait is named") {
  DumpSummary summary;
  summary.step.emplace();
  DumpSummary::Device& device = summary.devices.emplace_back();
  device.name = "/device:cpu:0";
  device.account = {{"compute", 0.5},
                    {"region", 0.3, true, true, "$load_batch"},
                    {"launch", 0.2, true, false, "PjRt"}};
  const auto says = [&](std::string_view words) {
    return TextOf(summary).find(words) != std::string::npos;
  };
  CHECK(
      says("compute 50.0 % | idle: ~region 30.0 % (load_batch), launch 20.0 "
           "%"));
  device.account[1].share = 0.04;
  CHECK(says("~region 4.0 %, launch"));
  summary.memory.push_back({"gpu", 1, 1'000'000, true, {}, {{"", 0.6}}});
  CHECK(says("60.0 % (no operation)"));
}

TEST_CASE(
    "summary text: every number has a unit, what is unknown is not said") {
  DumpSummary summary;
  summary.title = "d: 1 step of 1 device.";
  summary.about = "Numbers are of step 0.";
  summary.path.emplace();
  summary.path->length_ns = 200'000;
  summary.path->gap_ns = 20'000;
  summary.path->parts = {
      {"input/augment", "PyFunc", "train.py:19", 1, 120'000, "read", true},
      {"conv", "Conv2D", "", 28, 60'000}};
  summary.findings = {{"input", "the step waits 120us for PyFunc: prefetch"}};
  CHECK(TextOf(summary) ==
        "d: 1 step of 1 device. Numbers are of step 0.\n"
        "\n"
        "  of the step  time      what keeps step 0 waiting (critical path)\n"
        "       60.0 %    120 us  input/augment, PyFunc: input pipeline        "
        "              train.py:19 read\n"
        "       30.0 %   60.0 us  conv, Conv2D 28 times\n"
        "       10.0 %   20.0 us  scheduling gaps\n"
        "\n"
        "look at\n"
        "  input      the step waits 120us for PyFunc: prefetch\n");
}

TEST_CASE("summary text: a line's function is shown where there is space") {
  DumpSummary summary;
  summary.path.emplace();
  summary.path->length_ns = 1000;
  const std::string file = "some_program.py:123";
  summary.path->parts = {{"a", "B", "x/" + file, 1, 500, "a_function"},
                         {"c", "D", "x/" + file, 1, 500, "<module>"}};
  CHECK(TextOf(summary).find(file + " a_function\n") != std::string::npos);
  CHECK(TextOf(summary).find(file + "\n") != std::string::npos);
  summary.path->parts[1].name = std::string(60, 'n');
  CHECK(TextOf(summary).find(file + " a_function\n") != std::string::npos);
  summary.path->parts[0].function = std::string(60, 'f');
  CHECK(TextOf(summary).find(file + "\n") != std::string::npos);
  CHECK(TextOf(summary).find("ff") == std::string::npos);
}

TEST_CASE("summary text: control characters do not reach the screen") {
  DumpSummary summary;
  summary.title = "a\x1b[31mb";
  CHECK(TextOf(summary).find('\x1b') == std::string::npos);
}

}  // namespace
}  // namespace tfprof
