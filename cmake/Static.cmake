# TFPROF_STATIC: archives instead of shared libraries, and no dynamic loader.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(Protobuf_USE_STATIC_LIBS ON)
add_link_options(-static)

# What the packages of libraries name as shared.
function(tfprof_use_static_libraries)
  find_library(TFPROF_LEVELDB leveldb REQUIRED)
  find_library(TFPROF_SNAPPY snappy REQUIRED)
  set_target_properties(leveldb::leveldb PROPERTIES
    IMPORTED_LOCATION_NONE ${TFPROF_LEVELDB} IMPORTED_LOCATION_RELEASE ${TFPROF_LEVELDB}
    INTERFACE_LINK_LIBRARIES "${TFPROF_SNAPPY};Threads::Threads")
  foreach(library tinfo bsd md)
    find_library(TFPROF_${library} ${library} REQUIRED)
    target_link_libraries(PkgConfig::LIBEDIT INTERFACE ${TFPROF_${library}})
  endforeach()
endfunction()
