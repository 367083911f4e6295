// SPDX-License-Identifier: Apache-2.0
#include "load.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "analysis/work/graph_work.h"
#include "analysis/work/mean_float_ops.h"
#include "analysis/work/recorded_float_ops.h"
#include "base/heap.h"
#include "base/memory_limit.h"
#include "base/numbers.h"
#include "load_recordings.h"
#include "load_work.h"
#include "model/defined_graphs.h"
#include "model/step_filter.h"
#include "model/tee_sink.h"
#include "model/xspace/step_table_of.h"
#include "self_times.h"
#include "wire/checkpoint/checkpoint_reader.h"

namespace tfprof {

namespace {

// Nothing unless float operations are needed and the rules count them.
Result<std::optional<MeanFloatOps>> WorkFor(
    const std::vector<PickedFile>& files, const LoadSpec& kept,
    const Rules& rules, const Arguments& arguments) {
  if (!kept.float_ops || !rules.counted_flops) return std::nullopt;
  TFPROF_ASSIGN_OR_RETURN(
      std::optional<WorkCounter> work,
      LoadWork(
          files, [&](int64_t step) { return kept.Has(step); }, arguments));
  if (!work) return std::nullopt;
  return std::optional<MeanFloatOps>(std::in_place, *work);
}

// The same for the graph beside recordings, which have no shapes: most of it
// ran inside its functions.
Result<std::optional<WorkReport>> GraphWorkFor(
    const std::vector<PickedFile>& files, const LoadSpec& kept,
    const Rules& rules, const Arguments& arguments) {
  if (!kept.float_ops || !rules.counted_flops || !AreRecordings(files)) {
    return std::nullopt;
  }
  std::vector<PickedFile> graphs = OfRole(files, Role::kGraph);
  for (PickedFile& file : graphs) {
    if (file.expansion == Expansion::kForViews) {
      file.expansion = Expansion::kForAll;
    }
  }
  Diagnostics said_elsewhere;
  TFPROF_ASSIGN_OR_RETURN(const std::optional<Graph> graph,
                          LoadDefinedGraph(graphs, arguments, said_elsewhere));
  if (!graph) return std::nullopt;
  TFPROF_ASSIGN_OR_RETURN(WorkReport work, WorkOfGraph(*graph, {}));
  return std::optional(std::move(work));
}

Result<Profile> Finish(ProfileBuilder& builder,
                       const std::vector<PickedFile>& files,
                       const Arguments& arguments, const Rules& rules,
                       const std::optional<MeanFloatOps>& work,
                       const std::optional<RecordedFloatOps>& recorded) {
  const LoadSpec kept = builder.kept();
  TFPROF_ASSIGN_OR_RETURN(Profile profile, builder.Finish());
  GiveBackFreed();
  // Profiles that are saved stay as they were recorded.
  if (rules.attribution && !kept.records) {
    TFPROF_RETURN_IF_ERROR(KeepSelfTimes(files, kept, arguments, profile));
  }
  if (work) work->SetIn(profile);
  if (recorded) recorded->SetIn(profile);
  MapPaths(arguments.path_prefixes, profile);
  profile.own_files = arguments.own;
  profile.folds_library_code =
      arguments.code == CodeFrames::kMine ||
      (arguments.code == CodeFrames::kAuto && rules.attribution);
  return profile;
}

}  // namespace

Result<std::vector<PickedFile>> PickFiles(const Arguments& arguments) {
  const Inputs& inputs = arguments.inputs;
  if (inputs.dumps.empty() && inputs.graph_path.empty() &&
      inputs.run_meta_paths.empty() && inputs.op_log_path.empty() &&
      inputs.profile_path.empty() && inputs.checkpoint_path.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "no input: name a dump folder, or files by --graph_path, "
                "--run_meta_path, --op_log_path or --profile_path");
  }
  return ResolveInputs(inputs);
}

