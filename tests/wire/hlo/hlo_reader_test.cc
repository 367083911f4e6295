// SPDX-License-Identifier: Apache-2.0
#include "wire/hlo/hlo_reader.h"

#include <fmt/format.h>
#include <protozero/exception.hpp>

#include "model/hlo/cut_stacks.h"
#include "support/catch.h"
#include "support/files.h"
#include "wire/hlo/hlo_graph.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

std::string JitStep() { return ReadFile(TestData("hlo/jit_step.hlo.pb")); }

HloModule::Row Find(const HloModule& module, std::string_view name) {
  for (HloModule::Row row = 0; row < module.instructions.size(); ++row) {
    if (module.strings[module.instructions[row].name] == name) return row;
  }
  FAIL("no instruction " << name);
  return HloModule::kNone;
}

std::string StackText(const HloModule& module, HloModule::Row frame) {
  std::string text;
  for (const HloModule::Row row : module.StackOf(frame)) {
    const HloModule::Frame& at = module.frames[row];
    text += fmt::format("{}:{} {};", module.strings[at.file], at.line,
                        module.strings[at.function]);
  }
  return text;
}

// A field of wire type 2, or of type 0.
std::string Text(int number, const std::string& bytes) {
  REQUIRE(number < 16);
  REQUIRE(bytes.size() < 128);
  return std::string{static_cast<char>(number << 3 | 2),
                     static_cast<char>(bytes.size())} +
         bytes;
}

std::string Number(int number, int value) {
  return number < 16 ? std::string{static_cast<char>(number << 3),
                                   static_cast<char>(value)}
                     : std::string{static_cast<char>((number << 3 & 127) | 128),
                                   static_cast<char>(number >> 4),
                                   static_cast<char>(value)};
}

}  // namespace

TEST_CASE("an HloProto of JAX has names, operands and the user's lines") {
  const HloModule module = DecodeHlo(JitStep());
  CHECK(module.strings[module.name] == "jit_step");
  CHECK(module.strings[module.computations[module.entry].name] == "main.4");
  const HloModule::Row fusion = Find(module, "multiply_select_fusion");
  CHECK(NodeNameOf(module, fusion) ==
        "jit(step)/transpose(jvp(jit(step)))/layer1/select_n/"
        "multiply_select_fusion");
  CHECK(OpTypeOf(module, fusion) == "select_n");
  CHECK(StackText(module, module.instructions[fusion].frame) ==
        "/home/u/jaxrec.py:14 <module>;/home/u/jaxrec.py:11 step;");
  REQUIRE(module.operands[fusion].size() == 1);
  CHECK(module.operands[fusion][0] == Find(module, "ynn_fusion"));
  const HloModule::Row parameter = Find(module, "param_0");
  CHECK(NodeNameOf(module, parameter) == "jit_step/param_0");
  CHECK(OpTypeOf(module, parameter) == "parameter");
  CHECK(module.StackOf(module.instructions[parameter].frame).empty());
}

TEST_CASE("a product that took over a transpose is of the type of a product") {
  const auto type_of = [](const char* opcode, const char* op_name) {
    return std::string(OpTypeOf(
        DecodeHlo(Text(1, Text(3, Text(2, Text(1, "i") + Text(2, opcode) +
                                              Text(7, Text(2, op_name)))))),
        0));
  };
  CHECK(type_of("dot", "jit(f)/transpose(jvp())/transpose") == "dot");
  CHECK(type_of("convolution", "jit(f)/reshape") == "convolution");
  CHECK(type_of("dot", "jit(f)/jvp()/dot_general") == "dot_general");
  CHECK(type_of("transpose", "jit(f)/transpose") == "transpose");
  CHECK(type_of("fusion", "jit(f)/transpose") == "transpose");
  // The same for moves between devices, unless the program asks for them.
  CHECK(type_of("all-reduce", "jit(f)/jvp()/dot_general") == "all-reduce");
  CHECK(type_of("all-gather-start", "jit(f)/add") == "all-gather-start");
  CHECK(type_of("all-reduce", "jit(f)/psum") == "psum");
  CHECK(type_of("reduce", "jit(f)/reduce_sum") == "reduce_sum");
}

TEST_CASE("frames that a stack says twice in a row are said once") {
  // A letter is a frame.
  const auto without_repeats = [](std::string_view letters) {
    HloModule module;
    std::vector<HloModule::Row> stack;
    for (const char letter : letters) {
      stack.push_back(static_cast<HloModule::Row>(module.frames.size()));
      module.frames.push_back({module.strings.Intern("f.py"),
                               module.strings.Intern(std::string(1, letter)),
                               letter, HloModule::kNone});
    }
    std::string kept;
    for (const HloModule::Row row : WithoutRepeats(module, stack)) {
      kept += static_cast<char>(module.frames[row].line);
    }
    return kept;
  };
  CHECK(without_repeats("tslrslrslrbc") == "tslrbc");
  CHECK(without_repeats("aabbc") == "abc");
  CHECK(without_repeats("abcab") == "abcab");
  CHECK(without_repeats("abcacb") == "abcacb");
  CHECK(without_repeats("").empty());
}

