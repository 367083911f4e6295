// SPDX-License-Identifier: Apache-2.0
#include "store/table_writer.h"

#include <utility>

namespace tfprof {

Status TableWriter::EndRow() {
  at_ = 0;
  if (keys_ == Keys::kCounted || keys_ == Keys::kHidden) ++key_;
  Status added = keys_ == Keys::kInRow ? tree_.AddKey(record_.Finish())
                                       : tree_.AddRow(key_, record_.Finish());
  record_.Clear();
  return added;
}

}  // namespace tfprof
