/*
 * A page is the content of one message in two forms: the body, which is plain text for screen
 * readers and programs, and HTML with the same content. Most functions write to the body and to the
 * HTML at the same time.
 */
#ifndef BOT_TEXT_PAGE_H
#define BOT_TEXT_PAGE_H

#include "bot/text/lang.h"
#include "bot/text/text.h"

#define BOT_PAGE_BODY  6144
#define BOT_PAGE_HTML  12288
#define BOT_PAGE_LINKS 4
#define BOT_PAGE_NAMES 2
#define BOT_URL_SIZE   1024 /* bytes for a URL and a NUL */

/* A value of a placeholder that the page shows as a link. */
struct bot_page_link {
	const char *value;
	bool shows_url; /* the body has the URL too, after the value */
	char url[BOT_URL_SIZE];
};

/* A value of a placeholder, and the text that the page shows instead. */
struct bot_page_name {
	const char *value;
	const char *shown;
};

struct bot_page {
	const struct bot_lang *lang;
	struct bot_text body;
	struct bot_text html;
	size_t names_count;
	struct bot_page_name names[BOT_PAGE_NAMES];
	size_t links_count;
	struct bot_page_link links[BOT_PAGE_LINKS];
	char body_data[BOT_PAGE_BODY];
	char html_data[BOT_PAGE_HTML];
};

/*
 * Declares a page as a local variable. The release build sets each local variable to zero
 * (CMakeLists.txt), which would cost 22 KB here. A page does not need it: bot_page_init sets its
 * members, and nobody reads a text behind its end.
 */
#define BOT_PAGE(name) struct bot_page name __attribute__((uninitialized))

/* Begins an empty page. Do not copy a page, because it has pointers to its own members. */
void bot_page_init(struct bot_page *page, const struct bot_lang *lang);

/*
 * Adds a message to the body and to the HTML. `args` may be NULL if the message has no
 * placeholders.
 */
void bot_page_say(struct bot_page *page, enum bot_msg msg, const struct bot_args *args);

/* Adds a message only to the body, or only to the HTML. */
void bot_page_body(struct bot_page *page, enum bot_msg msg, const struct bot_args *args);
void bot_page_html(struct bot_page *page, enum bot_msg msg, const struct bot_args *args);

/*
 * From now on, shows a placeholder as a link to `url` if the placeholder's value is the string at
 * `value`. The function compares addresses: an equal text at another address is no link. The page
 * borrows `value`. If `shows_url` is true, the body has the URL in brackets after the value;
 * otherwise the body has only the value. Does nothing if the page has BOT_PAGE_LINKS links already,
 * or if the URL is too long.
 */
void bot_page_link(struct bot_page *page, const char *value, const char *url, bool shows_url);

/* From now on, shows no placeholder as a link, so that the page has place for other links. */
void bot_page_unlink(struct bot_page *page);

/*
 * From now on, shows the text `shown` where a placeholder's value is the string at `value`. Like
 * bot_page_link, the function compares addresses. The page borrows both strings. A page has at most
 * BOT_PAGE_NAMES such texts, one for each player of a match.
 */
void bot_page_rename(struct bot_page *page, const char *value, const char *shown);

/* Adds fixed text of the program to the body and to the HTML, without escaping it. */
void bot_page_add(struct bot_page *page, const char *body, const char *html);

/* Adds what stands between two sentences in the language: a space, in most. */
void bot_page_space(struct bot_page *page);

/* Adds a line end to the body and to the HTML. */
void bot_page_line(struct bot_page *page);

/* Add a message as bot_page_say does: on a line below, or as one more sentence of the line. */
void bot_page_say_below(struct bot_page *page, enum bot_msg msg, const struct bot_args *args);
void bot_page_say_after(struct bot_page *page, enum bot_msg msg, const struct bot_args *args);

/*
 * Writes a message of one line as plain text, which can replace a placeholder of another message.
 */
void bot_page_string(const struct bot_lang *lang, enum bot_msg msg, const struct bot_args *args,
	char *string, size_t size);

#define BOT_SPAN_SIZE 48 /* bytes of a length of time, with the NUL */

/*
 * Writes a length of time in milliseconds: `1 d 12 h`, `1 min 30 s`. Rounds the length up to the
 * second, and writes at most the two largest units.
 */
void bot_span_write(const struct bot_lang *lang, int64_t ms, char span[BOT_SPAN_SIZE]);

#endif
