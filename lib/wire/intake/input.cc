// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/input.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

#include "wire/checkpoint/checkpoint_reader.h"
#include "wire/intake/input_guard.h"
#include "wire/intake/pick_files.h"
#include "wire/steps/step_pipeline.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

struct RoleInfo {
  Role role;
  std::string_view words;
  std::string_view flag;
};

constexpr RoleInfo kRoles[] = {
    {Role::kGraph, "graph", "--graph_path"},
    {Role::kOpLog, "op log", "--op_log_path"},
    {Role::kCheckpoint, "checkpoint", "--checkpoint_path"},
    {Role::kRunMetadata, "run metadata", "--run_meta_path"},
    {Role::kProfile, "profile", "--profile_path"},
    {Role::kIgnored, "ignored", ""},
};

const RoleInfo& InfoOf(Role role) {
  return *std::find_if(std::begin(kRoles), std::end(kRoles),
                       [&](const RoleInfo& info) { return info.role == role; });
}

// Collects the answer of ResolveInputs.
class Picks {
 public:
  // The one file of a role: the flag's, else the only one that was found.
  Status PickOne(Role role, const std::string& flag_path,
                 const std::vector<Candidate>& found) {
    if (!flag_path.empty()) {
      Take({role, flag_path, 0, nullptr});
      Ignore(found);
      return {};
    }
    if (found.size() > 1) {
      return Fail(ErrorCode::kCorrupt,
                  "{} and {}: both could be the {}; decide with {}",
                  found[0].path, found[1].path, RoleWords(role),
                  InfoOf(role).flag);
    }
    if (!found.empty()) Take({role, found[0].path, 0, found[0].content});
    return {};
  }

  void PickSteps(const std::vector<std::string>& flag_paths,
                 const std::vector<Candidate>& found) {
    if (!flag_paths.empty()) {
      // tfprof: steps are numbered in the order of the flag.
      for (size_t i = 0; i < flag_paths.size(); ++i) {
        Take({Role::kRunMetadata, flag_paths[i], static_cast<int64_t>(i),
              nullptr});
      }
      Ignore(found);
      return;
    }
    const std::vector<int64_t> numbers = StepNumbers(found);
    std::vector<PickedFile> steps;
    for (size_t i = 0; i < found.size(); ++i) {
      steps.push_back(
          {Role::kRunMetadata, found[i].path, numbers[i], found[i].content});
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const PickedFile& a, const PickedFile& b) {
                       return a.step < b.step;
                     });
    for (PickedFile& step : steps) Take(std::move(step));
  }

  void Ignore(const std::vector<Candidate>& files) {
    for (const Candidate& file : files) {
      ignored_.push_back({Role::kIgnored, file.path, 0, nullptr});
    }
  }

  std::vector<PickedFile> Finish() && {
    // Listings name ignored files in one order, wherever they came from.
    std::stable_sort(ignored_.begin(), ignored_.end(),
                     [](const PickedFile& a, const PickedFile& b) {
                       return NaturallyBefore(a.path, b.path);
                     });
    for (PickedFile& file : ignored_) files_.push_back(std::move(file));
    return std::move(files_);
  }

 private:
  void Take(PickedFile file) { files_.push_back(std::move(file)); }

  std::vector<PickedFile> files_;
  std::vector<PickedFile> ignored_;
};

// A checkpoint gives names to mark, which a profile has marked already, and
// values, which whoever shows them opens it for.
Status ReadCheckpointNames(const PickedFile& file, const Inputs& inputs,
                           DumpSink& sink) {
  TFPROF_ASSIGN_OR_RETURN(const CheckpointReader reader,
                          CheckpointReader::Open(file.path, inputs.limits));
  for (const std::string& name : reader.names()) sink.AddCheckpointName(name);
  return {};
}

// The reader of a file that was picked for `role`: the first of the role's
// formats that the file could have.
Result<const Reader*> ChooseReader(Role role, const std::string& path,
                                   std::string_view content) {
  const Reader* usual = nullptr;
  for (const Reader& reader : Readers()) {
    if (reader.role != role) continue;
    if (CouldBe(reader.kind, content)) return &reader;
    if (usual == nullptr) usual = &reader;
  }
  // Where it is of an unknown kind, or cut short, its reader says where.
  const FileKind kind = Sniff(content);
  if (kind == FileKind::kUnknown || (!IsText(content) && !IsWhole(content))) {
    return usual;
  }
  return Fail(ErrorCode::kCorrupt, "{}: is {}, but {} needs {}", path,
              KindWords(kind), InfoOf(role).flag, KindWords(usual->kind));
}

