#include "bot/call/web_link.h"

#include "bot/base/attempt.h"
#include "bot/call/bans.h"
#include "bot/text/name.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static void link_to(const struct bot_host *host, struct bot_page *page, const char *id,
	const char *value, bool shows_url)
{
	const struct bot_port *port = host->port;
	char url[BOT_URL_SIZE];

	if (port->link && port->link(port->self, id, url))
		bot_page_link(page, value, url, shows_url);
}

void bot_id_link_user(
	const struct bot_host *host, struct bot_page *page, const char *user, const char *label)
{
	if (bot_name_may_link(host->store, user, label))
		link_to(host, page, user, label, false);
}

void bot_id_link_room(
	const struct bot_host *host, struct bot_page *page, const char *room, const char *text)
{
	link_to(host, page, room, text, true);
}

void bot_id_link_event(const struct bot_host *host, struct bot_page *page, const char *room,
	const char *event, const char *text)
{
	const struct bot_port *port = host->port;
	char url[BOT_URL_SIZE];

	if (port->link_event && port->link_event(port->self, room, event, url))
		bot_page_link(page, text, url, true);
	else
		bot_id_link_room(host, page, room, text);
}

#define TOKEN_BYTES 24
#define TOKEN_SIZE  33 /* the bytes of a token as text (base64url), and a NUL */
#define TEXT_SIZE   64 /* the bytes of the text of a link, and a NUL */

bool bot_web_link_is_available(const struct bot_host *host)
{
	return host->config->web.url != NULL;
}

static void hash_token(const char *token, uint8_t hash[BOT_WEB_LINK_HASH])
{
	crypto_generichash(
		hash, BOT_WEB_LINK_HASH, (const unsigned char *)token, strlen(token), NULL, 0);
}

/*
 * Writes the URL of the link with these bytes as its token, and the token's hash. `path` follows
 * the URL of the page; its last letter tells the page what to show.
 */
