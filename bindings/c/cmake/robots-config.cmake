# find_package(robots CONFIG REQUIRED)
#   robots::robots         the shared library
#   robots::robots_static  the static one, with all it needs
# Both bring the folder of <robots/robots.h>.
#
# Nothing here is bound to the place it was installed to: headers and libraries
# are looked for from here upwards. `make install` puts in where the headers are
# from the libraries, which helps where they have no parent in common.
set(_robots_includedir "")
set(_robots_libdir "")
set(_robots_places "${CMAKE_CURRENT_LIST_DIR}/../..")
set(_robots_headers "${CMAKE_CURRENT_LIST_DIR}/../../@INCLUDE_FROM_LIB@" "@INCLUDE_FROM_LIB@")
set(_robots_up "${CMAKE_CURRENT_LIST_DIR}")
foreach(_robots_step RANGE 4)
  get_filename_component(_robots_up "${_robots_up}" DIRECTORY)
  list(APPEND _robots_headers "${_robots_up}/include")
  list(APPEND _robots_places "${_robots_up}/lib/${CMAKE_LIBRARY_ARCHITECTURE}" "${_robots_up}/lib"
       "${_robots_up}/lib64")
endforeach()
foreach(_robots_place IN LISTS _robots_headers)
  if(NOT _robots_includedir AND EXISTS "${_robots_place}/robots/robots.h")
    get_filename_component(_robots_includedir "${_robots_place}" ABSOLUTE)
  endif()
endforeach()
foreach(_robots_place IN LISTS _robots_places)
  if(NOT _robots_libdir AND EXISTS "${_robots_place}/librobots.a")
    get_filename_component(_robots_libdir "${_robots_place}" ABSOLUTE)
  endif()
endforeach()
set(_robots_shared "${_robots_libdir}/librobots${CMAKE_SHARED_LIBRARY_SUFFIX}")

if(NOT _robots_includedir OR NOT _robots_libdir OR NOT EXISTS "${_robots_shared}")
  set(robots_FOUND FALSE)
  set(robots_NOT_FOUND_MESSAGE
      "robots/robots.h, librobots.a or librobots${CMAKE_SHARED_LIBRARY_SUFFIX} is missing around ${CMAKE_CURRENT_LIST_DIR}")
else()
  if(NOT TARGET robots::robots)
    add_library(robots::robots SHARED IMPORTED)
    set_target_properties(robots::robots PROPERTIES
      IMPORTED_LOCATION "${_robots_shared}"
      INTERFACE_INCLUDE_DIRECTORIES "${_robots_includedir}")
  endif()
  if(NOT TARGET robots::robots_static)
    add_library(robots::robots_static STATIC IMPORTED)
    set_target_properties(robots::robots_static PROPERTIES
      IMPORTED_LOCATION "${_robots_libdir}/librobots.a"
      IMPORTED_LINK_INTERFACE_LANGUAGES C
      INTERFACE_INCLUDE_DIRECTORIES "${_robots_includedir}")
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
      # The private libraries of robots.pc.
      set_target_properties(robots::robots_static PROPERTIES
        INTERFACE_LINK_LIBRARIES "-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc")
    endif()
  endif()
endif()

unset(_robots_includedir)
unset(_robots_libdir)
unset(_robots_places)
unset(_robots_headers)
unset(_robots_up)
unset(_robots_shared)
