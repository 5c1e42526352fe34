# The Debian package: `cmake --workflow --preset package` makes it in build/package. The same source
# always gives the same bytes, at any place and time.

# The package's time is SOURCE_DATE_EPOCH or the time of the last commit. `git archive` writes this time
# into the file commit-time.
set(time $ENV{SOURCE_DATE_EPOCH})
if(NOT time)
  file(STRINGS commit-time time REGEX "^[0-9]+$")
endif()
if(NOT time)
  execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%ct
    OUTPUT_VARIABLE time OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT time)
  string(TIMESTAMP time %s UTC)
endif()
set(ENV{SOURCE_DATE_EPOCH} ${time})
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME engarde-bot)
set(CPACK_PACKAGE_CONTACT "the engarde-bot authors <engarde-bot@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Matrix bot that hosts matches of En Garde")
set(CPACK_PACKAGE_DESCRIPTION "Challenge somebody in a Matrix room to the fencing game with 25
cards and 23 spaces. The bot shows the board there and sends each player their
cards in private. Matches survive restarts. Everybody can verify the shuffles.
The bot has computer opponents, ratings and records, and speaks English,
Dutch, French, German, Italian, Spanish and Japanese.
.
The program engarde has the rules without the bot. It verifies records of
matches, and two people can play with it at a terminal.")
set(CPACK_DEBIAN_PACKAGE_VERSION ${PROJECT_VERSION}-1)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "fonts-dejavu-core, tzdata, systemd | systemd-standalone-sysusers | systemd-sysusers")
# The font is for Japanese names and words in pictures, and takes 60 MB.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ca-certificates, fonts-noto-cjk")
set(debian ${PROJECT_SOURCE_DIR}/deploy/debian)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${debian}/postinst ${debian}/prerm ${debian}/postrm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# The package contains the bot and the files that only the package needs, but not the library's
# development files.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_COMPONENTS_ALL bot package)
# The folder of the configuration is not below the prefix.
set(CPACK_SET_DESTDIR ON)
set(CPACK_STRIP_FILES ON)

configure_file(debian/changelog.in changelog.Debian @ONLY)
configure_file(package_stage.cmake.in package_stage.cmake @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_BINARY_DIR}/package_stage.cmake)
foreach(log changelog:${PROJECT_SOURCE_DIR}/CHANGELOG.md
    changelog.Debian:${CMAKE_CURRENT_BINARY_DIR}/changelog.Debian)
  string(REGEX MATCH "^([^:]+):(.*)" log ${log})
  set(target ${CMAKE_CURRENT_BINARY_DIR}/${CMAKE_MATCH_1}.gz)
  add_custom_command(OUTPUT ${target}
    COMMAND ${GZIP} -9nc ${CMAKE_MATCH_2} > ${target} DEPENDS ${CMAKE_MATCH_2})
  list(APPEND logs ${target})
endforeach()
add_custom_target(changelogs ALL DEPENDS ${logs})
# `engarde-bot setup` writes the configuration. So no file in this folder belongs to the package, and
# dpkg never asks whether to replace a file that the administrator has changed.
install(DIRECTORY DESTINATION ${CMAKE_INSTALL_FULL_SYSCONFDIR}/engarde COMPONENT package
  EXCLUDE_FROM_ALL)
install(FILES ${logs} debian/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/engarde-bot
  COMPONENT package EXCLUDE_FROM_ALL)

include(CPack)
