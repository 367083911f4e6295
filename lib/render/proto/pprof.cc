// SPDX-License-Identifier: Apache-2.0
#include "render/proto/pprof.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "base/gzip_writer.h"
#include "base/hash.h"
#include "base/interner.h"
#include "base/keyed.h"
#include "base/strings.h"
#include "render/proto/pprof_texts.h"
#include "render/proto/proto_writer.h"
#include "view/account.h"

namespace tfprof {

namespace {

struct SampleType {
  Measure measure;
  std::string_view unit;
  std::string_view comment;
};

// The first of the selected measures is shown.
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

// Builds a profile while visiting the shown frames.
class PprofBuilder {
 public:
  PprofBuilder(const ViewTree& tree, const SampleType& type)
      : tree_(tree),
        profile_(*tree.profile),
        type_(type),
        accounted_(MatchAccount(profile_, tree.selection.account,
                                tree.view->policy.placeholder_type)),
        location_of_(tree.size(), 0),
        texts_(profile_.strings) {
    for (uint32_t id = 0; id < profile_.strings.size(); ++id) {
      const std::string_view text = profile_.strings[StringId(id)];
      if (text.ends_with(kGradientSuffix)) plain_gradients_[text] = id;
    }
  }

  Status Write(Writer& writer);

 private:
  // Either a function with its first line, or a location with the line of its
  // caller and its callee. File and function are names in texts_.
  struct Line {
    uint32_t file, function;
    int32_t line;
    // For a location: the id of its function, which is its index plus 1. For a
    // function: its text, or until that is known the index of the first
    // function with this file and name. Not part of a line's identity.
    uint32_t other = 0;

    bool operator==(const Line& line_of) const {
      return file == line_of.file && function == line_of.function &&
             line == line_of.line;
    }

    size_t Hash() const {
      return IntHash()(IntHash()(uint64_t{file} << 32 | function) ^
                       static_cast<uint32_t>(line));
    }
  };

  // A name for gradients of a function.
  struct Gradient {
    StringId function;
    uint32_t name = 0;

    bool operator==(const Gradient& other) const {
      return function == other.function;
    }

    size_t Hash() const { return IntHash()(function.value); }
  };

  struct Sample {
    NodeId node;
    uint32_t row;
    uint32_t name;
  };

  const Frame& FrameOf(uint32_t row) const {
    const FrameId frame = tree_.forest->frame[tree_.ForestRow(row)];
    return profile_.frames[frame.value];
  }

  // A number for the name of a function, including the suffix of gradients.
  uint32_t FunctionOf(uint32_t row);

  // Three passes, so only one index is in memory at a time.
  void FindLocations();
  void FindFunctions();
  void FindTexts();
  void AddSamples(uint32_t row);
  Status WriteSamples(Writer& writer) const;
  Status WriteTables(Writer& writer);

