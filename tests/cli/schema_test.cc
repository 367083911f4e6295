// SPDX-License-Identifier: Apache-2.0
// Data output follows docs/schema, whatever names a dump has.
#include <algorithm>
#include <string>
#include <vector>

#include <rapidjson/document.h>
#include <rapidjson/schema.h>
#include <rapidjson/stringbuffer.h>

#include "app.h"
#include "base/strings.h"
#include "model/measure.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/hostile_dump.h"
#include "support/paths.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

using Args = std::vector<std::string>;

std::string Dump(const std::string& name) { return TFPROF_TESTDATA "/" + name; }

std::string OutputOf(const Args& args) {
  StringWriter out;
  StringWriter err;
  const int exit_code = RunApp(args, out, err);
  INFO(err.text());
  REQUIRE(
      (exit_code == kExitDone || exit_code == kExitFound || exit_code == 4));
  return out.text();
}

// The first deviation of `text` from the schema; empty if there is none.
std::string ObjectionTo(const std::string& text, const std::string& schema) {
  rapidjson::Document rules;
  rules.Parse(ReadFile(schema).c_str());
  REQUIRE_FALSE(rules.HasParseError());
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag>(text.data(),
                                                        text.size());
  if (document.HasParseError()) {
    return fmt::format("no JSON at byte {}", document.GetErrorOffset());
  }
  const rapidjson::SchemaDocument compiled(rules);
  rapidjson::SchemaValidator validator(compiled);
  if (document.Accept(validator)) return "";
  rapidjson::StringBuffer where;
  validator.GetInvalidDocumentPointer().Stringify(where);
  return fmt::format("{} at {}", validator.GetInvalidSchemaKeyword(),
                     where.GetString());
}

const std::string kSchemas = TFPROF_SOURCE_DIR "/docs/schema/";
const std::string kSarif = TFPROF_TESTDATA "/schema/sarif_rules.schema.json";

Args With(Args args, const std::string& more) {
  args.push_back(more);
  return args;
}

const Args kRuns = {
    "gate",
    "--baseline=" + Dump("gate/before_0") + "," + Dump("gate/before_1") + "," +
        Dump("gate/before_2") + "," + Dump("gate/before_3"),
    "--candidate=" + Dump("gate/slower_0") + "," + Dump("gate/slower_1") + "," +
        Dump("gate/slower_2") + "," + Dump("gate/slower_3")};

}  // namespace

TEST_CASE("JSON is what its schema says") {
  const TempDir folder;
  for (const std::string& dump :
       {Dump("mnist_mlp"), Dump("random_14"), HostileDump(folder)}) {
    for (const char* view : {"scope", "graph", "op"}) {
      CAPTURE(dump, view);
      CHECK(ObjectionTo(
                OutputOf({view, dump, "--output=json",
                          "--select=micros,bytes,params,occurrence,op_types,"
                          "device,input_shapes"}),
                kSchemas + "view.schema.json") == "");
    }
    for (const Args& args :
         {Args{"info", dump}, Args{"summarize", dump}, Args{"advise", dump},
          Args{"summary", dump}, Args{"top", dump, "--by=code"},
          Args{"steps", dump,
               "--show=time,sizes,shape_changes,flops,account,roofline,spread,"
               "xla,communication"},
          Args{"diff", dump, Dump("random_11")}}) {
      CAPTURE(dump, args[0]);
      CHECK(ObjectionTo(OutputOf(With(args, "--output=json")),
                        kSchemas + "tables.schema.json") == "");
    }
  }
  CHECK(ObjectionTo(OutputOf(With(kRuns, "--output=json")),
                    kSchemas + "verdict.schema.json") == "");
}

TEST_CASE("a schema refuses what it does not know") {
  CHECK(ObjectionTo(R"({"schema":"tfprof.tables/1"})",
                    kSchemas + "tables.schema.json") != "");
  CHECK(ObjectionTo(R"({"schema":"tfprof.view/1","rows":[]})",
                    kSchemas + "view.schema.json") != "");
  CHECK(ObjectionTo(R"({"version":"2.1.0","runs":[{"results":[]}]})", kSarif) !=
        "");
}

TEST_CASE("the schema of views knows every measure") {
  const std::string schema = ReadFile(kSchemas + "view.schema.json");
  for (const MeasureInfo& measure : Measures()) {
    CAPTURE(measure.key);
    const std::string key = fmt::format("\"{}\": {{", measure.key);
    // In what a row has itself and in its total.
    const size_t first = schema.find(key);
    REQUIRE(first != std::string::npos);
    CHECK(schema.find(key, first + 1) != std::string::npos);
  }
}

