/* What somebody wrote, as the host wants to read it. */
#ifndef MX_TEXT_H
#define MX_TEXT_H

/*
 * What follows the quotation that older clients put before a reply: leading lines that begin
 * with '>', and one empty line. Borrowed from `body`.
 */
const char *mx_text_without_quote(const char *body);

/*
 * `body` with the mentions that its formatted form holds (links to users, by matrix.to or by
 * matrix: URI) written as the users' ids instead of their display names. The caller frees it;
 * NULL: no memory. `html` may be NULL.
 */
char *mx_text_with_ids(const char *body, const char *html);

#endif
