/* Turns the content of a message into the text that the host reads. */
#ifndef ADAPTERS_MATRIX_RECEIVE_MESSAGE_TEXT_H
#define ADAPTERS_MATRIX_RECEIVE_MESSAGE_TEXT_H

#include <jansson.h>
#include <stdbool.h>

/*
 * Returns the body of a message, without its HTML, borrowed; NULL if the content has none. If the
 * message is a reply, leaves out the quotation that older clients put before it: lines that begin
 * with '>', and one empty line.
 */
const char *mx_message_text_body(const json_t *content, bool is_reply);

/*
 * Returns whether the HTML of a message may mention the user. Does not parse the HTML, and may be
 * wrong if it returns true.
 */
bool mx_message_text_may_mention(const json_t *content, const char *user);

/*
 * Returns whether the HTML of a message may say something else than its body: whom it mentions, or
 * what is quoted, struck out or hidden. Does not parse the HTML, and may be wrong if it returns
 * true.
 */
bool mx_message_text_may_differ(const json_t *content);

/*
 * Returns the text of a message's HTML, in which the id of each mentioned user replaces the
 * mention, without what the sender quotes, has struck out or hides; the caller frees it. Returns
 * NULL if the HTML has neither: then the body has all. Otherwise only the place of a link tells
 * which words are the mention: the name "al" also stands in "challenge".
 */
char *mx_message_text_with_ids(const json_t *content);

#endif
