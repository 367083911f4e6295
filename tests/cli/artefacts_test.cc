// SPDX-License-Identifier: Apache-2.0
// What users of TensorFlow 2 and JAX have, file by file, through the whole
// program: what it is taken for, the exit code, and what is said.
#include <filesystem>

#include "app.h"
#include "base/crc32c.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/gzip.h"
#include "support/temp_dir.h"
#include "wire/xspace/make_xspace.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

struct Answered {
  int code = 0;
  std::string out;
  std::string said;  // without the folder of the test
};

// A folder with files of users.
class Artefacts {
 public:
  std::string Add(const std::string& name, const std::string& content) {
    const std::string path = dir_ / name;
    fs::create_directories(fs::path(path).parent_path());
    WriteFile(path, content);
    return path;
  }

  std::string Copy(const std::string& from, const std::string& name) {
    return Add(name, ReadFile(TestData(from)));
  }

  Answered Ask(const std::string& command, const std::string& name,
               std::vector<std::string> flags = {}) const {
    StringWriter out;
    StringWriter err;
    std::vector<std::string> args = {command,
                                     name.empty() ? dir_.path() : dir_ / name};
    args.insert(args.end(), flags.begin(), flags.end());
    Answered answered{RunApp(args, out, err), out.text(), err.text()};
    for (std::string* text : {&answered.out, &answered.said}) {
      const std::string folder = dir_.path() + "/";
      for (size_t at = text->find(folder); at != std::string::npos;
           at = text->find(folder)) {
        text->erase(at, folder.size());
      }
    }
    return answered;
  }

  // Refused by each command, in the same words.
  void CheckRefused(const std::string& name, const std::string& words) const {
    for (const char* command : {"info", "scope", "op", "summarize"}) {
      const Answered answered = Ask(command, name);
      INFO(command << " " << name << ": " << answered.said);
      CHECK(answered.code == 3);
      CHECK(answered.out.empty());
      CHECK(answered.said == "tfprof: " + words + "\n");
    }
  }

  // Taken for what `picked_as` says.
  void CheckTaken(const std::string& name, const std::string& picked_as) const {
    const Answered answered = Ask("info", name, {"--output=csv"});
    INFO(name << ": " << answered.said);
    CHECK(answered.code == 0);
    CHECK(answered.out.find("inputs,0,picked_as," + picked_as + "\r\n") !=
          std::string::npos);
  }

  const TempDir& dir() const { return dir_; }

 private:
  TempDir dir_;
};

bool Says(const Answered& answered, const std::string& words) {
  return answered.said.find(words) != std::string::npos;
}

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
  const std::string record = ReadFile(TestData("random_12/run_meta_1"));
  return NumberField(2, step) +
         BytesField(8, BytesField(1, tag) + BytesField(2, record));
}

std::string Scalar() { return BytesField(5, BytesField(1, "")); }

// What `trace_export` writes under a tag: function graphs of two functions.
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

std::string SmallXSpace() {
  MakePlane host("/host:CPU");
  host.Line(1, "t", 0, {host.Event("w:MatMul", 10, 5)});
  return MakeXSpace({host});
}

}  // namespace

TEST_CASE("a profile is found in its run folder and in folders above") {
  Artefacts files;
  files.Copy("xspace/trace_steps/xplane.pb",
             "logs/train/plugins/profile/r1/vm.xplane.pb");
  files.Add("logs/train/plugins/profile/r1/vm.trace.json.gz", "");
  files.Add("logs/train/plugins/profile/r1/ALL_HOSTS.op_stats.pb", "x");
  for (const char* folder :
       {"logs/train/plugins/profile/r1/vm.xplane.pb",
        "logs/train/plugins/profile/r1", "logs/train", "logs"}) {
    files.CheckTaken(folder, "XSpace");
  }
  files.Add("gz/vm.xplane.pb.gz",
            Gzip(ReadFile(TestData("xspace/trace_steps/xplane.pb"))));
  files.CheckTaken("gz", "XSpace");
  files.Add("logs/plugins/profile/r2/vm.xplane.pb", SmallXSpace());
  files.CheckRefused("logs",
                     "logs: 2 runs in plugins/profile: plugins/profile/r2, "
                     "train/plugins/profile/r1; name one");
}

TEST_CASE("graphs of TensorFlow 2 and XLA are graphs") {
  Artefacts files;
  files.Copy("artefacts/module_savedmodel/saved_model.pb",
             "model/saved_model.pb");
  files.Copy("artefacts/module_savedmodel/fingerprint.pb",
             "model/fingerprint.pb");
  files.CheckTaken("model", "graph");
  files.CheckTaken("model/saved_model.pb", "graph");
  files.Copy("artefacts/tf2_run_metadata.pb", "run/run_meta_2");
  files.CheckTaken("run", "graph");
  CHECK(Says(files.Ask("scope", "run"),
             "is a RunMetadata without step stats, and is taken for the "
             "graph"));
  files.Copy("hlo/jit_step.hlo.pb", "dump/module_0001.jit_step.hlo.pb");
  files.Add("dump/module_0001.jit_step.ll", "; ModuleID");
  files.CheckTaken("dump", "graph");
  // Its variables are resources, which one of the styles counts.
  const Answered digest = files.Ask("summarize", "model", {"--output=csv"});
  CHECK(digest.out.find("parameters,0,variables,1\r\n") != std::string::npos);
  CHECK(digest.out.find("parameters,0,parameters,256\r\n") !=
        std::string::npos);
}

