// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/saver_folder.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "wire/intake/natural_order.h"

namespace tfprof {

namespace {

constexpr std::string_view kMeta = ".meta";

bool IsMeta(const FoundFile& file) {
  return PlainName(AfterLastSlash(file.path)).ends_with(kMeta);
}

// The text in quotes behind `model_checkpoint_path:` at the begin of a line.
std::string NewestCheckpointIn(std::string_view text) {
  constexpr std::string_view kKey = "model_checkpoint_path:";
  for (const std::string& line : SplitNonEmpty(text, '\n')) {
    std::string_view rest = line;
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
    if (!rest.starts_with(kKey)) continue;
    rest.remove_prefix(kKey.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    if (!rest.starts_with('"')) continue;
    std::string name;
    for (size_t i = 1; i < rest.size() && rest[i] != '"'; ++i) {
      if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
      name += rest[i];
    }
    return name;
  }
  return {};
}

// The last path component of what the file `checkpoint` names; empty if there
// is none.
std::string NamedCheckpoint(const std::string& path, const Inputs& inputs) {
  const auto content = Bytes::OpenBeginning(path, inputs.limits);
  if (!content) return {};
  return std::string(AfterLastSlash(NewestCheckpointIn(content->view())));
}

// Moves all files of `from` for which `is_other` to those that are ignored.
template <typename IsOther>
void IgnoreOthers(std::vector<FoundFile>& from, Offer& found,
                  IsOther is_other) {
  std::vector<FoundFile> kept;
  for (FoundFile& file : from) {
    auto& to = is_other(file) ? found.of(Role::kIgnored) : kept;
    to.push_back(std::move(file));
  }
  from = std::move(kept);
}

}  // namespace

Status KeepNamedByCheckpoint(const std::string& folder, const Inputs& inputs,
                             Offer& found) {
  std::vector<FoundFile>& graphs = found.of(Role::kGraph);
  const auto metas = std::count_if(graphs.begin(), graphs.end(), IsMeta);
  if (metas < 2) return {};
  const std::string by = folder + "/checkpoint";
  const std::string named = NamedCheckpoint(by, inputs);
  if (named.empty()) return {};
  const auto is_named = [&](const FoundFile& file) {
    return PlainName(AfterLastSlash(file.path)) == named + std::string(kMeta);
  };
  const auto chosen = std::find_if(graphs.begin(), graphs.end(), is_named);
  if (chosen == graphs.end()) {
    return Fail(ErrorCode::kCorrupt,
                "{}: names {}{}, which is not in the folder; choose one of its "
                "{} graphs with --graph_path",
                by, Printable(named), kMeta, metas);
  }
  chosen->notes = std::make_shared<const std::vector<std::string>>(
      1, fmt::format("{}: of {}, the one that checkpoint names", chosen->path,
                     metas));
  IgnoreOthers(graphs, found, [&](const FoundFile& file) {
    return IsMeta(file) && !is_named(file);
  });
  std::vector<FoundFile>& checkpoints = found.of(Role::kCheckpoint);
  const auto is_of_named = [&](const FoundFile& file) {
    return AfterLastSlash(file.path) == named;
  };
  if (std::any_of(checkpoints.begin(), checkpoints.end(), is_of_named)) {
    IgnoreOthers(checkpoints, found,
                 [&](const FoundFile& file) { return !is_of_named(file); });
  }
  return {};
}

}  // namespace tfprof