bool AreRecordings(const std::vector<PickedFile>& files) {
  return HasRole(files, Role::kXSpace);
}

Rules RulesFor(const Arguments& arguments,
               const std::vector<PickedFile>& files) {
  if (arguments.rules) return *arguments.rules;
  return AreRecordings(files) ? kCorrectedRules : arguments.usual_rules;
}

Result<std::vector<PickedFile>> TracedFilesOf(std::vector<PickedFile> files) {
  if (!AreRecordings(files)) return StepFilesOf(std::move(files));
  return OfRole(std::move(files), Role::kXSpace);
}

Result<std::vector<PickedFile>> StepFilesOf(std::vector<PickedFile> files) {
  for (const PickedFile& file : files) {
    if (file.role != Role::kXSpace) continue;
    return Fail(ErrorCode::kNotFound,
                "{}: an XSpace does not tell which execution used which "
                "result, and this needs it; give RunMetadata by "
                "--run_meta_path",
                file.path);
  }
  files = OfRole(std::move(files), Role::kRunMetadata);
  if (files.empty()) {
    return Fail(ErrorCode::kNotFound,
                "no step files: give RunMetadata by --run_meta_path; a saved "
                "profile has times of nodes by step, for summary, top, the "
                "views, diff, info, steps and trace, but no inputs, tensors "
                "and allocations");
  }
  return files;
}

namespace {

Result<ChosenSteps> StepsOfRecordings(const std::vector<PickedFile>& files,
                                      const StepSelection& asked,
                                      const Arguments& arguments) {
  if (asked.which == StepSelection::Which::kWhole &&
      !arguments.inputs.is_one_step) {
    return Fail(ErrorCode::kInvalidArgument,
                "--steps=whole: the prompt shows an XSpace step by step; give "
                "the flag to a command: tfprof op DUMP --steps=whole");
  }
  Diagnostics said_later;
  Arguments keeping = arguments;
  keeping.inputs.keeps_capture = true;
  TFPROF_ASSIGN_OR_RETURN(ChosenRecordings found,
                          LoadRecordings(files, asked, keeping, said_later));
  return std::move(found.chosen);
}

}  // namespace

Result<ChosenSteps> ChooseStepsOf(const std::vector<PickedFile>& files,
                                  const StepSelection& asked,
                                  const Arguments& arguments) {
  if (AreRecordings(files)) return StepsOfRecordings(files, asked, arguments);
  const auto has_steps = [](const PickedFile& file) {
    return file.role == Role::kRunMetadata || file.role == Role::kProfile;
  };
  StepTableBuilder builder;
  Diagnostics said_later;
  // There may be very many, so they are copied only if there are other files.
  std::vector<PickedFile> some;
  const bool are_all = std::ranges::all_of(files, has_steps);
  if (!are_all) {
    std::ranges::copy_if(files, std::back_inserter(some), has_steps);
  }
  const std::vector<PickedFile>& with_steps = are_all ? files : some;
  if (!with_steps.empty()) {
    TFPROF_RETURN_IF_ERROR(
        ReadInputs(with_steps, arguments.inputs, builder, said_later));
  }
  return ChooseSteps(asked, builder.Finish());
}

void KeepChosen(const ChosenSteps& chosen, std::vector<PickedFile>& files) {
  std::erase_if(files, [&](const PickedFile& file) {
    return file.role == Role::kRunMetadata && !chosen.Contains(file.step);
  });
}

Status KeepAskedSteps(const StepSelection& steps, const Arguments& arguments,
                      std::vector<PickedFile>& files,
                      Diagnostics& diagnostics) {
  if (steps.which == StepSelection::Which::kAll) return {};
  TFPROF_ASSIGN_OR_RETURN(const ChosenSteps chosen,
                          ChooseStepsOf(files, steps, arguments));
  KeepChosen(chosen, files);
  for (const std::string& note : NotesOf(chosen)) diagnostics.Warn(note, note);
  return {};
}

