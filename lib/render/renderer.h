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

// What a command puts into its report, and so which formats can say it.
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
  kRuns,   // that were recorded
  kTrend,  // of such
};

// Whether a format takes outfile=PATH.
enum class Outfile : uint8_t { kNone, kOptional, kRequired };

// How a format says a result that it words in a way of its own.
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
  bool is_for_people = false;  // who see what tells rows apart, not all of it
  // Rows stand in the order of their first measure unless another is asked for.
  bool orders_by_cost = false;
  // Takes a ViewTimeline in place of the tree, one to a file, whose name ends
  // in the number of its step.
  bool makes_rows = false;  // of tables that have them made: Table::make_row
  bool takes_timelines = false;
  bool takes_all_measures = false;  // not only those that are shown
  bool takes_file_image = false;    // a FileImage, for what render cannot make

  // Refuses a view that the format cannot say, before anything is read.
  Status (*check)(const View&, const Selection&) = nullptr;

  Status (*render)(const Report&, Diagnostics&, Writer&) = nullptr;

  // Of results that are not rendered as the others.
  std::span<const OwnRendering> own = {};

  // Instead of `render`: of kinds that are made to fit a screen.
  Status (*render_sized)(const Report&, const TextSize&, Diagnostics&,
                         Writer&) = nullptr;

  // What to say on standard output when the file is written.
  std::string (*announce)(const Report&, std::string_view file) = nullptr;
};

std::span<const Renderer> Renderers();

bool CanSay(const Renderer& renderer, ResultKind result);

// The formats that can, by their words.
std::vector<std::string_view> KindsOf(ResultKind result);

}  // namespace tfprof
