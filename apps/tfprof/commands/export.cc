// SPDX-License-Identifier: Apache-2.0
// export: writes the graph for other programs.
#include "base/strings.h"
#include "command.h"
#include "load.h"
#include "output.h"
#include "steps_flag.h"
#include "view/drawing.h"
#include "wire/steps/serialized_step.h"

namespace tfprof {

namespace {

struct ExportOptions {
  DrawingOptions drawing;
  int64_t partition = -1;  // -1: the defined graph
  bool strip_values = true;
  std::string tag = "step_";
  StepSelection steps{.which = StepSelection::Which::kAll, .ranges = {}};
};

void AddExportFlags(FlagSet& flags, ExportOptions& options) {
  flags.Whole("max_nodes", options.drawing.max_nodes, {},
              "nodes and scopes in a drawing, at most; 0 is all");
  flags.Text("focus", options.drawing.focus, "REGEX",
             "draw nodes whose names match in full");
  flags.Whole("radius", options.drawing.radius, {},
              "with focus: also draw nodes up to this many edges away");
  flags.Word("color", options.drawing.colour,
             {{"device", DrawingColour::kDevice},
              {"time", DrawingColour::kTime},
              {"none", DrawingColour::kNone}},
             "fill by device, by share of time, or none");
  flags
      .Whole("partition", options.partition, {},
             "draw a graph that ran, from the first step file, instead of the "
             "defined one")
      .default_text = "";
  AddStepsFlag(flags, options.steps);
  flags.Switch("strip_values", options.strip_values,
               "leave out the content of large constants");
  flags.Text("step_tag", options.tag, "TEXT",
             "name of steps in an event file, before their numbers");
}

// The defined graph, or with --partition one of the graphs that ran.
Result<Graph> LoadAskedGraph(int64_t partition,
                             const std::vector<PickedFile>& files,
                             const Arguments& arguments, GraphDetail detail,
                             GraphBuilder::Parts parts,
                             Diagnostics& diagnostics) {
  if (partition < 0) {
    TFPROF_ASSIGN_OR_RETURN(const PickedFile file, GraphFileOf(files));
    return LoadGraph(file, arguments, detail, diagnostics, parts);
  }
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> steps, StepFilesOf(files));
  steps.resize(1);
  int64_t seen = 0;
  std::optional<Graph> asked;
  GraphBuilder builder(detail, [&](Graph&& graph) {
    if (seen++ == partition) asked = std::move(graph);
  });
  TFPROF_RETURN_IF_ERROR(
      ReadInputs(steps, arguments.inputs, builder, diagnostics));
  builder.Finish();
  if (!asked) {
    return Fail(ErrorCode::kNotFound,
                "{0}: no --partition={2}; the file has {1} graphs that ran",
                steps[0].path, seen, partition);
  }
  return *std::move(asked);
}

void SayWhatIsMissing(const Drawing& drawing, Diagnostics& diagnostics) {
  if (drawing.left_out_edges > 0) {
    diagnostics.Warn(
        "edges left out",
        fmt::format("{} edges are not drawn, those that stand for the fewest "
                    "edges; a larger --max_nodes draws more",
                    drawing.left_out_edges));
  }
  if (drawing.missing_inputs > 0) {
    diagnostics.Warn("missing inputs",
                     fmt::format("{} inputs name nodes that do not exist: they "
                                 "are not drawn",
                                 drawing.missing_inputs));
  }
}

Result<Drawing> Draw(const Graph& graph, const std::vector<PickedFile>& files,
                     const DrawingOptions& options, const StepSelection& steps,
                     const Arguments& arguments, Diagnostics& diagnostics) {
  std::optional<Profile> costs;
  if (AreRecordings(files)) {
    TFPROF_ASSIGN_OR_RETURN(const ChosenSteps chosen,
                            ChooseStepsOf(files, steps, arguments));
    TFPROF_ASSIGN_OR_RETURN(
        costs, LoadChosen(files, chosen, arguments,
                          {LoadSpec::Steps::kSumOfAll}, diagnostics));
  } else if (HasRole(files, Role::kRunMetadata)) {
    TFPROF_ASSIGN_OR_RETURN(
        costs, LoadProfile(files, arguments, {LoadSpec::Steps::kSumOfAll},
                           diagnostics, nullptr));
  } else if (options.colour != DrawingColour::kTime) {
    diagnostics.Warn("no steps",
                     "no step files: the drawing has no times and bytes");
  } else {
    return Fail(ErrorCode::kNotFound,
                "--color=time needs step files; give RunMetadata by "
                "--run_meta_path");
  }
  TFPROF_ASSIGN_OR_RETURN(Drawing drawing,
                          BuildDrawing(graph, std::move(costs), options));
  SayWhatIsMissing(drawing, diagnostics);
  return drawing;
}

// The graph with every step file. The result points into `contents`.
Result<ExportedGraph> WithRuns(const Graph& graph,
                               const std::vector<PickedFile>& files,
                               const std::string& tag,
                               const Arguments& arguments,
                               std::vector<Bytes>& contents,
                               Diagnostics& diagnostics) {
  ExportedGraph exported{&graph, {}};
  for (const PickedFile& file : files) {
    if (file.role != Role::kRunMetadata) continue;
    TFPROF_ASSIGN_OR_RETURN(
        SerializedStep run,
        ReadSerializedStep(file, arguments.inputs, diagnostics));
    exported.runs.push_back(
        {fmt::format("{}{}", tag, file.step), file.step, run.start_us, {}});
    contents.push_back(std::move(run.run_metadata));
  }
  for (size_t i = 0; i < contents.size(); ++i) {
    exported.runs[i].run_metadata = contents[i].view();
  }
  if (exported.runs.empty()) {
    diagnostics.Warn("no steps",
                     "no step files: the event file has only the graph");
  }
  return exported;
}

Status CheckEventFile(const Output& output) {
  if (output.renderer().kind != "events") return {};
  if (AfterLastSlash(output.outfile()).find("tfevents") !=
      std::string_view::npos) {
    return {};
  }
  return Fail(ErrorCode::kInvalidArgument,
              "--output: TensorBoard opens only files with 'tfevents' in their "
              "names; write "
              "--output events:outfile=LOGDIR/events.out.tfevents.0.tfprof");
}

// Opens each file that several parts of the answer read, so it is read once.
Status OpenShared(const Outputs& outputs, const Arguments& arguments,
                  std::vector<PickedFile>& files) {
  const bool copies_steps = !outputs.All(
      [](const Renderer& renderer) { return renderer.kind != "events"; });
  for (PickedFile& file : files) {
    const bool is_shared = file.role == Role::kGraph ||
                           file.role == Role::kXSpace ||
                           (file.role == Role::kRunMetadata && copies_steps);
    if (!is_shared) continue;
    TFPROF_RETURN_IF_ERROR(OpenContent(file, arguments.inputs));
  }
  return {};
}

Status RunExport(const ExportOptions& options, const Arguments& arguments,
                 CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> files, PickFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kGraph, context));
  for (const Output& output : outputs) {
    TFPROF_RETURN_IF_ERROR(CheckEventFile(output));
  }
  TFPROF_RETURN_IF_ERROR(OpenShared(outputs, arguments, files));
  const std::vector<PickedFile> all = files;
  TFPROF_RETURN_IF_ERROR(
      KeepAskedSteps(options.steps, arguments, files, context.diagnostics));
  const GraphDetail detail =
      options.strip_values ? GraphDetail::kDefinitions : GraphDetail::kValues;
  const auto draws = [](const Renderer& renderer) {
    return renderer.kind == "dot";
  };
  const auto parts = outputs.All(draws) ? GraphBuilder::Parts::kWithoutBytes
                                        : GraphBuilder::Parts::kAll;
  TFPROF_ASSIGN_OR_RETURN(const Graph graph,
                          LoadAskedGraph(options.partition, all, arguments,
                                         detail, parts, context.diagnostics));
  std::optional<Report> drawn;  // the same in each output
  for (Output& output : outputs) {
    if (draws(output.renderer())) {
      if (!drawn) {
        TFPROF_ASSIGN_OR_RETURN(
            Drawing drawing, Draw(graph, files, options.drawing, options.steps,
                                  arguments, context.diagnostics));
        drawn.emplace().sections.push_back({"", {}, std::move(drawing)});
      }
      TFPROF_RETURN_IF_ERROR(output.Render(*drawn, context.diagnostics));
      continue;
    }
    std::vector<Bytes> contents;
    Report report;
    if (output.renderer().kind == "events") {
      TFPROF_ASSIGN_OR_RETURN(ExportedGraph exported,
                              WithRuns(graph, files, options.tag, arguments,
                                       contents, context.diagnostics));
      report.sections.push_back({"", {}, std::move(exported)});
    } else {
      report.sections.push_back({"", {}, ExportedGraph{&graph, {}}});
    }
    TFPROF_RETURN_IF_ERROR(output.Render(report, context.diagnostics));
  }
  return {};
}

}  // namespace

Command ExportCommand() {
  return {.name = "export",
          .summary = "the graph for Graphviz, TensorBoard and others",
          .examples =
              "  tfprof export DUMP | dot -Tsvg > graph.svg\n"
              "  tfprof export DUMP --focus='.*conv1.*' --radius=2 | "
              "dot -Tpdf > conv1.pdf\n",
          .result = ResultKind::kGraph,
          .default_output = "dot",
          .prepare = Prepare(AddExportFlags, RunExport)};
}

}  // namespace tfprof
