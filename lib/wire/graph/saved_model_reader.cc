// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/ranges.h>

#include "base/strings.h"
#include "proto/graph.pb.h"
#include "wire/graph/decode_graph.h"
#include "wire/intake/readers.h"
#include "wire/text_format.h"

namespace tfprof {

namespace {

// The tags of a MetaGraphDef, sorted.
std::vector<std::string> TagsOf(std::string_view meta_graph) {
  std::vector<std::string> tags;
  WireCursor info(LastValue(meta_graph, 1));
  while (info.Next()) {
    if (info.field() == Len(4)) {
      tags.emplace_back(info.View());
    } else {
      info.Skip();
    }
  }
  std::sort(tags.begin(), tags.end());
  return tags;
}

// Reads the graph with the selected tags, or the first graph.
class SavedModelDecoder {
 public:
  explicit SavedModelDecoder(const Source& source) : source_(source) {
    asked_ = SplitNonEmpty(source.graph.tag_set, ',');
    std::sort(asked_.begin(), asked_.end());
  }

  void Read(GraphDecoder& decoder, Progress& progress) {
    WireCursor saved_model(source_.bytes.view());
    while (saved_model.Next()) {
      progress.Enter(saved_model.field_at());
      if (saved_model.field() != Len(2)) {
        saved_model.Skip();
        continue;
      }
      const std::string_view meta_graph = progress.Message(saved_model);
      // If the file is cut within this graph, only its whole tags are read.
      const std::string_view whole = progress.WholeFields(meta_graph);
      const std::vector<std::string> tags = TagsOf(whole);
      tag_sets_.push_back(Printable(fmt::format("{}", fmt::join(tags, ","))));
      if (is_found_ || (!asked_.empty() && tags != asked_)) continue;
      is_found_ = true;
      decoder.ReadMetaGraphDef(meta_graph);
    }
  }

  Status Check(Diagnostics& diagnostics) const {
    const std::string sets = fmt::format("{}", fmt::join(tag_sets_, "; "));
    if (!is_found_ && !asked_.empty()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--tag_set: {} has no graph with the tags '{}'; it has: {}",
                  source_.path, source_.graph.tag_set, sets);
    }
    if (tag_sets_.size() > 1 && asked_.empty()) {
      diagnostics.WarnOnce(
          "several graphs",
          fmt::format("{}: holds {} graphs, the first is used; --tag_set "
                      "chooses: {}",
                      source_.path, tag_sets_.size(), sets));
    }
    return {};
  }

 private:
  const Source& source_;
  std::vector<std::string> asked_;
  std::vector<std::string> tag_sets_;
  bool is_found_ = false;
};

}  // namespace

Status ReadSavedModel(const Source& source, DumpSink& sink,
                      Diagnostics& diagnostics) {
  return DecodeEitherForm<tensorflow::SavedModel>(
      source, {UnknownFields::kSkip, 2}, diagnostics,
      [&](const Source& binary) -> Status {
        SavedModelDecoder saved_model(binary);
        TFPROF_RETURN_IF_ERROR(
            DecodeGraph(binary, sink, diagnostics,
                        [&](GraphDecoder& decoder, Progress& progress) {
                          saved_model.Read(decoder, progress);
                        }));
        return saved_model.Check(diagnostics);
      });
}

}  // namespace tfprof
