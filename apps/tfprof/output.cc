// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <sys/ioctl.h>
#include <unistd.h>

#include "arguments.h"
#include "base/find_by_name.h"
#include "base/memory_limit.h"
#include "base/strings.h"
#include "command.h"
#include "store/kept_files.h"

namespace tfprof {

namespace {

Result<const Renderer*> FindRenderer(std::string_view kind, ResultKind result) {
  const Renderer* found = FindByName(Renderers(), &Renderer::kind, kind);
  if (found != nullptr && CanSay(*found, result)) return found;
  // A file in the place of the kind.
  const size_t dot = kind.rfind('.');
  if (dot != std::string_view::npos) {
    const std::string_view suffix = kind.substr(dot + 1);
    for (const std::string_view known : KindsOf(result)) {
      if (known != suffix && !(known == "file" && suffix == "txt")) continue;
      return Fail(ErrorCode::kInvalidArgument,
                  "--output: unknown kind '{}'; write --output={}:outfile={}",
                  Printable(kind), known, Printable(kind));
    }
  }
  return WithContext("--output", UnknownName("kind", kind, KindsOf(result)));
}

using Values = std::map<std::string, std::string>;

// tfprof: pieces are split at every '=' and empty ones dropped, so
// "outfile=a==b" names the file "a=b". A piece without a value has none.
Values ParsePieces(std::string_view text) {
  Values values;
  for (const std::string& piece : SplitNonEmpty(text, ',')) {
    const std::vector<std::string> parts = SplitNonEmpty(piece, '=');
    values[parts.size() < 2 ? piece : parts[0]] =
        parts.empty()
            ? ""
            : fmt::format("{}", fmt::join(parts.begin() + 1, parts.end(), "="));
  }
  return values;
}

// The text after "KIND:".
std::string_view RestOf(std::string_view spec) {
  const size_t colon = spec.find(':');
  return colon == std::string_view::npos ? "" : spec.substr(colon + 1);
}

Result<Values> ParseValues(std::string_view text, const Renderer& renderer) {
  std::vector<std::string_view> known;
  if (renderer.outfile != Outfile::kNone) known.emplace_back("outfile");
  if (renderer.render_sized != nullptr) {
    known.insert(known.end(), {"width", "rows"});
  }
  Values values = ParsePieces(text);
  for (const auto& [key, value] : values) {
    if (value.empty()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--output: '{}' is not key=value; write --output "
                  "{}:outfile=PATH",
                  Printable(key), renderer.kind);
    }
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      return Fail(ErrorCode::kInvalidArgument, "--output: {} takes no '{}'{}",
                  renderer.kind, Printable(key), Suggestion(key, known));
    }
  }
  if (renderer.outfile == Outfile::kRequired && !values.contains("outfile")) {
    return Fail(ErrorCode::kInvalidArgument,
                "--output: {} needs a file; write --output {}:outfile=PATH",
                renderer.kind, renderer.kind);
  }
  return values;
}

Result<std::optional<size_t>> ParseSize(const Values& values,
                                        const std::string& key) {
  const auto found = values.find(key);
  if (found == values.end()) return std::nullopt;
  const auto size = ParseInt64(found->second);
  if (!size || *size < 0) {
    return Fail(ErrorCode::kInvalidArgument,
                "--output: {}={} is not a whole number from 0 on; 0 is no "
                "limit",
                key, Printable(found->second));
  }
  return static_cast<size_t>(*size);
}

// The size of the terminal; no limits for files and pipes.
TextSize UsualSize(bool is_terminal) {
  TextSize size;
  if (!is_terminal) return size;
  size.usual_rows = 40;
  const char* const columns = std::getenv("COLUMNS");
  const auto asked = ParseInt64(columns == nullptr ? "" : columns);
  winsize window{};
  if (asked && *asked > 0) {
    size.width = static_cast<size_t>(*asked);
  } else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 &&
             window.ws_col > 0) {
    size.width = window.ws_col;
  }
  return size;
}

Result<TextSize> SizeOf(const Values& values, bool is_terminal) {
  TextSize size = UsualSize(is_terminal);
  TFPROF_ASSIGN_OR_RETURN(const std::optional<size_t> width,
                          ParseSize(values, "width"));
  TFPROF_ASSIGN_OR_RETURN(size.rows, ParseSize(values, "rows"));
  size.width = width.value_or(size.width);
  return size;
}

// The output if --output is not given: TFPROF_OUTPUT may choose tables for a
// terminal; scripts always get the same output.
Result<std::string> UsualOutput(ResultKind result, const Writer& out) {
  const char* const liked = std::getenv("TFPROF_OUTPUT");
  if (liked == nullptr || *liked == '\0' || !out.is_terminal() ||
      !FindRenderer("table", result)) {
    return "stdout";
  }
  const std::string_view spec(liked);
  if (spec == "table" || spec.starts_with("table:")) return std::string(spec);
  return Fail(ErrorCode::kInvalidArgument,
              "TFPROF_OUTPUT: unknown default '{}'; expected table or nothing",
              Printable(spec));
}

}  // namespace