static void write_url(const struct bot_host *host, const unsigned char bytes[TOKEN_BYTES],
	const char *path, uint8_t hash[BOT_WEB_LINK_HASH], char url[BOT_URL_SIZE])
{
	char token[TOKEN_SIZE];

	sodium_bin2base64(
		token, sizeof(token), bytes, TOKEN_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	hash_token(token, hash);
	snprintf(url, BOT_URL_SIZE, "%s%s=%s", host->config->web.url, path, token);
	sodium_memzero(token, sizeof(token));
}

static void store_link(struct bot_host *host, struct bot_web_link *link)
{
	link->made = link->used = host->port->now(host->port->self);
	bot_store_web_link_add(host->store, link);
}

/* Makes a token for the link, stores the link, and writes its URL. */
static void make(
	struct bot_host *host, struct bot_web_link *link, const char *path, char url[BOT_URL_SIZE])
{
	unsigned char bytes[TOKEN_BYTES];

	bot_draw(host, "link", bytes, sizeof(bytes));
	write_url(host, bytes, path, link->hash, url);
	sodium_memzero(bytes, sizeof(bytes));
	store_link(host, link);
}

/* Adds the message `msg`, in which {link} is the text `text` with a link to the URL. */
static void say(struct bot_page *page, enum bot_msg msg, enum bot_msg text, const char *url,
	struct bot_args args)
{
	size_t links = page->links_count;
	char name[TEXT_SIZE];

	bot_page_string(page->lang, text, NULL, name, sizeof(name));
	bot_page_link(page, name, url, true);
	args.link = name;
	bot_page_say(page, msg, &args);
	page->links_count = links; /* the page must not keep the address of `name` */
}

void bot_web_link_add_table(struct bot_host *host, struct bot_page *page, const char *user)
{
	struct bot_web_link link = {.kind = BOT_WEB_LINK_TABLE};
	char url[BOT_URL_SIZE];

	snprintf(link.user, sizeof(link.user), "%s", user);
	make(host, &link, "#t", url);
	host->links_ended++; /* the user's earlier link */
	say(page, BOT_MSG_LINK_TABLE, BOT_MSG_LINK_TABLE_TEXT, url, (struct bot_args){0});
}

/* Begins a link to the boards of a room. The oldest one ends. */
static struct bot_web_link begin_board(struct bot_host *host, const char *room)
{
	struct bot_web_link link = {.kind = BOT_WEB_LINK_BOARD};

	snprintf(link.room, sizeof(link.room), "%s", room);
	bot_store_web_links_end_board(host->store, room, BOT_WEB_LINKS_KEPT - 1);
	host->links_ended++;
	return link;
}

/*
 * Makes a link to the boards of a room, and adds it to the page (see say). `path` is the part of
 * the web page that the link opens.
 */
static void add_board(struct bot_host *host, struct bot_page *page, const char *room,
	const char *path, enum bot_msg msg, enum bot_msg text)
{
	struct bot_web_link link = begin_board(host, room);
	char url[BOT_URL_SIZE];

	make(host, &link, path, url);
	say(page, msg, text, url, (struct bot_args){.prefix = host->prefix});
}

void bot_web_link_add_board(struct bot_host *host, struct bot_page *page, const char *room)
{
	add_board(host, page, room, "#b", BOT_MSG_LINK_BOARD, BOT_MSG_LINK_BOARD_TEXT);
}

/* The path and the name of the page of each kind of competition. */
static const char *const paths[] = {[BOT_KIND_NIGHT] = "#n", [BOT_KIND_SEASON] = "#s"};
static const enum bot_msg texts[] = {
	[BOT_KIND_NIGHT] = BOT_MSG_LINK_NIGHT_TEXT, [BOT_KIND_SEASON] = BOT_MSG_LINK_SEASON_TEXT};

void bot_web_link_add_competition(struct bot_host *host, struct bot_page *page, const char *room,
	enum bot_competition_kind kind)
{
	add_board(host, page, room, paths[kind], BOT_MSG_LINK_CONTEST, texts[kind]);
}

static bool has_ended(const struct bot_host *host, const struct bot_web_link *link)
{
	return host->port->now(host->port->self) - link->used >= BOT_WEB_LINK_IDLE;
}

/*
 * Writes the URL of the link that the sheet of a competition shows, and the hash of its token. The
 * token follows from the store's key, so that each edit of the sheet shows the same link, and from
 * the event that made the competition: after a backup is restored, another room's competition may
 * get the same number. Returns false if the competition has no page, as a team match, or if the
 * store has no key.
 */
static bool write_sheet_url(const struct bot_host *host, const struct bot_competition *competition,
	uint8_t hash[BOT_WEB_LINK_HASH], char url[BOT_URL_SIZE])
{
	unsigned char bytes[BOT_KEY_SIZE];

	if (competition->kind == BOT_KIND_TEAM || !bot_web_link_is_available(host) ||
		!bot_store_derive(host->store, "sheet", competition->event, bytes))
		return false;
	write_url(host, bytes, paths[competition->kind], hash, url);
	sodium_memzero(bytes, sizeof(bytes));
	return true;
}

void bot_web_link_begin_sheet(struct bot_host *host, const struct bot_competition *competition)
{
	struct bot_web_link link;
	char url[BOT_URL_SIZE];
	uint8_t hash[BOT_WEB_LINK_HASH];

	if (!write_sheet_url(host, competition, hash, url))
		return;
	link = begin_board(host, competition->room);
	memcpy(link.hash, hash, sizeof(hash));
	store_link(host, &link);
}

void bot_web_link_add_sheet(
	struct bot_host *host, struct bot_page *page, const struct bot_competition *competition)
{
	struct bot_web_link link;
	char url[BOT_URL_SIZE];
	uint8_t hash[BOT_WEB_LINK_HASH];

	if (!write_sheet_url(host, competition, hash, url) ||
		!bot_store_web_link_get(host->store, hash, &link) || has_ended(host, &link))
		return;
	bot_page_space(page);
	say(page, BOT_MSG_CONTEST_PAGE, texts[competition->kind], url, (struct bot_args){0});
}

void bot_web_link_add_replay(struct bot_host *host, struct bot_page *page, int64_t match)
{
	struct bot_web_link link = {.kind = BOT_WEB_LINK_REPLAY, .match = match};
	char url[BOT_URL_SIZE];

	bot_store_web_links_end_replay(host->store, match, BOT_WEB_LINKS_KEPT - 1);
	make(host, &link, "#r", url);
	say(page, BOT_MSG_LINK_REPLAY, BOT_MSG_LINK_REPLAY_TEXT, url,
		(struct bot_args){.id = match});
}

bool bot_web_link_is_due(struct bot_host *host, const char *user)
{
	struct bot_web_link link;

	if (!bot_web_link_is_available(host))
		return false;
	return !bot_store_web_link_of_user(host->store, user, &link) || has_ended(host, &link);
}

void bot_web_link_offer(struct bot_host *host, const char *user, struct bot_page *page)
{
	if (!bot_web_link_is_due(host, user))
		return;
	bot_web_link_add_table(host, page, user);
	bot_send(host, (struct bot_letter){.private = true, .to = user}, page, NULL);
}

bool bot_web_link_end_table(struct bot_host *host, const char *user)
{
	bool ended = bot_store_web_link_end(host->store, user);

	host->links_ended += ended;
	return ended;
}

void bot_web_link_end_board(struct bot_host *host, const char *room)
{
	host->links_ended++;
	bot_store_web_links_end_board(host->store, room, 0);
}

void bot_web_link_end_tables_and_boards(struct bot_host *host)
{
	host->links_ended++;
	bot_store_web_links_end_tables_and_boards(host->store);
}

bool bot_web_link_open(struct bot_host *host, const char *token, struct bot_web_link *link)
{
	int64_t now = host->port->now(host->port->self);
	uint8_t hash[BOT_WEB_LINK_HASH];

	if (strnlen(token, TOKEN_SIZE) != TOKEN_SIZE - 1)
		return false;
	hash_token(token, hash);
	if (!bot_store_web_link_get(host->store, hash, link) || has_ended(host, link))
		return false;
	if (bot_bans_hold_for(host, link->user))
		return false;
	if (now - link->used >= BOT_WEB_LINK_NOTED_EACH)
		bot_store_web_link_used(host->store, hash, now);
	return true;
}
