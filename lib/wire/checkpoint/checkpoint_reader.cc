// SPDX-License-Identifier: Apache-2.0
#include "wire/checkpoint/checkpoint_reader.h"

#include <filesystem>
#include <utility>

#include "base/strings.h"
#include "wire/checkpoint/checkpoint_files.h"
#include "wire/checkpoint/checkpoint_parts.h"
#include "wire/glob_paths.h"

namespace tfprof {

namespace {

bool Exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// The files of a version 1 checkpoint. An existing file name is not a pattern.
Result<std::vector<std::string>> FindV1Files(const std::string& prefix) {
  const std::string path = checkpoint::ExistingPath(prefix);
  if (Exists(path)) return std::vector{path};
  TFPROF_ASSIGN_OR_RETURN(std::vector<std::string> paths, GlobPaths(prefix));
  if (!paths.empty()) return paths;
  return GlobPaths(prefix + ".gz");
}

Result<checkpoint::FormatPtr> OpenFormat(const std::string& prefix,
                                         const ReadLimits& limits) {
  TFPROF_RETURN_IF_ERROR(CheckNoneIsStream(prefix));
  // tfprof: an index beside the prefix makes it version 2.
  const std::string index = checkpoint::ExistingPath(prefix + ".index");
  if (Exists(index)) return checkpoint::OpenV2(prefix, index, limits);

  TFPROF_ASSIGN_OR_RETURN(const std::vector<std::string> paths,
                          FindV1Files(prefix));
  if (paths.empty()) {
    return Fail(ErrorCode::kNotFound,
                "no checkpoint: neither {}.index nor {} exists; "
                "--checkpoint_path takes the prefix that its files share, "
                "such as model.ckpt-1000",
                prefix, prefix);
  }
  Result<checkpoint::FormatPtr> format = checkpoint::OpenV1(paths, limits);
  if (!format.has_value() && format.error().code == ErrorCode::kNotFound) {
    format.error().message +=
        "; --checkpoint_path takes the prefix that the files of a checkpoint "
        "share";
  }
  return format;
}

}  // namespace

namespace checkpoint {

std::string Shown(std::string_view name) {
  constexpr size_t kMost = 200;
  return Printable(name.substr(0, kMost)) + (name.size() > kMost ? "..." : "");
}

std::string ExistingPath(const std::string& path) {
  const std::string packed = path + ".gz";
  return !Exists(path) && Exists(packed) ? packed : path;
}

}  // namespace checkpoint

CheckpointReader::CheckpointReader(
    std::unique_ptr<const checkpoint::Format> format)
    : format_(std::move(format)) {}

CheckpointReader::CheckpointReader(CheckpointReader&&) noexcept = default;

CheckpointReader& CheckpointReader::operator=(CheckpointReader&&) noexcept =
    default;

CheckpointReader::~CheckpointReader() = default;

Result<CheckpointReader> CheckpointReader::Open(const std::string& prefix,
                                                const ReadLimits& limits) {
  TFPROF_ASSIGN_OR_RETURN(checkpoint::FormatPtr format,
                          OpenFormat(prefix, limits));
  return CheckpointReader(std::move(format));
}

const std::vector<std::string>& CheckpointReader::names() const {
  return format_->names();
}

Result<CheckpointEntry> CheckpointReader::Find(std::string_view name) const {
  return format_->Find(name);
}

Result<CheckpointTensor> CheckpointReader::Read(std::string_view name) const {
  return format_->Read(name);
}

}  // namespace tfprof
