/*
 * The HTML that the host writes (p, br, pre, code, strong, ol, li and entities) as text for a
 * terminal. Other tags are dropped and what is in them kept; nothing in the text steers a terminal.
 */
#ifndef CONSOLE_HTML_H
#define CONSOLE_HTML_H

/* Where a style begins and ends in the text. They never come from what is converted. */
enum con_mark {
	CON_STRONG = 1,
	CON_STRONG_END,
	CON_CODE,
	CON_CODE_END,
	CON_PRE, /* lines that are not to be folded */
	CON_PRE_END,
};

/* The text, lines separated by '\n', for the caller to free; NULL when there is no memory. */
char *con_html_text(const char *html);

/* Plain text made safe for a terminal in the same way. */
char *con_plain_text(const char *text);

#endif
