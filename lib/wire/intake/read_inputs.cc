// SPDX-License-Identifier: Apache-2.0
// The last step: reads the picked files into a sink, in order.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "base/heap.h"
#include "base/memory_limit.h"
#include "wire/checkpoint/checkpoint_reader.h"
#include "wire/intake/capture_collector.h"
#include "wire/intake/file_pipeline.h"
#include "wire/intake/input.h"
#include "wire/intake/input_guard.h"
#include "wire/intake/recognise.h"
#include "wire/intake/roles.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// Passes on only the names of tensors: commands that show values open the
// checkpoint again. A saved profile has these names already.
Status ReadCheckpointNames(const PickedFile& file, const Inputs& inputs,
                           DumpSink& sink) {
  TFPROF_ASSIGN_OR_RETURN(const CheckpointReader reader,
                          CheckpointReader::Open(file.path, inputs.limits));
  for (const std::string& name : reader.names()) sink.AddCheckpointName(name);
  return {};
}

// The format of a file picked for `role`: the first of the role's formats that
// the file could have.
Result<const Format*> ChooseFormat(Role role, const std::string& path,
                                   std::string_view content) {
  const Format* usual = nullptr;
  const Format* const likely = Recognise(content);
  const bool is_sure = likely != nullptr && likely->has_sign != nullptr;
  // A spare format needs no mark if no other format is closer.
  if (likely != nullptr && (is_sure || likely->is_spare) &&
      likely->role == role && likely->read != nullptr) {
    return likely;
  }
  for (const Format& format : Formats()) {
    if (format.role != role || format.read == nullptr) continue;
    if (CouldBe(format, content, likely)) return &format;
    if (usual == nullptr) usual = &format;
  }
  // The reader's error gives the position if the format is unknown or the file
  // is cut short.
  if (likely == nullptr ||
      (!is_sure && !IsText(content) && !IsWhole(content))) {
    return usual;
  }
  return Fail(ErrorCode::kCorrupt, "{}: is {}, but {} needs {}", path,
              likely->words, RoleFlag(role), usual->words);
}

// Sets `size` to the size of the content.
Status ReadFile(const PickedFile& file, const Inputs& inputs,
                bool has_other_hosts, DumpSink& sink, Diagnostics& diagnostics,
                uint64_t& size) {
  const std::string name = file.Name();
  const std::string what = "what " + name + " holds";
  const AllocationScope keeping(what);
  TFPROF_ASSIGN_OR_RETURN(const std::shared_ptr<const Bytes> content,
                          ContentOf(file, inputs));
  size = content->view().size();
  TFPROF_ASSIGN_OR_RETURN(const Format* const format,
                          ChooseFormat(file.role, name, content->view()));
  GraphOptions graph = inputs.graph;
  graph.expansion = file.expansion;
  graph.is_beside_recording = file.is_beside_recording;
  graph.marks_trainable = file.marks_trainable;
  const Status status = format->read(
      {name, *content, file.step, inputs.limits, graph, inputs.jobs,
       has_other_hosts, inputs.is_one_step, inputs.with_programs},
      sink, diagnostics);
  // The damage may be data that a writer has not written yet.
  TFPROF_RETURN_IF_ERROR(content->CheckUnchanged(file.path));
  const std::string_view bytes = content->view();
  const bool is_damaged = !status && status.error().code == ErrorCode::kCorrupt;
  if (is_damaged && !IsText(bytes) && WasConvertedAsText(bytes)) {
    return ConvertedAsText(name);
  }
  return status;
}

// True if the calls for a file of this role can be batched for `sink`.
bool CanBeAhead(Role role, const DumpSink& sink) {
  if (!sink.only_accounts()) return false;
  if (role == Role::kGraph) {
    return sink.graph_detail() == GraphDetail::kNone && !sink.wants_attrs();
  }
  return role == Role::kOpLog || role == Role::kRunMetadata;
}

