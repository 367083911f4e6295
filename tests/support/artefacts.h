// SPDX-License-Identifier: Apache-2.0
// Files as users of TensorFlow 2 and JAX have them, asked of the whole program.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app.h"
#include "base/writer.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"
#include "support/make_xspace.h"

namespace tfprof {

struct Answered {
  int code = 0;
  std::string out;
  std::string said;  // without the folder of the test
};

// A folder with files of users.
class Artefacts {
 public:
  std::string Add(const std::string& name, const std::string& content) {
    const std::string path = dir_ / name;
    std::filesystem::create_directories(
        std::filesystem::path(path).parent_path());
    WriteFile(path, content);
    return path;
  }

  std::string Copy(const std::string& from, const std::string& name) {
    return Add(name, ReadFile(TestData(from)));
  }

  Answered Ask(const std::string& command, const std::string& name,
               std::vector<std::string> flags = {}) const {
    StringWriter out;
    StringWriter err;
    std::vector<std::string> args = {command,
                                     name.empty() ? dir_.path() : dir_ / name};
    args.insert(args.end(), flags.begin(), flags.end());
    Answered answered{RunApp(args, out, err), out.text(), err.text()};
    for (std::string* text : {&answered.out, &answered.said}) {
      const std::string folder = dir_.path() + "/";
      for (size_t at = text->find(folder); at != std::string::npos;
           at = text->find(folder)) {
        text->erase(at, folder.size());
      }
    }
    return answered;
  }

  // Refused by each command, in the same words.
  void CheckRefused(const std::string& name, const std::string& words) const {
    for (const char* command : {"info", "scope", "op", "summarize"}) {
      const Answered answered = Ask(command, name);
      INFO(command << " " << name << ": " << answered.said);
      CHECK(answered.code == 3);
      CHECK(answered.out.empty());
      CHECK(answered.said == "tfprof: " + words + "\n");
    }
  }

  // Taken for what `picked_as` says.
  void CheckTaken(const std::string& name, const std::string& picked_as) const {
    const Answered answered = Ask("info", name, {"--output=csv"});
    INFO(name << ": " << answered.said);
    CHECK(answered.code == 0);
    CHECK(answered.out.find("inputs,0,picked_as," + picked_as + "\r\n") !=
          std::string::npos);
  }

  const TempDir& dir() const { return dir_; }

 private:
  TempDir dir_;
};

inline bool Says(const Answered& answered, const std::string& words) {
  return answered.said.find(words) != std::string::npos;
}

inline std::string SmallXSpace() {
  MakePlane host("/host:CPU");
  host.Line(1, "t", 0, {host.Event("w:MatMul", 10, 5)});
  return MakeXSpace({host});
}

}  // namespace tfprof
