// SPDX-License-Identifier: Apache-2.0
#include "render/text/dump_summary_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "render/text/cut.h"
#include "render/text/scale.h"

namespace tfprof {

namespace {

using enum Unit;

constexpr size_t kWidth = 100;
constexpr size_t kMostParts = 10;
constexpr size_t kMostAllocators = 3;
constexpr size_t kMostScopes = 3;
constexpr size_t kMostScope = 30;  // characters of a scope's name
constexpr size_t kLeastScope = 15;
constexpr size_t kMostFindings = 5;
constexpr size_t kMostStepNames = 6;
constexpr double kLongWait = 0.05;  // of the step
constexpr size_t kEvidenceWidth = 40;
constexpr size_t kPartMargin = 25;  // space to the left of the name of a part
constexpr size_t kLeastCodeWidth = 30;  // if there are such lines

std::string TimeText(int64_t nanos) {
  return ScaledText(static_cast<double>(nanos), kNanos);
}

// File name, line and function: "train.py:41 lstm". The word "(gradient)" is
// dropped: names of operations show it.
std::string LineText(const DumpSummary::Part& part) {
  std::string_view line = AfterLastSlash(part.code.view());
  constexpr std::string_view kGradient = " (gradient)";
  if (line.ends_with(kGradient)) line.remove_suffix(kGradient.size());
  std::string text = Printable(line);
  // "<module>" and "<lambda>" do not help the reader.
  const std::string_view function = part.function.view();
  if (!function.empty() && function.front() != '<') {
    text += ' ' + Printable(function);
  }
  return text;
}

// The same within `width`: drops the function first, then cuts the path.
std::string LineTextIn(size_t width, const DumpSummary::Part& part) {
  const std::string text = LineText(part);
  if (TextWidth(text) <= width) return text;
  return CutInFront(text.substr(0, text.find(' ')), width);
}

// "input/augment, PyFunc 3 times: input pipeline"
std::string WhatText(const DumpSummary::Part& part) {
  std::string what = Printable(part.name.view());
  const std::string_view type = part.type.view();
  if (!type.empty()) what += ", " + Printable(type);
  if (part.times > 1) what += fmt::format(" {} times", part.times);
  if (part.brings_input) what += ": input pipeline";
  return what;
}

std::string ShareText(double share) { return ScaledText(share, kShare); }

// "1.20 GFLOP", "31 FLOP"
std::string OpsText(double count, std::string_view unit) {
  const std::string text = ScaledText(count, kCount);
  return (text.find(' ') == std::string::npos ? text + ' ' : text) +
         std::string(unit);
}

// The words of a text; a percent sign stays with its number.
std::vector<std::string> WordsOf(const std::string& text) {
  std::vector<std::string> words;
  for (std::string& word : SplitNonEmpty(text, ' ')) {
    if (word.starts_with('%') && !words.empty()) {
      words.back() += " " + word;
    } else {
      words.push_back(std::move(word));
    }
  }
  return words;
}

// "gpu:0"
std::string ShortDevice(std::string_view device) {
  std::string name = Printable(device);
  constexpr std::string_view kPrefix = "/device:";
  if (name.starts_with(kPrefix)) name.erase(0, kPrefix.size());
  return name;
}

// "gpu:0 busy 93.1 %, waiting 0 %, idle 6.9 %". Nobody knows whether a
// recording without steps idled or had nothing to do.
std::string DeviceText(const DumpSummary::Device& device, bool is_recording) {
  const auto share = [&](double ps) { return ShareText(device.Share(ps)); };
  std::string text = fmt::format("{} busy {}", ShortDevice(device.name),
                                 share(device.busy_ps));
  if (device.waiting_ps > 0) {
    text += fmt::format(", waiting {}", share(device.waiting_ps));
  }
  if (!is_recording) text += fmt::format(", idle {}", share(device.idle_ps));
  return text;
}

class ScreenText {
 public:
  ScreenText(const DumpSummary& summary, std::string& out)
      : summary_(summary), out_(out) {}

  void Append() {
    Paragraph(Printable(summary_.title + " " + summary_.about));
    AppendStep();
    AppendDevices();
    AppendAccounts();
    AppendStepNames();
    AppendMemory();
    AppendWork();
    AppendPath();
    AppendTop();
    AppendFindings();
    AppendNext();
  }

 private:
  void AppendStep();
  void AppendDevices();
  void AppendAccounts();
  void AppendStepNames();
  void AppendMemory();
  void AppendWork();
  void AppendPath();
  void AppendTop();
  void AppendFindings();
  void AppendNext();
  void PartLine(double share, int64_t nanos, const std::string& what,
                const std::string& code = {}, size_t code_width = 0);

  void Line(const std::string& text) {
    out_ += CutInTheMiddle(text, kWidth) + '\n';
  }

