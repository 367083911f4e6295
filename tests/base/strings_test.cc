// SPDX-License-Identifier: Apache-2.0
#include "base/strings.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

namespace tfprof {

using Words = std::vector<std::string>;

TEST_CASE("splitting drops empty pieces") {
  CHECK(SplitNonEmpty("a,b,c", ',') == Words{"a", "b", "c"});
  CHECK(SplitNonEmpty(",a,,b,", ',') == Words{"a", "b"});
  CHECK(SplitNonEmpty("alone", ',') == Words{"alone"});
  CHECK(SplitNonEmpty("", ',').empty());
  CHECK(SplitNonEmpty(",,", ',').empty());
  CHECK(SplitNonEmpty(" a b ", ',') == Words{" a b "});
}

TEST_CASE("only ASCII letters are lowered") {
  CHECK(AsciiLower("/Job:Worker/GPU:0") == "/job:worker/gpu:0");
  CHECK(AsciiLower("@[`{") == "@[`{");
  CHECK(AsciiLower("\xC3\x84Z") == "\xC3\x84z");
}

TEST_CASE("the last part of a path is what follows the last slash") {
  CHECK(AfterLastSlash("a/b/c.py") == "c.py");
  CHECK(AfterLastSlash("c.py") == "c.py");
  CHECK(AfterLastSlash("a/").empty());
  CHECK(AfterLastSlash("").empty());
}

TEST_CASE("integers are parsed when nothing else is around them") {
  CHECK(ParseInt64("0") == 0);
  CHECK(ParseInt64("-17") == -17);
  CHECK(ParseInt64("+17") == 17);
  CHECK(ParseInt64("007") == 7);
  CHECK(ParseInt64("9223372036854775807") ==
        std::numeric_limits<int64_t>::max());
  CHECK(ParseInt64("-9223372036854775808") ==
        std::numeric_limits<int64_t>::min());
  for (const char* text :
       {"", "+", "-", " 1", "1 ", "1.0", "1e3", "0x10", "+-1", "-+1", "++1",
        "one", "9223372036854775808", "-9223372036854775809"}) {
    CAPTURE(text);
    CHECK_FALSE(ParseInt64(text).has_value());
  }
}

TEST_CASE("the nearest word is found when it is near enough") {
  const std::vector<std::string_view> words = {"scope", "graph", "code", "op"};
  CHECK(NearestWord("scop", words) == "scope");
  CHECK(NearestWord("graphs", words) == "graph");
  CHECK(NearestWord("node", words) == "code");
  CHECK(NearestWord("scope", words) == "scope");
  CHECK(NearestWord("memory", words).empty());
  CHECK(NearestWord("anything", {}).empty());
}

TEST_CASE("of equally near words the first is suggested") {
  CHECK(NearestWord("aaaa", {"aaab", "aaac"}) == "aaab");
}

TEST_CASE("a suggestion continues a sentence or is nothing") {
  CHECK(Suggestion("scop", {"scope"}) == ", did you mean 'scope'?");
  CHECK(Suggestion("memory", {"scope"}).empty());
}

TEST_CASE("printable text keeps what a terminal can show") {
  CHECK(Printable("a/b:0 ~") == "a/b:0 ~");
  CHECK(Printable("\xC3\xA4 \xE2\x86\x92 \xF0\x9F\x98\x80") ==
        "\xC3\xA4 \xE2\x86\x92 \xF0\x9F\x98\x80");
}

TEST_CASE("printable text shows control characters as escapes") {
  using namespace std::string_view_literals;
  CHECK(Printable("a\nb\tc") == "a\\nb\\tc");
  CHECK(Printable("\x1b[31m\r\x7f") == "\\x1b[31m\\x0d\\x7f");
  CHECK(Printable("\0"sv) == "\\x00");
  // U+009B opens an escape sequence like ESC [ does.
  CHECK(Printable("\xC2\x9B") == "\\xc2\\x9b");
  CHECK(Printable("\xC2\xA0") == "\xC2\xA0");
}

TEST_CASE("printable text shows what turns its direction as escapes") {
  CHECK(Printable("a\u202Eb") == "a\\xe2\\x80\\xaeb");
  for (const char* text : {"\u061C", "\u200E", "\u200F", "\u2028", "\u202A",
                           "\u2066", "\u2069"}) {
    CHECK(Printable(text).starts_with("\\x"));
  }
  for (const char* text : {"\u061B", "\u200D", "\u2010", "\u2027", "\u202F",
                           "\u2065", "\u206A"}) {
    CHECK(Printable(text) == text);
  }
}

TEST_CASE("printable text shows codes of no character as escapes") {
  CHECK(Printable("a\uFFFEb\uFFFF") == "a\\xef\\xbf\\xbeb\\xef\\xbf\\xbf");
  for (const char* text :
       {"\uFDD0", "\uFDEF", "\U0001FFFE", "\U000FFFFF", "\U0010FFFF"}) {
    CHECK(Printable(text).starts_with("\\x"));
  }
  for (const char* text : {"\uFDCF", "\uFDF0", "\uFFFD", "\U0001EFFF", "\uEFFF",
                           "\u1FFF", "\u1FFE", "\U0010FFFD"}) {
    CHECK(Printable(text) == text);
  }
}

TEST_CASE("printable text shows broken UTF-8 byte by byte") {
  CHECK(Printable("a\xff") == "a\\xff");
  CHECK(Printable("\xC3") == "\\xc3");           // ends early
  CHECK(Printable("\xC3z") == "\\xc3z");         // not continued
  CHECK(Printable("\x80") == "\\x80");           // continues nothing
  CHECK(Printable("\xC0\xAF") == "\\xc0\\xaf");  // overlong
  CHECK(Printable("\xE0\x80\xAF") == "\\xe0\\x80\\xaf");
  CHECK(Printable("\xED\xA0\x80") == "\\xed\\xa0\\x80");  // a surrogate
  CHECK(Printable("\xED\x9F\xBF") == "\xED\x9F\xBF");
  CHECK(Printable("\xF0\x8F\xBF\xBF") == "\\xf0\\x8f\\xbf\\xbf");
  CHECK(Printable("\xF4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
  CHECK(Printable("\xF4\x8F\xBF\xBD") == "\xF4\x8F\xBF\xBD");
}

TEST_CASE("UTF-8 is told from other bytes") {
  CHECK(IsUtf8(""));
  CHECK(IsUtf8(std::string_view("a\0\n", 3)));
  CHECK(IsUtf8("\xC3\xA9 \xF4\x8F\xBF\xBF"));
  CHECK_FALSE(IsUtf8("a\xff"));
  CHECK_FALSE(IsUtf8("\xC3"));
  CHECK_FALSE(IsUtf8("\xED\xA0\x80"));
}

TEST_CASE("a boolean is one of ten words in any case") {
  for (const char* text : {"true", "T", "Yes", "y", "1"}) {
    CHECK(ParseBool(text) == true);
  }
  for (const char* text : {"FALSE", "f", "no", "N", "0"}) {
    CHECK(ParseBool(text) == false);
  }
  for (const char* text : {"", "2", "tru", "true "}) {
    CHECK_FALSE(ParseBool(text).has_value());
  }
}

TEST_CASE("the base name of a file follows its last slash, if it has a path") {
  CHECK(FileBaseName("/a/b.py") == "b.py");
  CHECK(FileBaseName("b.py") == "b.py");
  CHECK(FileBaseName("/a/").empty());
  CHECK(FileBaseName("http://host").empty());
  CHECK(FileBaseName("http://host/b.py") == "b.py");
  CHECK(FileBaseName("a://b") == "b");
}

TEST_CASE("of a long text both ends are shown, in whole characters") {
  CHECK(Shortened("net.py") == "net.py");
  const std::string limit(1000, 'x');
  CHECK(Shortened(limit) == limit);
  const std::string cut = Shortened("begin" + limit + "end");
  CHECK(cut.size() <= 1000);
  CHECK(cut.starts_with("beginx"));
  CHECK(cut.ends_with("xend"));
  CHECK(cut.find("x...x") != std::string::npos);
  std::string accents;
  for (int i = 0; i < 600; ++i) accents += "\u00e9";
  CHECK(IsUtf8(Shortened("a" + accents)));
}

TEST_CASE("what stands for long texts tells them apart") {
  const std::string text(100'000, 'n');
  CHECK(StandIn("name") == "name");
  CHECK(StandIn(text.substr(0, 1000)) == text.substr(0, 1000));
  const std::string name = StandIn(text);
  CHECK(name.size() < 1100);
  CHECK(name == StandIn(text));
  std::string other = text;
  other[50'000] = 'm';
  CHECK(name != StandIn(other));
}

}  // namespace tfprof
