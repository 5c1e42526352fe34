#include "bot/host/competition_phrase.h"

#include "bot/competition/own_competition.h"
#include "bot/competition/room_competition.h"
#include "bot/host/commands.h"
#include "bot/text/phrase.h"

#include <string.h>

/* Makes the call one of `night`, `night next`, `season` or `games`. */
static void set_command(struct bot_call *call, const char *name, bool next)
{
	call->words.word[0] = name;
	call->words.word[1] = "next";
	call->words.count = next ? 2 : 1;
	call->command = bot_command_find(name);
}

/* Whether a competition of this kind goes on and, if somebody wants to join, has room for them. */
static bool is_likely(const struct bot_call *call, enum bot_competition_kind kind, bool joins)
{
	struct bot_competition competition;

	if (call->message->private || !joins)
		return bot_competition_goes_on(call, kind);
	return bot_competition_find_live(call, kind, &competition) &&
	       competition.stage < BOT_STAGE_POOLS;
}

/*
 * Whether the words are only "join" or "leave", perhaps with "in" and the name of a room. An
 * admin's "leave" has more words (bot/admin/).
 */
static bool is_bare_entry(const struct bot_call *call, bool *joins)
{
	const struct bot_words *words = &call->words;

	if (words->id != 0 || words->count == 0 || words->count == BOT_WORDS ||
		bot_own_competition_words(words) != 1)
		return false;
	*joins = bot_words_mean(words->word[0], "join");
	return *joins || bot_words_mean(words->word[0], "leave");
}

/* Makes "join" and "leave" the command of the night or the season, if only one can be meant. */
static void read_entry(struct bot_call *call, bool joins)
{
	struct bot_words *words = &call->words;

	bool night = is_likely(call, BOT_KIND_NIGHT, joins);
	bool season = is_likely(call, BOT_KIND_SEASON, joins);
	if (night == season)
		return;
	memmove(words->word + 1, words->word, words->count * sizeof(words->word[0]));
	words->word[0] = night ? "night" : "season";
	words->count++;
	call->command = bot_command_find(words->word[0]);
}

static bool names_season(const struct bot_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		if (bot_words_mean(words->word[i], "season"))
			return true;
	return false;
}

void bot_competition_phrase_read(struct bot_call *call)
{
	enum bot_phrase phrase = bot_phrase_find(&call->words);
	bool night = false, season = false, joins;

	if (is_bare_entry(call, &joins)) {
		read_entry(call, joins);
		return;
	}
	bool turn = phrase == BOT_PHRASE_TURN, next = phrase == BOT_PHRASE_NEXT;
	if (!turn && !next && phrase != BOT_PHRASE_BOUTS && phrase != BOT_PHRASE_TABLE)
		return;
	if (!names_season(&call->words))
		night = bot_competition_goes_on(call, BOT_KIND_NIGHT);
	if (!night && !turn)
		season = bot_competition_goes_on(call, BOT_KIND_SEASON);
	if (season)
		set_command(call, "season", false);
	else if (night)
		set_command(call, "night", phrase != BOT_PHRASE_TABLE);
	else if (turn || next)
		set_command(call, "games", false);
}
