// SPDX-License-Identifier: Apache-2.0
#include "wire/pprof/held_memory_reader.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/memory_limit.h"
#include "base/strings.h"
#include "wire/intake/signs.h"
#include "wire/row_of_id.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// A reference to something that the file does not have, or a sum beyond 64
// bits.
struct BrokenProfile : protozero::exception {
  const char* what() const noexcept override { return "broken profile"; }
};

// Python's own files and installed packages. Names such as "<frozen runpy>" are
// no files.
bool IsOfLibrary(std::string_view file) {
  return Contains(file, "/site-packages/") ||
         Contains(file, "/dist-packages/") || Contains(file, "/lib/python3") ||
         file.starts_with('<');
}

class HeldReader {
 public:
  HeldReader(const Source& source, const OwnFiles& own)
      : bytes_(source.bytes.view()),
        may_be_cut_(source.limits.allow_partial),
        own_(own) {}

  // Tables come behind the samples, so the file is walked twice.
  void Read(Progress& progress) {
    progress.UpToCut([&] { ReadTables(progress); });
    ChooseFrames();
    progress.UpToCut([&] { ReadSamples(progress); });
    if (!SumHeldRows(held_)) Break("its bytes or counts exceed 64 bits");
  }

  // What is broken; empty: nothing, or what the cursor tells.
  const std::string& broken() const { return broken_; }

  HeldMemory Take() { return std::move(held_); }

 private:
  // The part of a file name that decides whether its frames are a library's.
  enum class Owner : uint8_t { kUnknown, kLibrary, kProgram };

  struct Text {
    std::string_view view;
    StringId id;  // of held_.strings, once it is used
    Owner owner = Owner::kUnknown;
  };

  struct Function {
    int64_t name = 0;  // of texts_
    int64_t file = 0;
  };

  struct Line {
    int64_t function = 0;  // its id
    int64_t line = 0;
  };

  // A place in the program, with the calls that were inlined there, the
  // innermost first.
  struct Location {
    uint32_t first_line = 0;  // of lines_
    uint32_t end_line = 0;
    uint32_t chosen = 0;  // of lines_; REQUIRES: there is a line
    bool is_own = false;  // the chosen line is no library's
    bool is_broken = false;
  };

  [[noreturn]] void Break(std::string words) {
    broken_ = std::move(words);
    throw BrokenProfile();
  }

  // A file that may be cut lacks what others refer to.
  void BreakUnlessCut(std::string_view what) {
    if (may_be_cut_) return;
    Break(fmt::format("sample {} refers to {} that the file does not have",
                      sample_, what));
  }

  void ReadTables(Progress& progress) {
    WireCursor file(bytes_);
    while (file.Next()) {
      progress.Enter(file.field_at());
      switch (file.field()) {
        case Len(1):
          TakeType(file.View());
          break;
        case Len(4):
          TakeLocation(file.View());
          break;
        case Len(5):
          TakeFunction(file.View());
          break;
        case Len(6):
          texts_.push_back({file.View(), {}, Owner::kUnknown});
          break;
        default:
          file.Skip();
      }
    }
  }

  void TakeType(std::string_view type) {
    units_.push_back(static_cast<int64_t>(LastVarint(type, 2)));
  }

