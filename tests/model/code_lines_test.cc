// SPDX-License-Identifier: Apache-2.0
#include "model/code_lines.h"

#include "support/catch.h"

namespace tfprof {

namespace {

// An op log of nodes with one frame each, in a file of the user's.
CodeLines LinesOf(
    const std::vector<std::pair<std::string_view, int32_t>>& nodes) {
  CodeLineSink sink;
  for (const auto& [node, line] : nodes) {
    const FrameRecord frame{.file = "train.py", .line = line};
    sink.AddOpLogEntry({.name = node, .stack = sink.AddStack({&frame, 1})});
  }
  return sink.Finish();
}

}  // namespace

TEST_CASE("a node's line is the last one outside of the framework") {
  CodeLineSink sink;
  const FrameRecord frames[] = {
      {.file = "/usr/lib/python3.11/runpy.py", .line = 1},
      {.file_id = 7, .line = 2},
      {.file = "model.py", .line = 3},
      {.file = "/x/site-packages/tensorflow/op.py", .line = 4}};
  const FrameRecord library[] = {{.file = "<frozen runpy>", .line = 5}};
  sink.AddOpLogEntry({.name = "a", .stack = sink.AddStack(frames)});
  sink.AddOpLogEntry(
      {.name = "b", .stack = sink.AddStack(std::span(frames).first(2))});
  sink.AddOpLogEntry({.name = "c", .stack = sink.AddStack(library)});
  sink.AddOpLogEntry({.name = "c", .stack = sink.AddStack(frames)});
  sink.AddOpLogEntry({.name = "d"});
  sink.AddString(7, "main.py");  // strings come after the stacks
  const CodeLines lines = sink.Finish();
  CHECK(lines.Of("a") == "model.py:3");
  CHECK(lines.Of("b") == "main.py:2");
  CHECK(lines.Of("c") == "model.py:3");
  CHECK(lines.Of("d").empty());
  CHECK(lines.Of("e").empty());
}

TEST_CASE("a line knows its function") {
  CodeLineSink sink;
  const FrameRecord frames[] = {
      {.file = "train.py", .function = "body", .line = 41},
      {.file = "train.py", .function_id = 7, .line = 33},
      {.file = "train.py", .function_id = 8, .line = 9}};
  for (const FrameRecord& frame : frames) {
    sink.AddOpLogEntry({.name = "a", .stack = sink.AddStack({&frame, 1})});
  }
  sink.AddString(7, "conv");
  const CodeLines lines = sink.Finish();
  CHECK(lines.FunctionOf("train.py:41") == "body");
  CHECK(lines.FunctionOf("train.py:33") == "conv");
  CHECK(lines.FunctionOf("train.py:9").empty());
  CHECK(lines.FunctionOf("train.py:1").empty());
}

TEST_CASE("the function of many lines is kept by both ends if it is long") {
  CodeLineSink sink;
  const std::string function = "begin" + std::string(100'000, 'x') + "end";
  const FrameRecord frame{
      .file = "train.py", .function = function, .line = 41};
  sink.AddOpLogEntry({.name = "a", .stack = sink.AddStack({&frame, 1})});
  const CodeLines lines = sink.Finish();
  const std::string_view shown = lines.FunctionOf("train.py:41");
  CHECK(shown.size() <= 1000);
  CHECK(shown.starts_with("begin"));
  CHECK(shown.ends_with("end"));
}

TEST_CASE("nodes of a function are there for its caller") {
  const CodeLines lines = LinesOf({{"rnn/while", 8}, {"rnn", 2}});
  CHECK(lines.OwnerOf("rnn/while/body/_5/add").line == "train.py:8");
  CHECK(lines.OwnerOf("rnn/x").line == "train.py:2");
  CHECK(lines.OwnerOf("Func/rnn/while/input/_5").line == "train.py:8");
  CHECK(lines.Of("rnn/x").empty());
  CHECK(lines.OwnerOf("other/x").line.empty());
}

TEST_CASE("a gradient is there for what it is the gradient of") {
  const CodeLines lines = LinesOf({{"a/MatMul", 8},
                                   {"rnn/while", 9},
                                   {"gradients/a/MatMul_grad/MatMul", 30},
                                   {"gradients/AddN", 30}});
  const auto owner = [&](std::string_view node) {
    const CodeLines::Owner found = lines.OwnerOf(node);
    return std::string(found.line) + (found.is_gradient ? " gradient" : "");
  };
  CHECK(owner("gradients/a/MatMul_grad/MatMul") == "train.py:8 gradient");
  CHECK(owner("gradients_1/a/MatMul_grad/MatMul") == "train.py:8 gradient");
  CHECK(owner("gradient_tape/a/MatMul/MatMul_1") == "train.py:8 gradient");
  CHECK(owner("gradients/rnn/while_grad/rnn/while_grad/body/_98/x_grad/Mul") ==
        "train.py:9 gradient");
  CHECK(owner("gradients/AddN") == "train.py:30");
  CHECK(owner("a/MatMul") == "train.py:8");
  CHECK(owner("gradients").empty());
  CHECK(owner("gradients/").empty());
}

TEST_CASE("files of libraries are told by their folders") {
  for (const char* file :
       {"/x/site-packages/a.py", "/x/dist-packages/a.py",
        "/x/lib/python3.11/runpy.py", "/b/tensorflow/python/ops/nn.py",
        "/b/keras/src/engine/base.py", "/b/jax/_src/api.py",
        "/x/__autograph_generated_file8xq.py", "<string>", ""}) {
    CAPTURE(file);
    CHECK(IsLibraryFile(file));
  }
  for (const char* file : {"train.py", "/home/me/keras/train.py",
                           "/home/me/jax_models/net/layer.py"}) {
    CAPTURE(file);
    CHECK_FALSE(IsLibraryFile(file));
  }
}

TEST_CASE("a file that the user calls own is no library's") {
  StringPool strings;
  const StringId ours = strings.Intern("/x/site-packages/us/net.py");
  const StringId theirs = strings.Intern("/x/site-packages/them/net.py");
  const OwnFiles own{false, {"*/us/*"}};
  LibraryFiles libraries(strings, own);
  CHECK_FALSE(libraries.Has(ours));
  CHECK(libraries.Has(theirs));
}

TEST_CASE("the first prefix that fits maps a path") {
  const PathPrefixes prefixes{{{"/build/src/", "src/"}, {"/build/", "b/"}}};
  CHECK(prefixes.Map("/build/src/net.py") == "src/net.py");
  CHECK(prefixes.Map("/build/x.py") == "b/x.py");
  CHECK(prefixes.Map("/other/x.py") == "/other/x.py");
}

}  // namespace tfprof
