// SPDX-License-Identifier: Apache-2.0
#include "render/proto/graph_def.h"

#include "base/strings.h"
#include "proto/graph.pb.h"
#include "render/proto/message_text.h"
#include "render/proto/proto_writer.h"
#include "render/proto/utf8.h"
#include "render/text/text.h"

namespace tfprof {

namespace {

const Graph& GraphOf(const Report& report) {
  return *std::get<ExportedGraph>(report.sections.front().block).graph;
}

std::string DefinitionOf(const Graph& graph, const Graph::Function& function) {
  std::string definition = function.rest;
  for (uint32_t node = function.first; node < function.end; ++node) {
    const std::string_view bytes = graph.DefinitionOf(node);
    AppendHeader(definition, 3, bytes.size());
    definition += bytes;
  }
  return definition;
}

// The FunctionDefLibrary, one function at a time.
std::string LibraryOf(const Graph& graph) {
  std::string library;
  for (const Graph::Function& function : graph.functions) {
    const std::string definition = DefinitionOf(graph, function);
    AppendHeader(library, 1, definition.size());
    library += definition;
  }
  return library + graph.library_rest;
}

}  // namespace

Status ForEachPiece(const Graph& graph,
                    const std::function<Status(std::string_view)>& take) {
  const auto take_message = [&](uint32_t field, std::string_view bytes,
                                const google::protobuf::Descriptor& type) {
    const auto mended = MendedTexts(bytes, type);
    if (mended) bytes = *mended;
    std::string header;
    AppendHeader(header, field, bytes.size());
    Status status = take(header);
    return status ? take(bytes) : status;
  };
  for (uint32_t node = 0; node < graph.main_nodes; ++node) {
    TFPROF_RETURN_IF_ERROR(take_message(1, graph.DefinitionOf(node),
                                        *tensorflow::NodeDef::descriptor()));
  }
  const std::string library = LibraryOf(graph);
  if (!library.empty()) {
    TFPROF_RETURN_IF_ERROR(take_message(
        2, library, *tensorflow::FunctionDefLibrary::descriptor()));
  }
  const auto rest =
      MendedTexts(graph.rest, *tensorflow::GraphDef::descriptor());
  return take(rest ? *rest : graph.rest);
}

Status RenderGraphBinary(const Report& report, Diagnostics&, Writer& writer) {
  return ForEachPiece(GraphOf(report), [&](std::string_view piece) {
    return writer.Write(piece);
  });
}

// TensorBoard parses lines: braces stand at the end of lines, or alone.
Status RenderGraphText(const Report& report, Diagnostics&, Writer& writer) {
  const Graph& graph = GraphOf(report);
  TextOutput out(writer);
  MessageText text(out);
  for (uint32_t node = 0; node < graph.main_nodes; ++node) {
    out.text() += "node {\n";
    TFPROF_RETURN_IF_ERROR(text.Write(
        graph.DefinitionOf(node), *tensorflow::NodeDef::descriptor(), 1));
    out.text() += "}\n";
  }
  const bool has_library =
      !graph.functions.empty() || !graph.library_rest.empty();
  if (has_library) out.text() += "library {\n";
  for (const Graph::Function& function : graph.functions) {
    out.text() += "  function {\n";
    TFPROF_RETURN_IF_ERROR(
        text.Write(DefinitionOf(graph, function),
                   *tensorflow::FunctionDef::descriptor(), 2));
    out.text() += "  }\n";
  }
  TFPROF_RETURN_IF_ERROR(
      text.Write(graph.library_rest,
                 *tensorflow::FunctionDefLibrary::descriptor(), 1));
  if (has_library) out.text() += "}\n";
  TFPROF_RETURN_IF_ERROR(
      text.Write(graph.rest, *tensorflow::GraphDef::descriptor(), 0));
  return out.Flush();
}

}  // namespace tfprof