  void TakeLocation(std::string_view bytes) {
    Location location;
    location.first_line = static_cast<uint32_t>(lines_.size());
    int64_t id = 0;
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      if (cursor.field() == Varint(1)) {
        id = cursor.Int64();
      } else if (cursor.field() == Len(4)) {
        const std::string_view line = cursor.View();
        lines_.push_back({static_cast<int64_t>(LastVarint(line, 1)),
                          static_cast<int64_t>(LastVarint(line, 2))});
      } else {
        cursor.Skip();
      }
    }
    location.end_line = static_cast<uint32_t>(lines_.size());
    location_rows_.Set(id, static_cast<uint32_t>(locations_.size()));
    locations_.push_back(location);
  }

  void TakeFunction(std::string_view bytes) {
    Function function;
    int64_t id = 0;
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Varint(1):
          id = cursor.Int64();
          break;
        case Varint(2):
          function.name = cursor.Int64();
          break;
        case Varint(4):
          function.file = cursor.Int64();
          break;
        default:
          cursor.Skip();
      }
    }
    function_rows_.Set(id, static_cast<uint32_t>(functions_.size()));
    functions_.push_back(function);
  }

  Text* TextAt(int64_t index) {
    const bool is_there =
        index >= 0 && static_cast<uint64_t>(index) < texts_.size();
    return is_there ? &texts_[static_cast<size_t>(index)] : nullptr;
  }

  const Function* FunctionAt(int64_t id) const {
    const uint32_t row = function_rows_.Find(id);
    return row == RowOfId::kNone ? nullptr : &functions_[row];
  }

  Owner OwnerOf(std::string_view file) const {
    const bool is_own = own_.are_all || own_.Match(file) || !IsOfLibrary(file);
    return is_own ? Owner::kProgram : Owner::kLibrary;
  }

  // The innermost line of each location that is no library's, else its
  // innermost.
  void ChooseFrames() {
    for (Location& location : locations_) {
      location.chosen = location.first_line;
      for (uint32_t i = location.first_line; i < location.end_line; ++i) {
        const Function* const function = FunctionAt(lines_[i].function);
        Text* const file =
            function == nullptr ? nullptr : TextAt(function->file);
        if (file == nullptr || TextAt(function->name) == nullptr) {
          location.is_broken = true;
          continue;
        }
        if (file->owner == Owner::kUnknown) {
          file->owner = OwnerOf(file->view);
        }
        if (file->owner == Owner::kLibrary) continue;
        location.chosen = i;
        location.is_own = true;
        break;
      }
    }
  }

  void ReadSamples(Progress& progress) {
    no_text_ = held_.strings.Intern("");
    for (size_t i = 0; i < units_.size(); ++i) {
      const Text* const unit = TextAt(units_[i]);
      if (unit == nullptr) continue;
      if (count_at_ == kNowhere && unit->view == "count") count_at_ = i;
      if (bytes_at_ == kNowhere && unit->view == "bytes") bytes_at_ = i;
    }
    WireCursor file(bytes_);
    while (file.Next()) {
      progress.Enter(file.field_at());
      if (file.field() == Len(2)) {
        ++sample_;
        TakeSample(file.View());
      } else {
        file.Skip();
      }
    }
  }

  // The parts of a sample, as far as they are read.
  struct Sample {
    HeldMemory::Row row;
    const Location* chosen = nullptr;
    size_t values = 0;
  };

  void TakeSample(std::string_view bytes) {
    Sample sample;
    sample.row = {no_text_, no_text_, no_text_, no_text_, 0, 0, 1};
    const auto place = [&](int64_t id) { TakePlace(id, sample); };
    const auto value = [&](int64_t number) { TakeValue(number, sample); };
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Len(1):
          ForEachPacked(cursor.View(), place);
          break;
        case Varint(1):
          place(cursor.Int64());
          break;
        case Len(2):
          ForEachPacked(cursor.View(), value);
          break;
        case Varint(2):
          value(cursor.Int64());
          break;
        case Len(3):
          TakeLabel(cursor.View(), sample.row);
          break;
        default:
          cursor.Skip();
      }
    }
    if (sample.chosen != nullptr) SetCode(*sample.chosen, sample.row);
    held_.rows.push_back(sample.row);
  }

  void TakePlace(int64_t id, Sample& sample) {
    if (sample.chosen != nullptr && sample.chosen->is_own) return;
    const uint32_t row = location_rows_.Find(id);
    if (row == RowOfId::kNone) return BreakUnlessCut("a location");
    const Location& location = locations_[row];
    if (location.is_broken) BreakUnlessCut("a function or a text");
    const bool is_empty = location.first_line == location.end_line;
    if (is_empty || location.is_broken) return;
    if (sample.chosen == nullptr || location.is_own) sample.chosen = &location;
  }

  void TakeValue(int64_t number, Sample& sample) {
    if (sample.values == count_at_) sample.row.count = number;
    if (sample.values == bytes_at_) sample.row.bytes = number;
    ++sample.values;
  }

  void TakeLabel(std::string_view bytes, HeldMemory::Row& row) {
    int64_t key = 0;
    int64_t text = 0;
    int64_t number = 0;
    WireCursor cursor(bytes);
    while (cursor.Next()) {
      switch (cursor.field()) {
        case Varint(1):
          key = cursor.Int64();
          break;
        case Varint(2):
          text = cursor.Int64();
          break;
        case Varint(3):
          number = cursor.Int64();
          break;
        default:
          cursor.Skip();
      }
    }
    const Text* const name = TextAt(key);
    if (name == nullptr) return BreakUnlessCut("a text");
    const bool is_device = name->view == "device";
    if (!is_device && name->view != "kind") return;
    (is_device ? row.device : row.kind) =
        text != 0 ? IdOf(text)
                  : held_.strings.Intern(fmt::format("{}", number));
  }

  void SetCode(const Location& location, HeldMemory::Row& row) {
    const Line& line = lines_[location.chosen];
    const Function& function = *FunctionAt(line.function);
    row.file = IdOf(function.file);
    row.function = IdOf(function.name);
    row.line = line.line;
  }

  StringId IdOf(int64_t index) {
    Text* const text = TextAt(index);
    if (text == nullptr) {
      BreakUnlessCut("a text");
      return no_text_;
    }
    if (!text->id.valid()) text->id = held_.strings.Intern(text->view);
    return text->id;
  }

  static constexpr size_t kNowhere = SIZE_MAX;

  const std::string_view bytes_;
  const bool may_be_cut_;
  const OwnFiles& own_;
  std::vector<int64_t> units_;  // of values, texts each
  std::vector<Text> texts_;
  std::vector<Function> functions_;
  std::vector<Line> lines_;
  std::vector<Location> locations_;
  RowOfId function_rows_;
  RowOfId location_rows_;
  size_t count_at_ = kNowhere;
  size_t bytes_at_ = kNowhere;
  StringId no_text_;
  uint64_t sample_ = 0;  // counted from 1
  std::string broken_;
  HeldMemory held_;
};

}  // namespace

