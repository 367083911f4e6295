// SPDX-License-Identifier: Apache-2.0
#include "render/ci.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/strings.h"
#include "render/flat/json_out.h"

namespace tfprof {

namespace {

using Check = Verdict::Check;

Verdict VerdictIn(const Report& report) {
  const auto& block = report.sections.front().block;
  if (const auto* advice = std::get_if<Advice>(&block)) {
    return VerdictOf(*advice);
  }
  return std::get<Verdict>(block);
}

std::string CaseName(const Check& check) {
  return check.subject.empty()
             ? check.rule
             : fmt::format("{}: {}", check.rule, check.subject);
}

// GitHub shows ten annotations of a step.
constexpr size_t kMostAnnotations = 10;

bool IsBad(const Check& check) {
  return IsFailure(check.status) || IsUndecided(check.status);
}

// The message, which says of the line of a gradient that it is one.
std::string MessageOf(const Check& check) {
  return check.message + (check.is_gradient ? " (gradient)" : "");
}

class SarifWriter : JsonOut {
 public:
  using JsonOut::JsonOut;

  Status Write(const Verdict& whole) {
    Verdict verdict = whole;
    verdict.checks = ShortenChecks(whole).checks;
    StartObject();
    Text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    Text("version", "2.1.0");
    Key("runs");
    StartArray();
    StartObject();
    WriteTool(verdict);
    Key("results");
    StartArray();
    for (const Check& check : verdict.checks) {
      if (IsBad(check) && check.line > 0) WriteResult(check);
    }
    EndArray();
    WriteInvocation(verdict);
    EndObject();
    EndArray();
    EndObject();
    EndValue();
    return Flush();
  }

 private:
  void Message(std::string_view key, std::string_view text) {
    Key(key);
    StartObject();
    Text("text", text);
    EndObject();
  }

  void WriteTool(const Verdict& verdict);
  void WriteResult(const Check& check);
  void WriteLocation(const Check& check);
  void WriteInvocation(const Verdict& verdict);

  std::map<std::string, int> rules_;
};

void SarifWriter::WriteTool(const Verdict& verdict) {
  Key("tool");
  StartObject();
  Key("driver");
  StartObject();
  Text("name", "tfprof");
  Key("rules");
  StartArray();
  for (const Check& check : verdict.checks) {
    const auto [rule, is_new] =
        rules_.try_emplace(check.rule, static_cast<int>(rules_.size()));
    if (!is_new) continue;
    StartObject();
    Text("id", check.rule);
    const std::string what =
        fmt::format("tfprof {}: {}", verdict.tool, check.rule);
    Message("shortDescription", what);
    Message("fullDescription", what);
    // GitHub refuses rules without help.
    Message("help", fmt::format("tfprof help {}", verdict.tool));
    EndObject();
  }
  EndArray();
  EndObject();
  EndObject();
}

void SarifWriter::WriteResult(const Check& check) {
  StartObject();
  Text("ruleId", check.rule);
  Key("ruleIndex");
  Int64(rules_.at(check.rule));
  Text("level", IsFailure(check.status) ? "error" : "warning");
  Message("message", MessageOf(check));
  WriteLocation(check);
  EndObject();
}

// GitHub refuses a result without a place in the code: such checks are
// notifications of the run.
void SarifWriter::WriteInvocation(const Verdict& verdict) {
  Key("invocations");
  StartArray();
  StartObject();
  Key("executionSuccessful");
  Bool(verdict.status != Verdict::Status::kError);
  Key("toolExecutionNotifications");
  StartArray();
  for (const Check& check : verdict.checks) {
    if (!IsBad(check) || check.line > 0) continue;
    StartObject();
    Text("level", IsFailure(check.status) ? "error" : "warning");
    Key("descriptor");
    StartObject();
    Text("id", check.rule);
    EndObject();
    Message("message", check.message);
    EndObject();
  }
  EndArray();
  EndObject();
  EndArray();
}

// A path as a URI; special characters are written as %XX.
std::string UriOf(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
        (c >= '0' && c <= '9') ||
        std::string_view("/-._~").find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c)
                    : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri.starts_with('/') ? "file://" + uri : uri;
}

void SarifWriter::WriteLocation(const Check& check) {
  Key("locations");
  StartArray();
  StartObject();
  Key("physicalLocation");
  StartObject();
  Key("artifactLocation");
  StartObject();
  Text("uri", UriOf(check.file));
  EndObject();
  Key("region");
  StartObject();
  Key("startLine");
  Int64(check.line);
  EndObject();
  EndObject();
  EndObject();
  EndArray();
}

}  // namespace

