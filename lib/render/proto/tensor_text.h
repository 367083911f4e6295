// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/tensor.h"

namespace tfprof {

// tfprof: a value is first written with six significant digits and read back.
double SixDigits(double value);

// Says why there is no tensor, or what is odd about it.
void WarnAboutTensor(const Result<Tensor>& tensor, Diagnostics& diagnostics);

// A tensor's values as nested brackets, cut after 10,000 characters. Without a
// tensor the reason becomes a warning and nothing is appended.
void AppendTensor(std::string& out, const Result<Tensor>& tensor,
                  Diagnostics& diagnostics);

}  // namespace tfprof
