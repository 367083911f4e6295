# Applies TFPROF_SANITIZE to everything built after this point. A finding ends the program.
if(TFPROF_SANITIZE)
  add_compile_options(-fsanitize=${TFPROF_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TFPROF_SANITIZE})
endif()
