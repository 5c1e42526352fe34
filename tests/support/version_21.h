/* The store of an earlier release. */
#ifndef TESTS_SUPPORT_VERSION_21_H
#define TESTS_SUPPORT_VERSION_21_H

/* version_21.sql: makes a store of release 0.1.0 in an empty file. */
extern const char version_21_sql[];

#endif
