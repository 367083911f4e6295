// SPDX-License-Identifier: Apache-2.0
#include "render/proto/pprof.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/gzip_writer.h"
#include "base/keyed.h"
#include "base/strings.h"
#include "render/proto/proto_writer.h"
#include "view/account.h"
#include "view/row_name.h"

namespace tfprof {

namespace {

struct SampleType {
  Measure measure;
  std::string_view unit;
  std::string_view comment;
};

// Of the selected measures the first is shown.
constexpr SampleType kSampleTypes[] = {
    {Measure::kMicros, "microseconds",
     "Sum of accelerator execution time and cpu execution time."},
    {Measure::kAcceleratorMicros, "microseconds",
     "Accelerator execution time."},
    {Measure::kCpuMicros, "microseconds", "CPU execution time."},
    {Measure::kRequestedBytes, "bytes",
     "Sum of operation total memory requests, excluding deallocations."},
    {Measure::kPeakBytes, "bytes", "Sum of operation peak memory usage."},
    {Measure::kResidualBytes, "bytes",
     "Sum of operation allocated memory after finish."},
    {Measure::kOutputBytes, "bytes", "Sum of operation output size."},
    {Measure::kParameters, "count", "Model parameters."},
    {Measure::kFloatOps, "count",
     "Model float operations (Only available if defined)."},
};
static_assert(HasEachOf(kSampleTypes, &SampleType::measure,
                        kSelectableMeasures));

const SampleType* FindSampleType(const Selection& selection) {
  for (const SampleType& type : kSampleTypes) {
    if (selection.Selects(type.measure)) return &type;
  }
  return nullptr;
}

// Numbers strings in order of first use; the empty one is 0.
class StringTable {
 public:
  int64_t Index(std::string_view text) {
    const auto [found, is_new] =
        index_.try_emplace(std::string(text), texts_.size());
    if (is_new) texts_.push_back(found->first);
    return static_cast<int64_t>(found->second);
  }

  const std::vector<std::string_view>& texts() const { return texts_; }

 private:
  std::map<std::string, size_t> index_ = {{"", 0}};
  std::vector<std::string_view> texts_ = {""};
};

// Builds a profile while visiting the shown frames.
class PprofBuilder {
 public:
  PprofBuilder(const ViewTree& tree, const SampleType& type)
      : tree_(tree),
        profile_(*tree.profile),
        type_(type),
        accounted_(MatchAccount(profile_, tree.selection.account,
                                tree.view->policy.placeholder_type)),
        location_of_(tree.size(), 0) {}

  Status Write(Writer& writer);

 private:
  // File, function and line. tfprof: lines are compared as unsigned numbers, so
  // -1 (unknown) is last. Equal texts are shared, so comparing RowNames is
  // cheap.
  using Key = std::tuple<RowName, RowName, uint64_t>;

  struct Function {
    int64_t id, name, file;
  };

  struct Location {
    int64_t id, function;
  };

  struct Sample {
    NodeId node;
    uint32_t row;
    int64_t name;
  };

  const Frame& FrameOf(uint32_t row) const {
    const FrameId frame = tree_.forest->frame[tree_.forest_row[row]];
    return profile_.frames[frame.value];
  }

  RowName FileOf(const Frame& frame) const {
    return {profile_.strings[frame.file], {}};
  }

  RowName FunctionOf(uint32_t row) const;
  void Walk();
  int64_t LocationOf(uint32_t row);
  int64_t FunctionId(uint32_t row);
  void AddSamples(uint32_t row);
  Status WriteSamples(Writer& writer) const;
  void AppendTables(std::string& out) const;