// Other control characters, U+FFFE and U+FFFF are not allowed in XML, not even
// escaped.
std::string MarkupEscaped(std::string_view text) {
  std::string out;
  const std::string valid = ValidUtf8(text);
  for (size_t i = 0; i < valid.size(); ++i) {
    const char c = valid[i];
    const std::string_view three = std::string_view(valid).substr(i, 3);
    if (three == "\uFFFE" || three == "\uFFFF") {
      out += three == "\uFFFE" ? "\\ufffe" : "\\uffff";
      i += 2;
      continue;
    }
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default:
        if (static_cast<unsigned char>(c) < ' ' || c == 127) {
          out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
          out += c;
        }
    }
  }
  return out;
}

std::string WorkflowEscaped(std::string_view text, std::string_view specials) {
  std::string out;
  for (const char c : ValidUtf8(text)) {
    const bool is_control = static_cast<unsigned char>(c) < ' ';
    if (is_control || specials.find(c) != std::string_view::npos) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

Status RenderJunit(const Report& report, Diagnostics&, Writer& writer) {
  Verdict verdict = VerdictIn(report);
  verdict.checks = ShortenChecks(verdict).checks;
  size_t failures = 0, errors = 0;
  for (const Check& check : verdict.checks) {
    failures += IsFailure(check.status) ? 1 : 0;
    errors += IsUndecided(check.status) ? 1 : 0;
  }
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"tfprof {}\" tests=\"{}\" failures=\"{}\" "
      "errors=\"{}\" skipped=\"0\" time=\"0\">\n",
      verdict.tool, verdict.checks.size(), failures, errors);
  for (const Check& check : verdict.checks) {
    out += fmt::format(
        "    <testcase classname=\"tfprof.{}\" name=\"{}\" time=\"0\"",
        verdict.tool, MarkupEscaped(CaseName(check)));
    if (check.line > 0) {
      out += fmt::format(" file=\"{}\" line=\"{}\"", MarkupEscaped(check.file),
                         check.line);
    }
    const bool is_failure = IsFailure(check.status);
    if (!is_failure && !IsUndecided(check.status)) {
      out += fmt::format(">\n      <system-out>{}</system-out>\n",
                         MarkupEscaped(MessageOf(check)));
    } else {
      out +=
          fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{2}</{0}>\n",
                      is_failure ? "failure" : "error", WordsOf(check.status),
                      MarkupEscaped(MessageOf(check)));
    }
    out += "    </testcase>\n";
  }
  out += "  </testsuite>\n</testsuites>\n";
  return writer.Write(out);
}

Status RenderSarif(const Report& report, Diagnostics&, Writer& writer) {
  return SarifWriter(writer).Write(VerdictIn(report));
}

Status RenderGithub(const Report& report, Diagnostics&, Writer& writer) {
  const Verdict verdict = VerdictIn(report);
  const auto level = [](Verdict::Status status) {
    return IsFailure(status)     ? "error"
           : IsUndecided(status) ? "warning"
                                 : "notice";
  };
  const auto place = [](const Check& check) {
    return check.line > 0
               ? fmt::format("file={},line={},",
                             WorkflowEscaped(check.file, "%:,"), check.line)
               : std::string();
  };
  // The verdict comes first, at the place of the check that decided it.
  const auto bad = std::ranges::find_if(
      verdict.checks, [&](const Check& check) {
        return IsBad(check) && verdict.reason.starts_with(check.message);
      });
  const bool is_known = bad != verdict.checks.end();
  std::string out = fmt::format(
      "::{} {}title=tfprof {}::{}\n", level(verdict.status),
      is_known ? place(*bad) : "", verdict.tool,
      WorkflowEscaped(
          fmt::format("{}: {}", WordsOf(verdict.status), verdict.reason), "%"));
  size_t shown = 1;
  size_t left_out = 0;
  for (const Check& check : verdict.checks) {
    if (!IsBad(check) || (is_known && &check == &*bad)) continue;
    if (shown == kMostAnnotations) {
      ++left_out;
      continue;
    }
    ++shown;
    out += fmt::format(
        "::{} {}title={}::{}\n", level(check.status), place(check),
        WorkflowEscaped(
            fmt::format("tfprof {}: {}", verdict.tool, CaseName(check)), "%:,"),
        WorkflowEscaped(MessageOf(check), "%"));
  }
  if (left_out > 0) {
    out += fmt::format("and {} more, see --output=json\n", left_out);
  }
  return writer.Write(out);
}

}  // namespace tfprof