  const ViewTree& tree_;
  const Profile& profile_;
  const SampleType& type_;
  const AccountedNodes accounted_;
  int64_t sample_label_ = 0;
  std::vector<uint32_t> location_of_;  // by row; 0: outermost
  Interner<Gradient> gradient_of_;
  // Texts of the profile that end like names of gradients, and their ids.
  std::unordered_map<std::string_view, uint32_t> plain_gradients_;
  Interner<Line> functions_;
  Interner<Line> locations_;
  PprofTexts texts_;
  std::vector<Sample> samples_;
};

uint32_t PprofBuilder::FunctionOf(uint32_t row) {
  const StringId function = FrameOf(row).function;
  if (!tree_.forest->is_gradient[tree_.ForestRow(row)]) return function.value;
  const size_t known = gradient_of_.size();
  Gradient& gradient = gradient_of_[gradient_of_.PlaceOf({function})];
  if (gradient_of_.size() > known) {
    const std::string name =
        std::string(profile_.strings[function]).append(kGradientSuffix);
    const auto plain = plain_gradients_.find(name);
    gradient.name = plain != plain_gradients_.end() ? plain->second
                                                    : texts_.NumberOf(name);
  }
  return gradient.name;
}

// tfprof: a location has the caller's line and the callee's function, so the
// innermost line and the outermost function are missing. Callees of one name
// called on one line share a location.
void PprofBuilder::FindLocations() {
  for (uint32_t row = 1; row < tree_.size(); ++row) {
    if (tree_.parent[row] == 0) continue;
    const Frame& caller = FrameOf(tree_.parent[row]);
    location_of_[row] = 1 + locations_.PlaceOf({.file = caller.file.value,
                                                .function = FunctionOf(row),
                                                .line = caller.line});
  }
  locations_.Freeze();
}

// A location takes the function of its first row.
void PprofBuilder::FindFunctions() {
  uint32_t known = 0;  // of locations_
  for (uint32_t row = 1; row < tree_.size(); ++row) {
    if (location_of_[row] <= known) continue;
    const Frame& frame = FrameOf(row);
    const uint32_t place =
        functions_.PlaceOf({.file = frame.file.value,
                            .function = locations_[known].function,
                            .line = frame.function_line});
    locations_[known++].other = place + 1;
  }
  functions_.Freeze();
  // Functions of one name in one file differ only by their lines, and many may
  // have a name of a megabyte.
  std::vector<uint32_t> order(functions_.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto name_of = [&](uint32_t place) {
    return std::tuple(functions_[place].file, functions_[place].function);
  };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::tuple(name_of(a), a) < std::tuple(name_of(b), b);
  });
  for (size_t i = 0; i < order.size(); ++i) {
    const bool is_first = i == 0 || name_of(order[i]) != name_of(order[i - 1]);
    functions_[order[i]].other =
        is_first ? order[i] : functions_[order[i - 1]].other;
  }
}

void PprofBuilder::FindTexts() {
  const auto rows = static_cast<uint32_t>(tree_.size());
  uint32_t known = 0;  // of locations_
  uint32_t named = 0;  // of functions_
  for (uint32_t row = 1; row < rows; ++row) {
    if (location_of_[row] > known && locations_[known++].other > named) {
      const Line function = functions_[named];
      if (function.other == named) {
        functions_[named].other =
            texts_.IndexOfFunction(function.file, function.function);
        texts_.IndexOfName(function.file);
      } else {
        functions_[named].other = functions_[function.other].other;
      }
      ++named;
    }
    const bool is_leaf = row + 1 == rows || tree_.parent[row + 1] != row;
    if (is_leaf) AddSamples(row);
  }
  std::sort(samples_.begin(), samples_.end(),
            [](const Sample& a, const Sample& b) { return a.node < b.node; });
}

// tfprof: a sample sums the frames without callees below `row`, shown or not;
// nodes of frames with callees are lost.
void PprofBuilder::AddSamples(uint32_t row) {
  const Forest& forest = *tree_.forest;
  const uint32_t begin = tree_.ForestRow(row);
  for (uint32_t leaf = begin; leaf < forest.end[begin]; ++leaf) {
    if (forest.end[leaf] != leaf + 1) continue;
    for (const NodeId node : forest.members[leaf]) {
      if (accounted_.Times(node) == 0) continue;
      sample_label_ = texts_.IndexOfWord("graph node:");
      samples_.push_back(
          {node, row,
           texts_.IndexOfName(profile_.nodes.name[node.value].value)});
    }
  }
}

Status PprofBuilder::WriteSamples(Writer& writer) const {
  std::vector<int64_t> path;  // of locations
  for (const Sample& sample : samples_) {
    path.clear();
    for (uint32_t row = sample.row; row != 0; row = tree_.parent[row]) {
      if (location_of_[row] != 0) path.push_back(location_of_[row]);
    }
    std::string label;
    ProtoWriter label_writer(label);
    label_writer.Int(1, sample_label_);
    label_writer.Int(2, sample.name);
    const int64_t values[] = {
        1, tree_.values->Shown(tree_.values->Of(type_.measure, sample.node))};
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

Status PprofBuilder::WriteTables(Writer& writer) {
  // tfprof: in order of file, function and line. Lines are compared as unsigned
  // numbers, so -1 (unknown) is last.
  const auto in_order = [&](size_t size, const auto& parts_of) {
    std::vector<uint32_t> order(size);
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      const auto [a_file, a_function, a_line] = parts_of(a);
      const auto [b_file, b_function, b_line] = parts_of(b);
      if (a_file != b_file)
        return texts_.NameOf(a_file) < texts_.NameOf(b_file);
      if (a_function != b_function) {
        return texts_.NameOf(a_function) < texts_.NameOf(b_function);
      }
      return static_cast<uint32_t>(a_line) < static_cast<uint32_t>(b_line);
    });
    return order;
  };
  std::string line;
  std::string message;
  std::string field;
  const auto write = [&](uint32_t number) {
    field.clear();
    ProtoWriter(field).Bytes(number, message);
    message.clear();
    return writer.Write(field);
  };
  const auto of_location = [&](uint32_t place) {
    const Line& location = locations_[place];
    return std::tuple(location.file, location.function, location.line);
  };
  for (const uint32_t place : in_order(locations_.size(), of_location)) {
    line.clear();
    ProtoWriter line_writer(line);
    line_writer.Int(1, locations_[place].other);
    line_writer.Int(2, locations_[place].line);
    ProtoWriter message_writer(message);
    message_writer.Int(1, place + 1);
    message_writer.Bytes(4, line);
    TFPROF_RETURN_IF_ERROR(write(4));
  }
  const auto of_function = [&](uint32_t place) {
    const Line& function = functions_[place];
    return std::tuple(function.file, function.function, function.line);
  };
  std::optional<uint32_t> file;
  uint32_t file_index = 0;
  for (const uint32_t place : in_order(functions_.size(), of_function)) {
    const Line& function = functions_[place];
    if (file != function.file) {
      file = function.file;
      file_index = texts_.IndexOfName(*file);
    }
    ProtoWriter message_writer(message);
    message_writer.Int(1, place + 1);
    message_writer.Int(2, function.other);
    message_writer.Int(4, file_index);
    message_writer.Int(5, function.line);
    TFPROF_RETURN_IF_ERROR(write(5));
  }
  for (size_t text = 0; text < texts_.size(); ++text) {
    field.clear();
    ProtoWriter(field).TextItem(6, texts_[text]);
    TFPROF_RETURN_IF_ERROR(writer.Write(field));
  }
  return {};
}

Status PprofBuilder::Write(Writer& writer) {
  FindLocations();
  FindFunctions();
  FindTexts();
  const int64_t count = texts_.IndexOfWord("count");
  const int64_t word = texts_.IndexOfWord(InfoOf(type_.measure).word);
  const int64_t unit = texts_.IndexOfWord(type_.unit);
  const int64_t comment = texts_.IndexOfWord(type_.comment);
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
  TFPROF_RETURN_IF_ERROR(WriteTables(writer));
  out.clear();
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
