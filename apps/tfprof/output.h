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

// Where a report goes and in which format.
class Output {
 public:
  const Renderer& renderer() const { return *renderer_; }

  // The file it goes to, or nothing.
  const std::string& outfile() const { return outfile_; }

  // Where the report can be made instead of being written.
  std::optional<Workplace> workplace() const {
    return file_ ? file_->workplace() : std::nullopt;
  }

  // Whether the files of these steps can be written, to be asked before the
  // first of several is: it fails as Render would. Of formats that write a file
  // per step.
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

// Takes KIND or KIND:key=value,... (outfile=PATH; text also width=N and rows=N)
// and opens the target, so that a wrong path fails before any work is done.
// Empty text: the default.
Result<Output> OpenOutput(std::string_view asked, ResultKind result,
                          const CommandContext& context);

// The PATH of such a text, whatever KIND is; empty if there is none.
std::string OutfileOf(std::string_view spec);

}  // namespace tfprof