TEST_CASE("graphs of TensorFlow 1 and frozen ones are graphs") {
  Artefacts files;
  files.Copy("artefacts/model.ckpt.meta", "tf1/model.ckpt.meta");
  files.Copy("artefacts/frozen_tf2.pb", "frozen.pb");
  for (const char* name : {"tf1", "tf1/model.ckpt.meta", "frozen.pb"}) {
    files.CheckTaken(name, "graph");
  }
  const auto out = [&](const char* command, const char* name,
                       std::vector<std::string> flags) {
    const Answered answered = files.Ask(command, name, std::move(flags));
    INFO(answered.said);
    CHECK(answered.code == 0);
    return answered.out;
  };
  const auto has = [](const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  };
  CHECK(has(out("scope", "tf1", {}), "w/Read/ReadVariableOp"));
  const std::string meta = (files.dir() / "tf1/model.ckpt.meta");
  CHECK(has(out("summarize", "frozen.pb", {"--graph_path=" + meta}), "loss"));
  CHECK(has(out("export", "tf1", {}), "ReadVariableOp"));
  CHECK(has(out("summarize", "tf1", {"--output=csv"}),
            "parameters,0,variables,1\r\n"));
  // What runs in its loops is asked for.
  CHECK_FALSE(has(out("scope", "frozen.pb", {}), "while/body/"));
  CHECK(has(out("scope", "frozen.pb", {"--expand_functions=always"}),
            "while/body/"));
}

TEST_CASE("checkpoints of TensorFlow 2 hold no graph, and that is said") {
  Artefacts files;
  for (const char* name :
       {"model.ckpt.index", "model.ckpt.data-00000-of-00001"}) {
    files.Copy(std::string("checkpoints/v2/") + name,
               std::string("ckpt/") + name);
  }
  files.CheckTaken("ckpt", "checkpoint");
  const Answered refused = files.Ask("summarize", "ckpt");
  CHECK(refused.code == 3);
  CHECK(Says(refused,
             "no graph: a checkpoint holds values only; give the "
             "saved_model.pb, .meta or event file of its model"));
}

TEST_CASE("models without a graph are refused by name") {
  Artefacts files;
  const std::string zip = std::string("PK\x03\x04\x14\0\0\0", 8) +
                          std::string(22, '.') + "metadata.json" +
                          std::string(20, '.') + "config.json";
  const std::string keras =
      "is a Keras model, which has layers and no graph; tf.saved_model.save "
      "writes one";
  files.Add("m.keras", zip);
  files.CheckRefused("m.keras", "m.keras: " + keras);
  files.Add("m.h5", "\x89HDF\r\n\x1a\n........");
  files.CheckRefused("m.h5", "m.h5: " + keras);
  files.Add("m.tflite", "\x1c\x01\x02\x03TFL3....");
  files.CheckRefused("m.tflite",
                     "m.tflite: is a TensorFlow Lite model, which is not read");
  files.Add("keras_metadata.pb",
            BytesField(1, NumberField(2, 1) + BytesField(3, "root") +
                              BytesField(4, "_tf_keras_sequential") +
                              BytesField(5, "{\"name\": \"m\"}")));
  files.CheckRefused("keras_metadata.pb",
                     "keras_metadata.pb: is a Keras model's metadata, which "
                     "has layers and no graph; give the saved_model.pb beside "
                     "it");
}

TEST_CASE("renderings of a profile name what they were made from") {
  const std::string words =
      ": is a Chrome trace; give the .xplane.pb beside it; tf.profiler of 2.2 "
      "or later writes one";
  const std::string trace = Gzip(
      "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[{\"ph\":\"M\",\"pid\":"
      "1,\"name\":\"process_name\",\"args\":{\"name\":\"/host:CPU\"}}]}");
  Artefacts files;
  files.Add("alone/vm.trace.json.gz", trace);
  files.CheckRefused("alone/vm.trace.json.gz",
                     "alone/vm.trace.json.gz" + words);
  files.Add("run/vm.trace.json.gz", trace);
  files.Add("run/vm.xplane.pb", SmallXSpace());
  files.CheckRefused("run/vm.trace.json.gz",
                     "run/vm.trace.json.gz" + words + ": run/vm.xplane.pb");
  files.CheckTaken("run", "XSpace");
  // The viewer's own message, as TensorFlow 2.2 to 2.15 write it.
  const std::string line =
      NumberField(1, 101290179) +
      BytesField(2, NumberField(1, 101290179) + BytesField(2, "python"));
  files.Add("local.trace",
            BytesField(1, NumberField(1, 501) +
                              BytesField(2, BytesField(1, "/host:CPU") +
                                                NumberField(2, 501) +
                                                BytesField(3, line))) +
                BytesField(4, NumberField(1, 501) + NumberField(2, 7) +
                                  BytesField(3, "tf.constant")));
  files.CheckRefused("local.trace", "local.trace" + words);
}

TEST_CASE("a timeline names the file that it was made from") {
  Artefacts files;
  files.Copy("random_12/run_meta_1", "run_meta_1");
  const Answered timeline = files.Ask("trace", "run_meta_1");
  files.Add("timeline.json", timeline.out);
  files.CheckRefused("timeline.json",
                     "timeline.json: is a Chrome trace; give the RunMetadata "
                     "that it was made from");
}

TEST_CASE("HLO as text is named and refused") {
  Artefacts files;
  files.Add("m.txt", "HloModule f, entry_computation_layout={()->f32[]}\n");
  files.CheckRefused("m.txt",
                     "m.txt: is an HLO module as text, which is not read; give "
                     "the .hlo.pb beside it (--xla_dump_hlo_as_proto) or the "
                     "XSpace that ran it");
}

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
      "e/events.out.tfevents.1.vm: holds no graph and no run metadata (2 "
      "summaries); tf.summary.trace_export or FileWriter.add_run_metadata "
      "write them";
  files.CheckRefused("e", words);
  files.CheckRefused("e/events.out.tfevents.1.vm", words);
}

}  // namespace tfprof
