#include "bot/host/competition_phrase.h"

#include "bot/host/commands.h"
#include "bot/night/room_night.h"
#include "bot/text/phrase.h"

/* Makes the call one of `night`, `night next` or `season`. */
static void set_command(struct bot_call *call, const char *name, bool next)
{
	call->words.word[0] = name;
	call->words.word[1] = "next";
	call->words.count = next ? 2 : 1;
	call->command = bot_command_find(name);
}

enum bot_error bot_competition_phrase_read(struct bot_call *call)
{
	enum bot_phrase phrase = bot_phrase_find(&call->words);
	bool night = false, season = false;

	if (phrase != BOT_PHRASE_NEXT && phrase != BOT_PHRASE_BOUTS && phrase != BOT_PHRASE_TABLE)
		return BOT_OK;
	enum bot_error error = bot_night_goes_on(call, BOT_KIND_NIGHT, &night);
	if (!error && !night)
		error = bot_night_goes_on(call, BOT_KIND_SEASON, &season);
	if (error)
		return error;
	if (season)
		set_command(call, "season", false);
	else if (night || phrase == BOT_PHRASE_NEXT)
		set_command(call, "night", phrase != BOT_PHRASE_TABLE);
	return BOT_OK;
}
