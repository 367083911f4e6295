// SPDX-License-Identifier: Apache-2.0
// Files of recordings into sinks: hosts, and what is said about them.
#include <filesystem>

#include "model/rules.h"
#include "model/xspace/recording_sink.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/make_xspace.h"
#include "support/temp_dir.h"
#include "wire/intake/input.h"

namespace tfprof {

namespace {

using Words = std::vector<std::string>;

MakePlane ThreadPlane() {
  MakePlane plane("/host:CPU");
  plane.Line(1, "thread", 0,
             {plane.Event("train", 0, 1'000'000,
                          {{"_r", int64_t{1}}, {"step_num", int64_t{7}}}),
              plane.Event("a:A", 100, 500'000),
              plane.Event("b:B", 2'000'000, 500'000)});
  return plane;
}

// The result of reading a folder, with its name removed from warnings.
class FolderOfHosts {
 public:
  void Add(const std::string& file, const std::string& bytes) {
    WriteFile(dir_ / (file + ".xplane.pb"), bytes);
  }

  Status Read(DumpSink& sink, bool is_one_step = false) {
    Inputs inputs;
    inputs.dumps = {dir_.path()};
    inputs.is_one_step = is_one_step;
    TFPROF_ASSIGN_OR_RETURN(const auto files, ResolveInputs(inputs));
    Diagnostics diagnostics;
    const Status status = ReadInputs(files, inputs, sink, diagnostics);
    said_ = diagnostics.Lines();
    for (std::string& line : said_) line = Shortened(line);
    return status;
  }

  Recordings ReadWell(bool is_one_step = false,
                      const Rules& rules = kCorrectedRules) {
    RecordingSink sink({rules});
    REQUIRE(Read(sink, is_one_step).has_value());
    return sink.Finish();
  }

  // By the rules of TensorFlow's tools.
  Recordings ReadAsReference(bool is_one_step = false) {
    return ReadWell(is_one_step, kReferenceRules);
  }

  std::string Shortened(std::string text) const {
    for (size_t at = text.find(dir_.path()); at != std::string::npos;
         at = text.find(dir_.path())) {
      text.erase(at, dir_.path().size() + 1);
    }
    return text;
  }

  const Words& said() const { return said_; }

  std::string path() const { return dir_.path(); }

 private:
  TempDir dir_;
  Words said_;
};

}  // namespace

TEST_CASE("hosts of a run are devices of their own") {
  FolderOfHosts folder;
  folder.Add("b", MakeXSpace({ThreadPlane()}, "worker2"));
  folder.Add("a", MakeXSpace({ThreadPlane()}, "worker1"));
  const Recordings hosts = folder.ReadWell();
  REQUIRE(hosts.size() == 2);
  CHECK(hosts[0]->devices[0].name == "/worker1/device:cpu:0");
  CHECK(hosts[1]->devices[0].name == "/worker2/device:cpu:0");
}

TEST_CASE("a host alone is not named by its devices") {
  FolderOfHosts folder;
  folder.Add("a", MakeXSpace({ThreadPlane()}, ""));
  const Recordings hosts = folder.ReadWell();
  CHECK(hosts[0]->host == "a");  // the file's name
  CHECK(hosts[0]->devices[0].name == "/device:cpu:0");
}

TEST_CASE("two hosts of one name are an error by the reference's rules") {
  FolderOfHosts folder;
  folder.Add("a", MakeXSpace({ThreadPlane()}, "same"));
  folder.Add("b", MakeXSpace({ThreadPlane()}, "same"));
  RecordingSink sink({kReferenceRules});
  const Status status = folder.Read(sink);
  REQUIRE_FALSE(status.has_value());
  CHECK(status.error().code == ErrorCode::kCorrupt);
  CHECK(folder.Shortened(status.error().message) ==
        "a.xplane.pb and b.xplane.pb: both claim to be host same");
}

TEST_CASE("processes of one host are ranks") {
  FolderOfHosts folder;
  folder.Add("same_2", MakeXSpace({ThreadPlane()}, "same"));
  folder.Add("same_10", MakeXSpace({ThreadPlane()}, "same"));
  const Recordings hosts = folder.ReadWell();
  REQUIRE(hosts.size() == 2);
  CHECK(hosts[0]->host == "same#2");
  CHECK(hosts[1]->devices[0].name == "/same#10/device:cpu:0");
}

TEST_CASE("what is in no step is said, and counts in the whole") {
  FolderOfHosts folder;
  folder.Add("a", MakeXSpace({ThreadPlane()}));
  CHECK(folder.ReadAsReference()[0]->steps.size() == 1);
  CHECK(folder.said() ==
        Words{"a.xplane.pb: 50.0 % of the operations' time is in no step and "
              "not counted; --steps=whole counts it"});
  CHECK(folder.ReadAsReference(true)[0]->steps.empty());
  CHECK(folder.said().empty());
}

TEST_CASE("a recording without steps, operations or events says so") {
  FolderOfHosts folder;
  MakePlane plane("/host:CPU");
  plane.Line(1, "t", 0, {plane.Event("a:A", 0, 5)});
  folder.Add("a", MakeXSpace({plane}));
  folder.ReadAsReference();
  CHECK(folder.said() ==
        Words{"a.xplane.pb: no steps are marked, so the whole file is step 0"});

  MakePlane regions("/host:CPU");
  regions.Line(1, "t", 0, {regions.Event("region", 0, 5)});
  folder.Add("a", MakeXSpace({regions}));
  folder.ReadAsReference();
  CHECK(folder.said() ==
        Words{"a.xplane.pb: has 1 events and no operation; recorded by JAX "
              "below 0.4.2x or eager code; steps and trace show what there "
              "is"});

  folder.Add("a", MakeXSpace({MakePlane("/host:CPU")}, "h") +
                      BytesField(2, "no \x1b device"));
  folder.ReadAsReference();
  CHECK(folder.said() ==
        Words{"a.xplane.pb: has no events: h; errors of the profiler: no "
              "\\x1b device"});
}

TEST_CASE("events without a name and with impossible times are counted") {
  FolderOfHosts folder;
  MakePlane plane = ThreadPlane();
  plane.Line(2, "u", 0,
             {NumberField(1, 99) + NumberField(2, 5) + NumberField(3, 5),
              plane.Event("c:C", 0, -5)});
  folder.Add("a", MakeXSpace({plane}));
  folder.ReadAsReference(true);
  CHECK(folder.said() ==
        Words{"a.xplane.pb: 1 events of plane /host:CPU have no name: their "
              "metadata is missing",
              "a.xplane.pb: 1 events of plane /host:CPU have times that no run "
              "can have and are left out; is the file damaged?"});
}

TEST_CASE("recordings that were kept serve the next reading of their files") {
  FolderOfHosts folder;
  folder.Add("a", MakeXSpace({ThreadPlane()}, "h"));
  Inputs inputs;
  inputs.dumps = {folder.path()};
  const auto files = ResolveInputs(inputs);
  REQUIRE(files.has_value());
  const auto read = [&](const Rules& rules, bool keeps) {
    inputs.keeps_capture = keeps;
    RecordingSink sink({rules});
    Diagnostics diagnostics;
    REQUIRE(ReadInputs(*files, inputs, sink, diagnostics).has_value());
    return std::pair(sink.capture(), diagnostics.Lines());
  };
  const auto first = read(kCorrectedRules, true);
  const auto second = read(kCorrectedRules, false);
  CHECK(first.first == second.first);
  CHECK(!first.second.empty());
  CHECK(first.second == second.second);
  // Once, and only under the same rules.
  CHECK(read(kCorrectedRules, true).first != first.first);
  CHECK(read(kReferenceRules, false).first == nullptr);
  CHECK(inputs.kept_capture->capture == nullptr);
}

}  // namespace tfprof