Result<PickedFile> GraphFileOf(const std::vector<PickedFile>& files) {
  // XLA programs in an XSpace serve as a graph, if there is no other.
  for (const Role role : {Role::kGraph, Role::kXSpace}) {
    for (const PickedFile& file : files) {
      if (file.role == role) return file;
    }
  }
  if (HasRole(files, Role::kCheckpoint)) {
    return Fail(ErrorCode::kNotFound,
                "no graph: a checkpoint has only values; give the "
                "saved_model.pb, .meta or event file of its model by "
                "--graph_path");
  }
  return Fail(ErrorCode::kNotFound,
              "no graph: give a GraphDef, MetaGraphDef or SavedModel by "
              "--graph_path; a saved profile does not have its definitions");
}

Result<Graph> LoadGraph(const PickedFile& file, const Arguments& arguments,
                        GraphDetail detail, Diagnostics& diagnostics,
                        GraphBuilder::Parts parts) {
  GraphBuilder builder(detail, parts);
  TFPROF_RETURN_IF_ERROR(
      ReadInputs({file}, arguments.inputs, builder, diagnostics));
  std::vector<Graph> graphs = builder.Finish();
  const bool is_empty = graphs.empty() || graphs.front().size() == 0;
  if (is_empty && file.role == Role::kXSpace) {
    return Fail(ErrorCode::kNotFound,
                "{}: no program of XLA, and no data flow of other operations; "
                "give a graph by --graph_path",
                file.path);
  }
  if (is_empty) {
    return Fail(ErrorCode::kCorrupt,
                "{}: no nodes; is it a GraphDef, MetaGraphDef or SavedModel?",
                file.path);
  }
  graphs.front().strings.Freeze();
  return std::move(graphs.front());
}

Result<std::optional<Graph>> LoadDefinedGraph(
    const std::vector<PickedFile>& files, const Arguments& arguments,
    Diagnostics& diagnostics, GraphBuilder::Parts parts) {
  const std::vector<PickedFile> graphs = OfRole(files, Role::kGraph);
  if (graphs.empty()) return std::nullopt;
  TFPROF_ASSIGN_OR_RETURN(
      Graph graph, LoadGraph(graphs.front(), arguments,
                             GraphDetail::kDefinitions, diagnostics, parts));
  return graph;
}

Status ForEachGraphThatRan(const PickedFile& step, const Arguments& arguments,
                           GraphBuilder::Take visit, Diagnostics& diagnostics) {
  GraphBuilder builder(GraphDetail::kDefinitions, std::move(visit));
  TFPROF_RETURN_IF_ERROR(
      ReadInputs({step}, arguments.inputs, builder, diagnostics));
  builder.Finish();
  return {};
}

Result<Profile> LoadProfile(const std::vector<PickedFile>& files,
                            const Arguments& arguments, LoadSpec kept,
                            Diagnostics& diagnostics,
                            InventorySink::Counts* counts,
                            std::vector<DumpSink*> others) {
  const AllocationScope keeping("the nodes of the dump");
  const Rules rules = RulesFor(arguments, files);
  TFPROF_ASSIGN_OR_RETURN(const std::optional<MeanFloatOps> work,
                          WorkFor(files, kept, rules, arguments));
  TFPROF_ASSIGN_OR_RETURN(const std::optional<WorkReport> graph_work,
                          GraphWorkFor(files, kept, rules, arguments));
  std::optional<RecordedFloatOps> recorded;
  if (graph_work) others.push_back(&recorded.emplace(*graph_work));
  ProfileBuilder builder(rules, diagnostics, std::move(kept));
  InventorySink inventory(builder);
  DumpSink& account =
      counts == nullptr ? static_cast<DumpSink&>(builder) : inventory;
  DefinedGraphs defined(account);
  if (others.empty()) {
    TFPROF_RETURN_IF_ERROR(
        ReadInputs(files, arguments.inputs, account, diagnostics));
  } else {
    others.insert(others.begin(), &defined);
    TeeSink tee(std::move(others));
    TFPROF_RETURN_IF_ERROR(
        ReadInputs(files, arguments.inputs, tee, diagnostics));
  }
  if (counts != nullptr) *counts = inventory.counts();
  return Finish(builder, files, arguments, rules, work, recorded);
}

