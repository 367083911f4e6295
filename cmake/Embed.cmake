# cmake -D OUT=file.cc -D FILES="function=path;..." -P Embed.cmake: a source with a function for each file, which
# returns its bytes.
set(source "#include \"render/page/page_bundle.h\"\n\nnamespace tfprof {\n")
foreach(pair IN LISTS FILES)
  string(REGEX MATCH "^([^=]+)=(.*)$" _ "${pair}")
  set(function ${CMAKE_MATCH_1})
  file(READ "${CMAKE_MATCH_2}" hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND source "\nstd::string_view ${function}() {\n"
    "  static constexpr char kBytes[] = {${bytes}'\\0'};\n  return {kBytes, ${size}};\n}\n")
endforeach()
file(WRITE "${OUT}" "${source}\n}  // namespace tfprof\n")
