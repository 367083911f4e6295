// SPDX-License-Identifier: Apache-2.0
#include "model/code_lines.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

// The name after the scope of all gradients: "gradients/x", "gradients_1/x",
// "gradient_tape/x"; empty for other names.
std::string_view AfterGradients(std::string_view node) {
  const size_t slash = node.find('/');
  if (slash == std::string_view::npos) return {};
  std::string_view scope = node.substr(0, slash);
  const size_t number = scope.find_last_not_of("0123456789");
  if (number + 1 < scope.size() && scope[number] == '_') {
    scope = scope.substr(0, number);
  }
  return scope == "gradients" || scope == "gradient_tape"
             ? node.substr(slash + 1)
             : std::string_view();
}

// The forward node of a gradient: "a/b" for "gradients/a/b_grad/Mul" and, if it
// is a scope, for "gradient_tape/a/b/Mul". Empty for other nodes.
std::string ForwardNode(std::string_view node) {
  const std::string_view rest = AfterGradients(node);
  if (rest.empty()) return {};
  constexpr std::string_view kMark = "_grad/";
  const size_t end = rest.find(kMark);
  return std::string(end == std::string_view::npos ? ScopeOfNode(rest)
                                                   : rest.substr(0, end));
}

// "train.py:41". Many lines may share a file, so only both ends of an overlong
// name are kept.
std::string LineText(std::string_view file, int64_t line) {
  return fmt::format("{}:{}", Shortened(file), line);
}

}  // namespace

std::string PathPrefixes::Map(std::string_view path) const {
  for (const auto& [from, to] : from_to) {
    if (path.starts_with(from)) {
      return to + std::string(path.substr(from.size()));
    }
  }
  return std::string(path);
}

void MapPaths(const PathPrefixes& prefixes, Profile& profile) {
  if (prefixes.from_to.empty()) return;
  for (Frame& frame : profile.frames) {
    if (!frame.file.valid()) continue;
    const std::string path = prefixes.Map(profile.strings[frame.file]);
    frame.file = profile.strings.Intern(path);
  }
}

bool IsLibraryFile(std::string_view file) {
  for (const std::string_view part :
       {"site-packages", "dist-packages", "/tensorflow/", "/lib/python",
        "__autograph_generated_file"}) {
    if (file.find(part) != std::string_view::npos) return true;
  }
  // Only in subfolders, since the user's program may be in a folder "jax".
  for (const std::string_view package : {"/keras/", "/jax/", "/jaxlib/"}) {
    const size_t at = file.find(package);
    if (at != std::string_view::npos &&
        file.find('/', at + package.size()) != std::string_view::npos) {
      return true;
    }
  }
  return file.empty() || file.front() == '<';
}

bool LibraryFiles::Has(StringId file) {
  const auto [known, is_new] = is_library_.insert({file.value, false});
  if (is_new) {
    const std::string_view path = strings_[file];
    known.value() = IsLibraryFile(path) && !own_.Match(path);
  }
  return known->second;
}

std::string_view CodeLines::Of(std::string_view node) const {
  const StringId name = strings_.Find(node);
  if (!name.valid()) return {};
  const auto found = line_of_node_.find(name.value);
  return found == line_of_node_.end() ? std::string_view()
                                      : strings_[found->second];
}

std::string_view CodeLines::FunctionOf(std::string_view line) const {
  const auto found = function_of_line_.find(strings_.Find(line).value);
  return found == function_of_line_.end() ? std::string_view()
                                          : strings_[found->second];
}

StringId CodeLines::AddLine(std::string_view file, int64_t line,
                            std::string_view function) {
  const StringId text = strings_.Intern(LineText(file, line));
  if (!function.empty()) {
    function_of_line_.insert(
        {text.value, strings_.Intern(Shortened(function))});
  }
  return text;
}

void CodeLines::SetLine(StringId node, StringId line) {
  line_of_node_.insert({node.value, line});
  longest_node_ = std::max(longest_node_, strings_[node].size());
}

// The line of the node, or of the innermost enclosing scope that is a node. A
// name may have a hundred thousand scopes: prefixes longer than any node with a
// line are not looked up.
std::string_view CodeLines::LineAround(std::string_view node) const {
  while (node.size() > longest_node_) node = ScopeOfNode(node);
  while (!node.empty()) {
    const std::string_view line = Of(node);
    if (!line.empty()) return line;
    node = ScopeOfNode(node);
  }
  return {};
}

