// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/writer.h"
#include "render/renderer.h"

namespace tfprof {

// Where a report goes and in which format.
class Output {
 public:
  const Renderer& renderer() const { return *renderer_; }

  // The file it goes to, or nothing.
  const std::string& outfile() const { return outfile_; }

  // Writes the report and says so. `step` is for formats that write a file for
  // each step.
  Status Render(const Report& report, Diagnostics& diagnostics,
                int64_t step = 0);

 private:
  friend Result<Output> OpenOutput(std::string_view spec, ResultKind result,
                                   Writer& out);

  const Renderer* renderer_ = nullptr;
  Writer* out_ = nullptr;  // standard output
  std::string outfile_;
  std::unique_ptr<Writer> file_;  // unless that is where the report goes
};

// Takes KIND or KIND:outfile=PATH and opens the target, so that a wrong path is
// found before any work is done. `out` is standard output.
Result<Output> OpenOutput(std::string_view spec, ResultKind result,
                          Writer& out);

}  // namespace tfprof
