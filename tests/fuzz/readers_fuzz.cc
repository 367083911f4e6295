// SPDX-License-Identifier: Apache-2.0
// The readers of files that are messages, into every kind of model.
#include "fuzz/fuzz.h"
#include "model/graph.h"
#include "model/profile_builder.h"
#include "model/trace.h"
#include "model/validate.h"
#include "wire/events/event_records.h"
#include "wire/intake/input_guard.h"

namespace tfprof {

namespace {

Status ReadInto(ReadFunction read, std::string_view bytes, bool allow_partial,
                DumpSink& sink, Diagnostics& diagnostics,
                bool is_beside_recording = false) {
  const std::string path = "file";
  const Bytes content{std::string(bytes)};
  ReadLimits limits;
  limits.allow_partial = allow_partial;
  InputGuard guard(limits, sink, diagnostics);
  guard.BeginFile(path);
  const GraphOptions graph{"", "", Expansion::kForViews, is_beside_recording,
                           true};
  Status status = read({path, content, 3, limits, graph}, guard, diagnostics);
  FuzzRequire(status || status.error().message.starts_with("file: "),
              "an error does not name the file");
  FuzzRequire(status || status.error().code != ErrorCode::kInternal,
              "a mistake of ours");
  return guard.status() ? status : guard.status();
}

Status BuildProfile(ReadFunction read, std::string_view bytes, Rules rules,
                    bool allow_partial) {
  Diagnostics diagnostics;
  ProfileBuilder builder(rules, diagnostics, {.records = allow_partial});
  const Status status =
      ReadInto(read, bytes, allow_partial, builder, diagnostics);
  const Result<Profile> profile = builder.Finish();
  if (profile) {
    const Status valid = Validate(*profile);
    FuzzRequire(valid.has_value(), valid ? "" : valid.error().message);
  }
  return status;
}

}  // namespace

void FuzzReader(ReadFunction read, std::string_view bytes) {
  for (const Rules rules : {kReferenceRules, kCorrectedRules}) {
    const Status whole = BuildProfile(read, bytes, rules, false);
    const Status part = BuildProfile(read, bytes, rules, true);
    FuzzRequire(!whole || part, "a whole file is not usable in part");
  }
  Diagnostics diagnostics;
  GraphBuilder graphs(GraphDetail::kValues);
  (void)ReadInto(read, bytes, false, graphs, diagnostics);
  ProfileBuilder beside(kCorrectedRules, diagnostics);
  (void)ReadInto(read, bytes, false, beside, diagnostics, true);
  TraceBuilder traces;
  (void)ReadInto(read, bytes, true, traces, diagnostics);
}

void FuzzEventFile(std::string_view bytes) {
  const auto whole = ReadEventRecords("file", bytes, false);
  FuzzRequire(whole || whole.error().message.starts_with("file: byte "),
              "an error does not name the place");
  const auto partial = ReadEventRecords("file", bytes, true);
  FuzzRequire(partial.has_value(), "what is whole is not usable");
  FuzzRequire(!whole || whole->steps.size() == partial->steps.size(),
              "a whole file has less in part");
}

}  // namespace tfprof
