/* Turns the text of a message into the form that the host reads. */
#ifndef MX_MESSAGE_TEXT_H
#define MX_MESSAGE_TEXT_H

/*
 * Returns the part of `body` after the quotation that older clients put before a reply: lines that
 * begin with '>', and one empty line. The result is borrowed from `body`.
 */
const char *mx_message_text_without_quote(const char *body);

/*
 * Returns a copy of `body` in which users' ids replace the display names of mentioned users; the
 * caller frees it. `html` is the formatted body; its links to users are the mentions. `html` is
 * NULL if the message has no formatted body.
 */
char *mx_message_text_with_ids(const char *body, const char *html);

#endif
