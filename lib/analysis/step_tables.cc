// SPDX-License-Identifier: Apache-2.0
#include "analysis/step_tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/numbers.h"

namespace tfprof {

namespace {

constexpr std::string_view kUnknownType = "<>";

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// The type in a label "NAME = TYPE(INPUTS)".
std::string_view TypeInLabel(std::string_view label) {
  constexpr std::string_view kEquals = " = ";
  const size_t equals = label.find(kEquals);
  if (equals == std::string_view::npos) return kUnknownType;
  const size_t begin = equals + kEquals.size();
  const size_t open = label.find('(', begin);
  if (open == std::string_view::npos) return kUnknownType;
  return label.substr(begin, open - begin);
}

// tfprof: what no int64_t is, and NaN, is the smallest one.
int64_t Truncated(double value) {
  return value >= -0x1p63 && value < 0x1p63 ? static_cast<int64_t>(value)
                                            : INT64_MIN;
}

struct NameAndType {
  std::string name;
  std::string type;
};

// tfprof: "NODE:OP" of a kernel, "NODE:KIND" or "NODE:OP:KIND" of a copy; other
// names stay as they are, without a type.
NameAndType TracerName(std::string_view name, size_t most_parts,
                       std::string_view mark) {
  const auto parts =
      static_cast<size_t>(std::count(name.begin(), name.end(), ':')) + 1;
  if (parts < 2 || parts > most_parts) {
    return {std::string(name), std::string(kUnknownType)};
  }
  return {fmt::format("{} [{}]", name.substr(0, name.find(':')), mark),
          fmt::format("gpu:{}", name.substr(name.rfind(':') + 1))};
}

}  // namespace

void Series::Add(int64_t value) {
  if (count == 0) first = min = max = value;
  ++count;
  newest = value;
  min = std::min(min, value);
  max = std::max(max, value);
  sum = WrapAdd(sum, value);
  squared_sum += static_cast<double>(value) * static_cast<double>(value);
}

int64_t Series::Deviation() const {
  if (count == 0 || min == max) return 0;
  const int64_t variance = Truncated(squared_sum / static_cast<double>(count) -
                                     Average() * Average());
  return Truncated(std::sqrt(static_cast<double>(variance)));
}

void StepTableSink::BeginRun() { order_ = micros_ = bytes_ = 0; }

void StepTableSink::EndRun() {
  tables_.run_micros.Add(micros_);
  tables_.run_bytes.Add(bytes_);
}

// tfprof: single streams repeat what stream:all has, and the host's activities
// what the job's devices have.
void StepTableSink::BeginDevice(std::string_view device) {
  const bool is_stream = Contains(device, "/stream");
  if ((is_stream && !Contains(device, "/stream:all")) ||
      Contains(device, "/host:CPU")) {
    form_ = DeviceForm::kSkipped;
  } else if (is_stream) {
    form_ = DeviceForm::kKernels;
  } else if (Contains(device, "/memcpy")) {
    form_ = DeviceForm::kCopies;
  } else {
    form_ = DeviceForm::kOperations;
  }
}

void StepTableSink::AddExec(const ExecRecord& exec) {
  if (form_ == DeviceForm::kSkipped) return;
  NameAndType known = form_ == DeviceForm::kKernels
                          ? TracerName(exec.name, 2, "Kernel")
                      : form_ == DeviceForm::kCopies
                          ? TracerName(exec.name, 3, "MemCpy")
                          : NameAndType{std::string(exec.name),
                                        std::string(TypeInLabel(exec.label))};
  ++order_;
  int64_t bytes = 0;
  for (const AllocatorRecord& use : exec.memory) {
    bytes = WrapAdd(bytes, use.total_bytes);
  }
  micros_ = WrapAdd(micros_, exec.all_end_rel_us);
  bytes_ = WrapAdd(bytes_, bytes);
  const auto [found, is_new] =
      row_of_name_.try_emplace(known.name, tables_.names.size());
  if (is_new) {
    // tfprof: its type and place are those of its first record for good.
    tables_.names.push_back(
        {std::move(known.name), std::move(known.type), order_, {}, {}, 0});
  }
  StepTables::Name& name = tables_.names[found->second];
  name.micros.Add(exec.all_end_rel_us);
  name.bytes.Add(bytes);
  ++name.calls;
}

}  // namespace tfprof
