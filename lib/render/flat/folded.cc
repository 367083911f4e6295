// SPDX-License-Identifier: Apache-2.0
// Folded stacks: "a;b;c 12", a line for each row with a cost of its own.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "render/flat/flat_formats.h"
#include "render/text/measure_text.h"
#include "render/text/text.h"

namespace tfprof {

namespace {

// A name without the separators of frames and lines.
std::string FrameOf(std::string_view name) {
  std::string frame = Printable(name);
  std::replace(frame.begin(), frame.end(), ';', ':');
  return frame.empty() ? "(unnamed)" : frame;
}

}  // namespace

Status CheckFolded(const View&, const Selection& selection) {
  if (selection.words.count() == 1) return {};
  return Fail(ErrorCode::kInvalidArgument,
              "--output: folded stacks have one number each; select one "
              "measure, such as --select=micros");
}

// The format repeats the whole stack in each line. The path of a row is the
// prefix of `path` that ends at its depth.
Status RenderFolded(const Report& report, Diagnostics& diagnostics,
                    Writer& writer) {
  const auto& tree = std::get<ViewTree>(report.sections.front().block);
  const auto asked = std::find_if(
      Measures().begin(), Measures().end(),
      [&](const MeasureInfo& info) { return tree.selection.Selects(info.id); });
  const Column<int64_t>& self = tree[asked->id].self;
  // The op view stores its rows as a chain, which is not a call stack.
  const bool is_flat = tree.view->policy.is_flat;
  TextOutput out(writer);
  std::vector<size_t> end_of_depth;  // of the path, by depth
  std::string path;
  int64_t negative = 0;
  for (uint32_t row = 1; row < tree.size(); ++row) {
    const size_t depth = is_flat ? 1 : tree.depth[row];
    end_of_depth.resize(depth, 0);
    path.resize(depth > 1 ? end_of_depth[depth - 1] : 0);
    if (!path.empty()) path += ';';
    path += FrameOf(tree.NameOf(row).Short());
    end_of_depth.push_back(path.size());
    negative += self[row] < 0 ? 1 : 0;
    if (self[row] <= 0) continue;
    out.text() += fmt::format("{} {}\n", path, self[row]);
    TFPROF_RETURN_IF_ERROR(out.Drain());
  }
  if (negative > 0) {
    diagnostics.Warn(
        "negative costs",
        fmt::format("{} rows have negative costs, which a flame graph cannot "
                    "show; they are left out",
                    negative));
  }
  return out.Flush();
}

}  // namespace tfprof
