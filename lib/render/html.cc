// SPDX-License-Identifier: Apache-2.0
#include "render/html.h"

#include "base/base64_writer.h"
#include "base/gzip_writer.h"
#include "render/page_bundle.h"
#include "render/page_data.h"

namespace tfprof {

namespace {

constexpr std::string_view kHead =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, "
    "initial-scale=1\">\n"
    // Whatever a name holds, nothing is fetched and nothing foreign runs.
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

}  // namespace

Status RenderHtml(const Report& report, Diagnostics&, Writer& writer) {
  TFPROF_RETURN_IF_ERROR(writer.Write(kHead));
  TFPROF_RETURN_IF_ERROR(writer.Write(PageStyle()));
  TFPROF_RETURN_IF_ERROR(writer.Write(kBody));
  Base64Writer base64(writer);
  GzipWriter gzip(base64);
  TFPROF_RETURN_IF_ERROR(WritePageData(report, {}, gzip));
  TFPROF_RETURN_IF_ERROR(gzip.Close());
  TFPROF_RETURN_IF_ERROR(base64.Close());
  TFPROF_RETURN_IF_ERROR(writer.Write("</script>\n<script>\n"));
  TFPROF_RETURN_IF_ERROR(writer.Write(PageScript()));
  return writer.Write("</script>\n</body>\n</html>\n");
}

}  // namespace tfprof