// tfprof: names of timelines end in their step, those of reports do not.
std::string Output::FileOf(int64_t step) const {
  return renderer_->takes_timelines ? fmt::format("{}_{}", outfile_, step)
                                    : outfile_;
}

Status Output::CheckSteps(std::span<const int64_t> steps) const {
  for (const int64_t step : steps) {
    const std::string file = FileOf(step);
    TFPROF_RETURN_IF_ERROR(CheckReplaceable(file, false));
    // A pipe must be closed to tell its reader the end.
    if (StreamIdOf(file)) continue;
    TFPROF_RETURN_IF_ERROR(FileWriter::Open(file).map([](const auto&) {}));
  }
  return {};
}

Status Output::Render(const Report& report, Diagnostics& diagnostics,
                      int64_t step) {
  const AllocationScope keeping("the output");
  const std::string file = FileOf(step);
  if (renderer_->takes_timelines) {
    TFPROF_RETURN_IF_ERROR(CheckReplaceable(file, false));
    TFPROF_ASSIGN_OR_RETURN(file_, FileWriter::Open(file, durability_));
  }
  Writer& writer = file_ ? *file_ : *out_;
  const auto own = std::ranges::find(renderer_->own, result_,
                                     &OwnRendering::result);
  TFPROF_RETURN_IF_ERROR(
      own != renderer_->own.end()
          ? own->render(report, diagnostics, writer)
      : renderer_->render_sized != nullptr
          ? renderer_->render_sized(report, size_, diagnostics, writer)
          : renderer_->render(report, diagnostics, writer));
  TFPROF_RETURN_IF_ERROR(writer.Close());
  if (renderer_->announce == nullptr || file.empty()) return {};
  Status said = out_->Write(renderer_->announce(report, file));
  // The reader may have read enough after the first files; the others are still
  // written.
  if (!said && said.error().code == ErrorCode::kClosedPipe) return {};
  return said;
}

Result<Output> OpenOutput(std::string_view asked, ResultKind result,
                          const CommandContext& context) {
  std::string usual;
  if (asked.empty()) {
    TFPROF_ASSIGN_OR_RETURN(usual, UsualOutput(result, context.out));
  }
  const std::string_view spec = asked.empty() ? usual : asked;
  const std::string_view kind = spec.substr(0, spec.find(':'));
  Output output;
  output.out_ = &context.out;
  output.result_ = result;
  output.durability_ = context.durability;
  TFPROF_ASSIGN_OR_RETURN(output.renderer_, FindRenderer(kind, result));
  TFPROF_ASSIGN_OR_RETURN(Values values,
                          ParseValues(RestOf(spec), *output.renderer_));
  output.outfile_ = values["outfile"];
  TFPROF_ASSIGN_OR_RETURN(
      output.size_,
      SizeOf(values, output.outfile_.empty() && context.out.is_terminal()));
  if (output.renderer_->takes_timelines) {
    // The steps are not known yet, but the folder can be checked now.
    constexpr int64_t kLikely[] = {0};
    TFPROF_RETURN_IF_ERROR(output.CheckSteps(kLikely));
  } else if (!output.outfile_.empty()) {
    TFPROF_RETURN_IF_ERROR(CheckReplaceable(
        output.outfile_, output.renderer_->takes_file_image));
    TFPROF_ASSIGN_OR_RETURN(
        output.file_, FileWriter::Open(output.outfile_, context.durability));
  } else if (kind == "none") {
    output.file_ = std::make_unique<NullWriter>();
  } else if (output.renderer_->is_binary && context.out.is_terminal()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--output: {} is binary, which a terminal cannot show; write "
                "--output {}:outfile=PATH or redirect it",
                kind, kind);
  }
  return output;
}

Status CheckOutputs(const std::vector<std::string>& asked) {
  const std::string* first = nullptr;
  for (const std::string& spec : asked) {
    if (!OutfileOf(spec).empty()) continue;
    if (first != nullptr) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--output: {} and {} both go to standard output; give one a "
                  "file: --output {}:outfile=PATH",
                  Printable(*first), Printable(spec),
                  Printable(first->substr(0, first->find(':'))));
    }
    first = &spec;
  }
  return {};
}

Result<Outputs> OpenOutputs(const Arguments& arguments, ResultKind result,
                            const CommandContext& context) {
  std::vector<std::string> asked = arguments.outputs;
  if (asked.empty()) asked.push_back(arguments.usual_output);
  // Files first.
  std::stable_partition(
      asked.begin(), asked.end(),
      [](const std::string& spec) { return !OutfileOf(spec).empty(); });
  Outputs outputs;
  for (const std::string& spec : asked) {
    TFPROF_ASSIGN_OR_RETURN(Output output, OpenOutput(spec, result, context));
    outputs.all_.push_back(std::move(output));
  }
  return outputs;
}

std::string OutfileOf(std::string_view spec) {
  return ParsePieces(RestOf(spec))["outfile"];
}

}  // namespace tfprof
