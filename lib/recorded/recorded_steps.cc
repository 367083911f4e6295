// SPDX-License-Identifier: Apache-2.0
#include "recorded/recorded_steps.h"

#include "base/keyed.h"

namespace tfprof {

namespace {

struct StepsAreWords {
  StepsAre id;
  std::string_view words;
};

constexpr StepsAreWords kStepsAreWords[] = {
    {StepsAre::kMarkers, "steps by markers"},
    {StepsAre::kDeviceSteps, "steps of the device"},
    {StepsAre::kRuns, "runs of a program"},
    {StepsAre::kCalls, "calls of a function"},
    {StepsAre::kWhole, "no steps: the whole file is one"},
};
static_assert(IsKeyedBy(kStepsAreWords, &StepsAreWords::id, 5));

struct LengthIsWords {
  LengthIs id;
  std::string_view words;
};

constexpr LengthIsWords kLengthIsWords[] = {
    {LengthIs::kMarker, "marker"},
    {LengthIs::kEndToEnd, "end to end of work"},
    {LengthIs::kFirstWork, "from the begin of its work"},
    {LengthIs::kDeviceSteps, "steps line of the device"},
    {LengthIs::kCall, "call"},
    {LengthIs::kWhole, "whole"},
};
static_assert(IsKeyedBy(kLengthIsWords, &LengthIsWords::id, 6));

}  // namespace

std::string_view WordsOf(StepsAre steps_are) {
  return kStepsAreWords[static_cast<size_t>(steps_are)].words;
}

std::string_view WordsOf(LengthIs length_is) {
  return kLengthIsWords[static_cast<size_t>(length_is)].words;
}

}  // namespace tfprof
