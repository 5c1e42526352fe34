/* Turns the HTML of a message into text. Strangers wrote the HTML, so it may be malformed. */
#ifndef ADAPTERS_MATRIX_RECEIVE_HTML_TEXT_H
#define ADAPTERS_MATRIX_RECEIVE_HTML_TEXT_H

#include <jansson.h>

/*
 * Returns the text of `html` as a client shows it, with the id of each mentioned user in place of
 * the link to them; the caller frees it. A link in code is no mention, because clients do not show
 * it as one. Leaves out the quotation before a reply. Also leaves out what the sender quotes, has
 * struck out or hides as a spoiler, because they do not say it. In an id, U+FFFD replaces each byte
 * that is not printable ASCII. Returns NULL if the HTML mentions nobody and has none of these
 * parts. `mentions` is the message's m.mentions, or NULL.
 */
char *mx_html_text_with_ids(const char *html, const json_t *mentions);

#endif
