// SPDX-License-Identifier: Apache-2.0
#include "render/page/html.h"

#include <algorithm>

#include "support/catch.h"

namespace tfprof {

namespace {

std::string PageOf(const std::string& text) {
  Report report;
  report.sections.push_back({text, {text}, Table{{{text}}, {{text}}}});
  Diagnostics diagnostics;
  StringWriter out;
  REQUIRE(RenderHtml(report, diagnostics, out));
  return out.text();
}

size_t Count(const std::string& text, std::string_view part) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) {
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("a page is one file that asks for nothing") {
  const std::string page = PageOf("plain");
  CHECK(page.starts_with("<!doctype html>\n"));
  CHECK(page.ends_with("</html>\n"));
  CHECK(page.find("default-src 'none'") != std::string::npos);
  for (const char* asks : {" src=", "<link", "@import"}) {
    INFO(asks);
    CHECK(page.find(asks) == std::string::npos);
  }
}

TEST_CASE("a page has no control characters, which HTML does not allow") {
  const std::string page = PageOf("\x01");
  CHECK(std::all_of(page.begin(), page.end(), [](unsigned char c) {
    return c == '\n' || c == '\t' || (c >= ' ' && c != 0x7F);
  }));
}

TEST_CASE("nothing of a dump is markup") {
  const std::string hostile = "</script><script>window.hacked = 1</script>";
  const std::string page = PageOf(hostile);
  CHECK(page.find("hacked") == std::string::npos);
  CHECK(Count(page, "</script>") == Count(PageOf("plain"), "</script>"));
}

}  // namespace tfprof
