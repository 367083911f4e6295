// SPDX-License-Identifier: Apache-2.0
#include "render/page/html.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "base/base64_writer.h"
#include "base/gzip_writer.h"
#include "render/page/page_bundle.h"
#include "render/page/page_data.h"

namespace tfprof {

namespace {

constexpr std::string_view kHead =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, "
    "initial-scale=1\">\n"
    // Allows no requests and no other script, whatever names contain.
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
    "'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src "
    "data:\">\n"
    "<title>tfprof</title>\n"
    "<style>\n";

constexpr std::string_view kBody =
    "</style>\n"
    "</head>\n"
    "<body>\n"
    "<main id=\"page\"><noscript>This page needs "
    "JavaScript.</noscript></main>\n"
    "<script type=\"text/plain\" id=\"data\">";

constexpr std::string_view kMiddle = "</script>\n<script>\n";

constexpr std::string_view kEnd = "</script>\n</body>\n</html>\n";

// Up to this size browsers show the page without delay.
constexpr size_t kMostPageBytes = 8'000'000;

// The number of timelines, from the first on, with at most this many operations
// together; at least one.
size_t TimelinesWithin(const Report& report, size_t operations) {
  for (const Section& section : report.sections) {
    const auto* timelines = std::get_if<TracedSteps>(&section.block);
    if (timelines == nullptr) continue;
    size_t count = 0;
    for (; count < timelines->size(); ++count) {
      const size_t records = (*timelines)[count].trace.size();
      if (count > 0 && records > operations) break;
      operations -= std::min(operations, records);
    }
    return count;
  }
  return 0;
}

// The compressed data of the page.
Result<std::string> Written(const Report& report, const PageLimits& limits) {
  StringWriter text;
  Base64Writer base64(text);
  GzipWriter gzip(base64);
  TFPROF_RETURN_IF_ERROR(WritePageData(report, limits, gzip));
  TFPROF_RETURN_IF_ERROR(gzip.Close());
  TFPROF_RETURN_IF_ERROR(base64.Close());
  return text.text();
}

// The same within a limit of bytes. A larger report has more rows and samples
// summed up; extra timelines are included while they fit.
Result<std::string> PageData(const Report& report, size_t most_bytes) {
  constexpr size_t kFewestRows = 1'000;
  constexpr size_t kUsualOperations = 100'000;
  constexpr size_t kBytesOfOperation = 8;  // seldom more
  PageLimits limits;
  limits.timelines = TimelinesWithin(report, kUsualOperations);
  TFPROF_ASSIGN_OR_RETURN(std::string data, Written(report, limits));
  if (data.size() <= most_bytes) {
    const size_t usual = limits.timelines;
    const size_t room = (most_bytes - data.size()) / kBytesOfOperation;
    limits.timelines = TimelinesWithin(report, kUsualOperations + room);
    if (limits.timelines == usual) return data;
    TFPROF_ASSIGN_OR_RETURN(std::string more, Written(report, limits));
    return more.size() <= most_bytes ? more : data;
  }
  while (data.size() > most_bytes && limits.tree_rows > kFewestRows) {
    limits = limits.Less();
    TFPROF_ASSIGN_OR_RETURN(data, Written(report, limits));
  }
  return data;
}

}  // namespace

Status RenderHtml(const Report& report, Diagnostics&, Writer& writer) {
  const size_t frame = kHead.size() + PageStyle().size() + kBody.size() +
                       PageScript().size() + kMiddle.size() + kEnd.size();
  TFPROF_ASSIGN_OR_RETURN(const std::string data,
                          PageData(report, kMostPageBytes - frame));
  TFPROF_RETURN_IF_ERROR(writer.Write(kHead));
  TFPROF_RETURN_IF_ERROR(writer.Write(PageStyle()));
  TFPROF_RETURN_IF_ERROR(writer.Write(kBody));
  TFPROF_RETURN_IF_ERROR(writer.Write(data));
  TFPROF_RETURN_IF_ERROR(writer.Write(kMiddle));
  TFPROF_RETURN_IF_ERROR(writer.Write(PageScript()));
  return writer.Write(kEnd);
}

}  // namespace tfprof
