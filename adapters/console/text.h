/*
 * Turns a message into text for a terminal. Nothing in the result steers the terminal: a control
 * character, and a byte that is no UTF-8, becomes U+FFFD.
 */
#ifndef CONSOLE_TEXT_H
#define CONSOLE_TEXT_H

/* Bytes in the text that say where a style begins and ends. They never come from the message. */
enum con_mark {
	CON_STRONG = 1,
	CON_STRONG_END,
	CON_CODE,
	CON_CODE_END,
	CON_PRE, /* the printer does not fold these lines */
	CON_PRE_END,
};

/*
 * Converts HTML as bot/text writes it: strong, code, pre with code, br, ol and li, always without
 * attributes, and the entities of bot_text_add_html. Other tags and entities stay as they are. The
 * caller frees the result; NULL: no memory.
 */
char *con_text_from_html(const char *html);

/* Converts a plain text. The caller frees the result; NULL: no memory. */
char *con_text_from_plain(const char *plain);

#endif
