/* A match record as a file. */
#ifndef ENGARDE_FILE_H
#define ENGARDE_FILE_H

#include "engine/engarde.h"

#include <stdio.h>

/*
 * Reads the one file that the command line names ("-": standard input), for the caller to free.
 * NULL when there is none, or more; then standard error says so.
 */
char *file_argument(int argc, char **argv, size_t *size);

/* Says on standard error what is wrong with the record, and returns STATUS_FAILED. */
int file_faulty(char **argv, const struct eg_record_fault *fault);

/* Prints a tag's value. It is a stranger's: what a terminal could take as a command is a "?". */
void file_print_value(FILE *out, struct eg_text value);

#endif
