// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/tensor.h"

namespace tfprof {

// tfprof: rounds a value to six significant digits.
double SixDigits(double value);

// Says why there is no tensor, or what is odd about it.
void WarnAboutTensor(const Result<Tensor>& tensor, Diagnostics& diagnostics);

// Appends a tensor's values in nested brackets, cut after 10,000 characters.
// Without a tensor, warns with the reason and appends nothing.
void AppendTensor(std::string& out, const Result<Tensor>& tensor,
                  Diagnostics& diagnostics);

}  // namespace tfprof
