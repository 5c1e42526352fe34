/* Pseudonyms. They replace user ids in the log if the operator wants no ids there. */
#ifndef ADAPTERS_MATRIX_CLIENT_PSEUDONYM_H
#define ADAPTERS_MATRIX_CLIENT_PSEUDONYM_H

/*
 * Replaces each user id in the text by a pseudonym such as user-3f2a9c01, and each room alias by
 * one such as alias-3f2a9c01, because an alias may name a person. Also replaces percent-encoded ids
 * in URLs. Returns the new text, which the caller frees, or NULL if the text contains no id.
 *
 * The same id has the same pseudonym until the process ends. The pseudonyms depend on a random key
 * of the process, so nobody can find out an id by trying likely ids.
 */
char *mx_pseudonym_replace(const char *text);

#endif
