#include "bot/challenge/room_terms.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/challenge/terms.h"
#include "bot/text/words.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The keys of the settings. */
#define RULES   "rules"   /* the name of a rule set */
#define TOUCHES "touches" /* a number */
#define CLOCK   "clock"   /* milliseconds for each turn */
#define CASUAL  "casual"  /* "yes" */

/* Reads a setting of a room. `value` is empty if nobody has chosen a value. */
static void get(
	struct bot_host *host, const char *room, const char *key, char value[BOT_SETTING_SIZE])
{
	if (!bot_store_setting(host->store, BOT_OF_ROOM, room, key, value))
		value[0] = '\0';
}

void bot_room_terms_get(struct bot_host *host, const char *room, struct bot_match *match)
{
	char rules[BOT_SETTING_SIZE], touches[BOT_SETTING_SIZE], clock[BOT_SETTING_SIZE];
	char casual[BOT_SETTING_SIZE];
	int64_t number;

	get(host, room, RULES, rules);
	get(host, room, TOUCHES, touches);
	get(host, room, CLOCK, clock);
	get(host, room, CASUAL, casual);
	/* Nothing changes if the name is empty, or if only a later version of the bot knows it. */
	enum eg_error unknown = eg_rules_parse(rules, strlen(rules), &match->rules.round);
	(void)unknown;
	if (bot_words_number(touches, EG_TOUCHES_MAX, &number) && number > 0)
		match->rules.touches = (uint8_t)number;
	if (bot_words_number(clock, BOT_CLOCK_MAX, &number) &&
		(number >= BOT_CLOCK_MIN || number == 0))
		match->clock = number;
	match->casual = match->casual || casual[0];
}

/* Stores a number, or removes the setting if the number is the default. */
static void set_number(
	struct bot_host *host, const char *room, const char *key, int64_t number, int64_t usual)
{
	char text[BOT_SETTING_SIZE];

	snprintf(text, sizeof(text), "%" PRId64, number);
	bot_store_set_setting(host->store, BOT_OF_ROOM, room, key, number == usual ? NULL : text);
}

void bot_room_terms_set(struct bot_host *host, const char *room, const struct bot_match *match)
{
	const struct eg_match_rules usual = BOT_CHALLENGE_DEFAULT_RULES;
	const char *rules = eg_rules_name(&match->rules.round);
	bool changed = strcmp(rules, eg_rules_name(&usual.round)) != 0;

	bot_store_set_setting(host->store, BOT_OF_ROOM, room, RULES, changed ? rules : NULL);
	set_number(host, room, TOUCHES, match->rules.touches, usual.touches);
	set_number(host, room, CLOCK, match->clock, BOT_CLOCK_USUAL);
	bot_store_set_setting(host->store, BOT_OF_ROOM, room, CASUAL, match->casual ? "yes" : NULL);
}

static const struct term {
	enum bot_msg wrong;
	enum bot_question_kind kind;
	const char *key; /* the word that the value follows */
	const char *options;
} terms[] = {
	{BOT_MSG_TERM_TOUCHES, BOT_ASKS_TOUCHES, "to", NULL},
	{BOT_MSG_TERM_FIRST, BOT_ASKS_CHOICE, "first", "white black random"},
	{BOT_MSG_TERM_CLOCK, BOT_ASKS_TIME, "clock", NULL},
};

static const struct term *find(enum bot_msg wrong)
{
	for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++)
		if (terms[i].wrong == wrong)
			return &terms[i];
	return NULL;
}

/* Whether the word `i` is the unit of a number before it, such as the days of "99 days". */
static bool is_unit(const struct bot_call *call, size_t i)
{
	struct bot_match match = {0};

	return i < call->words.count && isdigit((unsigned char)call->words.word[i - 1][0]) &&
	       bot_challenge_read_term(call, &i, &match) == BOT_MSG_TERM_UNKNOWN;
}

void bot_challenge_ask_for_term(const struct bot_call *call, enum bot_msg wrong, size_t i)
{
	const struct term *term = find(wrong);

	if (!term) {
		bot_reply_wrong(call, wrong, i);
		return;
	}
	bool missing = bot_words_mean(call->words.word[i], term->key);
	struct bot_missing value = {.kind = term->kind,
		.first = missing ? i + 1 : i,
		.count = missing ? 0 : 1,
		.words = term->options};
	if (!missing && term->kind == BOT_ASKS_TIME && is_unit(call, i + 1))
		value.count++;
	bot_ask_for_words(call, wrong, &value);
}
