// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <map>
#include <string>
#include <vector>

#include "base/find_by_name.h"
#include "base/memory_limit.h"
#include "base/strings.h"
#include "command.h"

namespace tfprof {

namespace {

Result<const Renderer*> FindRenderer(std::string_view kind, ResultKind result) {
  const Renderer* found = FindByName(Renderers(), &Renderer::kind, kind);
  if (found != nullptr && CanSay(*found, result)) return found;
  return WithContext("--output", UnknownName("kind", kind, KindsOf(result)));
}

// tfprof: pieces are split at every '=' and empty ones dropped, so that
// "outfile=a==b" names the file "a=b". A piece without a value has none.
std::map<std::string, std::string> ParsePieces(std::string_view text) {
  std::map<std::string, std::string> values;
  for (const std::string& piece : SplitNonEmpty(text, ',')) {
    const std::vector<std::string> parts = SplitNonEmpty(piece, '=');
    values[parts.size() < 2 ? piece : parts[0]] =
        parts.empty()
            ? ""
            : fmt::format("{}",
                          fmt::join(parts.begin() + 1, parts.end(), "="));
  }
  return values;
}

// What stands behind the kind.
std::string_view RestOf(std::string_view spec) {
  const size_t colon = spec.find(':');
  return colon == std::string_view::npos ? "" : spec.substr(colon + 1);
}

Result<std::string> ParseOutfile(std::string_view text,
                                 const Renderer& renderer) {
  std::map<std::string, std::string> values = ParsePieces(text);
  for (const auto& [key, value] : values) {
    if (value.empty()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--output: '{}' is not key=value; write --output "
                  "{}:outfile=PATH",
                  Printable(key), renderer.kind);
    }
  }
  const bool takes_outfile = renderer.outfile != Outfile::kNone;
  for (const auto& [key, value] : values) {
    if (key != "outfile" || !takes_outfile) {
      return Fail(ErrorCode::kInvalidArgument, "--output: {} takes no '{}'{}",
                  renderer.kind, Printable(key),
                  takes_outfile ? Suggestion(key, {"outfile"}) : "");
    }
  }
  if (renderer.outfile == Outfile::kRequired && values.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--output: {} needs a file; write --output {}:outfile=PATH",
                renderer.kind, renderer.kind);
  }
  return takes_outfile ? values["outfile"] : "";
}

}  // namespace

Status Output::Render(const Report& report, Diagnostics& diagnostics,
                      int64_t step) {
  const Keeping keeping("what is written");
  std::string file = outfile_;
  if (renderer_->takes_timelines) {
    // tfprof: names of timelines end in their step, those of reports do not.
    file += fmt::format("_{}", step);
    TFPROF_ASSIGN_OR_RETURN(file_, FileWriter::Open(file, durability_));
  }
  Writer& writer = file_ ? *file_ : *out_;
  TFPROF_RETURN_IF_ERROR(renderer_->render(report, diagnostics, writer));
  TFPROF_RETURN_IF_ERROR(writer.Close());
  if (renderer_->announce == nullptr || file.empty()) return {};
  return out_->Write(renderer_->announce(report, file));
}

Result<Output> OpenOutput(std::string_view spec, ResultKind result,
                          const CommandContext& context) {
  const std::string_view kind =
      spec.empty() ? "stdout" : spec.substr(0, spec.find(':'));
  Output output;
  output.out_ = &context.out;
  output.durability_ = context.durability;
  TFPROF_ASSIGN_OR_RETURN(output.renderer_, FindRenderer(kind, result));
  TFPROF_ASSIGN_OR_RETURN(output.outfile_,
                          ParseOutfile(RestOf(spec), *output.renderer_));
  if (output.renderer_->takes_timelines) {
    // Which steps there are is not known yet; that the folder can be written
    // to is.
    TFPROF_RETURN_IF_ERROR(
        FileWriter::Open(output.outfile_ + "_0").map([](const auto&) {}));
  } else if (!output.outfile_.empty()) {
    TFPROF_ASSIGN_OR_RETURN(output.file_, FileWriter::Open(output.outfile_,
                                                           context.durability));
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

std::string OutfileOf(std::string_view spec) {
  return ParsePieces(RestOf(spec))["outfile"];
}

}  // namespace tfprof
