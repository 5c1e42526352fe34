# Builds the crate with the program `cargo` in the folder `target`, and copies the result to `archive`.
# `profile` is one of the profiles in Cargo.toml.
# The same source and the same Rust must give the same bytes on every machine. So rustc replaces the names
# of this machine's folders, and the script ignores the compiler flags in the environment.
cmake_minimum_required(VERSION 3.25)
file(MAKE_DIRECTORY ${target})
# Builds of other clones may use the same folder.
file(LOCK ${target} DIRECTORY)

cmake_path(GET cargo PARENT_PATH rust_folder)
set(home $ENV{CARGO_HOME})
if(NOT home)
  set(home $ENV{HOME}/.cargo)
endif()
string(ASCII 31 separator) # between the flags in CARGO_ENCODED_RUSTFLAGS
set(flags --remap-path-prefix=${target}=/target${separator}--remap-path-prefix=${home}=/cargo)
foreach(variable CC CFLAGS RUSTFLAGS)
  unset(ENV{${variable}})
endforeach()
set(built ${target}/${profile})
set(options)
if(rust_target) # a build for another kind of processor; Rust's library for it is in `sysroot`
  set(options --target ${rust_target})
  set(built ${target}/${rust_target}/${profile})
  string(APPEND flags ${separator}--sysroot${separator}${sysroot}/usr)
  string(TOUPPER ${rust_target} name)
  string(REPLACE "-" "_" name ${name})
  set(ENV{CARGO_TARGET_${name}_LINKER} ${compiler})
  file(GLOB libraries ${sysroot}/usr/lib/*-linux-gnu/pkgconfig)
  set(ENV{PKG_CONFIG_ALLOW_CROSS} 1)
  set(ENV{PKG_CONFIG_SYSROOT_DIR} ${sysroot})
  set(ENV{PKG_CONFIG_LIBDIR} ${libraries})
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env --modify PATH=path_list_prepend:${rust_folder}
    CARGO_ENCODED_RUSTFLAGS=${flags}
    ${cargo} build --profile ${profile} --locked --target-dir ${target} ${options}
  RESULT_VARIABLE status)
if(status)
  message(FATAL_ERROR " cargo failed (see above). It downloads the sources that Cargo.lock names from "
    "https://index.crates.io and https://static.crates.io, once for each user of this machine. "
    "Try again with a network, or build without encryption: -DENGARDE_E2EE=OFF")
endif()
file(COPY_FILE ${built}/libengarde_crypto.a ${archive})
file(TOUCH ${archive})