  const ViewTree& tree_;
  const Profile& profile_;
  const SampleType& type_;
  const AccountedNodes accounted_;
  StringTable strings_;
  int64_t sample_label_ = 0;
  std::vector<int64_t> location_of_;  // by row; 0: outermost
  std::map<Key, Function> functions_;
  // Ids of function and file names, by file, function and whether it is a
  // gradient.
  std::map<std::tuple<StringId, StringId, bool>, std::pair<int64_t, int64_t>>
      texts_of_;
  std::map<Key, Location> locations_;
  std::vector<Sample> samples_;
};

RowName PprofBuilder::FunctionOf(uint32_t row) const {
  const bool is_gradient = tree_.forest->is_gradient[tree_.forest_row[row]];
  return {profile_.strings[FrameOf(row).function],
          is_gradient ? kGradientSuffix : std::string_view()};
}

int64_t PprofBuilder::FunctionId(uint32_t row) {
  const Frame& frame = FrameOf(row);
  const RowName function = FunctionOf(row);
  const auto [found, is_new] = functions_.try_emplace(
      {FileOf(frame), function,
       static_cast<uint64_t>(int64_t{frame.function_line})});
  if (is_new) {
    found->second.id = static_cast<int64_t>(functions_.size());
    const auto [texts, is_first] = texts_of_.try_emplace(
        {frame.file, frame.function, !function.tail.empty()});
    if (is_first) {
      const std::string_view file = profile_.strings[frame.file];
      const std::string_view base = FileBaseName(file);
      texts->second = {
          strings_.Index(fmt::format("{}:{}", base.substr(0, base.rfind('.')),
                                     function.str())),
          strings_.Index(file)};
    }
    std::tie(found->second.name, found->second.file) = texts->second;
  }
  return found->second.id;
}

// tfprof: a location has the caller's line and the callee's function, so the
// innermost line and the outermost function are missing. Callees of one name
// called on one line share a location.
int64_t PprofBuilder::LocationOf(uint32_t row) {
  const Frame& caller = FrameOf(tree_.parent[row]);
  const auto [found, is_new] =
      locations_.try_emplace({FileOf(caller), FunctionOf(row),
                              static_cast<uint64_t>(int64_t{caller.line})});
  if (is_new) {
    found->second.id = static_cast<int64_t>(locations_.size());
    found->second.function = FunctionId(row);
  }
  return found->second.id;
}

// tfprof: a sample sums the frames without callees below `row`, shown or not;
// nodes of frames with callees are lost.
void PprofBuilder::AddSamples(uint32_t row) {
  const Forest& forest = *tree_.forest;
  const uint32_t begin = tree_.forest_row[row];
  for (uint32_t leaf = begin; leaf < forest.end[begin]; ++leaf) {
    if (forest.end[leaf] != leaf + 1) continue;
    for (const NodeId node : forest.members[leaf]) {
      if (accounted_.Times(node) == 0) continue;
      sample_label_ = strings_.Index("graph node:");
      samples_.push_back({node, row, strings_.Index(profile_.NameOf(node))});
    }
  }
}

void PprofBuilder::Walk() {
  const auto rows = static_cast<uint32_t>(tree_.size());
  for (uint32_t row = 1; row < rows; ++row) {
    if (tree_.parent[row] != 0) location_of_[row] = LocationOf(row);
    const bool is_leaf = row + 1 == rows || tree_.parent[row + 1] != row;
    if (is_leaf) AddSamples(row);
  }
  std::sort(samples_.begin(), samples_.end(),
            [](const Sample& a, const Sample& b) { return a.node < b.node; });
}

Status PprofBuilder::WriteSamples(Writer& writer) const {
  std::vector<int64_t> path;
  for (const Sample& sample : samples_) {
    path.clear();
    for (uint32_t row = sample.row; row != 0; row = tree_.parent[row]) {
      if (location_of_[row] != 0) path.push_back(location_of_[row]);
    }
    std::string label;
    ProtoWriter label_writer(label);
    label_writer.Int(1, sample_label_);
    label_writer.Int(2, sample.name);
    const int64_t values[] = {1, tree_.values->Shown(tree_.values->Of(
                                     type_.measure, sample.node))};
    std::string message;
    ProtoWriter message_writer(message);
    message_writer.Packed(1, path);
    message_writer.Packed(2, values);
    message_writer.Bytes(3, label);
    std::string field;
    ProtoWriter(field).Bytes(2, message);
    TFPROF_RETURN_IF_ERROR(writer.Write(field));
  }
  return {};
}

void PprofBuilder::AppendTables(std::string& out) const {
  ProtoWriter profile(out);
  const auto line_of = [](const Key& key) {
    return static_cast<int64_t>(std::get<2>(key));
  };
  for (const auto& [key, location] : locations_) {
    std::string line;
    ProtoWriter line_writer(line);
    line_writer.Int(1, location.function);
    line_writer.Int(2, line_of(key));
    std::string message;
    ProtoWriter message_writer(message);
    message_writer.Int(1, location.id);
    message_writer.Bytes(4, line);
    profile.Bytes(4, message);
  }
  for (const auto& [key, function] : functions_) {
    std::string message;
    ProtoWriter message_writer(message);
    message_writer.Int(1, function.id);
    message_writer.Int(2, function.name);
    message_writer.Int(4, function.file);
    message_writer.Int(5, line_of(key));
    profile.Bytes(5, message);
  }
  for (const std::string_view text : strings_.texts()) {
    profile.TextItem(6, text);
  }
}

Status PprofBuilder::Write(Writer& writer) {
  Walk();
  const int64_t count = strings_.Index("count");
  const int64_t word = strings_.Index(InfoOf(type_.measure).word);
  const int64_t unit = strings_.Index(type_.unit);
  const int64_t comment = strings_.Index(type_.comment);
  std::string out;
  for (const auto& [name, of_unit] : {std::pair(count, count), {word, unit}}) {
    std::string message;
    ProtoWriter message_writer(message);
    message_writer.Int(1, name);
    message_writer.Int(2, of_unit);
    ProtoWriter(out).Bytes(1, message);
  }
  TFPROF_RETURN_IF_ERROR(writer.Write(out));
  TFPROF_RETURN_IF_ERROR(WriteSamples(writer));
  out.clear();
  AppendTables(out);
  ProtoWriter(out).Packed(13, {&comment, 1});
  return writer.Write(out);
}

}  // namespace

Status CheckPprof(const View& view, const Selection& selection) {
  if (view.text != TextStyle::kCodeTree) {
    return Fail(ErrorCode::kUnsupported,
                "Only 'code' view supports pprof output now.");
  }
  if (selection.words.count() + selection.details.count() != 1) {
    return Fail(ErrorCode::kUnsupported,
                "Can only select 1 attribute for pprof output.");
  }
  for (const DetailInfo& detail : Details()) {
    if (selection.Selects(detail.id)) {
      return Fail(ErrorCode::kUnsupported, "pprof doesn't support -select={}",
                  detail.word);
    }
  }
  return {};
}

Status RenderPprof(const Report& report, Diagnostics&, Writer& writer) {
  const auto& tree = std::get<ViewTree>(report.sections.at(0).block);
  GzipWriter gzip(writer);
  TFPROF_RETURN_IF_ERROR(
      PprofBuilder(tree, *FindSampleType(tree.selection)).Write(gzip));
  return gzip.Close();
}

std::string AnnouncePprof(const Report&, std::string_view file) {
  return fmt::format("\nRun pprof -png --nodecount=100 --sample_index=1 <{}>\n",
                     file);
}

}  // namespace tfprof