// Reads files in order, decoding most of them ahead on other threads.
class FileReader {
 public:
  FileReader(const std::vector<PickedFile>& files, const Inputs& inputs,
             DumpSink& sink, Diagnostics& diagnostics)
      : inputs_(inputs),
        collector_(sink),
        guard_(inputs.limits, collector_, diagnostics),
        diagnostics_(diagnostics),
        hosts_(std::count_if(files.begin(), files.end(),
                             [](const PickedFile& file) {
                               return file.role == Role::kXSpace;
                             })) {
    if (inputs.jobs == 1) return;
    for (const PickedFile& file : files) {
      if (CanBeAhead(file.role, sink)) ahead_.push_back(&file);
    }
    if (ahead_.empty()) return;
    ahead_sizes_.resize(ahead_.size());
    // One thread consumes what the others decode. More threads than processors
    // would be moved between processors and wait for each other.
    pipeline_.emplace(ahead_.size(), static_cast<size_t>(inputs.jobs - 1),
                      [this](size_t file, DumpSink& calls, Diagnostics& said) {
                        return ReadFile(*ahead_[file], inputs_, false, calls,
                                        said, ahead_sizes_[file]);
                      });
  }

  Status Read(const PickedFile& file) {
    guard_.BeginFile(file.Name());
    if (next_ahead_ < ahead_.size() && ahead_[next_ahead_] == &file) {
      const size_t index = next_ahead_++;
      const std::string what = "what " + file.Name() + " holds";
      const AllocationScope keeping(what);
      Status status = pipeline_->ReadNext(guard_, diagnostics_);
      return Check(std::move(status), file, ahead_sizes_[index]);
    }
    uint64_t size = 0;
    Status status =
        ReadFile(file, inputs_, hosts_ > 1, guard_, diagnostics_, size);
    return Check(std::move(status), file, size);
  }

  Status ReadStep(const PickedFile& file) {
    if (++steps_ > inputs_.limits.max_steps) {
      return Fail(
          ErrorCode::kLimit,
          "{}: more than {} steps; raise --max_input_steps to read them",
          file.path, inputs_.limits.max_steps);
    }
    if (!file.step_name.empty()) guard_.NameStep(file.step, file.step_name);
    return Read(file);
  }

  // Uses recordings that an earlier reading of these files kept. False if there
  // are none that serve.
  bool UseKept(const std::vector<std::string>& recordings) {
    KeptCapture& kept = *inputs_.kept_capture;
    if (kept.capture == nullptr) return false;
    const RecordedNeeds needs = guard_.recorded_needs();
    const bool has_all = (kept.needs.memory || !needs.memory) &&
                         (kept.needs.unknown_stats || !needs.unknown_stats) &&
                         (kept.has_events || !guard_.wants_events()) &&
                         (kept.with_programs || !inputs_.with_programs);
    const bool serves = has_all && kept.paths == recordings &&
                        kept.is_one_step == inputs_.is_one_step &&
                        guard_.recording_options().rules.xspace_rows;
    if (serves) {
      diagnostics_.Append(kept.said);
      collector_.Use(kept.capture);
    }
    kept = {};
    return serves;
  }

  // After the last file.
  Status Finish(Diagnostics& diagnostics) {
    TFPROF_RETURN_IF_ERROR(collector_.Finish(inputs_, guard_, diagnostics));
    return guard_.status();
  }

  const std::shared_ptr<const Capture>& capture() const {
    return collector_.capture();
  }

  DumpSink& sink() { return guard_; }

 private:
  Status Check(Status status, const PickedFile& file, uint64_t size) {
    if (file.notes != nullptr) {
      for (const std::string& note : *file.notes) {
        diagnostics_.WarnOnce("notes on inputs", note);
      }
    }
    // Data beyond a limit is not in the sink, so this error takes precedence.
    TFPROF_RETURN_IF_ERROR(guard_.status());
    TFPROF_RETURN_IF_ERROR(std::move(status));
    bytes_ += size;
    if (bytes_ > inputs_.limits.max_bytes) {
      return Fail(ErrorCode::kLimit,
                  "{}: {} bytes with the files before it are more than {}; "
                  "raise --max_input_bytes to read it",
                  file.path, bytes_, inputs_.limits.max_bytes);
    }
    return {};
  }

  const Inputs& inputs_;
  CaptureCollector collector_;
  InputGuard guard_;
  Diagnostics& diagnostics_;
  const ptrdiff_t hosts_;  // of a recording
  std::vector<const PickedFile*> ahead_;
  std::vector<uint64_t> ahead_sizes_;
  size_t next_ahead_ = 0;
  uint64_t steps_ = 0;
  uint64_t bytes_ = 0;
  std::optional<FilePipeline> pipeline_;
};

