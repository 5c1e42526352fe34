#include "bot/commands/command.h"

#include "bot/base/duration.h"
#include "bot/call/reader_zone.h"
#include "bot/call/zone_names.h"
#include "bot/call/zone_rule.h"
#include "bot/text/words.h"

/* Says which zones the words may mean. `usage` is the command before the zone. */
static void say_similar(
	const struct bot_call *call, const char *usage, const struct bot_zone_names *names)
{
	char words[(BOT_ZONES_LISTED + 1) * (BOT_ZONE_SIZE + 2)];
	struct bot_text text = bot_text_in(words, sizeof(words));

	for (size_t i = 0; i < names->count; i++) {
		bot_text_add(&text, i > 0 ? call->lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_text_add(&text, names->zone[i]);
	}
	if (names->more) {
		bot_text_add(&text, call->lang->messages[BOT_MSG_LIST_COMMA]);
		bot_text_add(&text, "\xE2\x80\xA6");
	}
	const struct bot_args args = {.words = words,
		.name = names->count > 0 ? names->zone[0] : "Europe/Berlin",
		.command = usage,
		.prefix = bot_call_prefix(call)};
	bot_reply(call, names->count > 0 ? BOT_MSG_TIMEZONE_SIMILAR : BOT_MSG_TIMEZONE_WHICH, args);
}

/* The second word of "zona horaria madrid", and "is" in "timezone is paris". */
static bool says_nothing(const char *word)
{
	return bot_words_has_sense(word, BOT_SENSE_IS) || bot_words_mean(word, "timezone") ||
	       bot_words_mean(word, "to");
}

void bot_time_zone_read(
	const struct bot_call *call, size_t first, const char *usage, char zone[BOT_ZONE_SIZE])
{
	char typed[BOT_WORDS_SIZE];
	struct bot_zone_names names = {0};

	zone[0] = '\0';
	while (first + 1 < call->words.count && says_nothing(call->words.word[first]))
		first++;
	bot_words_join(call->words.word + first, call->words.count - first, typed);
	if (bot_zone_find(typed, zone))
		return;
	bot_zone_names_search(typed, &names);
	if (!names.exact || names.count != 1 || !bot_zone_find(names.zone[0], zone))
		say_similar(call, usage, &names);
}

/* Answers with the name of a zone, and what time it is there. */
static void say(const struct bot_call *call, enum bot_msg msg, const char *zone)
{
	int64_t now = call->host->port->now(call->host->port->self);
	struct bot_instant instant = {.time = now, .now = now, .span = BOT_HOUR};
	char text[BOT_INSTANT_SIZE];

	bot_zone_apply(zone, &instant);
	bot_instant_write(call->lang, &instant, text);
	bot_reply(call, msg, (struct bot_args){.name = zone, .until = text});
}

static void show(const struct bot_call *call)
{
	static const enum bot_msg says[] = {[BOT_ZONE_UNKNOWN] = BOT_MSG_TIMEZONE_NONE,
		[BOT_ZONE_ASKED] = BOT_MSG_TIMEZONE_ASKED,
		[BOT_ZONE_PROFILE] = BOT_MSG_TIMEZONE_PROFILE,
		[BOT_ZONE_CHOSEN] = BOT_MSG_TIMEZONE_OWN};
	char zone[BOT_ZONE_SIZE];

	enum bot_zone_source source = bot_reader_zone(call->host, call->message->sender, zone);
	say(call, says[source], zone);
}

/* Whether a word asks for the zone in the profile. */
static bool means_profile(const char *word)
{
	return bot_words_mean(word, "auto") || bot_words_has_sense(word, BOT_SENSE_PROFILE);
}

/* Forgets the zone that the sender has chosen, and shows which one counts now. */
static void follow_profile(const struct bot_call *call)
{
	bot_reader_zone_choose(call->host, call->message->sender, NULL);
	show(call);
}

void bot_run_timezone(struct bot_call *call)
{
	char zone[BOT_ZONE_SIZE] = "UTC", command[BOT_WORDS_SIZE];

	if (call->words.count == 1) {
		show(call);
		return;
	}
	if (call->words.count == 2 && means_profile(call->words.word[1])) {
		follow_profile(call);
		return;
	}
	bool off = call->words.count == 2 && bot_words_mean(call->words.word[1], "off");
	bot_command_word(call->command, call->lang, command);
	if (!off)
		bot_time_zone_read(call, 1, command, zone);
	if (!zone[0])
		return;
	bot_reader_zone_choose(call->host, call->message->sender, zone);
	bool fixed = bot_zone_is_offset(zone);
	say(call, fixed ? BOT_MSG_TIMEZONE_FIXED : BOT_MSG_TIMEZONE_CHOSEN, zone);
}
