// SPDX-License-Identifier: Apache-2.0
// Files of TensorFlow 2 and JAX users, one by one, through the whole program:
// the recognized kind, the exit code, and the messages.
#include "support/artefacts.h"

#include "support/gzip.h"

namespace tfprof {

namespace {

// An operation, and an event at a time that no run has.
std::string OddXSpace() {
  MakePlane host("/host:CPU");
  host.Line(1, "t", 0,
            {host.Event("w:MatMul", 10, 5),
             host.Event("w:MatMul", 2'000'000'000'000'000'000, 5)});
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
  files.CheckTaken("logs", "XSpace");
}

TEST_CASE("the newest of several runs is taken, with a note") {
  Artefacts files;
  const std::string recording = ReadFile(TestData("xspace/jax_new/xplane.pb"));
  files.Add("logs/plugins/profile/2024_01_31_09_00_00/vm.xplane.pb", recording);
  files.Add("logs/plugins/profile/2024_01_31_10_00_00/vm.xplane.pb", recording);
  files.Add("logs/plugins/profile/2023_12_31_23_00_00/vm.xplane.pb",
            SmallXSpace());
  for (const std::string folder :
       {"logs", "logs/plugins", "logs/plugins/profile",
        "logs/plugins/profile/"}) {
    const Answered answered = files.Ask("summary", folder);
    INFO(folder << ": " << answered.said);
    CHECK(answered.code == 0);
    CHECK(answered.out.find("3 steps") != std::string::npos);
    CHECK(Says(answered, "has 3 runs; this is the newest, "));
    CHECK(Says(answered, "2024_01_31_10_00_00; give another by its folder: "));
  }
  const Answered one =
      files.Ask("summary", "logs/plugins/profile/2024_01_31_09_00_00");
  CHECK(one.code == 0);
  CHECK_FALSE(Says(one, "newest"));
}

TEST_CASE("files of other tools are refused by name") {
  Artefacts files;
  files.Copy("xspace/jax_new/xplane.pb", "run/vm.xplane.pb");
  files.Copy("hlo/jit_step.hlo.pb", "run/jit_step.hlo_proto.pb");
  files.Copy("hlo/jit_step.hlo.pb", "alone/jit_step.hlo_proto.pb");
  for (const std::string name :
       {"kernel_stats.pb", "vm.kernel_stats.pb", "ALL_HOSTS.op_stats_v2.pb"}) {
    files.Add("run/" + name, "\x0a\x06\x0a\x04gemm");
  }
  for (const std::string name :
       {"kernel_stats.pb", "vm.kernel_stats.pb", "ALL_HOSTS.op_stats_v2.pb",
        "jit_step.hlo_proto.pb"}) {
    files.CheckRefused("run/" + name,
                       "run/" + name +
                           ": is a cache of TensorBoard's profiler; give the "
                           ".xplane.pb that it was made from: "
                           "run/vm.xplane.pb");
  }
  CHECK(files.Ask("summarize", "alone/jit_step.hlo_proto.pb").code == 0);
  files.CheckTaken("run", "XSpace");

  const std::string nsight =
      ", which is not read; give the .xplane.pb that tf.profiler or "
      "jax.profiler wrote";
  files.Add("ns/train.nsys-rep", std::string(3000, '\xfe'));
  for (const std::string name : {"ns/train.nsys-rep", "ns"}) {
    files.CheckRefused(
        name, "ns/train.nsys-rep: is a report of Nsight Systems" + nsight);
  }
  files.Add("train.sqlite",
            std::string("SQLite format 3\0", 16) + std::string(84, '\1') +
                "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER)");
  files.CheckRefused(
      "train.sqlite",
      "train.sqlite: is an SQLite export of Nsight Systems" + nsight);

  std::string ops;
  for (const char* const name : {"Add", "MatMul", "NoOp"}) {
    const std::string argument = BytesField(1, "x") + BytesField(4, "T");
    std::string op = BytesField(1, name);
    if (std::string_view(name) != "NoOp") {
      op += BytesField(2, argument) + BytesField(3, argument) +
            BytesField(4, BytesField(1, "T") + BytesField(2, "type"));
    }
    ops += BytesField(1, op);
  }
  files.Add("op_list.pb", ops);
  files.CheckRefused("op_list.pb",
                     "op_list.pb: is a list of kinds of operations (OpList), "
                     "which has no graph and no times; give a GraphDef, "
                     "RunMetadata or an .xplane.pb");

  std::string text;
  for (const char byte : ReadFile(TestData("mnist_mlp/graph.pb"))) {
    const bool is_ascii = static_cast<unsigned char>(byte) < 128;
    text += is_ascii ? std::string(1, byte) : "\xEF\xBF\xBD";
  }
  files.Add("converted.pb", text);
  files.CheckRefused("converted.pb",
                     "converted.pb: was converted as if it were text (UTF-8); "
                     "copy it as binary");
}

TEST_CASE("an empty recording and one converted as text are refused by name") {
  Artefacts files;
  files.Add("run/vm.xplane.pb", "");
  const std::string empty =
      "run/vm.xplane.pb: is empty: the profiler wrote nothing (it does so "
      "beyond "
      "2 GiB)";
  files.CheckRefused("run", empty);
  files.CheckRefused("run/vm.xplane.pb", empty);
  // It is not empty, but no recording either.
  files.Add("blank/vm.xplane.pb", "\n");
  files.CheckRefused("blank/vm.xplane.pb",
                     "blank/vm.xplane.pb: holds only blank text: it is no "
                     "profile; copy it again");
  // Bytes that are no UTF-8 became U+FFFD.
  MakePlane host("/host:CPU");
  std::vector<std::string> events;
  for (int64_t i = 0; i < 9; ++i) {
    events.push_back(host.Event("w:MatMul", 1'000'000 + i * 200, 150));
  }
  host.Line(1, "t", 0, events);
  std::string text;
  for (const char byte : MakeXSpace({host})) {
    const bool is_ascii = static_cast<unsigned char>(byte) < 128;
    text += is_ascii ? std::string(1, byte) : "\xEF\xBF\xBD";
  }
  files.Add("text/vm.xplane.pb", text);
  files.CheckRefused(
      "text/vm.xplane.pb",
      "text/vm.xplane.pb: was converted as if it were text (UTF-8); "
      "copy it as binary");
}

TEST_CASE("trace, too, says what an XSpace lacks") {
  Artefacts files;
  files.Add("odd.xplane.pb", OddXSpace());
  CHECK(Says(files.Ask("trace", "odd.xplane.pb"),
             "odd.xplane.pb: 1 events have times that no run can have and are "
             "left out"));
  files.Add("none.xplane.pb", MakeXSpace({MakePlane("/host:CPU")}));
  CHECK(Says(files.Ask("trace", "none.xplane.pb"),
             "none.xplane.pb: has no events"));
  const Answered top = files.Ask("top", "none.xplane.pb");
  CHECK(top.code == 3);
  CHECK(Says(top, "nothing ran in this recording"));
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
             "is a RunMetadata without step stats, and is used as the graph"));
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
  // The content of its loops is shown on request.
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
             "no graph: a checkpoint has only values; give the saved_model.pb, "
             ".meta or event file of its model"));
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
  for (const char* text :
       {"; ModuleID = '__compute_module'\nsource_filename = \"x\"\n",
        "BufferAssignment:\nallocation 0: size 262144\n",
        "HloLiveRange (max 34):\n  InstructionSequence:\n",
        "Memory Space: default (color=0)\nTotal bytes: 2285700\n",
        "\nTotal bytes used: 2285700 (2.18MiB)\n\nUsed values:\n"}) {
    files.Add("other.txt", text);
    files.CheckRefused("other.txt",
                       "other.txt: is a text of --xla_dump_to, which is not "
                       "read; give the .hlo.pb of its program "
                       "(--xla_dump_hlo_as_proto) or the XSpace that ran it");
  }
}

