/*
 * What is going to be sent: a text for people's ears and programs, and the same in HTML, written
 * side by side into fixed memory.
 */
#ifndef BOT_PAGE_H
#define BOT_PAGE_H

#include "bot/lang.h"
#include "bot/text.h"

#define BOT_PAGE_BODY 6144
#define BOT_PAGE_HTML 12288

struct bot_page {
	const struct bot_lang *lang;
	struct bot_text body;
	struct bot_text html;
	char body_data[BOT_PAGE_BODY];
	char html_data[BOT_PAGE_HTML];
};

/* An empty page; it must not be copied, since it points into itself. */
void bot_page_init(struct bot_page *page, const struct bot_lang *lang);

/* Adds a message; `args` may be NULL when it has no placeholders. */
void bot_page_say(struct bot_page *page, enum bot_msg msg, const struct bot_args *args);

/* The same in one of the two forms alone. */
void bot_page_body(struct bot_page *page, enum bot_msg msg, const struct bot_args *args);
void bot_page_html(struct bot_page *page, enum bot_msg msg, const struct bot_args *args);

/* Adds white space and marks of our own. */
void bot_page_add(struct bot_page *page, const char *body, const char *html);
void bot_page_line(struct bot_page *page);

/* A message of one line as a string, for a placeholder of another. */
void bot_page_string(const struct bot_lang *lang, enum bot_msg msg, const struct bot_args *args,
	char *string, size_t size);

#endif
