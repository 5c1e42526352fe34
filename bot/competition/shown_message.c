#include "bot/competition/shown_message.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/web_link.h"
#include "bot/call/reaction_keys.h"
#include "bot/competition/loading.h"
#include "bot/competition/sheet.h"

#define TEXT_SIZE 512
#define EDITS_MAX 50 /* the most edits of one message, because clients load all its edits */

/* Returns false if the message to edit is one that the store no longer knows. */
static bool send(struct bot_host *host, const struct bot_kind *kind, struct bot_contest *contest,
	const struct bot_page *page, bool as_new)
{
	struct bot_competition *competition = &contest->competition;
	struct bot_letter letter = {.to = competition->room, .role = kind->role};

	if (!as_new) {
		letter.kind = BOT_OUT_EDIT;
		letter.edits = competition->post;
	} else if (competition->stage < BOT_STAGE_POOLS) {
		letter.reactions = BOT_REACTION_YES; /* people can take part */
	}
	bool sent = bot_send(host, letter, page, &competition->post);
	if (competition->first_post == 0)
		competition->first_post = competition->post;
	return sent;
}

/*
 * Replaces an older message, which the bot no longer edits, by a pointer to the newest one: nobody
 * should take its old tables for those of today. Does nothing if it is out of reach.
 */
static void retire(struct bot_host *host, const struct bot_kind *kind, const char *room,
	int64_t post, const struct bot_lang *lang)
{
	const struct bot_letter letter = {.kind = BOT_OUT_EDIT,
		.to = room,
		.edits = post,
		.role = kind->role,
		.optional = true};
	char name[TEXT_SIZE];

	bot_page_string(lang, kind->link_text, NULL, name, sizeof(name));
	bot_send_message(host, letter, lang, BOT_MSG_SHOWN_BELOW, (struct bot_args){.link = name});
}

static void send_to_own_room(struct bot_host *host, const struct bot_kind *kind,
	struct bot_contest *contest, bool as_new)
{
	struct bot_competition *competition = &contest->competition;
	const struct bot_lang *lang = bot_language_of_room(host, competition->room);
	bool needs_new = competition->post == 0 || competition->edits % EDITS_MAX == EDITS_MAX - 1;
	int64_t before = competition->post;
	BOT_PAGE(page);

	bot_page_init(&page, lang);
	bot_sheet_add(host, kind, contest, NULL, &page);
	/* The store keeps only the newest posts. */
	if (!send(host, kind, contest, &page, as_new || needs_new))
		send(host, kind, contest, &page, true);
	competition->edits++;
	if (before != 0 && before != competition->post)
		retire(host, kind, competition->room, before, lang);
	if (as_new) /* whoever asks soon gets a link to this message */
		bot_allowance_take(host, kind->allowance, BOT_EVERYONE, competition->room);
}

/*
 * Whether the other room of a team match sees a change, too. Those who sign up in one room, and
 * leave again, must not flood the other one: it sees the last of these changes with a later one.
 */
static bool may_show_there(struct bot_host *host, const struct bot_competition *other, bool as_new)
{
	return as_new || other->stage >= BOT_STAGE_POOLS ||
	       bot_allowance_take(host, BOT_ALLOW_TEAMS, BOT_EVERYONE, other->room) == 0;
}

void bot_shown_message_send(struct bot_host *host, const struct bot_kind *kind,
	struct bot_contest *contest, bool as_new)
{
	struct bot_competition other;

	send_to_own_room(host, kind, contest, as_new);
	const struct bot_competition own = contest->competition;
	if (!bot_competition_load_other_half(host, &own, &other) ||
		!may_show_there(host, &other, as_new))
		return;
	contest->competition = other;
	send_to_own_room(host, kind, contest, as_new);
	bot_competition_save(host->store, &contest->competition);
	contest->competition = own;
}

void bot_shown_message_repeat(
	struct bot_host *host, const struct bot_kind *kind, struct bot_contest *contest)
{
	send_to_own_room(host, kind, contest, true);
	bot_competition_save(host->store, &contest->competition);
}

void bot_shown_message_show(struct bot_host *host, const struct bot_kind *kind,
	struct bot_contest *contest, bool as_new)
{
	bot_shown_message_send(host, kind, contest, as_new);
	bot_competition_save_halves(host, &contest->competition);
}

bool bot_shown_message_add_link(struct bot_host *host, const struct bot_kind *kind,
	const struct bot_competition *competition, struct bot_page *page)
{
	char event[BOT_ID_SIZE], text[TEXT_SIZE];

	if (!bot_store_post_event(
		    host->store, competition->post, event)) /* not sent yet, or removed */
		return false;
	if (bot_allowance_take(host, kind->allowance, BOT_EVERYONE, competition->room) == 0)
		return false;
	bot_page_string(page->lang, kind->link_text, NULL, text, sizeof(text));
	bot_id_link_event(host, page, competition->room, event, text);
	bot_page_say(page, BOT_MSG_SHOWN_ABOVE, &(struct bot_args){.link = text});
	bot_page_unlink(page);
	return true;
}