Result<Profile> LoadChosen(std::vector<PickedFile> files,
                           const ChosenSteps& chosen,
                           const Arguments& arguments, LoadSpec kept,
                           Diagnostics& diagnostics,
                           std::vector<DumpSink*> others) {
  KeepChosen(chosen, files);
  const Rules rules = RulesFor(arguments, files);
  TFPROF_ASSIGN_OR_RETURN(const std::optional<MeanFloatOps> work,
                          WorkFor(files, kept, rules, arguments));
  TFPROF_ASSIGN_OR_RETURN(const std::optional<WorkReport> graph_work,
                          GraphWorkFor(files, kept, rules, arguments));
  std::optional<RecordedFloatOps> recorded;
  if (graph_work) others.push_back(&recorded.emplace(*graph_work));
  ProfileBuilder builder(rules, diagnostics, std::move(kept));
  DefinedGraphs defined(builder);
  others.insert(others.begin(), &defined);
  TeeSink tee(std::move(others));
  StepFilter sink(chosen, tee);
  TFPROF_RETURN_IF_ERROR(
      ReadInputs(files, arguments.inputs, sink, diagnostics));
  return Finish(builder, files, arguments, rules, work, recorded);
}

Result<SummedRecordings> LoadSummed(const std::vector<PickedFile>& files,
                                    const StepSelection& asked,
                                    const Arguments& arguments,
                                    Diagnostics& diagnostics) {
  const Rules rules = RulesFor(arguments, files);
  ProfileBuilder builder(rules, diagnostics);
  RecordingHolder holder(builder);
  TFPROF_RETURN_IF_ERROR(
      ReadInputs(files, arguments.inputs, holder, diagnostics));
  SummedRecordings summed;
  summed.recordings.hosts = holder.Finish();
  summed.recordings.capture = holder.capture();
  summed.recordings.steps = StepTableOf(summed.recordings.hosts);
  TFPROF_ASSIGN_OR_RETURN(summed.recordings.chosen,
                          ChooseSteps(asked, summed.recordings.steps));
  builder.Keep({.steps = LoadSpec::Steps::kSumOfChosen,
                .chosen = summed.recordings.chosen.numbers});
  for (const auto& host : summed.recordings.hosts) builder.AddRecording(host);
  // There may be a million steps, and the profile builds the same table.
  summed.recordings.steps = StepTable();
  TFPROF_ASSIGN_OR_RETURN(summed.profile,
                          Finish(builder, files, arguments, rules, {}, {}));
  summed.recordings.steps = std::move(summed.profile.step_table);
  return summed;
}

Status CountCheckpoint(const std::vector<PickedFile>& files,
                       const Arguments& arguments,
                       InventorySink::Counts& counts) {
  for (const PickedFile& file : files) {
    if (file.role != Role::kCheckpoint) continue;
    TFPROF_ASSIGN_OR_RETURN(
        const CheckpointReader reader,
        CheckpointReader::Open(file.path, arguments.inputs.limits));
    counts.checkpoint_tensors = reader.names().size();
    for (const std::string& name : reader.names()) {
      TFPROF_ASSIGN_OR_RETURN(const CheckpointEntry tensor, reader.Find(name));
      const bool is_scalar = tensor.dims.empty();
      counts.checkpoint_values =
          WrapAdd(counts.checkpoint_values,
                  is_scalar ? 1 : ParameterCount(tensor.dims));
    }
  }
  return {};
}

}  // namespace tfprof
