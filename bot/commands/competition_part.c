#include "bot/commands/competition_part.h"

#include "bot/call/people.h"
#include "bot/call/people_question.h"
#include "bot/call/web_link.h"
#include "bot/challenge/room_terms.h"
#include "bot/challenge/terms.h"
#include "bot/competition/direction.h"
#include "bot/competition/entry.h"
#include "bot/competition/exclusion.h"
#include "bot/competition/named_room.h"
#include "bot/text/words.h"

/* Returns what is wrong with a term that was read into `match`, or BOT_MSG_COUNT. */
static enum bot_msg find_fault(const struct bot_match *match)
{
	if (match->player[EG_BLACK][0] || match->casual)
		return BOT_MSG_TERM_UNKNOWN;
	if (match->bank > 0)
		return BOT_MSG_TERM_RESERVE_HERE;
	return bot_match_has_handicap(match) ? BOT_MSG_TERM_HANDICAP_HERE : BOT_MSG_COUNT;
}

/*
 * Reads the term that begins at the word *i into `match`. *i becomes the last word of the term. If
 * competitions have no such term, asks the sender for another one, and returns false.
 */
static bool read_term(const struct bot_call *call, size_t *i, struct bot_match *match)
{
	size_t first = *i;

	enum bot_msg wrong = bot_challenge_read_term(call, i, match);
	if (wrong == BOT_MSG_COUNT)
		wrong = find_fault(match);
	if (wrong != BOT_MSG_COUNT)
		bot_challenge_ask_for_term(call, wrong, first);
	return wrong == BOT_MSG_COUNT;
}

/*
 * Reads "third place", or only "third", which the word *i begins; or "pools", which says nothing.
 * *i becomes the index of the last word.
 */
static bool read_tableau(const struct bot_words *words, size_t *i, bool *third_place)
{
	if (bot_words_mean(words->word[*i], "pools"))
		return true;
	if (!bot_words_mean(words->word[*i], "third"))
		return false;
	if (*i + 1 < words->count && bot_words_mean(words->word[*i + 1], "place"))
		++*i;
	*third_place = true;
	return true;
}

bool bot_competition_terms_read(const struct bot_call *call, const struct bot_kind *kind, size_t i,
	struct bot_competition *competition)
{
	bool has_tableau = kind->add_rounds != NULL;
	struct bot_match match = {.rules = BOT_CHALLENGE_DEFAULT_RULES};

	bot_room_terms_get(call->host, call->message->room, &match);
	match.clock = kind->clock;
	match.casual = false;
	for (; i < call->words.count; i++) {
		if (has_tableau && read_tableau(&call->words, &i, &competition->third_place))
			continue;
		if (!read_term(call, &i, &match))
			return false;
	}
	if (match.clock < kind->clock_least || match.clock > kind->clock_most) {
		bot_reply(call, kind->wrong_clock, (struct bot_args){0});
		return false;
	}
	competition->rules = match.rules;
	competition->rules.first = EG_NOBODY;
	competition->clock = match.clock;
	return true;
}

/* Whether the third word is a "yes", which confirms what the bot has asked about. */
static bool is_confirmed(const struct bot_call *call)
{
	return call->words.count >= 3 && bot_words_is_yes(call->words.word[2]);
}

/* Returns the kind that the command is about. */
static const struct bot_kind *kind_of(const struct bot_call *call)
{
	size_t i = 0;

	while (call->command->usage != bot_kinds[i]->usage)
		i++;
	return bot_kinds[i];
}

static void start(const struct bot_call *call)
{
	bot_direction_start(call, kind_of(call), is_confirmed(call));
}

static void stop(const struct bot_call *call)
{
	bot_direction_stop(call, kind_of(call), is_confirmed(call));
}

/* Gives everybody who asks a link to the page of the competition, as `board link` does. */
static void make_link(const struct bot_call *call)
{
	BOT_PAGE(page);

	if (!bot_web_link_is_available(call->host)) {
		bot_reply(call, BOT_MSG_NO_PAGE, (struct bot_args){0});
		return;
	}
	bot_page_init(&page, call->lang);
	bot_web_link_add_competition(call->host, &page, call->message->room, kind_of(call)->id);
	bot_reply_page(call, &page);
}

/* People */

/* Signs the sender up; with a third word, for the following competitions, too. */
static void join(const struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	bool private = call->message->private;
	bool more = (private ? bot_named_room_words(words) : words->count) > 2;
	bool follow = kind_of(call)->id != BOT_KIND_TEAM; /* a team match has no next one */
	bool all =
		more && follow &&
		(bot_words_mean(words->word[2], "every") || bot_words_mean(words->word[2], "all"));

	if (all == more)
		bot_entry_join(call, kind_of(call), all);
	else if (private)
		bot_reply_room_only(call);
	else
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, 2);
}

static void exclude_user(const struct bot_call *call, const char *user)
{
	bot_exclusion_begin(call, kind_of(call), user);
}

static void include_user(const struct bot_call *call, const char *user)
{
	bot_exclusion_end(call, kind_of(call), user);
}

static void exclude(const struct bot_call *call)
{
	bot_people_run(call, BOT_MSG_CONTEST_EXCLUDE_WHO, exclude_user);
}

static void include(const struct bot_call *call)
{
	bot_people_run(call, BOT_MSG_CONTEST_INCLUDE_WHO, include_user);
}

/* Lets the sender leave; or somebody else whom they name in the room, as moderators can. */
static void leave(const struct bot_call *call)
{
	if (call->message->private && bot_named_room_words(&call->words) == 3 &&
		!is_confirmed(call))
		bot_reply_room_only(call);
	else if (!call->message->private && bot_people_names_another(call))
		exclude(call);
	else if (!call->message->private && call->words.count > 2 &&
		 call->words.word[2][0] != '@' && !is_confirmed(call))
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, 2);
	else
		bot_entry_leave(call, kind_of(call), is_confirmed(call));
}

/* All parts */

static const struct bot_competition_part shared_parts[] = {
	{"join", 3, join, true},
	{"leave", 3, leave, true},
	{"start", 3, start, false},
	{"stop", 3, stop, false},
	{"cancel", 3, stop, false},
	{"exclude", 2 + BOT_PEOPLE_WORDS, exclude, false},
	{"include", 2 + BOT_PEOPLE_WORDS, include, false},
	{"link", 2, make_link, false},
};
#define SHARED (sizeof(shared_parts) / sizeof(*shared_parts))

static const struct bot_competition_part *find_in(
	const struct bot_call *call, const struct bot_competition_part *parts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (bot_words_mean(call->words.word[1], parts[i].word))
			return &parts[i];
	return NULL;
}

static const struct bot_competition_part *find(
	const struct bot_call *call, const struct bot_competition_part *parts, size_t count)
{
	const struct bot_competition_part *own = find_in(call, parts, count);

	return own ? own : find_in(call, shared_parts, SHARED);
}

bool bot_competition_part_run(
	const struct bot_call *call, const struct bot_competition_part *parts, size_t count)
{
	const struct bot_competition_part *part = find(call, parts, count);
	bool private = call->message->private;
	size_t words = private ? bot_named_room_words(&call->words) : call->words.count;

	if (private && (!part || !part->private || words > part->most))
		bot_reply_room_only(call);
	else if (part && words > part->most)
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, part->most);
	else if (part)
		part->run(call);
	return private || part;
}
