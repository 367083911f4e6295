// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/tensor.h"

namespace tfprof {

// tfprof: rounds a value to six significant digits.
double SixDigits(double value);

// Says that the checkpoint has no such tensor (kNotFound), or what is odd about
// it. Fails if it has one that cannot be read.
Status WarnAboutTensor(const Result<Tensor>& tensor, Diagnostics& diagnostics);

// Appends a tensor's values in nested brackets, cut after 10,000 characters.
// If there
// is none, warns and appends nothing; fails as WarnAboutTensor.
Status AppendTensor(std::string& out, const Result<Tensor>& tensor,
                    Diagnostics& diagnostics);

}  // namespace tfprof
