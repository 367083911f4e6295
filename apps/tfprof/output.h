// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file_writer.h"
#include "base/writer.h"
#include "render/renderer.h"

namespace tfprof {

struct Arguments;
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

// The outputs of a command: those with a file, then standard output, whose
// reader may stop early.
class Outputs {
 public:
  Outputs() = default;

  explicit Outputs(Output only) { all_.push_back(std::move(only)); }

  auto begin() { return all_.begin(); }

  auto end() { return all_.end(); }

  size_t size() const { return all_.size(); }

  Output& front() { return all_.front(); }

  Output& back() { return all_.back(); }

  // True if `is_it` holds for the renderer of one output, or of each.
  template <typename Predicate>
  bool Any(const Predicate& is_it) const {
    return std::ranges::any_of(all_, [&](const Output& output) {
      return std::invoke(is_it, output.renderer());
    });
  }

  template <typename Predicate>
  bool All(const Predicate& is_it) const {
    return std::ranges::all_of(all_, [&](const Output& output) {
      return std::invoke(is_it, output.renderer());
    });
  }

  // True if rows may be made when they are written, in each output.
  bool make_rows() const { return All(&Renderer::makes_rows); }

  // Writes one report in each output.
  Status Render(const Report& report, Diagnostics& diagnostics) {
    for (Output& output : all_) {
      TFPROF_RETURN_IF_ERROR(output.Render(report, diagnostics));
    }
    return {};
  }

  // Writes the report that `make` returns for the renderer of each output.
  template <typename Make>
  Status RenderEach(const Make& make, Diagnostics& diagnostics) {
    for (Output& output : all_) {
      Report report = make(output.renderer());
      TFPROF_RETURN_IF_ERROR(output.Render(report, diagnostics));
    }
    return {};
  }

 private:
  friend Result<Outputs> OpenOutputs(const Arguments& arguments,
                                     ResultKind result,
                                     const CommandContext& context);

  std::vector<Output> all_;
};

// Fails if more than one of these values of --output goes to standard output.
Status CheckOutputs(const std::vector<std::string>& asked);

// Opens the outputs of `arguments`, or the default one.
Result<Outputs> OpenOutputs(const Arguments& arguments, ResultKind result,
                            const CommandContext& context);

// Parses KIND or KIND:key=value,... (outfile=PATH; text also width=N and
// rows=N) and opens the target, so a wrong path fails before any work is done.
// Empty text: the default.
Result<Output> OpenOutput(std::string_view asked, ResultKind result,
                          const CommandContext& context);

// The PATH in such a text, for any KIND; empty if there is none.
std::string OutfileOf(std::string_view spec);

}  // namespace tfprof
