// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/precision_rows.h"

#include <map>
#include <string>

#include "support/catch.h"
#include "support/program_capture.h"

namespace tfprof {

TEST_CASE("instructions in wide types and those that only move are found") {
  ProgramCapture capture;
  HloMaker& hlo = capture.hlo;
  const auto moves = hlo.Computation();
  hlo.Parameter(0, {4});
  hlo.Add("transpose", {4});
  hlo.Add("convert", {4});
  hlo.Computation();
  const auto narrow = hlo.Parameter(0, {4, 4}, HloMaker::kBf16);
  const auto wide = hlo.Parameter(1, {4, 4});
  hlo.Add("dot", {4, 4}, {narrow, narrow});             // dot.5
  hlo.Add("dot", {4, 4}, {wide, wide});                 // dot.6
  hlo.Add("add", {4}, {wide}, {}, HloMaker::kF64);      // add.7
  hlo.Add("convert", {4}, {wide}, {}, HloMaker::kF64);  // convert.8
  hlo.Add("fusion", {4}, {wide}, {moves});              // fusion.9
  hlo.Add("copy", {4, 4}, {wide});                      // copy.10
  hlo.Add("pad", {4, 4}, {wide});                       // pad.11
  const uint32_t gpu = capture.Device(DeviceKind::kGpu);
  int64_t at = 0;
  for (const char* name : {"dot.5", "dot.6", "add.7", "convert.8", "fusion.9",
                           "copy.10", "pad.11"}) {
    capture.Run(gpu, at, at + 2, name);
    at += 2;
  }
  const RecordedInstructions found = capture.Find();
  std::map<std::string, std::string> seen;
  for (const PrecisionRow& row : FindPrecision(found)) {
    seen[std::string(found.rows[row.row].instruction)] +=
        std::string(row.finding) + ";";
  }
  CHECK(seen ==
        std::map<std::string, std::string>{{"dot.6", "f32 beside 16 bits;"},
                                           {"add.7", "f64;"},
                                           {"convert.8", "f64;cast;"},
                                           {"fusion.9", "transpose;"},
                                           {"copy.10", "copy;"},
                                           {"pad.11", "pad;"}});
}

}  // namespace tfprof
