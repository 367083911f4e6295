// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/error.h"
#include "base/writer.h"
#include "render/text/text_size.h"
#include "report/report.h"

namespace tfprof {

// The content of a command's report; a format can render some kinds only.
enum class ResultKind : uint8_t {
  kView,
  kTables,
  kPath,  // tables, or a trace
  kAdvice,
  kTrace,
  kProfile,
  kGraph,
  kVerdict,
  kPage,
  kRuns,   // recorded runs
  kTrend,  // over recorded runs
};

// The use of outfile=PATH by a format.
enum class Outfile : uint8_t { kNone, kOptional, kRequired };

// How a format renders a kind of result for which it has its own function.
struct OwnRendering {
  ResultKind result;
  Status (*render)(const Report&, Diagnostics&, Writer&);
};

// An output format: a row of the table in renderers.cc.
struct Renderer {
  std::string_view kind;  // the word in --output
  std::string_view summary;
  std::span<const ResultKind> results;
  Outfile outfile = Outfile::kNone;
  bool is_binary = false;
  bool is_for_people = false;  // short: only what distinguishes rows
  // Rows are ordered by the first measure unless --order_by is given.
  bool orders_by_cost = false;
  bool makes_rows = false;  // of tables with Table::make_row
  // Takes a ViewTimeline instead of the tree and writes a file per timeline,
  // whose name ends in the step number.
  bool takes_timelines = false;
  bool takes_all_measures = false;  // not only the shown ones
  bool takes_file_image = false;    // a FileImage, made before rendering

  // Rejects views that the format cannot render, before files are read.
  Status (*check)(const View&, const Selection&) = nullptr;

  Status (*render)(const Report&, Diagnostics&, Writer&) = nullptr;

  // Results that this format renders with other functions.
  std::span<const OwnRendering> own = {};

  // Used instead of `render` by formats that fit their output to a screen.
  Status (*render_sized)(const Report&, const TextSize&, Diagnostics&,
                         Writer&) = nullptr;

  // The message on standard output after the file is written.
  std::string (*announce)(const Report&, std::string_view file) = nullptr;
};

std::span<const Renderer> Renderers();

bool CanSay(const Renderer& renderer, ResultKind result);

// The words of the formats that can render `result`.
std::vector<std::string_view> KindsOf(ResultKind result);

}  // namespace tfprof
