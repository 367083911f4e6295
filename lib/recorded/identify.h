// SPDX-License-Identifier: Apache-2.0
// Finds the node of an execution: its name, type, program and instruction.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "base/string_pool.h"
#include "recorded/recorded_host.h"

namespace tfprof {

// The identity of an execution in the stats of its event and of the event's
// name. Ids are from RecordedHost::strings; invalid: missing.
struct WorkIdentity {
  enum Detail : uint8_t { kNothing, kCopies, kSets };

  DeviceKind kind = DeviceKind::kCpu;
  Detail detail = kNothing;  // memcpy_details, memset_details
  bool is_program = false;   // it stands on the line `XLA Modules`
  bool has_program_id = false;
  uint64_t program_id = 0;
  StringId name;          // of the event
  StringId display_name;  // of its metadata
  StringId hlo_op;
  StringId hlo_module;
  StringId hlo_category;
  StringId op_name;  // stat `name`
  StringId tf_op;
  // The best of `level K` and `annotation`, a NAME:TYPE.
  StringId fallback;

  friend bool operator==(const WorkIdentity&, const WorkIdentity&) = default;
};

// Finds programs by their ids, reading each when it is first asked for.
class ProgramSource {
 public:
  virtual ~ProgramSource() = default;

  // A row of RecordedHost::programs, or kNoRow.
  virtual uint32_t Find(uint64_t id) = 0;
};

class NodeFinder {
 public:
  NodeFinder(RecordedHost& host, ProgramSource& programs)
      : host_(host), programs_(programs) {}

  // A row of RecordedHost::nodes, which is made if it is new.
  uint32_t NodeOf(const WorkIdentity& identity);

  // The node of that name and type that belongs to no program.
  uint32_t NodeOf(StringId name, StringId type);

 private:
  struct IdentityHash {
    size_t operator()(const WorkIdentity& identity) const;
  };

  struct NodeKey {
    StringId name;
    StringId type;
    StringId program;
    StringId instruction;

    friend bool operator==(const NodeKey&, const NodeKey&) = default;
  };

  struct NodeHash {
    size_t operator()(const NodeKey& key) const;
  };

  // An instruction in the HLO proto of its program.
  struct Found {
    uint32_t program = kNoRow;
    HloModule::Row row = HloModule::kNone;
    bool has_table = false;  // there is a proto with instructions
  };

  RecordedNode MakeNode(const WorkIdentity& identity);
  RecordedNode MakeInstruction(const WorkIdentity& identity,
                               std::string_view instruction);
  RecordedNode MakeKernel(const WorkIdentity& identity);
  Found FindInstruction(const WorkIdentity& identity,
                        std::string_view instruction);
  bool IsArgument(uint32_t program, std::string_view op_name);
  uint32_t Insert(const RecordedNode& node);

  StringId Intern(std::string_view text) { return host_.strings.Intern(text); }

  // "PATH/INSTRUCTION". A small file may have one very long path for each of
  // its instructions: without it once such names have taken their share.
  StringId JoinName(std::string_view path, std::string_view instruction);

  // The tables of a program with a proto.
  struct Table {
    std::vector<HloModule::Row> row_of_name;  // by StringId of the module
    std::vector<bool> is_argument;            // the same
  };

  const Table& TableOf(uint32_t program);

  RecordedHost& host_;
  ProgramSource& programs_;
  std::vector<Table> tables_;  // by program
  size_t long_names_ = 0;      // the bytes of long joined names
  tsl::robin_map<WorkIdentity, uint32_t, IdentityHash> node_of_;
  tsl::robin_map<NodeKey, uint32_t, NodeHash> rows_;
};

}  // namespace tfprof
