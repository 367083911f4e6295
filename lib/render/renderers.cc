// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "render/chrome_trace.h"
#include "render/pprof.h"
#include "render/profile_writer.h"
#include "render/renderer.h"
#include "render/result_proto.h"
#include "render/text.h"

namespace tfprof {

namespace {

constexpr ResultKind kTextResult[] = {ResultKind::kView, ResultKind::kTables,
                                      ResultKind::kAdvice, ResultKind::kTrace};
constexpr ResultKind kViewResult[] = {ResultKind::kView};
constexpr ResultKind kMessageResult[] = {ResultKind::kView,
                                         ResultKind::kAdvice};
constexpr ResultKind kProfileResult[] = {ResultKind::kProfile};

constexpr std::array<Renderer, 7> kRenderers = {{
    {.kind = "stdout",
     .summary = "the report on standard output",
     .results = kTextResult,
     .render = RenderText},
    {.kind = "file",
     .summary = "the report in a file",
     .results = kTextResult,
     .outfile = Outfile::kRequired,
     .render = RenderText},
    {.kind = "none",
     .summary = "nothing: only errors and warnings",
     .results = kTextResult,
     .render = RenderText},
    {.kind = "timeline",
     .summary = "Chrome trace JSON, a file for each step (not op)",
     .results = kViewResult,
     .outfile = Outfile::kRequired,
     .takes_timelines = true,
     .check = CheckTimeline,
     .render = RenderChromeTrace,
     .announce = AnnounceTimeline},
    {.kind = "pprof",
     .summary = "gzipped profile.proto for pprof (code, one select word)",
     .results = kViewResult,
     .outfile = Outfile::kRequired,
     .is_binary = true,
     .check = CheckPprof,
     .render = RenderPprof,
     .announce = AnnouncePprof},
    {.kind = "proto",
     .summary = "the reference's result message",
     .results = kMessageResult,
     .outfile = Outfile::kOptional,
     .is_binary = true,
     .takes_all_measures = true,
     .render = RenderResultProto},
    {.kind = "profile",
     .summary = "a saved profile, ProfileProto, that the reference loads",
     .results = kProfileResult,
     .outfile = Outfile::kOptional,
     .is_binary = true,
     .render = RenderProfile},
}};

}  // namespace

std::span<const Renderer> Renderers() { return kRenderers; }

bool CanSay(const Renderer& renderer, ResultKind result) {
  return std::find(renderer.results.begin(), renderer.results.end(), result) !=
         renderer.results.end();
}

}  // namespace tfprof
