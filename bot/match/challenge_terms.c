#include "bot/match/challenge_terms.h"

#include "bot/match/turn_clock.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

/* Moves *i to the next word. Returns this word in English, or NULL after the last word. */
static const char *next(const struct bot_words *words, size_t *i)
{
	return *i + 1 < words->count ? bot_words_in_english(words->word[++*i]) : NULL;
}

static bool read_touches(const char *word, uint8_t *touches)
{
	int64_t number;

	if (!word || !bot_words_number(word, EG_TOUCHES_MAX, &number) || number < 1)
		return false;
	*touches = (uint8_t)number;
	return true;
}

static bool read_first(const char *word, enum eg_seat *first)
{
	static const char *const names[] = {
		[EG_WHITE] = "white", [EG_BLACK] = "black", [EG_NOBODY] = "random"};

	for (enum eg_seat seat = EG_WHITE; word && seat <= EG_NOBODY; seat++) {
		if (strcasecmp(word, names[seat]) == 0) {
			*first = seat;
			return true;
		}
	}
	return false;
}

static bool read_rules(const char *word, struct eg_rules *rules)
{
	char lower[16] = "";

	for (size_t i = 0; i < sizeof(lower) - 1 && word[i]; i++)
		lower[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] - 'A' + 'a' : word[i]);
	return eg_rules_parse(lower, strlen(lower), rules) == EG_OK;
}

enum bot_msg bot_challenge_terms_read(
	const struct bot_call *call, size_t *i, struct bot_match *match)
{
	const struct bot_words *words = &call->words;
	const char *word = bot_words_in_english(words->word[*i]);
	char *user = match->player[EG_BLACK];
	bool valid;

	if (!user[0]) {
		enum bot_user_word kind = bot_call_read_user(call, word, user);
		if (kind != BOT_NOT_A_USER)
			return kind == BOT_USER ? BOT_MSG_COUNT : BOT_MSG_BAD_USER;
	}
	if (strcasecmp(word, "to") == 0) {
		valid = read_touches(next(words, i), &match->rules.touches);
	} else if (strcasecmp(word, "first") == 0) {
		valid = read_first(next(words, i), &match->rules.first);
	} else if (strcasecmp(word, "clock") == 0) {
		word = next(words, i);
		valid = word && bot_clock_read(word, &match->clock);
	} else if (strcasecmp(word, "unseen") == 0) {
		valid = match->unseen = true;
	} else {
		valid = read_rules(word, &match->rules.round);
	}
	return valid ? BOT_MSG_COUNT : BOT_MSG_USAGE;
}

bool bot_challenge_terms_are_same(const struct bot_match *a, const struct bot_match *b)
{
	return a->rules.round.level == b->rules.round.level &&
	       a->rules.round.final_retreat == b->rules.round.final_retreat &&
	       a->rules.touches == b->rules.touches && a->rules.first == b->rules.first &&
	       a->clock == b->clock && a->unseen == b->unseen;
}

static void name_rules(
	const struct bot_lang *lang, const struct eg_rules *rules, char *name, size_t size)
{
	static const enum bot_msg names[] = {[EG_BASIC] = BOT_MSG_NAME_BASIC,
		[EG_STANDARD] = BOT_MSG_NAME_STANDARD,
		[EG_ADVANCED] = BOT_MSG_NAME_ADVANCED};
	bool ferti = rules->final_retreat == EG_FINAL_CARDS;

	bot_page_string(lang, ferti ? BOT_MSG_NAME_FERTI : names[rules->level], NULL, name, size);
}

static enum bot_msg who_begins(const struct bot_match *match)
{
	if (match->rules.first == EG_NOBODY)
		return BOT_MSG_FIRST_RANDOM;
	return match->rules.first == match->challenger ? BOT_MSG_FIRST_CHALLENGER
						       : BOT_MSG_FIRST_CHALLENGED;
}

void bot_challenge_terms_write(const struct bot_match *match, const struct bot_lang *lang,
	const char *challenger, struct bot_challenge_terms *terms)
{
	char span[BOT_SPAN_SIZE];

	*terms = (struct bot_challenge_terms){0};
	name_rules(lang, &match->rules.round, terms->rules, sizeof(terms->rules));
	bot_page_string(lang, who_begins(match), &(struct bot_args){.challenger = challenger},
		terms->first, sizeof(terms->first));
	bot_time_format_span(match->clock, span);
	if (match->clock > 0)
		bot_page_string(lang, BOT_MSG_WITH_CLOCK, &(struct bot_args){.left = span},
			terms->clock, sizeof(terms->clock));
	if (match->unseen)
		bot_page_string(
			lang, BOT_MSG_WITH_UNSEEN, NULL, terms->unseen, sizeof(terms->unseen));
}
