// SPDX-License-Identifier: Apache-2.0
#include "fuzz/fuzz.h"
#include "proto/graph.pb.h"
#include "proto/run_metadata.pb.h"
#include "proto/tfprof_log.pb.h"

namespace tfprof {

namespace {

template <typename Message>
std::unique_ptr<google::protobuf::Message> Make() {
  return std::make_unique<Message>();
}

constexpr FuzzTarget kTargets[] = {
    {"graph", FuzzGraph, Make<tensorflow::GraphDef>},
    {"meta_graph", FuzzMetaGraph, Make<tensorflow::MetaGraphDef>},
    {"saved_model", FuzzSavedModel, Make<tensorflow::SavedModel>},
    {"run_metadata", FuzzRunMetadata, Make<tensorflow::RunMetadata>},
    {"run_graphs", FuzzRunGraphs, Make<tensorflow::RunMetadata>},
    {"event_file", FuzzEventFile},
    {"xspace", FuzzXSpace},
    {"hlo_module", FuzzHloModule},
    {"step_stats", FuzzStepStats, Make<tensorflow::StepStats>},
    {"op_log", FuzzOpLog, Make<tensorflow::tfprof::OpLogProto>},
    {"profile", FuzzProfile, Make<tensorflow::tfprof::ProfileProto>},
    {"checkpoint", FuzzCheckpoint},
    {"gzip", FuzzGzip},
    {"budget", FuzzBudget},
    {"command_line", FuzzCommandLine},
    {"output", FuzzOutput},
    {"prompt_line", FuzzPromptLine},
    {"program", FuzzProgram},
};

}  // namespace

std::span<const FuzzTarget> FuzzTargets() { return kTargets; }

}  // namespace tfprof
