// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/file_writer.h"
#include "base/writer.h"
#include "render/renderer.h"

namespace tfprof {

struct CommandContext;

// The target and format of a report.
class Output {
 public:
  const Renderer& renderer() const { return *renderer_; }

  // The target file; may be empty.
  const std::string& outfile() const { return outfile_; }

  // The place where a report can be made directly, without copying.
  std::optional<Workplace> workplace() const {
    return file_ ? file_->workplace() : std::nullopt;
  }

  // Checks that the files of these steps can be written, before the first of
  // several is: fails as Render would. For formats that write a file per step.
  Status CheckSteps(std::span<const int64_t> steps) const;

  // Writes the report and announces the file. `step` is part of the name in
  // formats that write a file per step.
  Status Render(const Report& report, Diagnostics& diagnostics,
                int64_t step = 0);

 private:
  friend Result<Output> OpenOutput(std::string_view asked, ResultKind result,
                                   const CommandContext& context);

  std::string FileOf(int64_t step) const;

  const Renderer* renderer_ = nullptr;
  ResultKind result_ = ResultKind::kTables;
  Writer* out_ = nullptr;  // standard output
  Durability durability_ = Durability::kSynced;
  std::string outfile_;
  std::unique_ptr<Writer> file_;  // null: to standard output
  TextSize size_;
};

// Parses KIND or KIND:key=value,... (outfile=PATH; text also width=N and
// rows=N) and opens the target, so a wrong path fails before any work is done.
// Empty text: the default.
Result<Output> OpenOutput(std::string_view asked, ResultKind result,
                          const CommandContext& context);

// The PATH in such a text, for any KIND; empty if there is none.
std::string OutfileOf(std::string_view spec);

}  // namespace tfprof
