/* Turns the text of a message into the form that the host reads. */
#ifndef MX_MESSAGE_TEXT_H
#define MX_MESSAGE_TEXT_H

/*
 * Returns the part of `body` after the quotation that older clients put before a reply: lines that
 * begin with '>', and one empty line. The result is borrowed from `body`.
 */
const char *mx_message_text_without_quote(const char *body);

/*
 * Returns a copy of `body` in which the id of each mentioned user replaces their display name. The
 * caller frees the copy. `html` is the formatted body, or NULL if the message has none. The
 * mentions are the links to users in `html`.
 */
char *mx_message_text_with_ids(const char *body, const char *html);

#endif
