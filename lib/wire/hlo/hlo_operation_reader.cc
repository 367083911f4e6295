// SPDX-License-Identifier: Apache-2.0
#include "wire/hlo/hlo_operation_reader.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/strings.h"

namespace tfprof {

namespace {

using Operation = HloProgram::Operation;

// The numbers in the list of a key in JSON, `"key": [1, "2"]`. False if there
// is no such list.
bool FindJsonNumbers(std::string_view json, std::string_view key,
                     std::vector<int64_t>& numbers) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t at = json.find(key);
  if (at == json.npos) return false;
  json.remove_prefix(at + key.size());
  const auto take = [&](char c) {
    json.remove_prefix(std::min(json.find_first_not_of(kBlanks), json.size()));
    if (!json.starts_with(c)) return false;
    json.remove_prefix(1);
    return true;
  };
  if (!take(':') || !take('[')) return false;
  const size_t end = json.find(']');
  if (end == json.npos) return false;
  std::string_view list = json.substr(0, end);
  constexpr std::string_view kDigits = "0123456789";
  while (true) {
    const size_t begin = list.find_first_of(kDigits);
    if (begin == list.npos) return true;
    list.remove_prefix(begin);
    const size_t size = std::min(list.find_first_not_of(kDigits), list.size());
    const auto number = ParseInt64(list.substr(0, size));
    numbers.push_back(number.value_or(INT64_MAX));
    list.remove_prefix(size);
  }
}

}  // namespace

bool HloOperationReader::Read(WireCursor& instruction) {
  const auto intern = [&] {
    return program_.module.strings.Intern(instruction.View());
  };
  switch (instruction.field()) {
    case Varint(9):
      parameter_number_ = instruction.Int64();
      return true;
    case Len(11):
      operation_.fusion_kind = intern();
      break;
    case Varint(14):
    case Len(14):
      AddNumbers(instruction, operation_.dimensions);
      break;
    case Len(15):
      ReadWindow(instruction.View());
      break;
    case Len(16):
      ReadConvolution(instruction.View());
      break;
    case Len(28):
      operation_.target = intern();
      break;
    case Len(30):
      ReadDot(instruction.View());
      break;
    case Varint(32):
    case Len(32):
      AddNumbers(instruction, operation_.fft_lengths);
      break;
    case Len(43):
      config_ = instruction.View();
      return true;
    case Varint(50):
      operation_.feature_groups = instruction.Int64();
      break;
    case Varint(58):
      operation_.batch_groups = instruction.Int64();
      break;
    default:
      return false;
  }
  has_any_ = true;
  return true;
}

void HloOperationReader::EndInstruction() {
  if (operation_.target.valid()) ReadConfig();
  program_.parameter_numbers.push_back(parameter_number_);
  program_.operations_of.push_back(
      has_any_ ? static_cast<HloProgram::Row>(program_.operations.size())
               : HloProgram::kNone);
  if (has_any_) program_.operations.push_back(operation_);
  operation_ = {};
  has_any_ = false;
  parameter_number_ = 0;
  config_ = {};
}

// Lists that are not in one piece, which nobody writes, lose all but the last.
void HloOperationReader::AddNumbers(WireCursor& cursor, Range& range) {
  std::vector<int64_t>& numbers = program_.numbers;
  if (range.end != numbers.size()) {
    range.first = static_cast<uint32_t>(numbers.size());
  }
  if ((cursor.field() & 7) == 0) {
    numbers.push_back(cursor.Int64());
  } else {
    ForEachPacked(cursor.View(),
                  [&](int64_t number) { numbers.push_back(number); });
  }
  range.end = static_cast<uint32_t>(numbers.size());
}

void HloOperationReader::ReadWindow(std::string_view bytes) {
  operation_.window.first = static_cast<uint32_t>(program_.numbers.size());
  WireCursor window(bytes);
  while (window.Next()) {
    if (window.field() == Len(1)) {
      ReadWindowDimension(window.View());
    } else {
      window.Skip();
    }
  }
  operation_.window.end = static_cast<uint32_t>(program_.numbers.size());
}

void HloOperationReader::ReadWindowDimension(std::string_view bytes) {
  int64_t numbers[Operation::kWindowNumbers] = {};
  WireCursor dimension(bytes);
  while (dimension.Next()) {
    const uint32_t field = dimension.field() >> 3;
    if (dimension.field() == Varint(field) &&
        field <= Operation::kWindowNumbers) {
      numbers[field - 1] = dimension.Int64();
    } else {
      dimension.Skip();
    }
  }
  for (const auto one : {Operation::kStride, Operation::kWindowDilation,
                         Operation::kBaseDilation}) {
    if (numbers[one] == 0) numbers[one] = 1;
  }
  program_.numbers.insert(program_.numbers.end(), std::begin(numbers),
                          std::end(numbers));
}

void HloOperationReader::ReadConvolution(std::string_view bytes) {
  WireCursor dims(bytes);
  while (dims.Next()) {
    switch (dims.field()) {
      case Varint(7):
        operation_.input_batch = dims.Int64();
        break;
      case Varint(8):
        operation_.input_feature = dims.Int64();
        break;
      case Varint(10):
        operation_.output_feature = dims.Int64();
        break;
      case Varint(6):
      case Len(6):
        AddNumbers(dims, operation_.kernel_spatial);
        break;
      case Varint(11):
      case Len(11):
        AddNumbers(dims, operation_.input_spatial);
        break;
      case Varint(12):
      case Len(12):
        AddNumbers(dims, operation_.output_spatial);
        break;
      default:
        dims.Skip();
    }
  }
}

void HloOperationReader::ReadDot(std::string_view bytes) {
  operation_.has_contracting = true;
  WireCursor dims(bytes);
  while (dims.Next()) {
    if (dims.field() == Varint(1) || dims.field() == Len(1)) {
      AddNumbers(dims, operation_.contracting);
    } else {
      dims.Skip();
    }
  }
}

// Calls of cuBLAS and hipBLASLt have their dimensions in a text.
void HloOperationReader::ReadConfig() {
  if (!program_.module.strings[operation_.target].starts_with("__cublas$")) {
    return;
  }
  std::vector<int64_t> numbers;
  if (!FindJsonNumbers(config_, "\"lhs_contracting_dimensions\"", numbers)) {
    return;
  }
  operation_.has_contracting = true;
  operation_.contracting.first = static_cast<uint32_t>(program_.numbers.size());
  program_.numbers.insert(program_.numbers.end(), numbers.begin(),
                          numbers.end());
  operation_.contracting.end = static_cast<uint32_t>(program_.numbers.size());
}

}  // namespace tfprof
