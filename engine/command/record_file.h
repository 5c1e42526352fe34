/* The file of a match record. */
#ifndef ENGINE_COMMAND_RECORD_FILE_H
#define ENGINE_COMMAND_RECORD_FILE_H

#include "engine/engarde.h"

#include <stdio.h>

/*
 * Reads the file that the command line names; "-" is standard input. The caller frees the text. If
 * the command line does not name exactly one file, or if the function can't read the file, it says
 * so on standard error and returns NULL.
 */
char *record_file_argument(int argc, char **argv, size_t *size);

/* Prints the fault of a record on standard error. Returns STATUS_FAILED. */
int record_file_faulty(char **argv, const struct eg_record_fault *fault);

/* Prints the value of a tag, with "?" for each byte that could be a command for the terminal. */
void record_file_print_value(FILE *out, struct eg_text value);

#endif
