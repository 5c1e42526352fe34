#include "bot/competition/shown_message.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/reaction_keys.h"
#include "bot/call/web_link.h"

#define TEXT_SIZE 512
#define EDITS_MAX 50 /* the most edits of one message, because clients load all its edits */

/* Returns false if the message to edit is one that the store no longer knows. */
static bool send(
	struct bot_host *host, struct bot_contest *night, const struct bot_page *page, bool as_new)
{
	struct bot_competition *competition = &night->competition;
	bool is_season = competition->kind == BOT_KIND_SEASON;
	bool takes_part = competition->stage < BOT_STAGE_POOLS;
	struct bot_letter letter = {
		.to = competition->room, .role = is_season ? BOT_POST_SEASON : BOT_POST_NIGHT};

	if (!as_new) {
		letter.kind = BOT_OUT_EDIT;
		letter.edits = competition->post;
	} else if (takes_part) {
		letter.reactions = BOT_REACTION_YES;
	}
	bool sent = bot_send(host, letter, page, &competition->post);
	if (competition->first_post == 0)
		competition->first_post = competition->post;
	return sent;
}

/* The name of the competition, as in a link to its message. */
static enum bot_msg name_of(const struct bot_competition *competition)
{
	return competition->kind == BOT_KIND_SEASON ? BOT_MSG_LINK_SEASON_TEXT
						    : BOT_MSG_LINK_NIGHT_TEXT;
}

/*
 * Replaces an older message, which nobody edits any more, by a pointer to the newest one: nobody
 * should take its old tables for those of today. Does nothing if it is out of reach.
 */
static void retire(struct bot_host *host, const struct bot_competition *competition, int64_t post,
	const struct bot_lang *lang)
{
	const struct bot_letter letter = {.kind = BOT_OUT_EDIT,
		.to = competition->room,
		.edits = post,
		.role = competition->kind == BOT_KIND_SEASON ? BOT_POST_SEASON : BOT_POST_NIGHT,
		.optional = true};
	char name[TEXT_SIZE];
	struct bot_page page;

	bot_page_string(lang, name_of(competition), NULL, name, sizeof(name));
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_SHOWN_BELOW, &(struct bot_args){.link = name});
	bot_send(host, letter, &page, NULL);
}

void bot_shown_message_send(
	struct bot_host *host, struct bot_contest *night, bot_shown_add *add, bool as_new)
{
	struct bot_competition *competition = &night->competition;
	int64_t before = competition->post;
	struct bot_page page;

	as_new =
		as_new || competition->post == 0 || competition->edits % EDITS_MAX == EDITS_MAX - 1;
	const struct bot_lang *lang = bot_language_of_room(host, competition->room);
	bot_page_init(&page, lang);
	add(host, night, &page);
	/* The store keeps only the newest posts. */
	if (!send(host, night, &page, as_new))
		send(host, night, &page, true);
	competition->edits++;
	if (before != 0 && before != competition->post)
		retire(host, competition, before, lang);
}

void bot_shown_message_note(
	struct bot_host *host, const struct bot_competition *competition, enum bot_allowance kind)
{
	bot_allowance_take(host, kind, BOT_EVERYONE, competition->room);
}

bool bot_shown_message_add_link(struct bot_host *host, const struct bot_competition *competition,
	enum bot_allowance kind, struct bot_page *page)
{
	char event[BOT_ID_SIZE], text[TEXT_SIZE];

	if (!bot_found(bot_store_post_event(
		    host->store, competition->post, event))) /* not sent yet, or removed */
		return false;
	if (bot_allowance_take(host, kind, BOT_EVERYONE, competition->room) == 0)
		return false;
	bot_page_string(page->lang, name_of(competition), NULL, text, sizeof(text));
	bot_id_link_event(host, page, competition->room, event, text);
	bot_page_say(page, BOT_MSG_SHOWN_ABOVE, &(struct bot_args){.link = text});
	bot_page_unlink(page);
	return true;
}
