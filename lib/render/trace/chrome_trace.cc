// SPDX-License-Identifier: Apache-2.0
#include "render/trace/chrome_trace.h"

#include "base/numbers.h"
#include "render/text/text.h"
#include "render/trace/step_trace.h"

namespace tfprof {

namespace {

// Chrome's viewer is too slow for larger files.
constexpr uint64_t kLargeTrace = uint64_t{200} << 20;

// Forwards bytes and counts them.
class CountingWriter : public Writer {
 public:
  explicit CountingWriter(Writer& out) : out_(out) {}

  Status Write(std::string_view bytes) override {
    count_ += bytes.size();
    return out_.Write(bytes);
  }

  uint64_t count() const { return count_; }

 private:
  Writer& out_;
  uint64_t count_ = 0;
};

// Writes a timeline's events. tfprof: keys are sorted bytewise.
class TraceWriter {
 public:
  TraceWriter(const ViewTimeline& timeline, Writer& writer)
      : timeline_(timeline), out_(writer) {}

  Status Write() {
    out_.text() += R"({"traceEvents":[)";
    TFPROF_RETURN_IF_ERROR(WriteSpans());
    TFPROF_RETURN_IF_ERROR(WriteFlows());
    TFPROF_RETURN_IF_ERROR(WriteMemory());
    out_.text() += "]}\n";
    return out_.Flush();
  }

 private:
  // Starts an event with its first key.
  void Begin(std::string_view text) {
    if (!is_first_) out_.text() += ',';
    is_first_ = false;
    out_.text() += text;
  }

  void AppendText(std::string_view key, std::string_view text) {
    out_.text() += key;
    AppendJsonString(out_.text(), text);
  }

  void AppendNumber(std::string_view key, int64_t number) {
    out_.text() += key;
    AppendInt(out_.text(), number);
  }

  Status WriteSpans();
  Status WriteFlows();
  Status WriteMemory();
  void AppendProcess(size_t process);
  void AppendFlow(const ViewTimeline::Flow& flow, size_t id);
  void AppendHolders(size_t sample);

