/*
 * cmocka, with the headers of the C library that must come before it. A test includes this header
 * after those of the project and before those of the system.
 */
#ifndef TESTS_SUPPORT_CMOCKA_H
#define TESTS_SUPPORT_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#endif