CodeLines::Owner CodeLines::OwnerOf(std::string_view node) const {
  if (empty()) return {};
  // The scope that TensorFlow adds around the body of an inlined function.
  constexpr std::string_view kOfInlining = "Func/";
  if (node.starts_with(kOfInlining)) node.remove_prefix(kOfInlining.size());
  const std::string forward = ForwardNode(node);
  if (!forward.empty()) {
    const std::string_view line = LineAround(forward);
    if (!line.empty()) return {line, true};
  }
  return {LineAround(node), false};
}

void CodeLineSink::AddString(int64_t id, std::string_view text) {
  string_of_id_[id] = lines_.strings_.Intern(text);
}

StackId CodeLineSink::AddStack(std::span<const FrameRecord> frames) {
  for (const FrameRecord& frame : frames) {
    stacks_.Push({InternUnlessEmpty(frame.file),
                  InternUnlessEmpty(frame.function), frame.file_id,
                  frame.function_id, frame.line});
  }
  stacks_.EndRow();
  return StackId(stacks_.size() - 1);
}

void CodeLineSink::AddOpLogEntry(const OpLogEntry& entry) {
  if (!entry.stack.valid()) return;
  entries_.emplace_back(lines_.strings_.Intern(entry.name), entry.stack);
}

StringId CodeLineSink::InternUnlessEmpty(std::string_view text) {
  return text.empty() ? StringId() : lines_.strings_.Intern(text);
}

// `text`, or the text of the id if it is known.
StringId CodeLineSink::StringOf(StringId text, int64_t id) const {
  if (text.valid()) return text;
  const auto known = string_of_id_.find(id);
  return known == string_of_id_.end() ? StringId() : known->second;
}

// Invalid if the whole stack is the framework's.
StringId CodeLineSink::LineOf(std::span<const CodeFrame> stack) {
  for (size_t i = stack.size(); i-- > 0;) {
    const StringId file = StringOf(stack[i].file, stack[i].file_id);
    if (!file.valid()) continue;
    const auto [known, is_new] = file_of_string_.insert({file.value, {}});
    if (is_new) {
      const std::string path = prefixes_.Map(lines_.strings_[file]);
      if (!IsLibraryFile(path) || own_.Match(path)) {
        known.value() = lines_.strings_.Intern(path);
      }
    }
    if (!known->second.valid()) continue;
    const StringId function =
        StringOf(stack[i].function, stack[i].function_id);
    return lines_.AddLine(
        lines_.strings_[known->second], stack[i].line,
        function.valid() ? lines_.strings_[function] : std::string_view());
  }
  return {};
}

CodeLines CodeLinesOf(const Profile& profile) {
  CodeLines lines;
  LibraryFiles libraries(profile.strings, profile.own_files);
  std::vector<StringId> line_of_stack(profile.stacks.size());
  for (size_t stack = 0; stack < profile.stacks.size(); ++stack) {
    const std::span<const FrameId> frames = profile.stacks[stack];
    for (size_t i = frames.size(); i-- > 0;) {
      const Frame& frame = profile.frames[frames[i].value];
      if (!frame.file.valid()) continue;
      if (libraries.Has(frame.file)) continue;
      line_of_stack[stack] = lines.AddLine(
          profile.strings[frame.file], frame.line,
          frame.function.valid() ? profile.strings[frame.function]
                                 : std::string_view());
      break;
    }
  }
  for (size_t node = 0; node < profile.nodes.size(); ++node) {
    const StackId stack = profile.nodes.stack[node];
    if (!stack.valid() || !line_of_stack[stack.value].valid()) continue;
    const StringId name = lines.strings_.Intern(profile.NameOf(NodeId(node)));
    lines.SetLine(name, line_of_stack[stack.value]);
  }
  return lines;
}

// Strings may follow the stacks that use them, so lines are known only at the
// end.
CodeLines CodeLineSink::Finish() {
  std::vector<StringId> line_of_stack;
  for (size_t stack = 0; stack < stacks_.size(); ++stack) {
    line_of_stack.push_back(LineOf(stacks_[stack]));
  }
  for (const auto& [node, stack] : entries_) {
    const StringId line = line_of_stack[stack.value];
    // The first entry of a node with a line counts.
    if (line.valid()) lines_.SetLine(node, line);
  }
  return std::move(lines_);
}

}  // namespace tfprof
