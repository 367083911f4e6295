# tfprof_warnings(TARGET): the warnings every target of ours is built with.
function(tfprof_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion -Wnon-virtual-dtor
    # Designated initializers leave the rest at its default on purpose.
    -Wno-missing-field-initializers)
  if(TFPROF_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
