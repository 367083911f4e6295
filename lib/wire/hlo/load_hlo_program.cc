// SPDX-License-Identifier: Apache-2.0
#include <string_view>
#include <vector>

#include "base/strings.h"
#include "wire/hlo/hlo_program_reader.h"
#include "wire/intake/readers.h"
#include "wire/intake/recognise.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// Looks for a computation that calls itself, through others or not.
class CircleSearch {
 public:
  using Row = HloModule::Row;

  explicit CircleSearch(const HloModule& module)
      : module_(module), states_(module.computations.size()) {}

  // A computation of a circle, or kNone.
  Row Find() {
    for (Row row = 0; row < states_.size(); ++row) {
      if (states_[row] != State::kNew) continue;
      const Row found = FindFrom(row);
      if (found != HloModule::kNone) return found;
    }
    return HloModule::kNone;
  }

 private:
  enum class State : uint8_t { kNew, kOpen, kDone };

  // A computation whose calls are followed one by one.
  struct Open {
    Row computation = 0;
    Row instruction = 0;
    size_t call = 0;
  };

  void Begin(Row computation) {
    states_[computation] = State::kOpen;
    open_.push_back({computation, module_.computations[computation].first, 0});
  }

  Row FindFrom(Row computation) {
    Begin(computation);
    while (!open_.empty()) {
      Open& at = open_.back();
      if (at.instruction == module_.computations[at.computation].end) {
        states_[at.computation] = State::kDone;
        open_.pop_back();
        continue;
      }
      const auto called = module_.called[at.instruction];
      if (at.call == called.size()) {
        ++at.instruction;
        at.call = 0;
        continue;
      }
      const Row next = called[at.call++];
      if (states_[next] == State::kOpen) return next;
      if (states_[next] == State::kNew) Begin(next);
    }
    return HloModule::kNone;
  }

  const HloModule& module_;
  std::vector<State> states_;
  std::vector<Open> open_;
};

Failure DamagedProgram(const PickedFile& file, std::string_view damage) {
  return Fail(ErrorCode::kCorrupt,
              "{}: the HLO module is damaged: {}; write or copy it again",
              file.Name(), damage);
}

}  // namespace

Result<std::shared_ptr<const HloProgram>> LoadHloProgram(const PickedFile& file,
                                                         const Inputs& inputs) {
  TFPROF_ASSIGN_OR_RETURN(const std::shared_ptr<const Bytes> content,
                          ContentOf(file, inputs));
  const Format* const format = Recognise(content->view());
  if (format == nullptr || format->read != ReadHloModule) return nullptr;
  try {
    auto program =
        std::make_shared<const HloProgram>(DecodeHloProgram(content->view()));
    const HloModule& module = program->module;
    if (module.lost_references > 0) {
      return DamagedProgram(
          file, fmt::format("{} operands or called computations are not in it",
                            module.lost_references));
    }
    const HloModule::Row circle = CircleSearch(module).Find();
    if (circle != HloModule::kNone) {
      return DamagedProgram(
          file,
          fmt::format(
              "its computation '{}' calls itself",
              Printable(module.strings[module.computations[circle].name])));
    }
    return program;
  } catch (const protozero::exception& damage) {
    return DamagedProgram(file, DamageText(damage));
  }
}

}  // namespace tfprof
