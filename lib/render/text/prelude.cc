// SPDX-License-Identifier: Apache-2.0
#include "render/text/prelude.h"

#include <map>

namespace tfprof {

namespace {

constexpr std::string_view kMissingStream =
    "\n\nFound accelerator operation but misses accelerator stream stats!\n\n"
    "It's likely a gpu tracing issue rather than tf-profiler issue.\n"
    "If you found your operation missing accelerator time, consider to post "
    "to discuss@tensorflow.org!\n\n";

// tfprof: micros has three lines, whether or not its parts are selected.
std::string DocOf(const MeasureInfo& measure) {
  std::string doc(measure.doc);
  if (measure.id == Measure::kMicros) {
    for (const Measure part :
         {Measure::kCpuMicros, Measure::kAcceleratorMicros}) {
      doc += '\n';
      doc += InfoOf(part).doc;
    }
  }
  return doc;
}

}  // namespace

void AppendPrelude(std::string& out, const ViewTree& tree) {
  if (tree.profile->misses_accelerator_stream) out += kMissingStream;
  out += "\nDoc:\n";
  out += tree.view->doc;
  out += '\n';
  // tfprof: ordered by select word, not by column.
  std::map<std::string_view, std::string> docs;
  for (const MeasureInfo& info : SelectableMeasures()) {
    if (tree.selection.Selects(info.id)) docs[info.word] = DocOf(info);
  }
  for (const DetailInfo& info : Details()) {
    if (tree.selection.Selects(info.id)) docs[info.word] = info.doc;
  }
  bool is_first = true;
  for (const auto& [word, doc] : docs) {
    if (!is_first) out += '\n';
    is_first = false;
    out += doc;
  }
  out += "\n\nProfile:\n";
}

}  // namespace tfprof
