// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/work_classes.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/strings.h"

namespace tfprof {

namespace {

constexpr std::array<std::string_view, 9> kCollectives = {
    "all-reduce",
    "all-gather",
    "reduce-scatter",
    "all-to-all",
    "ragged-all-to-all",
    "collective-permute",
    "collective-broadcast",
    "send",
    "recv"};

// A word in the name of a kernel of NCCL or RCCL.
struct KernelWord {
  std::string_view word;
  std::string_view kind;
};

constexpr KernelWord kKernelWords[] = {
    {"allreduce", "all-reduce"},
    {"allgather", "all-gather"},
    {"reducescatter", "reduce-scatter"},
    {"alltoall", "all-to-all"},
    {"broadcast", "collective-broadcast"},
    {"reduce", "reduce"},
    {"sendrecv", "send"},
};

// A direction at the begin of a copy's name, after "memcpy" or "copy".
constexpr KernelWord kDirections[] = {
    {"h2d", "h2d"},
    {"d2h", "d2h"},
    {"d2d", "d2d"},
    {"p2p", "d2d"},
    {"htod", "h2d"},
    {"dtoh", "d2h"},
    {"dtod", "d2d"},
    {"ptop", "d2d"},
    {"hosttodevice", "h2d"},
    {"devicetohost", "d2h"},
    {"devicetodevice", "d2d"},
    {"h2h", "other"},
    {"htoh", "other"},
};

std::string_view KindByWord(std::string_view text) {
  for (const KernelWord& row : kKernelWords) {
    if (text.starts_with(row.word)) return row.kind;
  }
  return {};
}

// An instruction's name without '%', ".N", and "-start", "-done", "-update".
std::string_view BaseOf(std::string_view name) {
  while (name.starts_with('%')) name.remove_prefix(1);
  for (;;) {
    size_t end = name.size();
    while (end > 0 && IsDigit(name[end - 1])) --end;
    if (end == name.size() || end == 0 || name[end - 1] != '.') break;
    name = name.substr(0, end - 1);
  }
  for (const std::string_view part : {"-start", "-done", "-update"}) {
    if (!name.ends_with(part)) continue;
    name.remove_suffix(part.size());
    break;
  }
  return name;
}

std::string_view CollectiveByName(std::string_view name) {
  const std::string_view base = BaseOf(name);
  for (const std::string_view kind : kCollectives) {
    if (base == kind) return kind;
  }
  return {};
}

std::string_view WithoutPrefix(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

// A kernel of NCCL or RCCL; `low` is its name in lower case.
std::string_view CollectiveByKernel(std::string_view low) {
  if (!low.starts_with("nccl") && !low.starts_with("rccl")) return {};
  std::string_view rest = low.substr(4);
  rest = WithoutPrefix(rest, "dev");
  rest = WithoutPrefix(rest, "kernel");
  rest = WithoutPrefix(rest, "_");
  const std::string_view kind = KindByWord(rest);
  return kind.empty() ? "collective" : kind;
}

// An operation of TensorFlow, by its type.
std::string_view CollectiveByType(std::string_view type) {
  if (!StartsWithAny(type, {"Collective", "Nccl", "HorovodAll"})) return {};
  const std::string low = AsciiLower(type);
  if (Contains(low, "gather")) return "all-gather";
  const bool sends = Contains(low, "bcast") || Contains(low, "broadcast");
  return sends ? "collective-broadcast" : "all-reduce";
}

std::string_view CopyByLaunch(std::string_view launch) {
  const std::string low = AsciiLower(launch);
  if (Contains(low, "htod")) return "h2d";
  if (Contains(low, "dtoh")) return "d2h";
  return Contains(low, "dtod") || Contains(low, "ptop") ? "d2d" : "other";
}

std::string_view CopyOfGpu(std::string_view low, std::string_view launch) {
  for (const std::string_view word : {"memcpy", "copy"}) {
    if (!low.starts_with(word)) continue;
    const std::string_view rest = WithoutPrefix(low.substr(word.size()), "_");
    for (const KernelWord& row : kDirections) {
      if (rest.starts_with(row.word)) return row.kind;
    }
  }
  if (StartsWithAny(low, {"__amd_rocclr_copybuffer", "memcpy"})) {
    return CopyByLaunch(launch);
  }
  const bool fills = StartsWithAny(low, {"memset", "__amd_rocclr_fillbuffer"});
  return fills ? "other" : "";
}

// The shapes in an instruction's text, "bf16[8,128]{1,0:S(5)}"; at most three.
std::vector<std::string_view> ShapesIn(std::string_view text) {
  std::vector<std::string_view> shapes;
  size_t from = 0;
  while (shapes.size() < 3) {
    const size_t open = text.find('[', from);
    if (open == text.npos) break;
    const size_t close = text.find(']', open);
    if (close == text.npos) break;
    size_t begin = open;
    while (begin > from &&
           (IsDigit(text[begin - 1]) ||
            (text[begin - 1] >= 'a' && text[begin - 1] <= 'z'))) {
      --begin;
    }
    from = open + 1;
    if (begin == open) continue;
    size_t end = close + 1;
    if (end < text.size() && text[end] == '{') {
      const size_t behind = text.find('}', end);
      if (behind != text.npos) end = behind + 1;
    }
    shapes.push_back(text.substr(begin, end - begin));
    from = end;
  }
  return shapes;
}

// True for "copy-done.3": it begins or ends a transfer.
bool IsHalfOfTransfer(std::string_view name) {
  const size_t last = name.find_last_not_of(".0123456789");
  if (last == name.npos) return false;
  const std::string_view rest = name.substr(last + 1);
  if (!rest.empty() && rest[0] != '.') return false;
  name = name.substr(0, last + 1);
  return name.ends_with("-start") || name.ends_with("-done");
}

// The kind of a transfer of a TPU by the memory spaces of its shapes, of which
// S(5) is the host's; empty: it is none. `text` is the instruction's.
std::string_view CopyOfTpu(std::string_view category, std::string_view shown,
                           std::string_view text) {
  constexpr std::string_view kHostSpace = "S(5)";
  const std::string_view base = BaseOf(shown);
  if (base == "infeed") return "h2d";
  if (base == "outfeed") return "d2h";
  const bool is_copy = category == "copy-start" || category == "copy-done";
  const bool may_be_copy = is_copy || category == "async-start" ||
                           category == "async-done" || base == "copy" ||
                           base == "async-copy" || base == "slice" ||
                           base == "dynamic-slice";
  if (!may_be_copy || (!is_copy && !IsHalfOfTransfer(shown))) return {};
  const std::vector<std::string_view> shapes = ShapesIn(text);
  if (shapes.size() < 2) return "d2d";
  const bool is_done = Contains(category.empty() ? shown : category, "-done");
  const std::string_view source = shapes[is_done && shapes.size() > 2 ? 2 : 1];
  const bool is_to_host = Contains(shapes[0], kHostSpace);
  if (is_to_host == Contains(source, kHostSpace)) return "d2d";
  return is_to_host ? "d2h" : "h2d";
}

}  // namespace

DeviceWorkKind KindOfWork(const RecordedHost& host, DeviceKind device,
                          const RecordedNode& node, std::string_view name,
                          std::string_view launch) {
  const std::string low = AsciiLower(name);
  for (const std::string_view word :
       {host.Text(node.hlo_category), host.Text(node.instruction)}) {
    const std::string_view kind = CollectiveByName(word);
    if (!kind.empty()) return {WorkClass::kCollective, kind};
  }
  std::string_view kind = CollectiveByKernel(low);
  const size_t colon = name.rfind(':');
  if (kind.empty() && colon != name.npos) {
    kind = CollectiveByType(name.substr(colon + 1));
  }
  if (!kind.empty()) return {WorkClass::kCollective, kind};
  if (device == DeviceKind::kCpu) return {};
  kind = device == DeviceKind::kGpu
             ? CopyOfGpu(low, launch)
             : CopyOfTpu(host.Text(node.hlo_category),
                         host.Text(node.instruction), name);
  return kind.empty() ? DeviceWorkKind()
                      : DeviceWorkKind{WorkClass::kCopy, kind};
}

WorkClass ClassOfAsync(const RecordedHost& host,
                       const RecordedHost::AsyncWork& work) {
  for (std::string_view word :
       {host.Text(work.category), host.Text(work.instruction),
        host.Text(work.display_name)}) {
    const size_t at = word.rfind("::");
    if (at != word.npos) word.remove_prefix(at + 2);
    if (!CollectiveByName(word).empty()) return WorkClass::kCollective;
  }
  return WorkClass::kCopy;
}

}  // namespace tfprof
