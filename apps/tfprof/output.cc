// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <map>
#include <string>
#include <vector>

#include "base/strings.h"

namespace tfprof {

namespace {

Result<const Renderer*> FindRenderer(std::string_view kind) {
  std::vector<std::string_view> kinds;
  for (const Renderer& renderer : Renderers()) {
    if (renderer.kind == kind) return &renderer;
    kinds.push_back(renderer.kind);
  }
  return Fail(ErrorCode::kInvalidArgument,
              "--output: unknown kind '{}'{}; known: {}", Printable(kind),
              Suggestion(kind, kinds), fmt::join(kinds, ", "));
}

// tfprof: pieces are split at every '=' and empty ones dropped, so that
// "outfile=a==b" names the file "a=b".
Result<std::string> ParseOutfile(std::string_view text,
                                 const Renderer& renderer) {
  std::map<std::string, std::string> values;
  for (const std::string& piece : SplitNonEmpty(text, ',')) {
    const std::vector<std::string> parts = SplitNonEmpty(piece, '=');
    if (parts.size() < 2) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--output: '{}' is not key=value; write --output "
                  "{}:outfile=PATH",
                  Printable(piece), renderer.kind);
    }
    values[parts[0]] =
        fmt::format("{}", fmt::join(parts.begin() + 1, parts.end(), "="));
  }
  for (const auto& [key, value] : values) {
    if (key != "outfile" || !renderer.needs_outfile) {
      return Fail(ErrorCode::kInvalidArgument, "--output: {} takes no '{}'{}",
                  renderer.kind, Printable(key),
                  renderer.needs_outfile ? Suggestion(key, {"outfile"}) : "");
    }
  }
  if (renderer.needs_outfile && values.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--output: {} needs a file; write --output {}:outfile=PATH",
                renderer.kind, renderer.kind);
  }
  return renderer.needs_outfile ? values["outfile"] : "";
}

}  // namespace

Result<Output> OpenOutput(std::string_view spec, Writer& out) {
  const std::string_view kind =
      spec.empty() ? "stdout" : spec.substr(0, spec.find(':'));
  Output output;
  TFPROF_ASSIGN_OR_RETURN(output.renderer, FindRenderer(kind));
  const std::string_view rest = spec.find(':') == std::string_view::npos
                                    ? ""
                                    : spec.substr(kind.size() + 1);
  TFPROF_ASSIGN_OR_RETURN(const std::string outfile,
                          ParseOutfile(rest, *output.renderer));
  if (!outfile.empty()) {
    TFPROF_ASSIGN_OR_RETURN(output.owned, FileWriter::Open(outfile));
  } else if (kind == "none") {
    output.owned = std::make_unique<NullWriter>();
  }
  output.writer = output.owned ? output.owned.get() : &out;
  return output;
}

}  // namespace tfprof
