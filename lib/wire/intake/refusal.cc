// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/refusal.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "wire/intake/list_folder.h"
#include "wire/intake/profiler_runs.h"
#include "wire/intake/recognise.h"

namespace tfprof {

namespace {

// True if a file without a field has bytes all the same: blanks, line ends. An
// archive of nothing has bytes of its own.
bool HasBlankText(const std::string& path) {
  std::error_code failed;
  const auto size = std::filesystem::file_size(path, failed);
  return !failed && size > 0 && !path.ends_with(".gz") &&
         !path.ends_with(".zst");
}

}  // namespace

bool IsRefusedByName(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  if (IsNsightReport(name)) return true;
  if (!IsMadeFromXSpace(name) || !name.ends_with(".pb")) return false;
  return !name.ends_with(".hlo_proto.pb") ||
         !FindBeside(path, ".xplane.pb").empty();
}

Failure RefusalOf(const std::string& path, const Format* format) {
  if (format == &kEmptyFile && HasBlankText(path)) {
    return Fail(ErrorCode::kCorrupt,
                "{}: holds only blank text: it is no profile; copy it again",
                path);
  }
  if (format == &kEmptyFile && IsXSpaceName(path)) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is empty: the profiler wrote nothing (it does so beyond "
                "2 GiB)",
                path);
  }
  const bool is_known = format != nullptr && !format->advice.empty();
  if (!is_known && IsNsightReport(path)) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is a report of Nsight Systems, which is not read; give "
                "the .xplane.pb that tf.profiler or jax.profiler wrote",
                path);
  }
  if (!is_known && IsRefusedByName(path)) {
    const std::string recording = FindBeside(path, ".xplane.pb");
    return Fail(ErrorCode::kCorrupt,
                "{}: is a cache of TensorBoard's profiler; give the "
                ".xplane.pb that it was made from{}{}",
                path, recording.empty() ? "" : ": ", recording);
  }
  if (!is_known) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is {}; say what it is with --graph_path, --run_meta_path, "
                "--op_log_path or --profile_path",
                path, WordsOf(format));
  }
  std::string original;
  if (!format->original_suffix.empty()) {
    original = FindBeside(path, format->original_suffix);
  }
  return Fail(ErrorCode::kCorrupt, "{}: is {}{}{}{}", path, format->words,
              format->advice, original.empty() ? "" : ": ", original);
}

}  // namespace tfprof