  // Appends a text, wrapped, after `begin`; further lines are indented.
  void Paragraph(const std::string& text, std::string_view begin = {}) {
    std::string line(begin);
    bool is_empty = true;
    for (const std::string& word : WordsOf(text)) {
      if (!is_empty && TextWidth(line) + 1 + TextWidth(word) > kWidth) {
        Line(line);
        line = std::string(begin.size(), ' ');
      } else if (!is_empty) {
        line += ' ';
      }
      is_empty = false;
      line += word;
    }
    if (!is_empty) Line(line);
  }

  const DumpSummary& summary_;
  std::string& out_;
};

void ScreenText::AppendStep() {
  if (!summary_.step) return;
  const DumpSummary::Lengths& step = *summary_.step;
  std::string line =
      fmt::format("{:<8}{:>9}", step.is_recording ? "recording" : "step",
                  TimeText(step.median_ns));
  if (step.is_recording) line.insert(9, " ");
  if (step.least_ns < step.most_ns) {
    line += fmt::format("   ({} to {})", TimeText(step.least_ns),
                        TimeText(step.most_ns));
  }
  if (summary_.devices.size() == 1) {
    line += "   " + DeviceText(summary_.devices[0], step.is_recording);
  } else if (summary_.devices.empty() && step.busy_share) {
    line += fmt::format("   busy {}, idle {}", ShareText(*step.busy_share),
                        ShareText(1 - *step.busy_share));
  }
  if (summary_.devices.empty() && step.parallelism) {
    line += fmt::format(", {:.1f} operations at a time", *step.parallelism);
  }
  out_ += '\n';
  Line(line);
}

void ScreenText::AppendDevices() {
  if (!summary_.step || summary_.devices.size() < 2) return;
  for (const auto& [row, words] : ShownDevices(summary_.devices)) {
    Line(fmt::format(
        "{:<20}{}{}{}", "", words, words.empty() ? "" : ": ",
        DeviceText(summary_.devices[row], summary_.step->is_recording)));
  }
}

// "compute 53.7 % | idle: ~input 42.5 % (next_batch)": long waits are named.
void ScreenText::AppendAccounts() {
  for (const auto& [row, words] : ShownDevices(summary_.devices)) {
    const DumpSummary::Device& device = summary_.devices[row];
    if (device.account.empty()) continue;
    std::string text;
    if (summary_.devices.size() > 1) text = ShortDevice(device.name) + ": ";
    bool has_idle = false;
    for (const DumpSummary::AccountPart& part : device.account) {
      const bool begins_idle = part.is_idle && !has_idle;
      if (&part != &device.account.front()) {
        text += part.is_idle && has_idle ? ", " : " | ";
      }
      text += fmt::format("{}{}{} {}", begins_idle ? "idle: " : "",
                          part.is_guess ? "~" : "", part.name,
                          ShareText(part.share));
      if (begins_idle && part.share > kLongWait && !part.evidence.empty()) {
        std::string evidence = Printable(part.evidence);
        if (evidence.starts_with('$')) evidence.erase(0, 1);  // a frame
        text += fmt::format(" ({})", CutInTheMiddle(evidence, kEvidenceWidth));
      }
      has_idle |= part.is_idle;
    }
    Paragraph(text, "account   ");
  }
}

void ScreenText::AppendStepNames() {
  size_t shown = 0;
  for (const DumpSummary::StepName& name : summary_.step_names) {
    if (shown++ == kMostStepNames) break;
    Line(fmt::format("  {}  {} steps  p50 {}  p90 {}  p99 {}  most {}",
                     CutInTheMiddle(Printable(name.name), 30), name.steps,
                     TimeText(name.median_ns), TimeText(name.p90_ns),
                     TimeText(name.p99_ns), TimeText(name.most_ns)));
  }
}

void ScreenText::AppendMemory() {
  size_t shown = 0;
  for (const DumpSummary::Memory& memory : summary_.memory) {
    if (shown++ == kMostAllocators) break;
    std::string line =
        fmt::format("memory  {:>9}",
                    ScaledText(static_cast<double>(memory.peak_bytes), kBytes));
    line += memory.has_base ? "   at the peak" : "   of the step at the peak";
    if (summary_.memory.size() > 1 || summary_.has_other_allocators)
      line += " of " + Printable(memory.allocator);
    if (memory.at_share) {
      line += fmt::format(", {} into step {}", ShareText(*memory.at_share),
                          memory.step);
    }
    for (size_t i = 0; i < std::min(memory.scopes.size(), kMostScopes); ++i) {
      const auto& [scope, share] = memory.scopes[i];
      const std::string more =
          fmt::format("{} {} ", i == 0 ? ":" : ",", ShareText(share));
      const size_t used = TextWidth(line) + TextWidth(more);
      const size_t left = kWidth - std::min(used, kWidth);
      const std::string name =
          scope.empty() ? "(no operation)" : Printable(scope);
      // The first scope is shown, however little of it.
      if (i > 0 && left < std::min(TextWidth(name), kLeastScope)) break;
      const size_t most = std::clamp(left, kLeastScope, kMostScope);
      line += more + CutInTheMiddle(name, most);
    }
    Line(line);
  }
}

void ScreenText::AppendWork() {
  if (!summary_.work) return;
  const DumpSummary::Work& work = *summary_.work;
  const bool is_whole = summary_.step && summary_.step->is_recording;
  std::string line =
      work.float_ops
          ? fmt::format("work    {:>9}{}", OpsText(*work.float_ops, "FLOP"),
                        is_whole ? "" : " a step")
          : fmt::format("work    {:>9}", "not known");
  if (work.flops_per_s) line += ", " + OpsText(*work.flops_per_s, "FLOP/s");
  if (work.known_time_share) {
    line += fmt::format("; counted for {} of the time",
                        ShareText(*work.known_time_share));
  }
  if (work.recomputed_us.value_or(0) > 0) {
    line +=
        fmt::format("; {} to compute again what was not kept",
                    TimeText(static_cast<int64_t>(*work.recomputed_us * 1000)));
  }
  Line(line);
}

void ScreenText::PartLine(double share, int64_t nanos, const std::string& what,
                          const std::string& code, size_t code_width) {
  const size_t width = kWidth - kPartMargin - (code_width + 1);
  const std::string shown = CutInTheMiddle(what, width);
  std::string line = fmt::format("{:>13}  {:>8}  {}", ShareText(share),
                                 TimeText(nanos), shown);
  if (!code.empty()) {
    line.append(width + 1 - TextWidth(shown), ' ');
    line += code;
  }
  Line(line);
}

// The width of the code column: as needed, if names leave room for it.
size_t CodeWidth(const DumpSummary::Path& path) {
  size_t what = 0;
  size_t code = 0;
  for (size_t i = 0; i < std::min(path.parts.size(), kMostParts); ++i) {
    what = std::max(what, TextWidth(WhatText(path.parts[i])));
    code = std::max(code, TextWidth(LineText(path.parts[i])));
  }
  constexpr size_t kBoth = kWidth - kPartMargin - 1;
  const size_t left = kBoth - std::min(what, kBoth);
  return std::min(code, std::max(left, kLeastCodeWidth));
}

void ScreenText::AppendPath() {
  if (!summary_.path) return;
  const DumpSummary::Path& path = *summary_.path;
  out_ += '\n';
  Line(
      fmt::format("  of the step  time      what keeps step {} waiting "
                  "(critical path)",
                  path.step));
  const size_t code_width = CodeWidth(path);
  int64_t rest = 0;
  for (size_t i = 0; i < path.parts.size(); ++i) {
    const DumpSummary::Part& part = path.parts[i];
    if (i >= kMostParts) {
      rest += part.path_ns;
      continue;
    }
    PartLine(path.ShareOf(part.path_ns), part.path_ns, WhatText(part),
             LineTextIn(code_width, part), code_width);
  }
  if (path.parts.size() > kMostParts) {
    PartLine(path.ShareOf(rest), rest,
             fmt::format("… {} more", path.parts.size() - kMostParts));
  }
  if (path.wait_ns > 0) {
    PartLine(path.ShareOf(path.wait_ns), path.wait_ns, "waiting for a stream");
  }
  if (path.gap_ns > 0) {
    PartLine(path.ShareOf(path.gap_ns), path.gap_ns, "scheduling gaps");
  }
}

// The first columns of TopOf's table are known.
void ScreenText::AppendTop() {
  if (!summary_.top || summary_.top->rows.empty()) return;
  const Table& top = *summary_.top;
  out_ += '\n';
  Line("  of the time  self      most expensive, operations' times added up");
  double rest = 0;
  for (size_t i = 0; i < top.rows.size(); ++i) {
    const double share = NumberOf(top.rows[i].front()).value_or(0);
    if (i >= kMostParts) {
      rest += share;
      continue;
    }
    const double micros = NumberOf(top.rows[i][2]).value_or(0);
    PartLine(share, static_cast<int64_t>(micros * 1000),
             TextOf(top.rows[i].back(), kNone));
  }
  if (top.rows.size() > kMostParts) {
    Line(fmt::format("{:>13}  {:>8}  … {} more", ShareText(rest), "",
                     top.rows.size() - kMostParts));
  }
}

void ScreenText::AppendFindings() {
  if (summary_.findings.empty()) return;
  out_ += "\nlook at\n";
  size_t shown = 0;
  for (const DumpSummary::Finding& finding : summary_.findings) {
    if (shown++ == kMostFindings) break;
    Paragraph(Printable(finding.text),
              fmt::format("  {:<10} ", finding.finding));
  }
}

void ScreenText::AppendNext() {
  if (summary_.next.empty()) return;
  out_ += '\n';
  std::string before = "next      ";
  for (const std::string& command : summary_.next) {
    // Commands are never cut, so that they can be copied.
    out_ += std::exchange(before, "          ") + Printable(command) + '\n';
  }
}

}  // namespace

void AppendDumpSummary(const DumpSummary& summary, std::string& out) {
  ScreenText(summary, out).Append();
}

}  // namespace tfprof