TEST_CASE("SARIF keeps the rules of SARIF") {
  const TempDir folder;
  const std::string hostile = HostileDump(folder);
  CHECK(ObjectionTo(OutputOf(With(kRuns, "--output=sarif")), kSarif) == "");
  for (const std::string& dump : {Dump("mnist_mlp"), hostile}) {
    CHECK(ObjectionTo(OutputOf({"advise", dump, "--output=sarif"}), kSarif) ==
          "");
  }
  CHECK(ObjectionTo(OutputOf({"gate", "--baseline=" + Dump("gate/before_0"),
                              "--candidate=" + hostile, "--output=sarif"}),
                    kSarif) == "");
}

TEST_CASE("hostile names do no harm in CSV, Markdown, DOT and workflows") {
  const TempDir folder;
  const std::string dump = HostileDump(folder);
  const std::string csv = OutputOf({"scope", dump, "--output=csv"});
  CHECK(csv.find(",=1+1") == std::string::npos);
  CHECK(csv.find(",'=1+1,") != std::string::npos);
  CHECK(IsUtf8(csv));
  const std::string markdown = OutputOf({"op", dump, "--output=markdown"});
  CHECK(markdown.find("</script>") == std::string::npos);
  CHECK(markdown.find('\x1b') == std::string::npos);
  const std::string dot = OutputOf({"export", dump, "--quiet"});
  CHECK(dot.find('\x1b') == std::string::npos);
  CHECK(IsUtf8(dot));
  const std::string folded =
      OutputOf({"scope", dump, "--select=micros", "--output=folded"});
  // One of the names has a '/', so that it is two frames; ";;" is none.
  CHECK(folded.find(";;") == std::string::npos);
  CHECK(folded.find(":: 7") != std::string::npos);
  for (const std::string& line : SplitNonEmpty(folded, '\n')) {
    CAPTURE(line);
    CHECK(ParseInt64(line.substr(line.rfind(' ') + 1)));
  }
  const std::string github =
      OutputOf({"gate", "--baseline=" + Dump("gate/before_0"),
                "--candidate=" + dump, "--output=github"});
  for (const std::string& line : SplitNonEmpty(github, '\n')) {
    CHECK((line.starts_with("::warning ") || line.starts_with("::error ") ||
           line.starts_with("::notice ")));
  }
  const std::string junit =
      OutputOf({"gate", "--baseline=" + Dump("gate/before_0"),
                "--candidate=" + dump, "--output=junit"});
  CHECK(junit.find('\x1b') == std::string::npos);
  CHECK(IsUtf8(junit));
}

TEST_CASE("hostile names do no harm at a terminal, and are whole in a pipe") {
  class Screen final : public Writer {
   public:
    Status Write(std::string_view bytes) override {
      text += bytes;
      return {};
    }

    bool is_terminal() const override { return true; }

    std::string text;
  };

  const TempDir folder;
  const std::string dump = HostileDump(folder);
  setenv("NO_COLOR", "1", 1);
  for (const Args& args :
       {Args{"scope", dump, "--progress=never"}, Args{"steps", dump},
        Args{"advise", dump}, Args{"info", dump},
        Args{"scope", dump + "/\x1b]0;gone"}}) {
    CAPTURE(args[0]);
    Screen out;
    Screen err;
    (void)RunApp(args, out, err);
    CHECK_FALSE((out.text + err.text).empty());
    for (const std::string& text : {out.text, err.text}) {
      CHECK(text.find_first_of("\x1b\x01\x7f") == std::string::npos);
      CHECK(IsUtf8(text));
    }
  }
  unsetenv("NO_COLOR");
  Screen colored;
  StringWriter plain;
  (void)RunApp(Args{"scope", Dump("mnist_mlp")}, colored, plain);
  CHECK(colored.text.find("\x1b[1mnode name |") != std::string::npos);
  CHECK(plain.text().find('\x1b') == std::string::npos);
  const std::string piped = OutputOf({"scope", dump});
  CHECK(piped.find("\x1b[31mred") != std::string::npos);
  CHECK(piped.find("\xff\xfe"
                   "broken") != std::string::npos);
}

}  // namespace tfprof
