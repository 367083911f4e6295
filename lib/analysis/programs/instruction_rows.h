// SPDX-License-Identifier: Apache-2.0
// The instructions of XLA programs that ran in steps of recordings: times,
// work, and how close they came to what their devices can do.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/programs/device_roofs.h"
#include "analysis/programs/given_work.h"
#include "analysis/programs/hlo_costs.h"
#include "recorded/capture.h"

namespace tfprof {

// The source of the numbers of a row's work.
enum class WorkSource : uint8_t {
  kRecorded,
  kShapes,
  kGiven,
  kNotRecorded,
  kNoProgram,
  kNoInstruction,
  kCustomCall,
  kNoFormula,
  kTooLarge,
};

// Sums over all devices and the chosen steps. Texts are of the recordings.
struct InstructionRow {
  std::string_view program;  // "jit_f"; may be empty
  std::string program_id;    // empty: not told
  std::string_view instruction;
  std::string_view op_name;
  // Recorded texts; empty: the program tells.
  std::string_view category;
  std::string_view shape;
  std::string_view code;
  HloCosts* costs = nullptr;  // of its program; null: not in the recording
  HloProgram::Row hlo_row = HloProgram::kNone;
  uint32_t devices = 0;
  int64_t runs = 0;
  std::optional<int64_t> kernels;  // of GPUs
  int64_t time_ps = 0;
  int64_t self_ps = 0;
  std::optional<int64_t> float_ops;
  std::optional<int64_t> model_float_ops;
  std::optional<int64_t> bytes;
  std::optional<int64_t> hbm_bytes;
  WorkSource source = WorkSource::kShapes;
  bool is_async = false;
  std::string_view bound;  // empty: no roof is known, as the next four
  double memory_share = 0;
  double compute_share = 0;
  double roof_share = 0;
  double wasted_ns = 0;

  bool has_roof() const { return !bound.empty(); }

  // The work by the program, and the reason if it is not known. REQUIRES:
  // costs and hlo_row are set, as far as they are known.
  void SetWork(const Count& counted_float_ops, const Count& counted_bytes);

  // True for what jax.checkpoint computes again.
  bool IsRecomputed() const;

  std::string Category() const;
  std::string Contents() const;
  std::string Shape() const;
  std::string Code() const;
  std::string Source() const;

  // "PATH/INSTRUCTION", "MODULE/INSTRUCTION".
  std::string Node() const;

  // Work of a second of its time; nothing of asynchronous ones.
  std::optional<double> RateOf(const std::optional<int64_t>& work) const;
  std::optional<double> Intensity() const;
};

// The instructions of one device.
struct InstructionsOfDevice {
  std::string device;
  int64_t time_ps = 0;  // self
  std::optional<int64_t> float_ops;
  int64_t bytes = 0;  // without asynchronous transfers
  int64_t known_time_ps = 0;
  int64_t roof_time_ps = 0;  // self time of rows with a roof
  double at_roof_ns = 0;
  double wasted_ns = 0;
  int64_t instructions = 0;
  int64_t known_instructions = 0;
};

// The work of a node of a recording in all chosen steps.
struct WorkOfNode {
  bool is_instruction = false;
  std::optional<int64_t> float_ops;
  std::optional<int64_t> bytes;
};

struct RecordedInstructions {
  std::shared_ptr<const Capture> capture;  // which has the texts
  int64_t steps = 0;
  // False: programs alone, which did not run. Times, runs, kernels and devices
  // are not known, and there is no capture.
  bool has_times = true;
  std::vector<std::unique_ptr<HloCosts>> programs;
  std::vector<InstructionRow> rows;           // most self time first
  std::vector<InstructionsOfDevice> devices;  // by name
  // By process of the capture, then by node.
  std::vector<std::vector<WorkOfNode>> nodes;

  // The self time of all rows.
  int64_t SelfPs() const;
  // The share of self time whose work is known; nothing without times.
  std::optional<double> KnownTimeShare() const;
  // The self time of what jax.checkpoint computes again.
  int64_t RecomputedPs() const;
};

// The note on programs that did not run.
inline constexpr std::string_view kWorkOfOneRun =
    "float operations and bytes of one run of each instruction, also of those "
    "in loops; times, runs and rates need a recording";

// The remark on a file whose recording has no instruction.
std::string WordsWithoutInstructions(std::string_view path);

// `steps` are rows of Capture::steps. REQUIRES: the recordings were read with
// their programs (Inputs::with_programs).
RecordedInstructions FindInstructions(std::shared_ptr<const Capture> capture,
                                      const std::vector<uint32_t>& steps,
                                      const Peaks& given,
                                      const GivenWork& work = {});

}  // namespace tfprof
