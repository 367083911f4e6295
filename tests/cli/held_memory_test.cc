// SPDX-License-Identifier: Apache-2.0
// Device memory profiles of JAX, through the whole program.
#include "support/artefacts.h"
#include "support/gzip.h"
#include "support/make_held.h"

namespace tfprof {

namespace {

constexpr const char* kRefused =
    "is a device memory profile of JAX; tfprof memory shows it";

std::string NotOfJax() {
  MakeHeld cpu;
  cpu.Sample(1, 1, {{"main", "main.go", 3}}, "");
  return cpu.Bytes();
}

}  // namespace

TEST_CASE("memory shows lines of code, the largest first, and sums by device") {
  Artefacts files;
  files.Add("memory.prof", Gzip(SmallHeld()));
  const Answered text = files.Ask("memory", "memory.prof");
  CHECK(text.said.empty());
  CHECK(
      text.out ==
      "held by device\n"
      "   MB  count  device\n"
      "1.05       4  gpu:0\n"
      "1.05       3  gpu:1\n"
      "0.001      1  (no device)\n"
      "\n"
      "held\n"
      "        share           most on a\n"
      "    MB      %  devices  device MB  count  function  code               "
      "            kind\n"
      " 2.10    99.6        2      1.05       4  weights   "
      "/home/u/train.py:12            buffer\n"
      " 0.008    0.4        2      0.004      2  batch     "
      "/home/u/train.py:20            buffer\n"
      " 0.001   <0.1        1      0.001      1  <module>  "
      "/home/u/train.py:40            executable\n"
      "<0.001   <0.1        1     <0.001      1  full      "
      "/v/site-packages/jax/lax.py:7  buffer\n");
  files.Add("plain.prof", SmallHeld());
  const Answered csv =
      files.Ask("memory", "plain.prof",
                {"--output=csv:outfile=" + (files.dir() / "a.csv")});
  CHECK(csv.code == 0);
  const Answered json = files.Ask("memory", "plain.prof", {"--output=json"});
  CHECK(json.code == 0);
  CHECK(json.out.find(
            "{\"device\":\"gpu:0\",\"kind\":\"buffer\",\"code\":"
            "\"/home/u/train.py:12\",\"function\":\"weights\",\"bytes\":"
            "1048576,\"count\":2}") != std::string::npos);
  CHECK(json.out == files.Ask("memory", "memory.prof", {"--output=json"}).out);
}

TEST_CASE("diff shows what a program holds more of") {
  Artefacts files;
  files.Add("old.prof", SmallHeld());
  files.Add("new.prof", Gzip(SmallHeld(5000)));
  const auto diff = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(), files.dir() / "new.prof");
    return files.Ask("diff", "old.prof", flags);
  };
  const Answered text = diff({});
  CHECK(text.said.empty());
  CHECK(text.out ==
        "held by device\n"
        "before MB  after MB  change B  device\n"
        "    1.05      1.05        904  gpu:0\n"
        "    1.05      1.05        904  gpu:1\n"
        "    0.001     0.001         0  (no device)\n"
        "\n"
        "held\n"
        "3 more lines of code changed less\n"
        "before KB  after KB  before count  after count  change KB  function  "
        "code                 kind\n"
        "     8.19      10.0             2            2       1.81  batch     "
        "/home/u/train.py:20  buffer\n");
  const Answered json = diff({"--output=json"});
  CHECK(json.out.find(
            "{\"device\":\"gpu:0\",\"kind\":\"buffer\",\"code\":"
            "\"/home/u/train.py:20\",\"function\":\"batch\",\"before_bytes\":"
            "4096,\"after_bytes\":5000,\"before_count\":1,\"after_count\":1,"
            "\"change_bytes\":904}") != std::string::npos);
  CHECK(diff({"--min_change=50%"})
            .out.find("changed by less than --min_change") !=
        std::string::npos);
  files.Add("vm.xplane.pb", SmallXSpace());
  const Answered mixed =
      files.Ask("diff", "old.prof", {files.dir() / "vm.xplane.pb"});
  CHECK(mixed.code == 3);
  CHECK(mixed.said ==
        "tfprof: vm.xplane.pb: is no device memory profile of JAX, but "
        "old.prof is; diff compares two of one kind\n");
}

