#include "bot/commands/competition_part.h"

#include "bot/call/people.h"
#include "bot/call/people_question.h"
#include "bot/call/web_link.h"
#include "bot/competition/direction.h"
#include "bot/competition/entry.h"
#include "bot/competition/exclusion.h"
#include "bot/competition/own_competition.h"
#include "bot/text/words.h"

/* Whether the third word is a "yes", which confirms what the bot has asked about. */
static bool is_confirmed(const struct bot_call *call)
{
	return call->words.count >= 3 && bot_words_is_yes(call->words.word[2]);
}

static void start(const struct bot_call *call, const struct bot_kind *kind)
{
	bot_direction_start(call, kind, is_confirmed(call));
}

static void stop(const struct bot_call *call, const struct bot_kind *kind)
{
	bot_direction_stop(call, kind, is_confirmed(call));
}

/* People */

static const struct bot_kind *kind_of(const struct bot_call *call)
{
	return call->command->usage == bot_season_kind.usage ? &bot_season_kind : &bot_night_kind;
}

static void exclude_user(const struct bot_call *call, const char *user)
{
	bot_exclusion_begin(call, kind_of(call), user);
}

static void include_user(const struct bot_call *call, const char *user)
{
	bot_exclusion_end(call, kind_of(call), user);
}

static void exclude(const struct bot_call *call, const struct bot_kind *kind)
{
	(void)kind;
	bot_people_run(call, BOT_MSG_CONTEST_EXCLUDE_WHO, exclude_user);
}

static void include(const struct bot_call *call, const struct bot_kind *kind)
{
	(void)kind;
	bot_people_run(call, BOT_MSG_CONTEST_INCLUDE_WHO, include_user);
}

/* Lets the sender leave; or somebody else whom they name in the room, as moderators can. */
static void leave(const struct bot_call *call, const struct bot_kind *kind)
{
	if (call->message->private && bot_own_competition_words(&call->words) == 3 &&
		!is_confirmed(call))
		bot_reply_room_only(call);
	else if (!call->message->private && bot_people_names_another(call))
		exclude(call, kind);
	else
		bot_entry_leave(call, kind, is_confirmed(call));
}

/* Gives everybody who asks a link to the page of the competition, as `board link` does. */
static void make_link(const struct bot_call *call, const struct bot_kind *kind)
{
	struct bot_page page;

	if (!bot_web_link_is_available(call->host)) {
		bot_reply(call, BOT_MSG_NO_PAGE, (struct bot_args){0});
		return;
	}
	bot_page_init(&page, call->lang);
	bot_web_link_add_competition(call->host, &page, call->message->room, kind->id);
	bot_reply_page(call, &page);
}

/* All parts */

static const struct shared_part {
	const char *word;
	size_t most;
	void (*run)(const struct bot_call *call, const struct bot_kind *kind);
	bool private;
} shared_parts[] = {
	{"join", 2, bot_entry_join, true},
	{"leave", 3, leave, true},
	{"start", 3, start, false},
	{"stop", 3, stop, false},
	{"cancel", 3, stop, false},
	{"exclude", 2 + BOT_PEOPLE_WORDS, exclude, false},
	{"include", 2 + BOT_PEOPLE_WORDS, include, false},
	{"link", 2, make_link, false},
};

static const struct bot_competition_part *find_own(
	const struct bot_call *call, const struct bot_competition_part *parts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (bot_words_mean(call->words.word[1], parts[i].word))
			return &parts[i];
	return NULL;
}

static const struct shared_part *find_shared(const struct bot_call *call)
{
	for (size_t i = 0; i < sizeof(shared_parts) / sizeof(*shared_parts); i++)
		if (bot_words_mean(call->words.word[1], shared_parts[i].word))
			return &shared_parts[i];
	return NULL;
}

bool bot_competition_part_run(const struct bot_call *call, const struct bot_kind *kind,
	const struct bot_competition_part *parts, size_t count)
{
	const struct bot_competition_part *own = find_own(call, parts, count);
	const struct shared_part *shared = own ? NULL : find_shared(call);

	if (!own && !shared)
		return false;
	size_t most = own ? own->most : shared->most;
	if (call->words.count > most)
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, most);
	else if (own)
		own->run(call);
	else
		shared->run(call, kind);
	return true;
}

void bot_competition_part_run_private(const struct bot_call *call, const struct bot_kind *kind,
	const struct bot_competition_part *parts, size_t count)
{
	const struct bot_competition_part *own = find_own(call, parts, count);
	const struct shared_part *shared = own ? NULL : find_shared(call);
	size_t words = bot_own_competition_words(&call->words);

	if (own && own->private && words <= own->most)
		own->run(call);
	else if (shared && shared->private && words <= shared->most)
		shared->run(call, kind);
	else
		bot_reply_room_only(call);
}