  const ViewTimeline& timeline_;
  TextOutput out_;
  std::string name_;  // of a span
  bool is_first_ = true;
};

void TraceWriter::AppendProcess(size_t process) {
  Begin(R"({"args":{)");
  AppendText(R"("name":)", timeline_.processes[process].title);
  AppendNumber(R"(},"name":"process_name","ph":"M","pid":)",
               static_cast<int64_t>(process));
  out_.text() += '}';
}

Status TraceWriter::WriteSpans() {
  const auto& processes = timeline_.processes;
  size_t process = 0;
  for (size_t i = 0; i <= timeline_.spans.size(); ++i) {
    for (; process < processes.size() && processes[process].first_span <= i;
         ++process) {
      AppendProcess(process);
    }
    if (i == timeline_.spans.size()) break;
    const ViewTimeline::Span& span = timeline_.spans[i];
    Begin(R"({"args":{)");
    const std::string_view name = timeline_.NameOf(span).In(name_);
    AppendText(R"("name":)", name);
    if (!timeline_.is_recorded) AppendText(R"(,"op":)", name);
    AppendNumber(R"(},"cat":"Op","dur":)", span.duration);
    AppendText(R"(,"name":)", name);
    AppendNumber(R"(,"ph":"X","pid":)", span.process);
    AppendNumber(R"(,"tid":)", span.lane);
    AppendNumber(R"(,"ts":)", span.start);
    out_.text() += '}';
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

// tfprof: arrows end with phase "t" (step) instead of "f" (finish).
void TraceWriter::AppendFlow(const ViewTimeline::Flow& flow, size_t id) {
  const ViewTimeline::Span& from = timeline_.spans[flow.from];
  const auto append_end = [&](const char* phase, const ViewTimeline::Span& at,
                              int64_t time) {
    AppendNumber(R"({"cat":"DataFlow","id":)", static_cast<int64_t>(id));
    AppendText(R"(,"name":)", timeline_.NameOf(from).str() + "_flow");
    AppendText(R"(,"ph":)", phase);
    AppendNumber(R"(,"pid":)", at.process);
    AppendNumber(R"(,"tid":)", at.lane);
    AppendNumber(R"(,"ts":)", time);
    out_.text() += '}';
  };
  const ViewTimeline::Span& to = timeline_.spans[flow.to];
  Begin("");
  append_end("s", from, WrapAdd(from.start, from.duration));
  Begin("");
  append_end("t", to, to.start);
}

Status TraceWriter::WriteFlows() {
  for (size_t i = 0; i < timeline_.flows.size(); ++i) {
    AppendFlow(timeline_.flows[i], i + 1);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

void TraceWriter::AppendHolders(size_t sample) {
  const auto megabytes = [](int64_t bytes) {
    return static_cast<double>(bytes) / 1e6;
  };
  std::string& text = out_.text();
  text += fmt::format(R"("Not Displayed":"{:.2f} MB")",
                      megabytes(timeline_.memory[sample].not_listed_bytes));
  const auto holders = timeline_.holders[sample];
  // tfprof: a missing first holder is left out, other missing ones are "N/A".
  for (size_t i = holders.empty() ? 1 : 0; i < 10; ++i) {
    text += fmt::format(R"(,"Top Allocation {:02}":)", i);
    AppendJsonString(
        text, i < holders.size()
                  ? fmt::format("{:g} MB from {}", megabytes(holders[i].bytes),
                                holders[i].name)
                  : "N/A");
  }
}

Status TraceWriter::WriteMemory() {
  for (size_t i = 0; i < timeline_.memory.size(); ++i) {
    const ViewTimeline::MemorySample& sample = timeline_.memory[i];
    Begin(R"({"args":{)");
    AppendNumber(R"("Allocator Bytes in Use":)", sample.bytes_in_use);
    AppendNumber(R"(},"cat":"Memory","name":"Allocated Bytes","ph":"C","pid":)",
                 sample.process);
    AppendNumber(R"(,"tid":0,"ts":)", sample.at);
    out_.text() += '}';
    Begin(R"({"args":{)");
    AppendHolders(i);
    AppendNumber(R"(},"cat":"Memory","name":"Top Allocations","ph":"C","pid":)",
                 int64_t{sample.process} + 1);
    AppendNumber(R"(,"tid":0,"ts":)", sample.at);
    out_.text() += '}';
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

// Removes the first character from `text` and returns it.
uint32_t TakeCodePoint(std::string_view& text) {
  constexpr uint32_t kReplacement = 0xfffd;

  struct Form {
    uint32_t lead_end;  // one past the largest first byte
    size_t size;
    uint32_t lead_bits;
    uint32_t least;
  };

  constexpr Form kForms[] = {{0x80, 1, 0x7f, 0},
                             {0xe0, 2, 0x1f, 0x80},
                             {0xf0, 3, 0x0f, 0x800},
                             {0xf8, 4, 0x07, 0x10000}};
  const uint32_t lead = static_cast<unsigned char>(text[0]);
  for (const Form& form : kForms) {
    if (lead >= form.lead_end) continue;
    if (text.size() < form.size) break;
    uint32_t point = lead & form.lead_bits;
    for (size_t i = 1; i < form.size; ++i) {
      point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
    }
    text.remove_prefix(form.size);
    const bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
    return point < form.least || is_surrogate ? kReplacement : point;
  }
  text.remove_prefix(1);
  return kReplacement;
}

void AppendCodePoint(std::string& out, uint32_t point) {
  if (point < 0x10000) {
    out += fmt::format("\\u{:04x}", point);
    return;
  }
  const uint32_t above = point - 0x10000;
  out += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (above >> 10 & 0x3ff),
                     0xdc00 + (above & 0x3ff));
}

}  // namespace

Status CheckTimeline(const View& view, const Selection&) {
  if (view.timeline != TimelineStyle::kNone) return {};
  return Fail(ErrorCode::kUnsupported,
              "{} view doesn't support timeline yet. Consider "
              "graph/scope/code view.",
              view.name);
}

Status RenderChromeTrace(const Report& report, Diagnostics& diagnostics,
                         Writer& writer) {
  const Section& section = report.sections.at(0);
  if (const auto* steps =
          std::get_if<TracedSteps>(&section.block)) {
    return WriteStepTrace(*steps, writer);
  }
  CountingWriter counting(writer);
  const auto& timeline = std::get<ViewTimeline>(section.block);
  TFPROF_RETURN_IF_ERROR(TraceWriter(timeline, counting).Write());
  if (counting.count() > kLargeTrace) {
    diagnostics.Warn(
        "large traces",
        "Trace file is over 200MB. Chrome might not be able to display it. "
        "Consider to use filters (e.g. -min_micros > 1000 or -op_type "
        ".*gpu:0.* to reduce the size.");
  }
  return {};
}

std::string AnnounceTimeline(const Report& report, std::string_view file) {
  static const ViewTimeline kNone;
  const auto* const found =
      std::get_if<ViewTimeline>(&report.sections.at(0).block);
  const ViewTimeline& timeline = found == nullptr ? kNone : *found;
  std::string text;
  if (timeline.is_recorded) text += "generating trace file.\n";
  for (const ViewTimeline::Peak& peak : timeline.peaks) {
    text += fmt::format("{} peak memory: {:.2f} MB\n", peak.device,
                        static_cast<double>(peak.bytes) / 1e6);
  }
  const std::string line = '\n' + std::string(54, '*') + '\n';
  text += line;
  text += fmt::format(
      "Timeline file is written to {}.\nOpen a Chrome browser, enter URL "
      "chrome://tracing and load the timeline file.",
      file);
  return text + line;
}

void AppendJsonString(std::string& out, std::string_view text) {
  constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  out += '"';
  while (!text.empty()) {
    const auto lead = static_cast<unsigned char>(text[0]);
    if (const size_t at = kEscaped.find(text[0]);
        at != std::string_view::npos) {
      out += '\\';
      out += kLetters[at];
      text.remove_prefix(1);
    } else if (lead >= 0x20 && lead < 0x80) {
      out += text[0];
      text.remove_prefix(1);
    } else {
      AppendCodePoint(out, TakeCodePoint(text));
    }
  }
  out += '"';
}

}  // namespace tfprof