// `size` is set to that of the content.
Status ReadFile(const PickedFile& file, const Inputs& inputs, DumpSink& sink,
                Diagnostics& diagnostics, uint64_t& size) {
  Bytes opened;
  if (file.content == nullptr) {
    TFPROF_ASSIGN_OR_RETURN(
        opened, Bytes::Open(file.path, inputs.limits, inputs.meter));
  }
  const Bytes& bytes = file.content != nullptr ? *file.content : opened;
  size = bytes.view().size();
  TFPROF_ASSIGN_OR_RETURN(const Reader* const reader,
                          ChooseReader(file.role, file.path, bytes.view()));
  const Status status = reader->read(
      {file.path, bytes, file.step, inputs.limits}, sink, diagnostics);
  // Damage may be what a writer has not written yet.
  TFPROF_RETURN_IF_ERROR(bytes.CheckUnchanged(file.path));
  return status;
}

// Reads files in order, the steps among them on several threads.
class FileReader {
 public:
  FileReader(const std::vector<PickedFile>& files, const Inputs& inputs,
             DumpSink& sink, Diagnostics& diagnostics)
      : inputs_(inputs),
        guard_(inputs.limits, sink, diagnostics),
        diagnostics_(diagnostics),
        steps_(StepsOf(files)),
        step_sizes_(steps_.size()) {
    if (inputs.jobs == 1 || steps_.empty() || !sink.only_accounts()) return;
    pipeline_.emplace(
        steps_.size(), static_cast<size_t>(inputs.jobs),
        [this](size_t step, DumpSink& records, Diagnostics& said) {
          return ReadFile(*steps_[step], inputs_, records, said,
                          step_sizes_[step]);
        });
  }

  Status Read(const PickedFile& file) {
    guard_.BeginFile(file.path);
    uint64_t size = 0;
    Status status = ReadFile(file, inputs_, guard_, diagnostics_, size);
    return Check(std::move(status), file, size);
  }

  Status ReadStep(const PickedFile& file) {
    const size_t step = next_step_++;
    if (next_step_ > inputs_.limits.max_steps) {
      return Fail(
          ErrorCode::kLimit,
          "{}: more than {} steps; raise --max_input_steps to read them",
          file.path, inputs_.limits.max_steps);
    }
    if (!pipeline_.has_value()) return Read(file);
    guard_.BeginFile(file.path);
    Status status = pipeline_->ReadNext(guard_, diagnostics_);
    return Check(std::move(status), file, step_sizes_[step]);
  }

  DumpSink& sink() { return guard_; }

 private:
  static std::vector<const PickedFile*> StepsOf(
      const std::vector<PickedFile>& files) {
    std::vector<const PickedFile*> steps;
    for (const PickedFile& file : files) {
      if (file.role == Role::kRunMetadata) steps.push_back(&file);
    }
    return steps;
  }

  Status Check(Status status, const PickedFile& file, uint64_t size) {
    // What goes beyond a limit is not in the sink: no other error counts.
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
  InputGuard guard_;
  Diagnostics& diagnostics_;
  std::vector<const PickedFile*> steps_;
  std::vector<uint64_t> step_sizes_;
  size_t next_step_ = 0;
  uint64_t bytes_ = 0;
  std::optional<StepPipeline> pipeline_;
};

// Tells who watches how much there is to read.
void Expect(const std::vector<PickedFile>& files, ReadMeter* meter) {
  if (meter == nullptr) return;
  for (const PickedFile& file : files) {
    std::error_code unknown;
    const auto size = std::filesystem::file_size(file.path, unknown);
    if (!unknown && file.role != Role::kIgnored) meter->expected += size;
  }
}

// How many inputs are "-", standard input.
int64_t CountStandardInput(const Inputs& inputs) {
  const auto in = [](const std::vector<std::string>& paths) {
    return std::count(paths.begin(), paths.end(), "-");
  };
  return in(inputs.dumps) + in(inputs.run_meta_paths) +
         in({inputs.graph_path, inputs.op_log_path, inputs.profile_path});
}

}  // namespace

std::string_view RoleWords(Role role) { return InfoOf(role).words; }

