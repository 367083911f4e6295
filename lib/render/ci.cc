// SPDX-License-Identifier: Apache-2.0
#include "render/ci.h"

#include <map>

#include <fmt/format.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "base/strings.h"

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

std::string WordsOfRest(const ShortChecks& shown) {
  std::string words;
  for (const auto& [rule, count] : shown.left_out) {
    words += fmt::format("; and {} more of {}, see --output=json", count, rule);
  }
  return words;
}

class SarifWriter {
 public:
  std::string Write(const Verdict& whole) {
    Verdict verdict = whole;
    verdict.checks = ShortenChecks(whole).checks;
    json_.StartObject();
    Text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    Text("version", "2.1.0");
    Key("runs");
    json_.StartArray();
    json_.StartObject();
    WriteTool(verdict);
    Key("results");
    json_.StartArray();
    for (const Check& check : verdict.checks) {
      if (IsFailure(check.status) || IsUndecided(check.status)) {
        WriteResult(check);
      }
    }
    json_.EndArray();
    json_.EndObject();
    json_.EndArray();
    json_.EndObject();
    return std::string(buffer_.GetString(), buffer_.GetSize()) + '\n';
  }

 private:
  void Key(std::string_view key) {
    json_.Key(key.data(), static_cast<unsigned>(key.size()));
  }

  void Text(std::string_view key, std::string_view text) {
    const std::string valid = ValidUtf8(text);
    Key(key);
    json_.String(valid.data(), static_cast<unsigned>(valid.size()));
  }

  void Message(std::string_view key, std::string_view text) {
    Key(key);
    json_.StartObject();
    Text("text", text);
    json_.EndObject();
  }

  void WriteTool(const Verdict& verdict);
  void WriteResult(const Check& check);
  void WriteLocation(const Check& check);

  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> json_{buffer_};
  std::map<std::string, int> rules_;
};

void SarifWriter::WriteTool(const Verdict& verdict) {
  Key("tool");
  json_.StartObject();
  Key("driver");
  json_.StartObject();
  Text("name", "tfprof");
  Key("rules");
  json_.StartArray();
  for (const Check& check : verdict.checks) {
    const auto [rule, is_new] =
        rules_.try_emplace(check.rule, static_cast<int>(rules_.size()));
    if (!is_new) continue;
    json_.StartObject();
    Text("id", check.rule);
    Message("shortDescription",
            fmt::format("tfprof {}: {}", verdict.tool, check.rule));
    json_.EndObject();
  }
  json_.EndArray();
  json_.EndObject();
  json_.EndObject();
}

void SarifWriter::WriteResult(const Check& check) {
  json_.StartObject();
  Text("ruleId", check.rule);
  Key("ruleIndex");
  json_.Int(rules_.at(check.rule));
  Text("level", IsFailure(check.status) ? "error" : "warning");
  Message("message", check.message);
  if (check.line > 0) WriteLocation(check);
  json_.EndObject();
}

// A path as a URI: what is not plain is written as %XX.
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
  json_.StartArray();
  json_.StartObject();
  Key("physicalLocation");
  json_.StartObject();
  Key("artifactLocation");
  json_.StartObject();
  Text("uri", UriOf(check.file));
  json_.EndObject();
  Key("region");
  json_.StartObject();
  Key("startLine");
  json_.Int64(check.line);
  json_.EndObject();
  json_.EndObject();
  json_.EndObject();
  json_.EndArray();
}

}  // namespace

// XML has no control characters but these, however they are written, and
// neither U+FFFE nor U+FFFF.
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
      out +=
          fmt::format(" file=\"{}\" line=\"{}\"", MarkupEscaped(check.file), check.line);
    }
    const bool is_failure = IsFailure(check.status);
    if (!is_failure && !IsUndecided(check.status)) {
      out += fmt::format(">\n      <system-out>{}</system-out>\n",
                         MarkupEscaped(check.message));
    } else {
      out +=
          fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{2}</{0}>\n",
                      is_failure ? "failure" : "error", WordsOf(check.status),
                      MarkupEscaped(check.message));
    }
    out += "    </testcase>\n";
  }
  out += "  </testsuite>\n</testsuites>\n";
  return writer.Write(out);
}

Status RenderSarif(const Report& report, Diagnostics&, Writer& writer) {
  return writer.Write(SarifWriter().Write(VerdictIn(report)));
}

Status RenderGithub(const Report& report, Diagnostics&, Writer& writer) {
  const Verdict verdict = VerdictIn(report);
  const ShortChecks shown = ShortenChecks(verdict);
  std::string out;
  for (const Check& check : shown.checks) {
    if (!IsFailure(check.status) && !IsUndecided(check.status)) continue;
    std::string properties;
    if (check.line > 0) {
      properties = fmt::format("file={},line={},",
                               WorkflowEscaped(check.file, "%:,"), check.line);
    }
    out += fmt::format(
        "::{} {}title={}::{}\n",
        IsFailure(check.status) ? "error" : "warning", properties,
        WorkflowEscaped(
            fmt::format("tfprof {}: {}", verdict.tool, CaseName(check)), "%:,"),
        WorkflowEscaped(check.message, "%"));
  }
  out += fmt::format(
      "::notice title=tfprof {}::{}\n", verdict.tool,
      WorkflowEscaped(
          fmt::format("{}: {}{}", WordsOf(verdict.status), verdict.reason,
                      WordsOfRest(shown)),
          "%"));
  return writer.Write(out);
}

}  // namespace tfprof
