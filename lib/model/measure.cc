// SPDX-License-Identifier: Apache-2.0
#include "model/measure.h"

namespace tfprof {

namespace {

constexpr std::array<MeasureInfo, kMeasureCount> kMeasures = {{
    {Measure::kRequestedBytes, Unit::kBytes, "bytes", "min_bytes",
     "requested bytes",
     "requested bytes: The memory requested by the operation, "
     "accumulatively.",
     "requested_bytes"},
    {Measure::kPeakBytes, Unit::kBytes, "peak_bytes", "min_peak_bytes",
     "peak bytes",
     "peak bytes: The peak amount of memory that the operation is holding at "
     "some point.",
     "peak_bytes"},
    {Measure::kResidualBytes, Unit::kBytes, "residual_bytes",
     "min_residual_bytes", "residual bytes",
     "residual bytes: The memory not de-allocated after the operation "
     "finishes.",
     "residual_bytes"},
    {Measure::kOutputBytes, Unit::kBytes, "output_bytes", "min_output_bytes",
     "output bytes",
     "output bytes: The memory that is output from the operation (not "
     "necessarily allocated by the operation)",
     "output_bytes"},
    {Measure::kMicros, Unit::kMicros, "micros", "min_micros",
     "total execution time",
     "total execution time: Sum of accelerator execution time and cpu "
     "execution time.",
     "exec_us"},
    {Measure::kAcceleratorMicros, Unit::kMicros, "accelerator_micros",
     "min_accelerator_micros", "accelerator execution time",
     "accelerator execution time: Time spent executing on the accelerator. "
     "This is normally measured by the actual hardware library.",
     "accelerator_us"},
    {Measure::kCpuMicros, Unit::kMicros, "cpu_micros", "min_cpu_micros",
     "cpu execution time",
     "cpu execution time: The time from the start to the end of the "
     "operation. It's the sum of actual cpu run time plus the time that it "
     "spends waiting if part of computation is launched asynchronously.",
     "cpu_us"},
    {Measure::kParameters, Unit::kCount, "params", "min_params", "# parameters",
     "param: Number of parameters (in the Variable).", "params", true},
    {Measure::kFloatOps, Unit::kCount, "float_ops", "min_float_ops",
     "# float_ops",
     "flops: Number of float operations. Note: Please read the "
     "implementation for the math behind it.",
     "float_ops", true},
    {Measure::kRunCount, Unit::kCount, "", "min_occurrence", "", "",
     "run_count", true},
    {Measure::kDefinitionCount, Unit::kCount, "", "", "", "",
     "definition_count"},
}};

}  // namespace

std::span<const MeasureInfo> Measures() { return kMeasures; }

}  // namespace tfprof
