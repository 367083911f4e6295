# Applies TFPROF_SANITIZE to everything built after this point. A finding ends the program.
if(TFPROF_FUZZ)
  # Coverage that the fuzzer is guided by.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(TFPROF_SANITIZE)
  add_compile_options(-fsanitize=${TFPROF_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # Where each check was written is known by addresses: moving all of them takes half of a short run.
  add_link_options(-fsanitize=${TFPROF_SANITIZE} -no-pie)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # It takes members for unset once sanitizers look at them.
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_compile_options(-fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/sanitizer_ignore.txt)
  endif()
endif()
# What base, model and wire, which put numbers together from bytes, are checked for, and the rest is not: it takes a
# quarter of a build, and a null pointer ends a program without it.
set(TFPROF_FEWER_CHECKS)
if(TFPROF_SANITIZE AND NOT TFPROF_FUZZ)
  set(TFPROF_FEWER_CHECKS -fno-sanitize=null,alignment,object-size)
endif()
