// SPDX-License-Identifier: Apache-2.0
#include "store/kept_files.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/bytes.h"
#include "store/history.h"

namespace tfprof {

namespace {

// Of a journal that is done with the first byte is zero.
bool IsInUse(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return false;
  const auto begin = Bytes::OpenBeginning(path, {});
  return begin && !begin->view().empty() && begin->view().front() != '\0';
}

}  // namespace

Status CheckReplaceable(const std::string& path, bool by_database) {
  if (History::IsHistory(path)) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: is a history of runs, which would be lost; name another "
                "file, or move this one away",
                path);
  }
  if (!by_database && !History::IsDatabase(path)) return {};
  // SQLite looks beside the file, not beside a link to it.
  std::error_code unknown;
  const std::string file = std::filesystem::weakly_canonical(path, unknown);
  for (const std::string_view end : {"-wal", "-journal"}) {
    const std::string beside = (unknown ? path : file) + std::string(end);
    if (!IsInUse(beside)) continue;
    return Fail(ErrorCode::kInvalidArgument,
                "{}: has changes to {} that are not in it yet, and would go "
                "into whatever takes its place; end who has that open, read it "
                "once with sqlite3, or move both away",
                beside, path);
  }
  return {};
}

}  // namespace tfprof
