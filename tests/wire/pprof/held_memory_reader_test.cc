// SPDX-License-Identifier: Apache-2.0
#include "wire/pprof/held_memory_reader.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "support/catch.h"
#include "support/make_held.h"
#include "wire/intake/signs.h"

namespace tfprof {

namespace {

using Stack = MakeHeld::Stack;

Result<HeldMemory> Read(const std::string& content, bool allow_partial = false,
                        const OwnFiles& own = {}) {
  const std::string path = "memory.prof";
  const Bytes bytes{std::string(content)};
  Diagnostics diagnostics;
  ReadLimits limits;
  limits.allow_partial = allow_partial;
  return ReadHeldMemory({.path = path, .bytes = bytes, .limits = limits}, own,
                        diagnostics);
}

std::vector<std::string> HeldLinesOf(const HeldMemory& held) {
  std::vector<std::string> lines;
  for (const HeldMemory::Row& row : held.rows) {
    lines.push_back(
        fmt::format("{} {} {}:{} {} {} {}", held.strings[row.device],
                    held.strings[row.kind], held.strings[row.file], row.line,
                    held.strings[row.function], row.bytes, row.count));
  }
  return lines;
}

std::vector<std::string> HeldLinesOf(const std::string& content) {
  const auto held = Read(content);
  REQUIRE(held.has_value());
  return HeldLinesOf(*held);
}

std::string ErrorOf(const std::string& content) {
  const auto held = Read(content);
  REQUIRE_FALSE(held.has_value());
  CHECK(held.error().code == ErrorCode::kCorrupt);
  return held.error().message;
}

using Lines = std::vector<std::string>;

const Stack kOwn = {{"make", "a.py", 3}};

}  // namespace

TEST_CASE("the innermost line that is no library's made an array") {
  const Stack stack = {{"full", "/v/lib/python3.11/site-packages/jax/a.py", 1},
                       {"f", "/usr/lib/python3/dist-packages/b.py", 2},
                       {"run", "<frozen runpy>", 3},
                       {"exec", "/usr/lib/python3.8/runpy.py", 4},
                       {"make", "/home/u/train.py", 5},
                       {"main", "/home/u/train.py", 6}};
  const Stack library(stack.begin(), stack.begin() + 3);
  CHECK(
      HeldLinesOf(MakeHeld()
                      .Buffer("gpu:0", 8, 1, stack)
                      .Buffer("gpu:0", 4, 1, library)
                      .Buffer("gpu:0", 2, 1, {})
                      .Bytes()) ==
      Lines{"gpu:0 buffer /home/u/train.py:5 make 8 1",
            "gpu:0 buffer /v/lib/python3.11/site-packages/jax/a.py:1 full 4 1",
            "gpu:0 buffer :0  2 1"});
}

TEST_CASE("files of a library may be declared the program's own") {
  const std::string content =
      MakeHeld()
          .Buffer("gpu:0", 8, 1,
                  {{"full", "/v/site-packages/jax/a.py", 1},
                   {"layer", "/v/site-packages/mine/b.py", 2},
                   {"main", "/home/u/train.py", 3}})
          .Bytes();
  const auto line_with = [&](const OwnFiles& own) {
    const auto held = Read(content, false, own);
    REQUIRE(held.has_value());
    return HeldLinesOf(*held).front();
  };
  CHECK(line_with({}) == "gpu:0 buffer /home/u/train.py:3 main 8 1");
  CHECK(line_with({.are_all = false, .globs = {"*/mine/*"}}) ==
        "gpu:0 buffer /v/site-packages/mine/b.py:2 layer 8 1");
  CHECK(line_with({.are_all = true, .globs = {}}) ==
        "gpu:0 buffer /v/site-packages/jax/a.py:1 full 8 1");
}

TEST_CASE(
    "samples of one device, kind and line are one row, the largest first") {
  CHECK(HeldLinesOf(MakeHeld()
                        .Buffer("gpu:1", 10, 1, kOwn)
                        .Buffer("gpu:0", 10, 1, kOwn)
                        .Executable(3, kOwn)
                        .Buffer("gpu:0", 20, 2, kOwn)
                        .Bytes()) == Lines{"gpu:0 buffer a.py:3 make 30 3",
                                           "gpu:1 buffer a.py:3 make 10 1",
                                           " executable a.py:3 make 3 1"});
}

TEST_CASE("a label may be a number, a value may be missing, ids may be large") {
  MakeHeld held;
  const std::string device =
      BytesField(3, NumberField(1, held.TextOf("device")) + NumberField(3, 7));
  held.Sample(5, 1, kOwn, device + held.Label("kind", "buffer"));
  std::string content = held.Bytes();
  content += BytesField(2, held.Label("kind", "buffer"));
  content +=
      BytesField(2, NumberField(1, 1LL << 40) + NumberField(2, 2) +
                        NumberField(2, 9) + held.Label("kind", "buffer"));
  content +=
      BytesField(4, NumberField(1, 1LL << 40) +
                        BytesField(4, NumberField(1, 1) + NumberField(2, 88)));
  CHECK(HeldLinesOf(content) == Lines{" buffer a.py:88 make 9 2",
                                      "7 buffer a.py:3 make 5 1",
                                      " buffer :0  0 1"});
}

TEST_CASE("a place has the calls that were inlined there") {
  MakeHeld held;
  held.Buffer("d", 1, 1, {{"f", "/x/site-packages/l.py", 1}, {"g", "b.py", 2}});
  held.SampleOf(6, 1, "\x09", held.Label("kind", "buffer"));
  const std::string both =
      BytesField(4, NumberField(1, 9) +
                        BytesField(4, NumberField(1, 1) + NumberField(2, 1)) +
                        BytesField(4, NumberField(1, 2) + NumberField(2, 5)));
  CHECK(HeldLinesOf(held.Bytes() + both)[0] == " buffer b.py:5 g 6 1");
}

TEST_CASE("references to nothing are damage") {
  MakeHeld held;
  const std::string kind = held.Label("kind", "buffer");
  const std::string no_key = BytesField(3, NumberField(1, 99));
  const std::string no_text =
      BytesField(3, NumberField(1, held.TextOf("device")) + NumberField(2, -1));
  const auto with = [](const std::string& places, const std::string& labels) {
    return MakeHeld()
        .Buffer("d", 1, 1, kOwn)
        .SampleOf(1, 1, places, labels)
        .Bytes();
  };
  CHECK(ErrorOf(with("\x05", kind)) ==
        "memory.prof: sample 2 refers to a location that the file does not "
        "have; the file is damaged, write or copy it again");
  CHECK(Contains(ErrorOf(with("\x01", kind + no_key)),
                 "sample 2 refers to a text that the file"));
  CHECK(Contains(ErrorOf(with("\x01", kind + no_text)),
                 "sample 2 refers to a text that the file"));
  const std::string no_function =
      BytesField(4, NumberField(1, 5) + BytesField(4, NumberField(1, 77)));
  CHECK(Contains(ErrorOf(with("\x05", kind) + no_function),
                 "sample 2 refers to a function or a text that the file"));
  // What no sample names is nobody's loss.
  CHECK(Read(with("\x01", kind) + no_function).has_value());
}

TEST_CASE("sums beyond 64 bits are damage, negative values are not") {
  CHECK(Contains(ErrorOf(MakeHeld()
                             .Buffer("d", INT64_MAX, 1, kOwn)
                             .Buffer("d", 1, 1, kOwn)
                             .Bytes()),
                 "its bytes or counts exceed 64 bits"));
  CHECK(HeldLinesOf(MakeHeld().Buffer("d", -5, -1, kOwn).Bytes()) ==
        Lines{"d buffer a.py:3 make -5 -1"});
}

TEST_CASE("a profile that is cut short is refused or read up to the cut") {
  const std::string whole = MakeHeld()
                                .Buffer("gpu:0", 10, 1, kOwn)
                                .Buffer("gpu:1", 10, 1, kOwn)
                                .Bytes();
  for (size_t size = 1; size < whole.size(); ++size) {
    const std::string part = whole.substr(0, size);
    CAPTURE(size);
    const auto held = Read(part);
    if (!held) CHECK(held.error().message.starts_with("memory.prof: "));
    CHECK(Read(part, true).has_value());
  }
  CHECK(Contains(ErrorOf(whole.substr(0, whole.size() - 1)),
                 "the file is cut short or damaged"));
  const auto part = Read(whole.substr(0, whole.size() - 1), true);
  CHECK(HeldLinesOf(*part).size() == 2);
}

TEST_CASE("device memory profiles are told by their fields") {
  const std::string held = SmallHeld();
  CHECK(IsDeviceMemoryProfile(held));
  CHECK(IsDeviceMemoryProfile(MakeHeld().Bytes()));
  CHECK(IsPprof(held));
  const size_t texts = held.find("allocations") - 4;
  CHECK_FALSE(IsDeviceMemoryProfile(held.substr(0, texts)));
  CHECK(IsPprofWithoutTexts(held.substr(0, texts)));
  CHECK_FALSE(IsPprof(held.substr(0, texts)));
  // Any other profile: no label tells a kind.
  MakeHeld other;
  other.Sample(1, 1, kOwn, other.Label("device", "gpu:0"));
  CHECK_FALSE(IsDeviceMemoryProfile(other.Bytes()));
  CHECK(IsPprof(other.Bytes()));
  // Other messages with fields of these numbers.
  CHECK_FALSE(IsPprof(BytesField(1, BytesField(1, "node")) + held));
  CHECK_FALSE(IsPprof(held + BytesField(16, "x")));
  CHECK_FALSE(IsPprof(held + NumberField(5, 1)));
  CHECK_FALSE(IsPprof(""));
}

}  // namespace tfprof
