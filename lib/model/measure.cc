// SPDX-License-Identifier: Apache-2.0
#include "model/measure.h"

#include "base/keyed.h"

namespace tfprof {

namespace {

constexpr MeasureInfo kMeasures[] = {
    {.id = Measure::kRequestedBytes,
     .unit = Unit::kBytes,
     .word = "bytes",
     .also_called = "memory mem requested_bytes allocated_bytes",
     .min_option = "min_bytes",
     .min_help = "hide rows that requested fewer bytes",
     .legend = "requested bytes",
     .label = "requested bytes",
     .doc = "requested bytes: The memory requested by the operation, "
            "accumulatively.",
     .key = "requested_bytes",
     .title = "requested bytes"},
    {.id = Measure::kPeakBytes,
     .unit = Unit::kBytes,
     .word = "peak_bytes",
     .also_called = "peak",
     .min_option = "min_peak_bytes",
     .min_help = "hide rows with lower peak bytes",
     .legend = "peak bytes",
     .label = "peak bytes",
     .doc = "peak bytes: The peak amount of memory that the operation is "
            "holding at some point.",
     .key = "peak_bytes",
     .title = "sum of peaks"},
    {.id = Measure::kResidualBytes,
     .unit = Unit::kBytes,
     .word = "residual_bytes",
     .also_called = "residual",
     .min_option = "min_residual_bytes",
     .min_help = "hide rows that left fewer bytes allocated",
     .legend = "residual bytes",
     .label = "residual bytes",
     .doc = "residual bytes: The memory not de-allocated after the operation "
            "finishes.",
     .key = "residual_bytes",
     .title = "residual bytes"},
    {.id = Measure::kOutputBytes,
     .unit = Unit::kBytes,
     .word = "output_bytes",
     .also_called = "output outputs",
     .min_option = "min_output_bytes",
     .min_help = "hide rows that put out fewer bytes",
     .legend = "output bytes",
     .label = "output bytes",
     .doc = "output bytes: The memory that is output from the operation (not "
            "necessarily allocated by the operation)",
     .key = "output_bytes",
     .title = "output bytes"},
    {.id = Measure::kMicros,
     .unit = Unit::kMicros,
     .word = "micros",
     .also_called = "time us microseconds duration exec_us total_time",
     .min_option = "min_micros",
     .min_help = "hide rows that took less time",
     .legend = "total execution time",
     .label = "total execution time",
     .doc = "total execution time: Sum of accelerator execution time and cpu "
            "execution time.",
     .key = "exec_us",
     .title = "time"},
    {.id = Measure::kAcceleratorMicros,
     .unit = Unit::kMicros,
     .word = "accelerator_micros",
     .also_called = "gpu_time device_time accelerator_us",
     .min_option = "min_accelerator_micros",
     .min_help = "hide rows with less accelerator time",
     .legend = "accelerator execution time",
     .label = "accelerator execution time",
     .doc = "accelerator execution time: Time spent executing on the "
            "accelerator. This is normally measured by the actual hardware "
            "library.",
     .key = "accelerator_us",
     .title = "accelerator"},
    {.id = Measure::kCpuMicros,
     .unit = Unit::kMicros,
     .word = "cpu_micros",
     .also_called = "cpu_time host_time cpu_us",
     .min_option = "min_cpu_micros",
     .min_help = "hide rows with less cpu time",
     .legend = "cpu execution time",
     .label = "cpu execution time",
     .doc = "cpu execution time: The time from the start to the end of the "
            "operation. It's the sum of actual cpu run time plus the time "
            "that it spends waiting if part of computation is launched "
            "asynchronously.",
     .key = "cpu_us",
     .title = "cpu"},
    {.id = Measure::kParameters,
     .unit = Unit::kCount,
     .word = "params",
     .also_called = "parameters weights",
     .min_option = "min_params",
     .min_help = "hide rows with fewer parameters",
     .legend = "# parameters",
     .label = "# parameters",
     .doc = "param: Number of parameters (in the Variable).",
     .key = "params",
     .title = "parameters",
     .limit_on_self = true,
     .leads_in_trees = true},
    {.id = Measure::kFloatOps,
     .unit = Unit::kCount,
     .word = "float_ops",
     .also_called = "flops flop",
     .min_option = "min_float_ops",
     .min_help = "hide rows with fewer float ops",
     .legend = "# float_ops",
     .label = "# float_ops",
     .doc = "flops: Number of float operations. Note: Please read the "
            "implementation for the math behind it.",
     .key = "float_ops",
     .title = "float ops",
     .limit_on_self = true,
     .leads_in_trees = true},
    {.id = Measure::kRunCount,
     .unit = Unit::kCount,
     .min_option = "min_occurrence",
     .min_help = "hide rows that ran less often (op: of fewer nodes; code: no "
                 "effect)",
     .label = "runs",
     .key = "run_count",
     .title = "runs",
     .limit_on_self = true},
    {.id = Measure::kDefinitionCount,
     .unit = Unit::kCount,
     .label = "definitions",
     .key = "definition_count",
     .title = "definitions"},
};
static_assert(IsKeyedBy(kMeasures, &MeasureInfo::id, kMeasureCount));

}  // namespace

std::span<const MeasureInfo> Measures() { return kMeasures; }

}  // namespace tfprof