TEST_CASE("other commands refuse device memory profiles and other pprofs") {
  Artefacts files;
  files.Add("memory.prof", Gzip(SmallHeld()));
  files.CheckRefused("memory.prof", std::string("memory.prof: ") + kRefused);
  files.Add("cpu.prof", Gzip(NotOfJax()));
  const std::string other =
      "cpu.prof: is a profile for pprof; go tool pprof shows it";
  files.CheckRefused("cpu.prof", other);
  for (const char* command : {"top", "steps", "summary", "memory", "report"}) {
    const Answered answered = files.Ask(command, "cpu.prof");
    CHECK(answered.code == 3);
    CHECK(answered.said == "tfprof: " + other + "\n");
  }
  files.Add("run/memory.prof", SmallHeld());
  files.CheckRefused("run", std::string("run/memory.prof: ") + kRefused);
  const Answered two =
      files.Ask("memory", "memory.prof", {files.dir() / "run/memory.prof"});
  CHECK(two.code == 2);
  CHECK(two.said ==
        "tfprof: memory.prof: a device memory profile is shown alone; tfprof "
        "diff OLD NEW compares two\n");
  const Answered steps = files.Ask("memory", "memory.prof", {"--steps=3"});
  CHECK(steps.code == 2);
  CHECK(Says(steps, "--steps: a device memory profile is one moment"));
}

TEST_CASE(
    "profiles that are larger than the first look are told by their end") {
  MakeHeld held;
  const std::string kind = held.Label("kind", "buffer");
  std::string content = held.Sample(1, 1, {{"f", "a.py", 1}}, kind).Bytes();
  const size_t after_types = 12;
  std::string samples;
  // Other bytes in each: else gzip takes them for a bomb.
  for (uint64_t i = 1; samples.size() < 2'000'000; ++i) {
    std::string values = "\x01";
    PushVarint(values, i * 2'654'435'761 % 100'000'007);
    samples +=
        BytesField(2, BytesField(1, "\x01") + BytesField(2, values) + kind);
  }
  content.insert(after_types, samples);
  Artefacts files;
  files.Add("large.prof", content);
  files.Add("large.prof.gz", Gzip(content));
  for (const char* name : {"large.prof", "large.prof.gz"}) {
    files.CheckRefused(name, std::string(name) + ": " + kRefused);
  }
  const Answered shown = files.Ask("memory", "large.prof", {"--output=json"});
  CHECK(shown.code == 0);
  CHECK(shown.out.find("\"a.py:1\"") != std::string::npos);
  files.Add("cut.prof", content.substr(0, 1'500'000));
  for (const char* command : {"memory", "info"}) {
    const Answered cut = files.Ask(command, "cut.prof");
    CHECK(cut.code == 3);
    CHECK(cut.said ==
          "tfprof: cut.prof: is a profile for pprof that ends before its "
          "texts; write or copy it again\n");
  }
}

TEST_CASE("a device memory profile that is cut short is refused in one line") {
  Artefacts files;
  const std::string whole = SmallHeld();
  files.Add("cut.prof", whole.substr(0, whole.size() - 4));
  const Answered cut = files.Ask("memory", "cut.prof");
  CHECK(cut.code == 3);
  CHECK(Says(cut,
             "the file is cut short or damaged, write or copy it again, "
             "or read its complete part with --allow_partial"));
  CHECK(files.Ask("memory", "cut.prof", {"--allow_partial"}).code == 0);
  const std::string packed = Gzip(whole);
  files.Add("cut.prof.gz", packed.substr(0, packed.size() - 30));
  const Answered gzip = files.Ask("memory", "cut.prof.gz");
  CHECK(gzip.code == 3);
  CHECK(gzip.out.empty());
  CHECK(std::count(gzip.said.begin(), gzip.said.end(), '\n') == 1);
}

}  // namespace tfprof
