// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "render/ci.h"
#include "render/dot.h"
#include "render/flat/flat_formats.h"
#include "render/page/html.h"
#include "render/proto/event_file.h"
#include "render/proto/graph_def.h"
#include "render/proto/pprof.h"
#include "render/proto/profile_writer.h"
#include "render/proto/result_proto.h"
#include "render/renderer.h"
#include "render/text/text.h"
#include "render/trace/chrome_trace.h"
#include "render/trend_picture.h"

namespace tfprof {

namespace {

constexpr ResultKind kTextResult[] = {
    ResultKind::kView,  ResultKind::kTables,  ResultKind::kPath,
    ResultKind::kAdvice, ResultKind::kTrace,  ResultKind::kVerdict,
    ResultKind::kRuns,  ResultKind::kTrend};
constexpr ResultKind kVerdictResult[] = {ResultKind::kVerdict,
                                         ResultKind::kAdvice};
constexpr ResultKind kAnnotationResult[] = {
    ResultKind::kVerdict, ResultKind::kAdvice, ResultKind::kTrend};
constexpr ResultKind kTableResult[] = {
    ResultKind::kView,    ResultKind::kTables, ResultKind::kPath,
    ResultKind::kAdvice,  ResultKind::kVerdict, ResultKind::kRuns,
    ResultKind::kTrend};
constexpr ResultKind kRunsResult[] = {ResultKind::kRuns};
constexpr ResultKind kPageResult[] = {
    ResultKind::kPage,   ResultKind::kView,  ResultKind::kTables,
    ResultKind::kPath,   ResultKind::kAdvice, ResultKind::kTrace,
    ResultKind::kTrend};
constexpr OwnRendering kOwnJson[] = {{ResultKind::kRuns, RenderRunLines}};
constexpr OwnRendering kOwnHtml[] = {{ResultKind::kTrend, RenderTrendPage}};
constexpr OwnRendering kOwnGithub[] = {
    {ResultKind::kTrend, RenderTrendGithub}};
constexpr ResultKind kViewResult[] = {ResultKind::kView};
constexpr ResultKind kTimelineResult[] = {ResultKind::kView, ResultKind::kPath};
constexpr ResultKind kMessageResult[] = {ResultKind::kView,
                                         ResultKind::kAdvice};
constexpr ResultKind kGraphResult[] = {ResultKind::kGraph};
constexpr ResultKind kProfileResult[] = {ResultKind::kProfile};

// Copies a file that was made before.
Status RenderFileImage(const Report& report, Diagnostics&, Writer& writer) {
  return std::get<std::shared_ptr<const FileImage>>(report.sections.at(0).block)
      ->CopyTo(writer);
}

constexpr Renderer kRenderers[] = {
    {.kind = "stdout",
     .summary = "the report on standard output",
     .results = kTextResult,
     .is_for_people = true,
     .makes_rows = true,
     .render_sized = RenderText},
    {.kind = "file",
     .summary = "the report in a file",
     .results = kTextResult,
     .outfile = Outfile::kRequired,
     .is_for_people = true,
     .makes_rows = true,
     .render_sized = RenderText},
    {.kind = "table",
     .summary = "tables for people: columns in one unit, the largest first",
     .results = kTableResult,
     .outfile = Outfile::kOptional,
     .is_for_people = true,
     .orders_by_cost = true,
     .makes_rows = true,
     .render_sized = RenderTable},
    {.kind = "none",
     .summary = "nothing: only errors and warnings",
     .results = kTextResult,
     .render_sized = RenderText},
    {.kind = "json",
     .summary = "raw numbers for programs; see docs/formats.md",
     .results = kTableResult,
     .outfile = Outfile::kOptional,
     .makes_rows = true,
     .render = RenderJson,
     .own = kOwnJson},
    {.kind = "bencher",
     .summary = "Bencher's metric format, of all runs together",
     .results = kRunsResult,
     .outfile = Outfile::kOptional,
     .render = RenderBencher},
    {.kind = "conbench",
     .summary = "a line for each run, in the format of Conbench's client",
     .results = kRunsResult,
     .outfile = Outfile::kOptional,
     .render = RenderConbench},
    {.kind = "csv",
     .summary = "the same for spreadsheets",
     .results = kTableResult,
     .outfile = Outfile::kOptional,
     .makes_rows = true,
     .render = RenderCsv},
    {.kind = "markdown",
     .summary = "tables for a page or a comment",
     .results = kTableResult,
     .outfile = Outfile::kOptional,
     .is_for_people = true,
     .makes_rows = true,
     .render = RenderMarkdown},
    {.kind = "folded",
     .summary = "folded stacks for flame graphs (one select word)",
     .results = kViewResult,
     .outfile = Outfile::kOptional,
     .check = CheckFolded,
     .render = RenderFolded},
    {.kind = "html",
     .summary = "one self-contained page for a browser",
     .results = kPageResult,
     .outfile = Outfile::kOptional,
     .is_binary = true,
     .makes_rows = true,
     .takes_all_measures = true,
     .render = RenderHtml,
     .own = kOwnHtml},
    {.kind = "junit",
     .summary = "test cases for CI servers",
     .results = kVerdictResult,
     .outfile = Outfile::kOptional,
     .render = RenderJunit},
    {.kind = "sarif",
     .summary = "SARIF, at the lines of code at fault",
     .results = kVerdictResult,
     .outfile = Outfile::kOptional,
     .render = RenderSarif},
    {.kind = "github",
     .summary = "annotations of a GitHub workflow",
     .results = kAnnotationResult,
     .outfile = Outfile::kOptional,
     .render = RenderGithub,
     .own = kOwnGithub},
    {.kind = "timeline",
     .summary = "Chrome trace JSON, a file for each step (not op)",
     .results = kTimelineResult,
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
    {.kind = "sqlite",
     .summary = "an SQLite database; see docs/sql.md",
     .results = kProfileResult,
     .outfile = Outfile::kOptional,
     .is_binary = true,
     .takes_file_image = true,
     .render = RenderFileImage},
    {.kind = "dot",
     .summary = "a drawing for Graphviz",
     .results = kGraphResult,
     .outfile = Outfile::kOptional,
     .render = RenderDot},
    {.kind = "pbtxt",
     .summary = "GraphDef as text, which TensorBoard opens",
     .results = kGraphResult,
     .outfile = Outfile::kOptional,
     .render = RenderGraphText},
    {.kind = "pb",
     .summary = "GraphDef",
     .results = kGraphResult,
     .outfile = Outfile::kOptional,
     .is_binary = true,
     .render = RenderGraphBinary},
    {.kind = "events",
     .summary = "an event file with graph and steps, for TensorBoard",
     .results = kGraphResult,
     .outfile = Outfile::kRequired,
     .is_binary = true,
     .render = RenderEvents},
};

}  // namespace

std::span<const Renderer> Renderers() { return kRenderers; }

bool CanSay(const Renderer& renderer, ResultKind result) {
  return std::find(renderer.results.begin(), renderer.results.end(), result) !=
         renderer.results.end();
}

std::vector<std::string_view> KindsOf(ResultKind result) {
  std::vector<std::string_view> kinds;
  for (const Renderer& renderer : kRenderers) {
    if (CanSay(renderer, result)) kinds.push_back(renderer.kind);
  }
  return kinds;
}

}  // namespace tfprof
