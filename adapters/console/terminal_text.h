/* Texts for a terminal: messages without HTML, and without anything that controls the terminal. */
#ifndef ADAPTERS_CONSOLE_TERMINAL_TEXT_H
#define ADAPTERS_CONSOLE_TERMINAL_TEXT_H

/*
 * Style bytes mark in a text for the terminal where a style begins and ends. They never come from
 * the message itself, because the converter replaces control characters.
 */
enum con_mark {
	CON_STRONG = 1,
	CON_STRONG_END,
	CON_CODE,
	CON_CODE_END,
};

/*
 * Converts a message into a text for the terminal. The message is HTML as bot/text writes it:
 * strong, code, span, br and p, always without attributes, links, and the entities of
 * bot_text_add_html. Other tags and entities stay as they are. A link becomes its text, with the
 * URL in brackets.
 *
 * Nothing in the result controls the terminal, because each control character, and each byte that
 * is not UTF-8, becomes U+FFFD. The caller frees the result.
 */
char *con_text_from_html(const char *html);

/*
 * Converts a plain text. Here too, control characters and bytes that are not UTF-8 become U+FFFD.
 * The caller frees the result.
 */
char *con_text_from_plain(const char *plain);

#endif
