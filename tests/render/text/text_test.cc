// SPDX-License-Identifier: Apache-2.0
#include "render/text/text.h"

#include <string>

#include "support/catch.h"
#include "support/rendered.h"

namespace tfprof {

namespace {

Status RenderWhole(const Report& report, Diagnostics& diagnostics,
                   Writer& writer) {
  return RenderText(report, {.width = 0}, diagnostics, writer);
}

}  // namespace

TEST_CASE("sections have headings and notes, and a line between") {
  Report report;
  report.sections.push_back({"one", {"note"}, {}});
  report.sections.push_back({"two", {}, Table{{{"a"}}, {{std::string("x")}}}});
  report.remarks = {"last"};
  CHECK(Rendered(RenderWhole, report) == "one\nnote\n\ntwo\na\nx\nlast\n");
}

TEST_CASE("a checker without anything to say is named all the same") {
  Advice advice;
  advice.entries = {{"A", {{"first"}, {"second"}}}, {"B", {}}};
  CHECK(RenderedBlock(RenderWhole, advice) == "\nA:\nfirst\nsecond\n\nB:\n");
}

TEST_CASE("long reports are handed on in pieces") {
  struct Counting : StringWriter {
    Status Write(std::string_view bytes) override {
      ++writes;
      return StringWriter::Write(bytes);
    }

    size_t writes = 0;
  } out;

  Report report;
  Table table{{{"name"}}, {}};
  for (int i = 0; i < 3000; ++i) table.AddRow({std::string(100, 'x')});
  report.sections.push_back({"", {}, std::move(table)});
  Diagnostics diagnostics;
  REQUIRE(RenderWhole(report, diagnostics, out));
  // 303 kB in pieces of 64 KiB.
  CHECK(out.writes == 5);
  CHECK(out.text().size() == 3000 * 101 + 5);
}

}  // namespace tfprof