TEST_CASE("marked steps have lengths, even if nothing ran in them") {
  Artefacts files;
  MakePlane host("/host:CPU");
  std::vector<std::string> markers;
  for (uint64_t step = 0; step < 4; ++step) {
    markers.push_back(
        host.Event("train", static_cast<int64_t>(10'000'000 * step), 9'000'000,
                   {{"step_num", step}, {"_r", int64_t{1}}}));
  }
  host.Line(1, "python", 1000, markers);
  files.Add("run/vm.xplane.pb", MakeXSpace({host}));
  const Answered recorded =
      files.Ask("record", "run", {"--commit=a", "--output=json"});
  INFO(recorded.out << recorded.said);
  CHECK(recorded.code == 0);
  CHECK(recorded.out.find("\"median_us\":9.0") != std::string::npos);
  CHECK(recorded.out.find("\"p90_us\":9.0") != std::string::npos);
  const Answered steps = files.Ask("steps", "run", {"--output=csv"});
  CHECK(steps.out.find("step lengths,3,length_us,9\r\n") != std::string::npos);
}

TEST_CASE("diff says that one recording traced Python, and other versions") {
  Artefacts files;
  const auto recording = [](const std::string& version, bool is_traced) {
    MakePlane host("/host:CPU"), facts("/host:metadata");
    std::vector<std::string> events;
    if (is_traced) {
      events.push_back(host.Event("$train.py:7 step", 1'000'000, 500'000'000));
    }
    events.push_back(host.Event("w:MatMul", 10'000'000, 50'000'000));
    host.Line(1, "python", 1000, events);
    facts.PlaneStat("jax_version", version);
    return MakeXSpace({host, facts});
  };
  files.Add("old/vm.xplane.pb", recording("0.10.2", false));
  files.Add("new/vm.xplane.pb", recording("0.11.0", true));
  files.Add("same/vm.xplane.pb", recording("0.11.0", true));
  const auto said = [&](const std::string& old) {
    return files.Ask("diff", old, {"--new=" + (files.dir() / "new")}).said;
  };
  CHECK(said("old").find("new was recorded with calls of Python traced, old "
                         "without") != std::string::npos);
  CHECK(said("old").find("other versions: jax 0.10.2 before, jax 0.11.0 now") !=
        std::string::npos);
  CHECK(said("same").find("without") == std::string::npos);
  CHECK(said("same").find("other versions") == std::string::npos);
}

}  // namespace tfprof
