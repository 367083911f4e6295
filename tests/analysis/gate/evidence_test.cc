// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/evidence.h"

#include "base/strings.h"
#include "support/catch.h"
#include "support/gate_input.h"

namespace tfprof {

namespace {

constexpr double kMissing = GateInputMaker::kMissing;

// a, with a/x in it, is now called b, with b/x.
GateInput RenamedScope() {
  GateInputMaker maker(
      {{"root", TestedRow::kNoParent}, {"a", 0}, {"a/x", 1}, {"b", 0}, {"b/x", 3}});
  maker.Before({10, 7, 5, kMissing, kMissing});
  maker.After({20, kMissing, kMissing, 17, 15});
  GateRows& rows = maker.input().rows;
  rows[1].types = rows[3].types = 1;
  rows[2].types = rows[4].types = 2;
  rows[3].file = "new.py";
  rows[3].line = 8;
  return maker.input();
}

}  // namespace

TEST_CASE("evidence: a scope that was renamed is one row of both sides") {
  GateInput input = RenamedScope();
  MatchRenamedRows(input);
  CHECK(input.rows[1].name == "b");
  CHECK(input.OldNameOf(1) == "a");
  CHECK(input.rows[1].file.view() == "new.py");
  CHECK(input.rows[1].line == 8);
  CHECK(input.rows[2].name == "b/x");
  CHECK(input.OldNameOf(2) == "a/x");
  const GateRun& run = input.candidate[0];
  CHECK(run.has_row == std::vector<bool>{true, true, true, false, false});
  CHECK(run.Of(Measure::kMicros, 1) == 17);
  CHECK(run.Of(Measure::kMicros, 2) == 15);
  CHECK(run.Of(Measure::kMicros, 3) == 0);
}

TEST_CASE("evidence: other types, and what is in it, make another scope") {
  GateInput other_type = RenamedScope();
  other_type.rows[4].types = 3;
  MatchRenamedRows(other_type);
  CHECK_FALSE(other_type.IsRenamed(1));
  GateInput other_content = RenamedScope();
  other_content.rows[4].name = "b/y";
  MatchRenamedRows(other_content);
  CHECK_FALSE(other_content.IsRenamed(1));
}

TEST_CASE("evidence: types of op are their names and never renamed") {
  GateInput input = RenamedScope();
  input.view = "op";
  MatchRenamedRows(input);
  CHECK(input.rows[1].name == "a");
  CHECK_FALSE(input.IsRenamed(1));
}

TEST_CASE("evidence: without a side nothing was renamed") {
  GateInput input = RenamedScope();
  input.baseline.clear();
  MatchRenamedRows(input);
  CHECK(input.rows[1].name == "a");
}

TEST_CASE("evidence: a measure is known if every run of both sides knows it") {
  GateInputMaker maker;
  maker.AddFive({10}, {10});
  GateInput& input = maker.input();
  SetAll(input.baseline, Measure::kParameters, {1});
  CHECK_FALSE(input.IsKnown(Measure::kParameters));
  SetAll(input.candidate, Measure::kParameters, {1});
  CHECK(input.IsKnown(Measure::kParameters));
  input.candidate[3].knows.reset();
  CHECK_FALSE(input.IsKnown(Measure::kParameters));
}

TEST_CASE("evidence: a run began on a date only if its clock counts from 1970") {
  GateRun run;
  run.start_us = 86'400'000'000 * 300;  // a machine that is up for 300 days
  CHECK_FALSE(run.HasDate());
  run.start_us = 1'700'000'000'000'000;
  CHECK(run.HasDate());
}

TEST_CASE("evidence: rows and times in words") {
  GateInputMaker maker({{"root", TestedRow::kNoParent}, {"a\nb", 0}});
  CHECK(RowWords(maker.input(), 0) == "(all)");
  CHECK(RowWords(maker.input(), 1).find('\n') == std::string::npos);
  CHECK(MicrosText(0) == "0us");
  CHECK(MicrosText(12.345678) == "12.35us");
  CHECK(MicrosText(999) == "999us");
  CHECK(MicrosText(1500) == "1.50ms");
}

TEST_CASE("of long names with one beginning both ends and a hash are said") {
  const auto all = std::make_shared<const std::string>(
      std::string(3000, 'a') + std::string(1000, 'b'));
  const RowText text(all, 4000, 0x1234);
  CHECK(text.IsLong());
  CHECK(text.str() == RowText::Ends(Shortened(*all), 0x1234));
  // The form that a history stores.
  const RowText said = text.str();
  CHECK(said == text);
  CHECK(said.Hash() == text.Hash());
  const auto again = std::make_shared<const std::string>(*all);
  CHECK(text == RowText(again, 4000, 0x1234));
  CHECK_FALSE(text == RowText(all, 4000, 0x1235));
  CHECK_FALSE(text == RowText(all, 3100, 0x1234));
  CHECK_FALSE(text == RowText("a"));
  CHECK(RowText().empty());
  CHECK_FALSE(text.empty());
}

TEST_CASE("rows of another library, layout or line are matched, and the share") {
  const auto matched = [](const std::string& old_name,
                          const std::string& new_name, int line) {
    GateInputMaker maker({{"root", TestedRow::kNoParent},
                          {"a", 0},
                          {old_name, 0},
                          {new_name, 0}});
    maker.AddFive({10'000, 5000, 4000, GateInputMaker::kMissing},
                  {10'000, 5000, GateInputMaker::kMissing, 4000});
    for (uint32_t row = 2; row < 4; ++row) {
      maker.input().rows[row].types = 7;
      maker.input().rows[row].file = line > 0 ? "net.py" : "";
      maker.input().rows[row].line = line;
    }
    // A second pair of these types, so that types alone tell nothing.
    maker.input().rows.push_back({.name = "x", .types = 7, .parent = 0});
    maker.input().rows.push_back({.name = "y", .types = 7, .parent = 0});
    for (GateRun& run : maker.input().baseline) {
      run.has_row.resize(6);
      run.has_row[4] = true;
    }
    for (GateRun& run : maker.input().candidate) {
      run.has_row.resize(6);
      run.has_row[5] = true;
    }
    MatchRenamedRows(maker.input());
    return *MatchedShare(maker.input());
  };
  CHECK(matched("ampere_sgemm_128x64_nn", "volta_sgemm_64x32_nn", 0) == 1);
  CHECK(matched("c-2-1-TransposeNCHWToNHWC-LayoutOptimizer",
                "c-0-3-TransposeNCHWToNHWC-LayoutOptimizer", 0) == 1);
  CHECK(matched("one", "two", 12) == 1);
  CHECK(matched("one", "two", 0) == Approx(0.6));
}

}  // namespace tfprof
