// SPDX-License-Identifier: Apache-2.0
#include "recorded/xla_name.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/strings.h"

namespace tfprof {

namespace {

// The parts between slashes outside of brackets.
std::vector<std::string_view> PartsOfPath(std::string_view path) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (c == '/' && depth == 0) {
      parts.push_back(path.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(path.substr(begin));
  return parts;
}

// "a" of "a[x=1]".
std::string_view WithoutParameters(std::string_view part) {
  return part.ends_with(']') ? part.substr(0, part.find('[')) : part;
}

// The end of the bracket that opens before `at`; npos if it does not close, or
// contains brackets of more than one level.
size_t EndOfBracket(std::string_view part, size_t at) {
  int depth = 0;
  for (; at < part.size(); ++at) {
    if (part[at] == '(' && ++depth > 1) return std::string_view::npos;
    if (part[at] == ')' && --depth < 0) return at;
  }
  return std::string_view::npos;
}

// Replaces "jvp(X)" by X, as often as it is there, at the begin or behind '('.
std::string WithoutJvp(std::string part) {
  constexpr std::string_view kJvp = "jvp(";
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t at = part.find(kJvp); at != std::string::npos;
         at = part.find(kJvp, at)) {
      const bool is_outermost = at == 0 || part[at - 1] == '(';
      const size_t end =
          is_outermost ? EndOfBracket(part, at + kJvp.size()) : part.npos;
      if (end == part.npos) {
        ++at;
        continue;
      }
      part.erase(end, 1).erase(at, kJvp.size());
      // The next round examines the uncovered name.
      at = end - kJvp.size();
      has_changed = true;
    }
  }
  return part;
}

// Takes the name of a control flow out of what wraps it: "transpose(while)"
// becomes "transpose()" and "while". False if the part is no such name.
bool SplitWrappedFlow(std::string_view part, std::vector<std::string>& out) {
  const size_t open = part.rfind('(');
  const size_t close = part.find(')');
  if (open == part.npos || close == part.npos || open > close) return false;
  const std::string_view head = part.substr(0, open + 1);
  const std::string_view flow = part.substr(open + 1, close - open - 1);
  const std::string_view tail = part.substr(close);
  constexpr std::string_view kFlows[] = {
      "while",           "cond",           "scan", "checkpoint", "remat",
      "custom_jvp_call", "custom_vjp_call"};
  if (std::find(std::begin(kFlows), std::end(kFlows), flow) ==
      std::end(kFlows)) {
    return false;
  }
  for (size_t i = 0; i < head.size(); ++i) {
    const bool is_word = IsWordByte(head[i]);
    const bool ends_word = head[i] == '(' && i > 0 && IsWordByte(head[i - 1]);
    if (!is_word && !ends_word) return false;
  }
  if (tail.find_first_not_of(')') != tail.npos) return false;
  out.emplace_back(std::string(head) + std::string(tail));
  out.emplace_back(flow);
  return true;
}

}  // namespace

std::string WithoutJitMain(std::string_view op_name) {
  constexpr std::string_view kMain = "/jit(main)";
  const size_t slash = op_name.find('/');
  if (slash == op_name.npos || !op_name.substr(slash).starts_with(kMain)) {
    return std::string(op_name);
  }
  const std::string_view first = op_name.substr(0, slash);
  const std::string_view rest = op_name.substr(slash + kMain.size());
  const bool is_program =
      StartsWithAny(first, {"jit(", "pjit(", "pmap(", "xmap(", "shard_map("}) &&
      first.ends_with(')') && first.find(')') == first.size() - 1;
  if (!is_program || (!rest.empty() && rest[0] != '/')) {
    return std::string(op_name);
  }
  return std::string(first) + std::string(rest);
}

std::string CanonicalName(std::string_view name) {
  std::vector<std::string_view> parts = PartsOfPath(name);
  if (parts.size() > 1 && parts[1] == "jit(main)") {
    parts.erase(parts.begin() + 1);
  }
  std::vector<std::string> kept;
  for (const std::string_view part : parts) {
    std::string plain = WithoutJvp(std::string(WithoutParameters(part)));
    if (SplitWrappedFlow(plain, kept)) continue;
    if (!plain.empty() && plain != "closed_call") {
      kept.push_back(std::move(plain));
    }
  }
  std::string joined;
  for (const std::string& part : kept) {
    if (!joined.empty()) joined += '/';
    joined += part;
  }
  return joined;
}

std::string_view PrimitiveOf(std::string_view op_name) {
  const std::string_view last = WithoutParameters(PartsOfPath(op_name).back());
  if (last.empty() || IsDigit(last[0]) || !IsWordByte(last[0])) return {};
  const bool is_word = std::all_of(last.begin(), last.end(), [](char c) {
    return IsWordByte(c) || c == '.' || c == '-';
  });
  return is_word ? last : std::string_view();
}

bool HasForeignName(std::string_view opcode, std::string_view primitive) {
  if (opcode == "dot" || opcode == "convolution") {
    return primitive == "transpose" || primitive == "reshape";
  }
  return StartsWithAny(opcode, {"all-reduce", "all-gather", "all-to-all",
                                "reduce-scatter", "collective-"}) &&
         !StartsWithAny(primitive,
                        {"psum", "pmax", "pmin", "ppermute", "pbroadcast",
                         "all_gather", "all_to_all", "reduce_scatter"});
}

std::optional<FrameworkName> ParseFrameworkName(std::string_view full) {
  full = full.substr(0, full.find('#'));
  const size_t colon = full.find(':');
  if (colon == full.npos) return std::nullopt;
  const std::string_view name = full.substr(0, colon);
  const std::string_view type = full.substr(colon + 1);
  const auto may_be_in_name = [](char c) {
    return IsWordByte(c) || c == '.' || c == '/' || c == '>' || c == '-';
  };
  const bool is_name = !name.empty() && name[0] != '_' && name[0] != '/' &&
                       name[0] != '>' && name[0] != '-' &&
                       std::all_of(name.begin(), name.end(), may_be_in_name);
  const bool is_type = !type.empty() &&
                       (type[0] == '_' || (type[0] >= 'A' && type[0] <= 'Z')) &&
                       std::all_of(type.begin(), type.end(), IsWordByte);
  if (!is_name || !is_type) return std::nullopt;
  return FrameworkName{name, type};
}

ProgramName SplitProgramName(std::string_view name) {
  const size_t open = name.rfind('(');
  if (open == name.npos || !name.ends_with(')')) return {name, {}};
  const char* const end = name.data() + name.size() - 1;
  uint64_t id = 0;
  const auto parsed = std::from_chars(name.data() + open + 1, end, id);
  if (parsed.ec != std::errc() || parsed.ptr != end) return {name, {}};
  return {name.substr(0, open), id};
}

std::string_view ModuleOfProgram(std::string_view program) {
  return program.substr(0, program.rfind('('));
}

std::string_view WithoutNumber(std::string_view instruction) {
  while (!instruction.empty() &&
         (instruction.back() == '.' || IsDigit(instruction.back()))) {
    instruction.remove_suffix(1);
  }
  return instruction;
}

}  // namespace tfprof