TEST_CASE("instructions of a fusion are nodes below it") {
  LineSink sink;
  AddHloNodes(DecodeHlo(JitStep()), {}, sink);
  const std::string lines = fmt::format("{}", fmt::join(sink.lines, "\n"));
  CHECK(lines.find("layer1/select_n/multiply_select_fusion/max.6") !=
        std::string::npos);
}

TEST_CASE("a chain of frames that comes back to itself ends") {
  // One file, one location, two frames that call each other.
  const std::string index = Text(1, "a.py") +
                            Text(3, Number(1, 1) + Number(3, 7)) +
                            Text(4, Number(1, 1) + Number(2, 2)) +
                            Text(4, Number(1, 1) + Number(2, 1));
  const std::string instruction = Text(1, "i") + Text(7, Number(15, 1));
  // Field 17 needs two bytes.
  const std::string module = Text(3, Text(2, instruction)) + "\x8a\x01" +
                             static_cast<char>(index.size()) + index;
  const HloModule decoded = DecodeHlo(Text(1, module));
  const HloModule::Row frame = decoded.instructions.at(0).frame;
  CHECK(decoded.StackOf(frame) == std::vector<HloModule::Row>{1, 0});
}

TEST_CASE("chains of frames are cut in pieces that their stacks share") {
  // Each frame calls the next one, and each has an instruction.
  const auto cut = [](uint32_t frames, uint32_t chain) {
    HloModule module;
    const StringId file = module.strings.Intern("a.py");
    for (uint32_t i = 0; i < frames; ++i) {
      const uint32_t parent = i % chain == 0 ? HloModule::kNone : i - 1;
      module.frames.push_back({file, file, static_cast<int32_t>(i), parent});
      module.instructions.push_back({file, file, file, file, i, 0});
    }
    CutStacks(module);
    return module;
  };
  const HloModule whole = cut(400, 200);
  CHECK(whole.StackOf(199).size() == 200);
  CHECK(whole.StackOf(399).size() == 200);
  const HloModule pieces = cut(450, 450);
  CHECK(pieces.StackOf(199).size() == 200);
  CHECK(pieces.StackOf(200) == std::vector<HloModule::Row>{200});
  CHECK(pieces.StackOf(449).front() == 400);
  // So many long stacks are shorter.
  const HloModule many = cut(100'000, 200);
  size_t frames = 0;
  for (HloModule::Row i = 0; i < 100'000; ++i) {
    frames += many.StackOf(i).size();
  }
  CHECK(frames <= 5'600'000);
  CHECK(many.StackOf(0).size() == 1);
}

TEST_CASE("without a table of frames the innermost line is the stack") {
  const std::string metadata = Text(3, "b.py") + Number(4, 9);
  const HloModule module =
      DecodeHlo(Text(1, Text(3, Text(2, Text(1, "i") + Text(7, metadata)))));
  CHECK(StackText(module, module.instructions.at(0).frame) == "b.py:9 ;");
}

TEST_CASE("each prefix of an HloProto is decoded or refused") {
  const std::string whole = JitStep();
  for (size_t size = 0; size < whole.size(); ++size) {
    try {
      const HloModule module =
          DecodeHlo(std::string_view(whole).substr(0, size));
      LineSink sink;
      AddHloNodes(module, {}, sink);
    } catch (const protozero::exception&) {
    }
  }
}

TEST_CASE("a long name that a fusion hands down is not kept each time") {
  const std::string long_name(100'000, 'n');
  const auto length = [](size_t size) {
    std::string bytes;
    for (; size > 127; size >>= 7) bytes += static_cast<char>(size | 128);
    return bytes + static_cast<char>(size);
  };
  const auto text = [&](int number, const std::string& bytes) {
    return static_cast<char>(number << 3 | 2) + length(bytes.size()) + bytes;
  };
  std::string inside = Number(5, 2) + Number(7, 1);
  for (int i = 0; i < 20'000; ++i) inside += Text(2, Text(1, "i"));
  // Field 38, packed: the computation it calls.
  const std::string fusion =
      Text(1, "f") + text(7, text(2, long_name)) + "\xb2\x02\x01\x02";
  const HloModule module = DecodeHlo(
      text(1, text(3, text(2, fusion) + Number(5, 1)) + text(3, inside)));
  size_t bytes = 0;
  const HloNodeNames named = NodeNamesOf(module);
  for (const std::string_view name : named.names) bytes += name.size();
  CHECK(bytes < (size_t{40} << 20));
}

}  // namespace tfprof
