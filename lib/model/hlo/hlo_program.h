// SPDX-License-Identifier: Apache-2.0
// HloProgram: a compiled XLA program with the shapes of its instructions and
// the buffers that XLA assigned to them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/lists.h"
#include "model/hlo/hlo_module.h"

namespace tfprof {

struct HloProgram {
  using Row = HloModule::Row;
  static constexpr Row kNone = HloModule::kNone;

  // Numbers of a list in `numbers`.
  struct Range {
    uint32_t first = 0;
    uint32_t end = 0;
  };

  // An array, or a tuple of the shapes [first_part, end_part).
  struct Shape {
    int32_t type = 0;  // XLA's number, HloTypeName()
    Range dims;
    Range order;  // minor to major
    Range tiles;  // each: the number of its dimensions, then these
    bool has_layout = false;
    int64_t element_bits = 0;  // 0: those of the type
    int64_t space = 0;         // of memory
    Row first_part = 0;
    Row end_part = 0;
  };

  // A value that takes memory.
  struct Buffer {
    int64_t id = 0;
    int64_t bytes = 0;
    Row instruction = kNone;  // of HloModule::instructions; kNone: not there
    Range slot;               // its place in the instruction's tuple
    int64_t space = 0;
  };

  struct Allocation {
    int64_t index = 0;
    int64_t bytes = 0;
    int64_t space = 0;
    bool is_thread_local = false;
    bool is_parameter = false;
    bool is_live_out = false;
    bool is_constant = false;
    std::vector<int64_t> buffers;  // their ids
  };

  struct HeapEvent {
    enum class Kind : uint8_t { kAlloc, kFree, kShare, kOther };

    Kind kind = Kind::kAlloc;
    int64_t buffer = 0;
    StringId instruction;  // of HloModule::strings
    int64_t shares_with = 0;
  };

  // The numbers that the work of an instruction depends on besides shapes.
  struct Operation {
    // Numbers of a dimension of a window, in this order.
    enum Window : uint8_t {
      kSize,
      kStride,
      kPaddingLow,
      kPaddingHigh,
      kWindowDilation,
      kBaseDilation,
      kWindowNumbers
    };

    StringId fusion_kind;  // "kLoop"; invalid: none, like `target`
    StringId target;       // of a custom call
    Range window;          // kWindowNumbers of each dimension
    Range dimensions;
    Range fft_lengths;
    // Dimensions of the left operand of a product, if the program tells.
    bool has_contracting = false;
    Range contracting;
    // Dimensions of a convolution.
    int64_t input_batch = 0;
    int64_t input_feature = 0;
    int64_t output_feature = 0;
    Range input_spatial;
    Range kernel_spatial;
    Range output_spatial;
    int64_t feature_groups = 1;
    int64_t batch_groups = 1;
  };

  HloModule module;
  uint64_t id = 0;             // of the module; a recording has its own
  std::vector<Row> roots;      // by computation: its result, or kNone
  std::vector<Row> shapes_of;  // by instruction, of `shapes`
  // By instruction, of `operations`; kNone: it has nothing of it.
  std::vector<Row> operations_of;
  std::vector<int64_t> parameter_numbers;  // by instruction
  std::vector<Operation> operations;
  std::vector<Shape> shapes;
  std::vector<int64_t> numbers;

  bool has_buffers = false;  // the proto has a buffer assignment
  std::vector<Buffer> buffers;
  std::vector<Allocation> allocations;
  std::vector<std::vector<HeapEvent>> traces;
};

// The innermost line of an instruction, "train.py:12"; empty: not known.
std::string CodeOfInstruction(const HloModule& module, HloModule::Row row);

// "f32" of XLA's number of a type; "unknown" of a new one.
std::string_view HloTypeName(int32_t type);

// XLA's numbers of types that rules name.
inline constexpr int32_t kHloF16 = 10, kHloF32 = 11, kHloF64 = 12,
                         kHloTuple = 13, kHloC64 = 15, kHloBf16 = 16,
                         kHloC128 = 18;

// The bytes of a shape without padding and tables of pointers; nothing if they
// exceed 64 bits.
std::optional<int64_t> BytesOfShape(const HloProgram& program,
                                    HloProgram::Row shape);

// As XLA writes it, "f32[5,1024]{1,0:T(8,128)S(5)}". A text of more than some
// thousand parts is cut.
std::string WordsOfShape(const HloProgram& program, HloProgram::Row shape,
                         bool with_layout = true);

}  // namespace tfprof