Result<std::vector<PickedFile>> ResolveInputs(const Inputs& inputs) {
  if (!inputs.profile_path.empty() &&
      (!inputs.graph_path.empty() || !inputs.run_meta_paths.empty())) {
    return Fail(ErrorCode::kInvalidArgument,
                "--profile_path is set, do not set --graph_path or "
                "--run_meta_path");
  }
  if (CountStandardInput(inputs) > 1) {
    return Fail(ErrorCode::kInvalidArgument,
                "'-' stands for several inputs, but standard input can be read "
                "once; put the others in files");
  }
  TFPROF_ASSIGN_OR_RETURN(const Offer offer,
                          LookInto(inputs.dumps, inputs.limits));
  const bool has_graph = !inputs.graph_path.empty() || !offer.graphs.empty();
  const bool is_profile =
      !inputs.profile_path.empty() ||
      (!has_graph && inputs.run_meta_paths.empty() && !offer.profiles.empty());
  Picks picks;
  if (is_profile) {
    // A profile holds the others already, merged.
    TFPROF_RETURN_IF_ERROR(
        picks.PickOne(Role::kProfile, inputs.profile_path, offer.profiles));
    picks.Ignore(offer.graphs);
    picks.Ignore(offer.op_logs);
    picks.Ignore(offer.run_metadata);
  } else {
    TFPROF_RETURN_IF_ERROR(
        picks.PickOne(Role::kGraph, inputs.graph_path, offer.graphs));
    TFPROF_RETURN_IF_ERROR(
        picks.PickOne(Role::kOpLog, inputs.op_log_path, offer.op_logs));
    picks.Ignore(offer.profiles);
  }
  TFPROF_RETURN_IF_ERROR(picks.PickOne(
      Role::kCheckpoint, inputs.checkpoint_path, offer.checkpoints));
  if (!is_profile) picks.PickSteps(inputs.run_meta_paths, offer.run_metadata);
  picks.Ignore(offer.ignored);
  return std::move(picks).Finish();
}

std::vector<std::pair<size_t, size_t>> FindTwins(
    const std::vector<PickedFile>& files, const ReadLimits& limits) {
  const auto open = [&](const PickedFile& file) -> Result<Bytes> {
    if (file.content != nullptr)
      return Bytes(std::string(file.content->view()));
    return Bytes::Open(file.path, limits);
  };
  // Files of one size are few, so that hardly any is read for this.
  std::map<size_t, std::vector<size_t>> of_size;
  std::vector<std::pair<size_t, size_t>> twins;
  for (size_t i = 0; i < files.size(); ++i) {
    const auto content = open(files[i]);
    if (!content || content->view().empty()) continue;
    std::vector<size_t>& candidates = of_size[content->view().size()];
    bool is_twin = false;
    for (const size_t other : candidates) {
      const auto there = open(files[other]);
      if (!there || there->view() != content->view()) continue;
      twins.emplace_back(other, i);
      is_twin = true;
      break;
    }
    if (!is_twin) candidates.push_back(i);
  }
  return twins;
}

Status ReadInputs(const std::vector<PickedFile>& files, const Inputs& inputs,
                  DumpSink& sink, Diagnostics& diagnostics) {
  const bool is_profile = std::any_of(
      files.begin(), files.end(),
      [](const PickedFile& file) { return file.role == Role::kProfile; });
  if (is_profile && !inputs.op_log_path.empty()) {
    // tfprof: what a profile holds of an op log is merged already.
    diagnostics.Warn("ignored inputs",
                     "--op_log_path is ignored beside a profile");
  }
  Expect(files, inputs.meter);
  FileReader reader(files, inputs, sink, diagnostics);
  for (const PickedFile& file : files) {
    switch (file.role) {
      case Role::kIgnored:
        break;
      case Role::kCheckpoint:
        // tfprof: beside a profile a checkpoint marks nothing. One that only
        // lies in the folder gives values, so that a dump has the same op
        // types whether or not its training was saved there too.
        if (is_profile || inputs.checkpoint_path.empty()) break;
        TFPROF_RETURN_IF_ERROR(
            ReadCheckpointNames(file, inputs, reader.sink()));
        break;
      case Role::kRunMetadata:
        TFPROF_RETURN_IF_ERROR(reader.ReadStep(file));
        break;
      case Role::kGraph:
      case Role::kOpLog:
      case Role::kProfile:
        TFPROF_RETURN_IF_ERROR(reader.Read(file));
    }
  }
  return {};
}

}  // namespace tfprof
