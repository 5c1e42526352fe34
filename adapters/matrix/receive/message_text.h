/* Turns the content of a message into the text that the host reads. */
#ifndef ADAPTERS_MATRIX_RECEIVE_MESSAGE_TEXT_H
#define ADAPTERS_MATRIX_RECEIVE_MESSAGE_TEXT_H

#include <jansson.h>
#include <stdbool.h>

/*
 * Returns the part of `body` after the quotation that older clients put before a reply: lines that
 * begin with '>', and one empty line. The result is borrowed from `body`.
 */
const char *mx_message_text_without_quote(const char *body);

/*
 * Returns the text of a message, in which the id of each mentioned user replaces the mention; the
 * caller frees it. Returns NULL if the content has no text, or nothing but a quotation or the like.
 * `is_reply` says whether the body may begin with a quotation.
 *
 * A message that mentions somebody is read from its HTML, because only the place of a link tells
 * which words are the mention: the name "al" also stands in "challenge". So is a message in which
 * something is quoted, struck out or hidden. Every other message is read from its body.
 */
char *mx_message_text(const json_t *content, bool is_reply);

#endif