// The size of the files that are not open yet.
uint64_t SizeOf(const std::vector<PickedFile>& files) {
  uint64_t bytes = 0;
  for (const PickedFile& file : files) {
    if (file.content.is_open() || file.role == Role::kIgnored) continue;
    std::error_code unknown;
    const auto size = std::filesystem::file_size(file.path, unknown);
    if (!unknown) bytes += size;
  }
  return bytes;
}

std::vector<std::string> PathsOfRecordings(
    const std::vector<PickedFile>& files) {
  std::vector<std::string> paths;
  for (const PickedFile& file : files) {
    if (file.role == Role::kXSpace) paths.push_back(file.path);
  }
  return paths;
}

// Small dumps have few pages.
void ReserveFor(uint64_t bytes) {
  constexpr uint64_t kFewest = uint64_t{8} << 20;
  constexpr uint64_t kMost = uint64_t{64} << 20;
  ReserveHeap(bytes < kFewest ? 0
                              : static_cast<size_t>(std::min(bytes, kMost)));
}

}  // namespace

Result<std::shared_ptr<const Bytes>> ContentOf(const PickedFile& file,
                                               const Inputs& inputs) {
  if (file.content.is_open()) return file.content.Shared();
  return inputs.streams->Open(file.path, inputs.limits, inputs.meter);
}

Status OpenContent(PickedFile& file, const Inputs& inputs) {
  const bool is_read_whole =
      file.role != Role::kIgnored && file.role != Role::kCheckpoint;
  if (file.content.is_open() || !is_read_whole) return {};
  if (inputs.meter != nullptr) inputs.meter->expected += SizeOf({file});
  TFPROF_ASSIGN_OR_RETURN(file.content.file, ContentOf(file, inputs));
  return {};
}

Status ReadInputs(const std::vector<PickedFile>& files, const Inputs& inputs,
                  DumpSink& sink, Diagnostics& diagnostics) {
  const bool is_profile = std::any_of(
      files.begin(), files.end(),
      [](const PickedFile& file) { return file.role == Role::kProfile; });
  if (is_profile && !inputs.op_log_path.empty()) {
    // tfprof: a profile has its op log merged in.
    diagnostics.Warn("ignored inputs",
                     "--op_log_path is ignored beside a profile");
  }
  const uint64_t bytes = SizeOf(files);
  if (inputs.meter != nullptr) inputs.meter->expected += bytes;
  ReserveFor(bytes);
  Diagnostics said;
  Diagnostics& of_files = inputs.keeps_capture ? said : diagnostics;
  FileReader reader(files, inputs, sink, of_files);
  const std::vector<std::string> recordings = PathsOfRecordings(files);
  const bool uses_kept = !recordings.empty() && reader.UseKept(recordings);
  for (const PickedFile& file : files) {
    switch (file.role) {
      case Role::kIgnored:
        break;
      case Role::kCheckpoint:
        // tfprof: beside a profile a checkpoint marks nothing. One that was
        // only found in the folder gives values and marks nothing, so op types
        // do not depend on whether training was saved there.
        if (is_profile || inputs.checkpoint_path.empty()) break;
        TFPROF_RETURN_IF_ERROR(
            ReadCheckpointNames(file, inputs, reader.sink()));
        break;
      case Role::kRunMetadata:
        TFPROF_RETURN_IF_ERROR(reader.ReadStep(file));
        break;
      case Role::kXSpace:
        if (uses_kept) break;
        TFPROF_RETURN_IF_ERROR(reader.Read(file));
        break;
      case Role::kGraph:
      case Role::kOpLog:
      case Role::kProfile:
        TFPROF_RETURN_IF_ERROR(reader.Read(file));
    }
  }
  // The steps and their notices are said each time.
  diagnostics.Append(said);
  TFPROF_RETURN_IF_ERROR(reader.Finish(diagnostics));
  if (!inputs.keeps_capture) return {};
  *inputs.kept_capture = {recordings,           sink.recorded_needs(),
                          sink.wants_events(),  inputs.is_one_step,
                          inputs.with_programs, reader.capture(),
                          std::move(said)};
  return {};
}

}  // namespace tfprof
