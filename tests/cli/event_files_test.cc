// SPDX-License-Identifier: Apache-2.0
// Event files, through the whole program: what they give, and what is said.
#include "base/crc32c.h"
#include "support/artefacts.h"

namespace tfprof {

namespace {

std::string Little(uint64_t number, size_t bytes) {
  std::string text;
  for (size_t i = 0; i < bytes; ++i) {
    text += static_cast<char>(number >> (8 * i));
  }
  return text;
}

uint32_t MaskedCrc(const std::string& bytes) {
  Crc32c crc;
  crc.Add(bytes);
  return crc.masked();
}

// An event file of these events, as a FileWriter frames them.
std::string EventFile(const std::vector<std::string>& events) {
  std::string file;
  const auto add = [&](const std::string& event) {
    const std::string length = Little(event.size(), 8);
    file += length + Little(MaskedCrc(length), 4) + event +
            Little(MaskedCrc(event), 4);
  };
  add(std::string("\x09\0\0\0\0\0\0\xf0\x3f", 9) +
      BytesField(3, "brain.Event:2"));
  for (const std::string& event : events) add(event);
  return file;
}

std::string GraphWith(const std::string& node) {
  return BytesField(1, BytesField(1, node) + BytesField(2, "NoOp"));
}

std::string TaggedStep(int64_t step, const std::string& tag) {
  const std::string record = ReadFile(
      TestData(tag == "a" ? "random_12/run_meta_1" : "random_12/run_meta_2"));
  return NumberField(2, step) +
         BytesField(8, BytesField(1, tag) + BytesField(2, record));
}

std::string Scalar() { return BytesField(5, BytesField(1, "")); }

// A tag of `trace_export`: function graphs of two functions.
std::string TracedGraphs(const std::string& tag) {
  const std::string graphs = BytesField(4, BytesField(1, GraphWith("ran"))) +
                             BytesField(4, BytesField(1, GraphWith("ran_too")));
  const std::string metadata = BytesField(
      1, BytesField(1, "graph_run_metadata_graph") + BytesField(2, "1"));
  const std::string tensor = NumberField(1, 7) + BytesField(8, graphs);
  return BytesField(5,
                    BytesField(1, BytesField(1, tag) + BytesField(8, tensor) +
                                      BytesField(9, metadata)));
}

}  // namespace

TEST_CASE("event files give graphs and steps, of several the latest graph") {
  Artefacts files;
  const std::string later_graph = BytesField(4, GraphWith("later"));
  const std::string first_graph = BytesField(4, GraphWith("first"));
  files.Add("logs/events.out.tfevents.10.vm", EventFile({later_graph}));
  files.Add("logs/events.out.tfevents.9.vm",
            EventFile({first_graph, TaggedStep(3, "a"), TaggedStep(5, "b")}));
  files.Add("logs/events.out.tfevents.11.vm.profile-empty", EventFile({}));
  const Answered info = files.Ask("info", "logs", {"--output=csv"});
  CHECK(info.code == 0);
  CHECK(info.out.find("inputs,0,file,logs/events.out.tfevents.10.vm: graph") !=
        std::string::npos);
  CHECK(info.out.find("run metadata 'a'") != std::string::npos);
  CHECK(info.out.find("inputs,2,step,5\r\n") != std::string::npos);
  CHECK_FALSE(Says(info, "profile-empty"));
  CHECK(Says(info, "2 graphs that differ, the last is used"));
  // Said of the file and not of each of its parts, on one thread or several.
  for (const char* jobs : {"--jobs=1", "--jobs=2"}) {
    const Answered scope = files.Ask("scope", "logs", {jobs});
    const size_t first = scope.said.find("graphs that differ");
    REQUIRE(first != std::string::npos);
    CHECK(scope.said.find("graphs that differ", first + 1) ==
          std::string::npos);
  }
}

TEST_CASE("scalars beside a recording are passed over") {
  const std::string empty_graphs = BytesField(
      5,
      BytesField(1, BytesField(1, "batch_2") +
                        BytesField(8, NumberField(1, 7) + BytesField(8, "")) +
                        BytesField(9, BytesField(1, BytesField(1,
                                                               "graph_run_"
                                                               "metadata_"
                                                               "graph")))));
  Artefacts files;
  files.Add("logs/events.out.tfevents.1.vm",
            EventFile({Scalar(), empty_graphs}));
  files.CheckRefused("logs",
                     "logs/events.out.tfevents.1.vm: no graph and no run "
                     "metadata (2 summaries); tf.summary.trace_export or "
                     "FileWriter.add_run_metadata write them");
  files.Add("logs/plugins/profile/r1/vm.xplane.pb", SmallXSpace());
  files.CheckTaken("logs", "XSpace");
  const Answered info = files.Ask("info", "logs", {"--output=csv"});
  CHECK(info.out.find("inputs,1,picked_as,ignored\r\n") != std::string::npos);
  CHECK(info.said.find("matched") == std::string::npos);
  files.Add("logs/plugins/profile/r2/vm.xplane.pb", SmallXSpace());
  files.CheckTaken("logs", "XSpace");
}

TEST_CASE("a folder with event files is a graph for --graph_path") {
  Artefacts files;
  files.Add("train/events.out.tfevents.1.vm",
            EventFile({BytesField(4, GraphWith("dense"))}));
  files.Add("run/vm.xplane.pb", SmallXSpace());
  const Answered joined = files.Ask(
      "scope", "run",
      {"--graph_path=" + files.dir().path() + "/train", "--output=csv"});
  CHECK(joined.code == 0);
  CHECK(joined.out.find(",dense,") != std::string::npos);
}

TEST_CASE("graphs of several functions join a recording by what ran") {
  const auto traced = [](const std::string& plugin) {
    const std::string partitions =
        BytesField(3, GraphWith("while/body/_7/w") + GraphWith("x")) +
        BytesField(3, GraphWith("x") + GraphWith("softmax"));
    const std::string functions =
        BytesField(4, BytesField(2, GraphWith("one"))) +
        BytesField(4, BytesField(2, GraphWith("two")));
    const std::string metadata =
        BytesField(1, BytesField(1, plugin) + BytesField(2, "1"));
    const std::string tensor =
        NumberField(1, 7) + BytesField(8, partitions + functions);
    return BytesField(5,
                      BytesField(1, BytesField(1, "f") + BytesField(8, tensor) +
                                        BytesField(9, metadata)));
  };
  Artefacts files;
  files.Add("e/events.out.tfevents.1.vm",
            EventFile({traced("graph_run_metadata_graph")}));
  MakePlane host("/host:CPU");
  host.Line(1, "t", 0, {host.Event("while/body/_9/w:MatMul", 10, 5)});
  files.Add("run/vm.xplane.pb", MakeXSpace({host}));
  const Answered joined =
      files.Ask("info", "run", {"--graph_path=" + files.dir().path() + "/e"});
  INFO(joined.out << joined.said);
  CHECK(joined.out.find("matched 1 of 1 names, 100.0 % of time") !=
        std::string::npos);
  // By themselves they are the functions, apart from each other.
  const Answered alone = files.Ask("scope", "e", {"--output=csv"});
  CHECK(alone.out.find(",graph_2/two,") != std::string::npos);
  CHECK(alone.out.find("softmax") == std::string::npos);
}

TEST_CASE("a folder above event files names where they are") {
  Artefacts files;
  files.Add("logs/train/events.out.tfevents.1.vm", EventFile({Scalar()}));
  files.Add("logs/validation/events.out.tfevents.2.vm", EventFile({Scalar()}));
  files.Add("logs/empty/events.out.tfevents.3.vm.profile-empty", EventFile({}));
  files.CheckRefused("logs",
                     "logs: nothing to read in this folder; looked for a "
                     "graph, run metadata, op_log, *.index, a saved profile, "
                     "event files and *.xplane.pb; there are event files in "
                     "train, validation");
}

TEST_CASE("records of one step are numbered in order, with their tags") {
  Artefacts files;
  files.Add("e/events.out.tfevents.1.vm",
            EventFile({TaggedStep(3, "a"), TaggedStep(3, "b")}));
  const Answered info = files.Ask("info", "e", {"--output=csv"});
  CHECK(info.out.find("inputs,0,step,0\r\n") != std::string::npos);
  CHECK(info.out.find("inputs,1,step,1\r\n") != std::string::npos);
  CHECK(Says(info,
             "several records have the same step, so that they are numbered "
             "from 0: a, b"));
}

TEST_CASE("a tag without records is no step") {
  Artefacts files;
  files.Add("logs/events.out.tfevents.1.vm",
            EventFile({BytesField(4, GraphWith("dense")),
                       NumberField(2, 3) + BytesField(8, BytesField(1, "a"))}));
  const Answered scope = files.Ask("scope", "logs", {});
  CHECK(scope.code == 0);
  CHECK(scope.out.find("dense") != std::string::npos);
  CHECK_FALSE(Says(scope, "Invalid RunMetadata"));
}

TEST_CASE("of the graphs of several tags one is asked for") {
  Artefacts files;
  files.Add("e/events.out.tfevents.1.vm",
            EventFile({TracedGraphs("one"), TracedGraphs("two")}));
  files.CheckRefused("e",
                     "e/events.out.tfevents.1.vm: holds the graphs of several "
                     "tags: one, two; choose one with --tag=NAME");
  CHECK(files.Ask("scope", "e", {"--tag=two"}).code == 0);
}

TEST_CASE("an event file of nothing but scalars says what would help") {
  Artefacts files;
  files.Add("e/events.out.tfevents.1.vm", EventFile({Scalar(), Scalar()}));
  const std::string words =
      "e/events.out.tfevents.1.vm: no graph and no run metadata (2 summaries); "
      "tf.summary.trace_export or FileWriter.add_run_metadata write them";
  files.CheckRefused("e", words);
  files.CheckRefused("e/events.out.tfevents.1.vm", words);
}

}  // namespace tfprof
