// SPDX-License-Identifier: Apache-2.0
#include "commands/graph_steps.h"

#include <memory>
#include <utility>

#include "analysis/work/flops_sections.h"
#include "analysis/work/graph_work.h"
#include "analysis/work/roofline.h"
#include "load.h"
#include "output.h"

namespace tfprof {

Status RunGraphSteps(const StepsOptions& options,
                     const std::vector<PickedFile>& files,
                     const Arguments& arguments, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  TFPROF_ASSIGN_OR_RETURN(
      const std::optional<Graph> graph,
      LoadDefinedGraph(files, arguments, context.diagnostics));
  TFPROF_ASSIGN_OR_RETURN(WorkReport counted,
                          WorkOfGraph(*graph, options.input_shapes));
  const auto work = std::make_shared<const WorkReport>(std::move(counted));
  const auto make = [&](const Renderer& renderer) {
    Report report;
    const auto add = [&](std::vector<Section> sections) {
      for (Section& section : sections) {
        report.sections.push_back(std::move(section));
      }
    };
    if (options.show_flops) {
      add(FlopsSectionsOf(*work, 0, options.format.time_limit));
    }
    if (options.show_roofline) {
      add(RooflineSectionsOf(work, options.peaks,
                             {renderer.is_for_people, options.format.time_limit,
                              renderer.makes_rows}));
    }
    return report;
  };
  return outputs.RenderEach(make, context.diagnostics);
}

}  // namespace tfprof
