# What makes building fast and changes nothing else.

# A cache of objects, where it is installed.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# tfprof_unity(TARGET): with TFPROF_UNITY, its sources are compiled sixteen at a time.
function(tfprof_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${TFPROF_UNITY} UNITY_BUILD_BATCH_SIZE 16)
  if(TFPROF_UNITY)
    # A name may be shadowed by one of another source: the plain builds find what is shadowed in earnest.
    target_compile_options(${target} PRIVATE -Wno-shadow)
  endif()
endfunction()
