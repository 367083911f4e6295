// SPDX-License-Identifier: Apache-2.0
#include "render/ci.h"

#include <string>

#include "report/verdict.h"
#include "support/catch.h"

namespace tfprof {

namespace {

std::string JunitOf(const std::string& message) {
  Verdict verdict;
  verdict.tool = "gate";
  verdict.checks.push_back(
      {"rule", "", Verdict::Status::kRegression, message, "", 0});
  Report report;
  report.sections.push_back({"", {}, std::move(verdict)});
  Diagnostics diagnostics;
  StringWriter out;
  REQUIRE(RenderJunit(report, diagnostics, out).has_value());
  return out.text();
}

}  // namespace

TEST_CASE("what XML cannot hold is written as words that it can") {
  const std::string xml =
      JunitOf("<a&\"b> \x01\x7f \uFFFD\uFFFE\uFFFF \xff \uFFFA");
  CHECK(xml.find("&lt;a&amp;&quot;b&gt; \\x01\\x7f \uFFFD\\ufffe\\uffff "
                 "\uFFFD \uFFFA") != std::string::npos);
  CHECK(xml.find("\uFFFE") == std::string::npos);
  CHECK(xml.find("\uFFFF") == std::string::npos);
}

}  // namespace tfprof
