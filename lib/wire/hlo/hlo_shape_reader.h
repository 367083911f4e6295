// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/hlo/hlo_program.h"

namespace tfprof {

// Appends shapes to HloProgram::shapes.
class HloShapeReader {
 public:
  explicit HloShapeReader(HloProgram& program) : program_(program) {}

  // The parts of each tuple get adjacent rows.
  void Read(std::string_view bytes);

 private:
  // A shape that is still to be read into its row.
  struct OpenShape {
    std::string_view bytes;
    HloProgram::Row row = 0;
  };

  uint32_t NumberCount() const {
    return static_cast<uint32_t>(program_.numbers.size());
  }

  void AddPacked(std::string_view packed);
  void ReadLayout(std::string_view bytes, HloProgram::Shape& shape);
  void ReadTile(std::string_view bytes);

  HloProgram& program_;
  std::vector<OpenShape> open_;
  std::vector<std::string_view> parts_;
};

}  // namespace tfprof
