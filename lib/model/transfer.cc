// SPDX-License-Identifier: Apache-2.0
#include "model/transfer.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/strings.h"

namespace tfprof {

namespace {

// The whole number after `mark`, or -1.
int64_t NumberAfter(std::string_view text, std::string_view mark) {
  const size_t at = text.find(mark);
  if (at == std::string_view::npos) return -1;
  text.remove_prefix(at + mark.size());
  const size_t digits =
      std::min(text.find_first_not_of("0123456789"), text.size());
  return ParseInt64(text.substr(0, digits)).value_or(-1);
}

// The whole number before " bytes", or -1.
int64_t NumberBeforeBytes(std::string_view text) {
  const size_t end = text.find(" bytes");
  if (end == std::string_view::npos) return -1;
  const size_t before = text.substr(0, end).find_last_not_of("0123456789");
  const size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return ParseInt64(text.substr(begin, end - begin)).value_or(-1);
}

int64_t CopiedBytes(std::string_view label) {
  for (const std::string_view mark : {" bytes:", " size:"}) {
    const int64_t bytes = NumberAfter(label, mark);
    if (bytes >= 0) return bytes;
  }
  return NumberBeforeBytes(label);
}

// "MEMCPYHtoD", "MemcpyD2H": the word for a copy in a name or a label.
std::string_view CopyWord(const ExecRecord& exec) {
  constexpr std::string_view kOld = "MEMCPY";
  constexpr std::string_view kNew = "Memcpy";
  const size_t colon = exec.name.rfind(':');
  if (colon != std::string_view::npos &&
      exec.name.substr(colon + 1).starts_with(kOld)) {
    return exec.name.substr(colon + 1);
  }
  for (const std::string_view separator : {"::", "@@"}) {
    const size_t at = exec.name.rfind(separator);
    if (at != std::string_view::npos &&
        exec.name.substr(at + 2).starts_with(kNew)) {
      return exec.name.substr(at + 2);
    }
  }
  if (exec.label.starts_with(kNew) || exec.label.starts_with(kOld)) {
    return exec.label.substr(0, exec.label.find(' '));
  }
  if (exec.name.starts_with(kNew) || exec.name.starts_with(kOld)) {
    return exec.name;
  }
  return {};
}

Transfer KindOfCopy(std::string_view word, std::string_view label) {
  word.remove_prefix(std::min<size_t>(word.size(), 6));
  const bool has_other = Contains(label, " to device:");
  const auto is = [&](char from, char to) {
    return word.starts_with(std::string{from, '2', to}) ||
           word.starts_with(std::string{from, 't', 'o', to});
  };
  if (is('H', 'D')) return Transfer::kToDevice;
  if (is('D', 'H')) return Transfer::kToHost;
  if (is('H', 'H')) return Transfer::kHostCopy;
  if (is('P', 'P')) return Transfer::kPeerCopy;
  return has_other ? Transfer::kPeerCopy : Transfer::kDeviceCopy;
}

bool StartsWithNccl(std::string_view symbol) {
  const std::string start = AsciiLower(symbol.substr(0, 4));
  return start == "nccl" || start == "rccl";
}

// True if a kernel's symbol, wherever the tracer puts it, is NCCL's.
bool IsNcclKernel(const ExecRecord& exec) {
  std::string_view name = exec.name;
  if (StartsWithNccl(name) || StartsWithNccl(exec.label)) return true;
  for (const std::string_view separator : {"::", "@@", ":"}) {
    const size_t at = name.rfind(separator);
    if (at != std::string_view::npos &&
        StartsWithNccl(name.substr(at + separator.size()))) {
      return true;
    }
  }
  return false;
}

// The first output of a receive has the received bytes; else its label does.
int64_t ReceivedBytes(const ExecRecord& exec) {
  if (!exec.outputs.empty() && exec.outputs[0].requested_bytes > 0) {
    return exec.outputs[0].requested_bytes;
  }
  return exec.label.starts_with('[') && exec.label.find("B]") != exec.label.npos
             ? NumberAfter(exec.label, "[")
             : -1;
}

}  // namespace

bool IsCollective(std::string_view type) {
  if (type.starts_with("Horovod")) {
    // These operations only query sizes and ranks.
    return type != "HorovodSize" && type != "HorovodRank" &&
           type != "HorovodLocalRank" && type != "HorovodLocalSize" &&
           type != "HorovodProcessSetIncluded";
  }
  if (type.starts_with("Collective")) {
    return !type.starts_with("CollectiveAssignGroup") &&
           type != "CollectiveInitializeCommunicator";
  }
  return type.starts_with("Nccl") || type.starts_with("_Nccl");
}

std::string_view WordsOf(Transfer transfer) {
  switch (transfer) {
    case Transfer::kNone:
      return "nothing";
    case Transfer::kRpc:
      return "receive from a task";
    case Transfer::kCollective:
      return "collective operation";
    case Transfer::kNcclKernel:
      return "collective kernel";
    case Transfer::kPeerCopy:
      return "device to device";
    case Transfer::kToDevice:
      return "host to device";
    case Transfer::kToHost:
      return "device to host";
    case Transfer::kHostCopy:
      return "host to host";
    case Transfer::kDeviceCopy:
      return "within the device";
    case Transfer::kUnknownKernel:
      return "nameless kernel, probably collective";
  }
  return "";
}

DeviceRows RowsOf(std::string_view device) {
  if (Contains(device, "/host:CPU")) return DeviceRows::kHostTracer;
  if (Contains(device, "/stream:all")) return DeviceRows::kKernels;
  if (Contains(device, "/memcpy")) return DeviceRows::kCopies;
  if (device.ends_with("/sync")) return DeviceRows::kSynchronize;
  if (Contains(device, "/stream") || Contains(device, "/null stream")) {
    return DeviceRows::kOneStream;
  }
  return DeviceRows::kOperations;
}

std::string_view PhysicalDevice(std::string_view device) {
  size_t end = device.size();
  for (const std::string_view mark : {"/stream", "/memcpy", "/sync"}) {
    end = std::min(end, device.find(mark));
  }
  return device.substr(0, end);
}

std::string_view TaskOf(std::string_view device) {
  if (!device.starts_with("/job:")) return {};
  const size_t task = device.find("/task:");
  if (task == std::string_view::npos) {
    return device.substr(0, std::min(device.find('/', 1), device.size()));
  }
  return device.substr(0, std::min(device.find('/', task + 1), device.size()));
}

TransferInfo ClassifyTransfer(DeviceRows rows, const ExecRecord& exec) {
  switch (rows) {
    case DeviceRows::kKernels:
    case DeviceRows::kCopies: {
      const std::string_view word = CopyWord(exec);
      if (!word.empty() || rows == DeviceRows::kCopies) {
        return {KindOfCopy(word, exec.label), CopiedBytes(exec.label)};
      }
      if (IsNcclKernel(exec)) return {Transfer::kNcclKernel, -1};
      if (exec.name == "unknown") return {Transfer::kUnknownKernel, -1};
      return {};
    }
    case DeviceRows::kOperations:
      if (exec.name == "RecvTensor") {
        return {Transfer::kRpc, ReceivedBytes(exec)};
      }
      if (IsCollective(TypeInLabel(exec.label))) {
        return {Transfer::kCollective, -1};
      }
      return {};
    default:
      return {};
  }
}

std::string_view TypeInLabel(std::string_view label) {
  constexpr std::string_view kEquals = " = ";
  constexpr std::string_view kUnknownType = "<>";
  const size_t equals = label.find(kEquals);
  if (equals == std::string_view::npos) return kUnknownType;
  const size_t begin = equals + kEquals.size();
  const size_t open = label.find('(', begin);
  if (open == std::string_view::npos) return kUnknownType;
  return label.substr(begin, open - begin);
}

}  // namespace tfprof
