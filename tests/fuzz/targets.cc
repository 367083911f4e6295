// SPDX-License-Identifier: Apache-2.0
#include "fuzz/fuzz.h"
#include "proto/graph.pb.h"
#include "proto/run_metadata.pb.h"
#include "proto/tfprof_log.pb.h"
#include "wire/intake/readers.h"

namespace tfprof {

namespace {

template <typename Message>
std::unique_ptr<google::protobuf::Message> Make() {
  return std::make_unique<Message>();
}

template <ReadFunction Read>
void RunReader(std::string_view bytes) {
  FuzzReader(Read, bytes);
}

template <ReadFunction Read>
constexpr FuzzTarget OfReader(
    std::string_view name,
    std::unique_ptr<google::protobuf::Message> (*message)() = nullptr) {
  return {name, RunReader<Read>, message, Read};
}

constexpr FuzzTarget kTargets[] = {
    OfReader<ReadGraph>("graph", Make<tensorflow::GraphDef>),
    OfReader<ReadMetaGraph>("meta_graph", Make<tensorflow::MetaGraphDef>),
    OfReader<ReadSavedModel>("saved_model", Make<tensorflow::SavedModel>),
    OfReader<ReadRunMetadata>("run_metadata", Make<tensorflow::RunMetadata>),
    OfReader<ReadRunGraphs>("run_graphs", Make<tensorflow::RunMetadata>),
    {"event_file", FuzzEventFile},
    {"xspace", FuzzRecording, nullptr, ReadRecording},
    {"hlo_module", FuzzHloModule, nullptr, ReadHloModule},
    OfReader<ReadStepStats>("step_stats", Make<tensorflow::StepStats>),
    OfReader<ReadOpLog>("op_log", Make<tensorflow::tfprof::OpLogProto>),
    OfReader<ReadProfile>("profile", Make<tensorflow::tfprof::ProfileProto>),
    {"checkpoint", FuzzCheckpoint},
    {"gzip", FuzzPacked},
    {"zstd", FuzzPacked},
    {"held_memory", FuzzHeldMemory},
    {"budget", FuzzBudget},
    {"command_line", FuzzCommandLine},
    {"output", FuzzOutput},
    {"prompt_line", FuzzPromptLine},
    {"program", FuzzProgram},
};

}  // namespace

std::span<const FuzzTarget> FuzzTargets() { return kTargets; }

}  // namespace tfprof
