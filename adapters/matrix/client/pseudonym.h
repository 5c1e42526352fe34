/* Pseudonyms, which take the place of user ids in the log if the host does not want ids there. */
#ifndef MX_PSEUDONYM_H
#define MX_PSEUDONYM_H

/*
 * Replaces each user id in the text, also in the percent-encoded form of URLs, by a pseudonym such
 * as user-3f2a9c01, and each room alias, which may name a person, by one such as alias-3f2a9c01.
 * Returns the new text, which the caller frees, or NULL if the text contains no such id.
 *
 * The same id has the same pseudonym until the process ends. The pseudonyms depend on a random key
 * of the process, so nobody can find out an id by trying likely ids.
 */
char *mx_pseudonym_replace(const char *text);

#endif