Result<HeldMemory> ReadHeldMemory(const Source& source, const OwnFiles& own,
                                  Diagnostics& diagnostics) {
  HeldReader reader(source, own);
  const Status status = DecodeFile(
      source, diagnostics, [&](Progress& progress) { reader.Read(progress); });
  if (!reader.broken().empty()) {
    return Fail(ErrorCode::kCorrupt,
                "{}: {}; the file is damaged, write or copy it again",
                source.path, reader.broken());
  }
  if (!status) return Failure(status.error());
  return reader.Take();
}

Result<std::optional<HeldMemory>> LoadHeldMemory(const std::string& path,
                                                 const Inputs& inputs,
                                                 const OwnFiles& own,
                                                 Diagnostics& diagnostics) {
  std::error_code ignored;
  if (path != "-" && (!std::filesystem::exists(path, ignored) ||
                      std::filesystem::is_directory(path, ignored))) {
    return std::nullopt;
  }
  if (!StreamIdOf(path)) {
    TFPROF_ASSIGN_OR_RETURN(const Bytes beginning,
                            inputs.streams->LookAhead(path, inputs.limits));
    inputs.streams->KeepAside(path);
    const std::string_view view = beginning.view();
    if (!IsDeviceMemoryProfile(view) && !IsPprofWithoutTexts(view)) {
      return std::nullopt;
    }
  }
  const std::string what = "what " + path + " holds";
  const AllocationScope keeping(what);
  TFPROF_ASSIGN_OR_RETURN(
      const auto content,
      inputs.streams->Open(path, inputs.limits, inputs.meter));
  if (!IsDeviceMemoryProfile(content->view())) return std::nullopt;
  Result<HeldMemory> held =
      ReadHeldMemory({.path = path, .bytes = *content, .limits = inputs.limits},
                     own, diagnostics);
  TFPROF_RETURN_IF_ERROR(content->CheckUnchanged(path));
  if (!held) return Failure(std::move(held).error());
  return *std::move(held);
}

}  // namespace tfprof
