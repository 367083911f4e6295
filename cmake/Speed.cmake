# What makes building fast and changes nothing else.

# A cache of objects, where it is installed.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# tfprof_unity(TARGET): with TFPROF_UNITY, its sources are compiled sixty-four at a time.
function(tfprof_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${TFPROF_UNITY} UNITY_BUILD_BATCH_SIZE 64)
  if(TFPROF_UNITY)
    # A name may be shadowed by one of another source: the plain builds find what is shadowed in earnest.
    target_compile_options(${target} PRIVATE -Wno-shadow)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      # A batch needs more memory than the compiler's garbage collector expects: a tenth of the time is its.
      target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=600000)
    endif()
  endif()
endfunction()

# tfprof_cold(TARGET): with TFPROF_UNITY, it is optimized less, which takes a quarter off its time: none of its code
# runs often enough to matter.
function(tfprof_cold target)
  if(TFPROF_UNITY)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# tfprof_hot(TARGET): a release optimizes it more. What is called for each record and row is in it.
function(tfprof_hot target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O3>)
endfunction()
