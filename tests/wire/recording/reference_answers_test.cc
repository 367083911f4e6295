// SPDX-License-Identifier: Apache-2.0
// The reference's rules, held against what TensorFlow's own tools said of
// recorded files.
#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

#include "model/xspace/op_table.h"
#include "support/catch.h"
#include "support/files.h"
#include "wire/recording/read_by_reference.h"

namespace tfprof {

namespace {

std::vector<OpTableRow> OpTableOf(const Recording& recording, size_t most) {
  // Not owned.
  const std::shared_ptr<const Recording> host(std::shared_ptr<void>(),
                                              &recording);
  return MakeOpTable({&host, 1}, most);
}

using Lines = std::vector<std::string>;

// The parts that one column of the reference has.
int64_t Sum(const Recording::Step& step,
            std::initializer_list<StepPart> parts) {
  int64_t sum = 0;
  for (const StepPart part : parts) {
    sum += step.parts_ps[static_cast<size_t>(part)];
  }
  return sum;
}

std::string StepLine(const Recording& recording, const Recording::Step& step) {
  using enum StepPart;
  std::string line =
      fmt::format("step\t{}\t{}", recording.NameOf(step), step.length_ps);
  for (const std::initializer_list<StepPart> parts :
       {std::initializer_list<StepPart>{kUnknown},
        {kWaitForInput},
        {kHostToDevice},
        {kDeviceToHost},
        {kDevice32, kDevice16},
        {kDeviceToDevice},
        {kCollective},
        {kHostCompute},
        {kHostPrepare},
        {kHostCompile}}) {
    line += fmt::format("\t{}", Sum(step, parts));
  }
  return line;
}

Lines LinesOfRecording(const Recording& recording) {
  Lines lines;
  for (const OpTableRow& row : OpTableOf(recording, 500)) {
    lines.push_back(fmt::format("op\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                                row.on_device ? "Device" : "Host", row.type,
                                row.name, row.occurrences, row.total_ps,
                                row.self_ps, row.is_eager ? 1 : 0));
  }
  for (const Recording::Step& step : recording.steps) {
    lines.push_back(StepLine(recording, step));
  }
  for (const Allocator& allocator : recording.allocators) {
    lines.push_back(fmt::format("allocator\t{}\t{}\t{}\t{}\t{}", allocator.name,
                                allocator.peak_bytes, allocator.peak_ps,
                                allocator.capacity_bytes,
                                allocator.lifetime_peak_bytes));
    // The reference tells shapes apart, but a line has none.
    std::map<std::tuple<std::string, int64_t, int64_t>, int64_t> alive;
    for (const Allocator::Alive& row : allocator.alive) {
      alive[{row.node, row.bytes, row.requested_bytes}] += row.count;
    }
    for (const auto& [row, count] : alive) {
      const auto& [node, bytes, requested] = row;
      lines.push_back(fmt::format("alive\t{}\t{}\t{}\t{}\t{}", allocator.name,
                                  node, bytes, requested, count));
    }
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

// Numbers of the reference went through doubles of other units.
bool AreNear(const std::string& a, const std::string& b) {
  std::istringstream left(a);
  std::istringstream right(b);
  std::string one;
  std::string other;
  while (std::getline(left, one, '\t')) {
    if (!std::getline(right, other, '\t')) return false;
    if (one == other) continue;
    char* end = nullptr;
    const double number = std::strtod(one.c_str(), &end);
    if (*end != 0) return false;
    const double expected = std::strtod(other.c_str(), &end);
    if (*end != 0 || std::abs(number - expected) >
                         1e-9 * std::max(1.0, std::abs(expected))) {
      return false;
    }
  }
  return !std::getline(right, other, '\t');
}

}  // namespace

TEST_CASE("under the reference's rules XSpaces say what TensorFlow says") {
  size_t cases = 0;
  for (const auto& folder :
       std::filesystem::directory_iterator(TestData("xspace"))) {
    if (!folder.is_directory()) continue;
    ++cases;
    INFO(folder.path().filename().string());
    const std::string path = folder.path() / "xplane.pb";
    const auto bytes = Bytes::Open(path, {});
    REQUIRE(bytes.has_value());
    Diagnostics diagnostics;
    const auto recording =
        ReadByReference({path, *bytes}, {kReferenceRules, false}, diagnostics);
    REQUIRE(recording.has_value());
    std::istringstream reference(ReadFile(folder.path() / "reference.tsv"));
    const Lines lines = LinesOfRecording(*recording);
    size_t row = 0;
    for (std::string expected; std::getline(reference, expected); ++row) {
      REQUIRE(row < lines.size());
      INFO(expected << "\n" << lines[row]);
      CHECK(AreNear(lines[row], expected));
    }
    CHECK(row == lines.size());
  }
  CHECK(cases >= 30);
}

}  // namespace tfprof
