// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "analysis/work/infer_shapes.h"
#include "analysis/work/roofline.h"
#include "flags.h"
#include "model/step_selection.h"
#include "report/step_sections.h"

namespace tfprof {

// The options of `steps`.
struct StepsOptions {
  StepFormat format;
  std::string filter;
  std::string device_filter;
  int64_t max_num_runs = 0;
  int64_t warmup_runs = 0;
  int64_t scope_depth = 1;
  bool show_shape_changes = false;
  bool show_flops = false;
  bool show_spread = false;
  bool show_xla = false;
  bool keep_compile_steps = false;
  bool show_communication = false;
  bool show_account = false;
  bool show_waits = false;
  bool show_regions = false;
  bool show_compiles = false;
  bool show_collectives = false;
  bool show_precision = false;
  bool show_roofline = false;
  Peaks peaks;
  std::optional<StepSelection> steps;
  GivenShapes input_shapes;  // for --show=flops without steps

  bool needs_work() const { return show_flops || show_roofline; }

  // True if a section is asked for that only recordings have.
  bool needs_recording() const {
    return show_waits || show_regions || show_compiles || show_collectives ||
           show_precision;
  }
};

void AddStepsFlags(FlagSet& flags, StepsOptions& options);

// The first chosen section that needs step files, other than those in `known`;
// empty if there is none.
std::string_view SectionOfStepFiles(
    StepsOptions options, const std::set<std::string_view>& known = {});

}  // namespace tfprof
