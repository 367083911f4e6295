// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "wire/events/event_files.h"
#include "wire/intake/format.h"
#include "wire/intake/outlines.h"
#include "wire/intake/readers.h"
#include "wire/intake/signs.h"

namespace tfprof {

namespace {

using FieldNames = std::string_view[];

constexpr FieldNames kGraphFields = {"node", "library", "versions", "version",
                                     "debug_info"};
constexpr FieldNames kRunMetadataFields = {
    "step_stats", "cost_graph", "partition_graphs", "function_graphs",
    "session_metadata"};
constexpr FieldNames kOpLogFields = {"log_entries", "id_to_string"};
constexpr FieldNames kProfileFields = {
    "nodes", "has_trace", "steps", "id_to_string", "miss_accelerator_stream"};
constexpr FieldNames kMetaGraphFields = {
    "meta_info_def", "graph_def",      "saver_def",       "collection_def",
    "signature_def", "asset_file_def", "object_graph_def"};
constexpr FieldNames kSavedModelFields = {"saved_model_schema_version",
                                          "meta_graphs"};
constexpr FieldNames kStepStatsFields = {"dev_stats"};

const Format kFormats[] = {
    {.words = "a GraphDef",
     .role = Role::kGraph,
     .read = ReadGraph,
     .outline = &outline::kGraphDef,
     .text_fields = kGraphFields},
    {.words = "a RunMetadata",
     .role = Role::kRunMetadata,
     .read = ReadRunMetadata,
     .outline = &outline::kRunMetadata,
     .text_fields = kRunMetadataFields},
    {.words = "an OpLogProto",
     .role = Role::kOpLog,
     .read = ReadOpLog,
     .outline = &outline::kOpLogProto,
     .text_fields = kOpLogFields},
    {.words = "a ProfileProto",
     .role = Role::kProfile,
     .read = ReadProfile,
     .outline = &outline::kProfileProto,
     .text_fields = kProfileFields},
    {.words = "a MetaGraphDef",
     .role = Role::kGraph,
     .read = ReadMetaGraph,
     .outline = &outline::kMetaGraphDef,
     .text_fields = kMetaGraphFields},
    {.words = "a SavedModel",
     .role = Role::kGraph,
     .read = ReadSavedModel,
     .expands_functions = true,
     .outline = &outline::kSavedModel,
     .text_fields = kSavedModelFields},
    {.words = "a StepStats",
     .role = Role::kRunMetadata,
     .read = ReadStepStats,
     .outline = &outline::kStepStats,
     .text_fields = kStepStatsFields},
    {.words = "a checkpoint index",
     .role = Role::kCheckpoint,
     .has_sign = EndsAsTable},
    {.words = "a RunMetadata without step stats",
     .role = Role::kGraph,
     .read = ReadRunGraphs,
     .is_spare = true,
     .expands_functions = true,
     .has_sign = HoldsGraphsOnly},
    {.words = "an event file",
     .unpack = UnpackEventFiles,
     .has_sign = StartsAsEvents},
    {.words = "an XSpace (a profile of TensorFlow 2 or JAX)",
     .role = Role::kXSpace,
     .read = ReadRecording,
     .has_sign = HasProfilerPlane,
     .outline = &outline::kXSpace},
    {.words = "a device memory profile of JAX",
     .has_sign = IsDeviceMemoryProfile,
     .advice = "; tfprof memory shows it",
     .needs_end = true},
    {.words = "a profile for pprof",
     .has_sign = IsPprof,
     .advice = "; go tool pprof shows it"},
    {.words = "a profile for pprof that ends before its texts",
     .has_sign = IsPprofWithoutTexts,
     .advice = "; write or copy it again",
     .needs_end = true},
    {.words = "an HLO module",
     .role = Role::kGraph,
     .read = ReadHloModule,
     .is_spare = true,
     .outline = &outline::kHloProto},
    {.words = "an HLO module",
     .role = Role::kGraph,
     .read = ReadHloModule,
     .is_spare = true,
     .outline = &outline::kHloModuleProto},
    {.words = "an HLO module as text",
     .has_sign = StartsAsHloText,
     .advice = ", which is not read; give the .hlo.pb beside it "
               "(--xla_dump_hlo_as_proto) or the XSpace that ran it"},
    {.words = "a text of --xla_dump_to",
     .has_sign = StartsAsXlaText,
     .advice = ", which is not read; give the .hlo.pb of its program "
               "(--xla_dump_hlo_as_proto) or the XSpace that ran it"},
    {.words = "a Chrome trace",
     .has_sign = IsTimeline,
     .advice = "; give the RunMetadata that it was made from"},
    {.words = "a Chrome trace",
     .has_sign = IsProfilerTrace,
     .outline = &outline::kProfilerTrace,
     .advice = "; give the .xplane.pb beside it; tf.profiler of 2.2 or later "
               "writes one",
     .original_suffix = ".xplane.pb"},
    {.words = "a Chrome trace",
     .has_sign = IsChromeTrace,
     .advice = " of another program; give what tf.profiler, jax.profiler or "
               "a session's RunMetadata wrote"},
    {.words = "a Keras model",
     .has_sign = IsKerasArchive,
     .advice = ", which has layers and no graph; tf.saved_model.save writes "
               "one"},
    {.words = "a Keras model's metadata",
     .has_sign = HoldsKerasMetadata,
     .advice = ", which has layers and no graph; give the saved_model.pb "
               "beside it"},
    {.words = "a TensorFlow Lite model",
     .has_sign = IsTensorFlowLite,
     .advice = ", which is not read"},
    {.words = "a list of kinds of operations (OpList)",
     .outline = &outline::kOpList,
     .advice = ", which has no graph and no times; give a GraphDef, "
               "RunMetadata or an .xplane.pb"},
    {.words = "an SQLite export of Nsight Systems",
     .has_sign = IsNsightDatabase,
     .advice = ", which is not read; give the .xplane.pb that tf.profiler or "
               "jax.profiler wrote"},
    {.words = "an SQLite database",
     .has_sign = StartsAsDatabase,
     .advice = ", which is not a dump; give a history of runs to trend --store "
               "and gate --baseline, not by a pipe"},
};

}  // namespace

std::span<const Format> Formats() { return kFormats; }

const Format& FormatReadBy(ReadFunction read) {
  return *std::find_if(
      std::begin(kFormats), std::end(kFormats),
      [&](const Format& format) { return format.read == read; });
}

}  // namespace tfprof
