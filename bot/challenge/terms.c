#include "bot/challenge/terms.h"

#include "bot/base/duration.h"
#include "bot/call/people.h"
#include "bot/challenge/handicap.h"
#include "bot/match/clock_words.h"
#include "bot/text/page.h"
#include "bot/text/words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/*
 * Moves *i to the next word of the command. Returns this word in English, or NULL after the last
 * word.
 */
static const char *next_word(const struct bot_words *words, size_t *i)
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

/* Skips the unit of a number of touches, as in "to 3 touches". */
static void skip_touches(const struct bot_words *words, size_t *i)
{
	if (*i + 1 < words->count && bot_words_is_touches(words->word[*i + 1]))
		++*i;
}

/* Reads the number after "to". */
static enum bot_msg read_to(const struct bot_words *words, size_t *i, uint8_t *touches)
{
	if (!read_touches(next_word(words, i), touches))
		return BOT_MSG_TERM_TOUCHES;
	skip_touches(words, i);
	return BOT_MSG_COUNT;
}

/* Reads the number after "best of". Whoever has more than half of these touches has won. */
static enum bot_msg read_best_of(const struct bot_words *words, size_t *i, uint8_t *touches)
{
	const char *word = next_word(words, i);
	int64_t number;

	if (word && !isdigit((unsigned char)word[0])) /* "of", in whatever language */
		word = next_word(words, i);
	if (!word || !bot_words_number(word, 2 * EG_TOUCHES_MAX - 1, &number) || number < 1)
		return BOT_MSG_TERM_TOUCHES;
	*touches = (uint8_t)(number / 2 + 1);
	if (*i + 1 < words->count && bot_words_mean(words->word[*i + 1], "games"))
		++*i;
	skip_touches(words, i);
	return BOT_MSG_COUNT;
}

/* Reads a pace, by which other game bots call a clock. */
static bool read_pace(const char *word, struct bot_match *match)
{
	static const struct {
		const char *word;
		int64_t clock; /* milliseconds for a turn */
	} paces[] = {{"bullet", BOT_CLOCK_MIN}, {"blitz", BOT_MINUTE}, {"fast", 5 * BOT_MINUTE},
		{"daily", BOT_DAY}, {"slow", BOT_CLOCK_USUAL}};

	for (size_t i = 0; i < sizeof(paces) / sizeof(paces[0]); i++) {
		if (strcasecmp(word, paces[i].word) == 0) {
			bot_handicap_set_clocks(match, paces[i].clock, paces[i].clock);
			return true;
		}
	}
	return false;
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

/* Whether the word may stand among the terms without a meaning of its own. */
static bool is_filler(const char *word)
{
	static const char *const fillers[] = {"with", "against", "and", "a", "by", "rules"};

	for (size_t i = 0; i < sizeof(fillers) / sizeof(fillers[0]); i++)
		if (strcasecmp(word, fillers[i]) == 0)
			return true;
	return false;
}

/* Reads a time of one word or two, such as "5m" or "5 min". The time begins at the word *i. */
static bool read_span(const struct bot_words *words, size_t *i, int64_t *clock)
{
	if (*i + 1 < words->count &&
		bot_clock_read_span(words->word[*i], words->word[*i + 1], clock)) {
		++*i;
		return true;
	}
	return bot_clock_read(bot_words_in_english(words->word[*i]), clock);
}

/*
 * Writes the words of two times as one word: "1d+3d", "1d +3d" and "1d + 3d", or the like with "/".
 * Returns false if they are no two times.
 */
static bool join_times(const struct bot_words *words, size_t *i, char joined[BOT_WORDS_SIZE])
{
	const char *next = *i + 1 < words->count ? words->word[*i + 1] : "";
	bool split = next[0] == '+' || next[0] == '/';
	bool alone = split && !next[1] && *i + 2 < words->count;
	struct bot_text text = bot_text_in(joined, BOT_WORDS_SIZE);

	bot_text_add(&text, words->word[*i]);
	bot_text_add(&text, split ? next : "");
	bot_text_add(&text, alone ? words->word[*i + 2] : "");
	*i += (size_t)split + (size_t)alone;
	return strpbrk(joined, "+/") != NULL;
}

/*
 * Reads the time for a turn from the word *i on. It may be one for each player, as in "1h/4h", or
 * have a reserve, as in "1d+3d".
 */
static enum bot_msg read_clock(const struct bot_words *words, size_t *i, struct bot_match *match)
{
	char joined[BOT_WORDS_SIZE];
	int64_t mine, other, bank = 0;

	if (!join_times(words, i, joined)) {
		if (!read_span(words, i, &mine))
			return BOT_MSG_TERM_CLOCK;
		other = mine;
	} else if (strchr(joined, '/')) {
		if (!bot_clock_read_two(joined, &mine, &other))
			return BOT_MSG_TERM_TWO_CLOCKS;
	} else {
		if (!bot_clock_read_bank(joined, &mine, &bank))
			return BOT_MSG_TERM_RESERVE;
		other = mine;
	}
	bot_handicap_set_clocks(match, mine, other);
	match->bank = bank;
	return BOT_MSG_COUNT;
}

/* Reads what follows "first": who begins, or the rest of "first to 3". */
static enum bot_msg read_after_first(
	const struct bot_words *words, size_t *i, struct eg_match_rules *rules)
{
	const char *word = next_word(words, i);

	if (word && strcasecmp(word, "to") == 0)
		return read_to(words, i, &rules->touches);
	return read_first(word, &rules->first) ? BOT_MSG_COUNT : BOT_MSG_TERM_FIRST;
}

static enum bot_msg read_user(const struct bot_call *call, const char *word, char user[BOT_ID_SIZE])
{
	bool second = user[0] != '\0';
	char other[BOT_ID_SIZE];

	switch (bot_call_read_user(call, word, second ? other : user)) {
	case BOT_NOT_A_USER:
		return BOT_MSG_TERM_UNKNOWN;
	case BOT_BAD_USER:
		return BOT_MSG_BAD_USER;
	case BOT_USER:
		break;
	}
	bot_people_mend_case(call, second ? other : user);
	return second ? BOT_MSG_TERM_SECOND_USER : BOT_MSG_COUNT;
}

/* Whether the word, before the word "rated", says that the match is not. */
static bool is_negation(const char *word)
{
	static const char *const negations[] = {"not", "no", "off", "none", "without"};

	for (size_t i = 0; i < sizeof(negations) / sizeof(negations[0]); i++)
		if (strcasecmp(word, negations[i]) == 0)
			return true;
	return false;
}

/* Returns the word that follows the word *i, in English, or "". */
static const char *peek(const struct bot_words *words, size_t i)
{
	const char *word = next_word(words, &i);

	return word ? word : "";
}

static bool is_rated(const char *word)
{
	return strcasecmp(word, "rated") == 0 || strcasecmp(word, "rating") == 0;
}

/*
 * Reads whether the match is casual: "casual", "for fun", "for the fun", "not rated", "rated", and
 * "rated off" (the form of `settings`) or, in Japanese, "rated none". Returns false if the words
 * are something else.
 */
static bool read_casual(const struct bot_words *words, size_t *i, bool *casual)
{
	const char *word = bot_words_in_english(words->word[*i]);
	size_t last = *i + (strcasecmp(peek(words, *i), "the") == 0);

	if (strcasecmp(word, "for") == 0 && strcasecmp(peek(words, last), "fun") == 0) {
		*i = last + 1;
		*casual = true;
		return true;
	}
	if (is_negation(word) && is_rated(peek(words, *i))) {
		++*i;
		*casual = true;
		return true;
	}
	if (strcasecmp(word, "casual") != 0 && !is_rated(word))
		return false;
	bool off =
		strcasecmp(peek(words, *i), "off") == 0 || strcasecmp(peek(words, *i), "none") == 0;
	*casual = is_rated(word) == off;
	*i += off || strcasecmp(peek(words, *i), "on") == 0;
	return true;
}

/* Reads that the match has no clock: "no clock", "without a time limit". */
static bool read_no_clock(const struct bot_words *words, size_t *i, struct bot_match *match)
{
	size_t last = *i + (strcasecmp(peek(words, *i), "a") == 0);

	if (!is_negation(bot_words_in_english(words->word[*i])) ||
		strcasecmp(peek(words, last), "clock") != 0)
		return false;
	*i = last + 1;
	*i += strcasecmp(peek(words, *i), "limit") == 0;
	bot_handicap_set_clocks(match, 0, 0);
	return true;
}

/* Reads a number that no word announces: "3 touches", or a clock such as "5m". */
static enum bot_msg read_bare_number(
	const struct bot_words *words, size_t *i, struct bot_match *match)
{
	if (*i + 1 < words->count && bot_words_is_touches(words->word[*i + 1]) &&
		read_touches(bot_words_in_english(words->word[*i]), &match->rules.touches)) {
		skip_touches(words, i);
		return BOT_MSG_COUNT;
	}
	return read_clock(words, i, match);
}

/*
 * Whether the word is "to", or a word that means it only before a number, such as German "auf 3".
 */
static bool announces_touches(const struct bot_words *words, size_t i)
{
	int64_t number;

	if (bot_words_mean(words->word[i], "to"))
		return true;
	return i + 1 < words->count && bot_words_number(words->word[i + 1], INT64_MAX, &number) &&
	       bot_words_has_sense(words->word[i], BOT_SENSE_TO) &&
	       !(i + 2 < words->count &&
		       bot_clock_read_span(words->word[i + 1], words->word[i + 2], &number));
}

/* Reads a term that names no user, and is no handicap. Returns as bot_challenge_read_term. */
static enum bot_msg read_term(const struct bot_words *words, size_t *i, struct bot_match *match)
{
	const char *word = bot_words_in_english(words->word[*i]);

	if (read_casual(words, i, &match->casual) || read_no_clock(words, i, match))
		return BOT_MSG_COUNT;
	if (announces_touches(words, *i))
		return read_to(words, i, &match->rules.touches);
	if (is_filler(word) || read_rules(word, &match->rules.round))
		return BOT_MSG_COUNT;
	if (strcasecmp(word, "best") == 0)
		return read_best_of(words, i, &match->rules.touches);
	if (read_pace(word, match))
		return BOT_MSG_COUNT;
	if (strcasecmp(word, "first") == 0)
		return read_after_first(words, i, &match->rules);
	if (strcasecmp(word, "clock") == 0)
		return next_word(words, i) ? read_clock(words, i, match) : BOT_MSG_TERM_CLOCK;
	if (strcasecmp(word, "unseen") == 0) {
		match->unseen = true;
		return BOT_MSG_COUNT;
	}
	const enum bot_msg wrong = isdigit((unsigned char)word[0])
					   ? read_bare_number(words, i, match)
					   : BOT_MSG_TERM_CLOCK;
	return wrong == BOT_MSG_TERM_CLOCK ? BOT_MSG_TERM_UNKNOWN : wrong;
}

enum bot_msg bot_challenge_read_term(
	const struct bot_call *call, size_t *i, struct bot_match *match)
{
	enum bot_msg wrong = bot_handicap_read(&call->words, i, &match->rules);

	if (wrong == BOT_MSG_TERM_UNKNOWN)
		wrong = read_term(&call->words, i, match);
	return wrong == BOT_MSG_TERM_UNKNOWN
		       ? read_user(call, call->words.word[*i], match->player[EG_BLACK])
		       : wrong;
}

/* Whether the word joins two numbers or times, as in "free from 6 to 8" and "from now to 9". */
static bool joins_numbers(const struct bot_words *words, size_t i)
{
	return i > 0 && announces_touches(words, i) &&
	       (isdigit((unsigned char)words->word[i - 1][0]) ||
		       bot_words_mean(words->word[i - 1], "now"));
}

/* Whether the word announces a time, as in "to 10 minutes" and German "bis 9 Uhr". */
static bool announces_time(const struct bot_words *words, size_t i)
{
	static const char *const units[] = {"clock", "minute", "hour", "am", "pm", "o'clock"};

	for (size_t j = 0; i + 2 < words->count && j < sizeof(units) / sizeof(units[0]); j++)
		if (bot_words_mean(words->word[i + 2], units[j]))
			return announces_touches(words, i) &&
			       !isdigit((unsigned char)*peek(words, i + 2)); /* "to 3 clock 5m" */
	return false;
}

/* Whether a time that ends at this word is one for each turn, as in "5 minutes a move". */
static bool is_for_turn(const struct bot_words *words, size_t last)
{
	for (size_t i = last + 1; i <= last + 2 && i < words->count; i++)
		if (bot_words_has_sense(words->word[i], BOT_SENSE_TURN))
			return true;
	return false;
}

bool bot_challenge_find_term(const struct bot_words *words, size_t *i)
{
	const char *word = words->word[*i];
	struct bot_match match = {.clock = 0};
	size_t last = *i;

	if (is_filler(bot_words_in_english(word)) && !announces_touches(words, *i))
		return false;
	if (joins_numbers(words, *i) || announces_time(words, *i) ||
		read_term(words, &last, &match) != BOT_MSG_COUNT)
		return false;
	if (isdigit((unsigned char)word[0]) && match.clock != 0 && !is_for_turn(words, last))
		return false;
	*i = last;
	return true;
}

bool bot_challenge_has_same_terms(const struct bot_match *a, const struct bot_match *b)
{
	return a->rules.round.level == b->rules.round.level &&
	       a->rules.round.final_retreat == b->rules.round.final_retreat &&
	       a->rules.touches == b->rules.touches && a->rules.first == b->rules.first &&
	       a->clock == b->clock && a->bank == b->bank && a->unseen == b->unseen &&
	       bot_handicap_is_same(a, b) &&
	       (a->clock == 0 || a->casual == b->casual); /* without a clock, none is rated */
}

enum bot_msg bot_challenge_rules_name(const struct eg_rules *rules)
{
	static const enum bot_msg names[] = {
#define SET(NAME, name, level, final_retreat) BOT_MSG_NAME_##NAME,
		EG_RULE_SETS(SET)
#undef SET
	};

	return names[eg_rules_set(rules)];
}

static void write_clock(
	const struct bot_match *match, const struct bot_lang *lang, char clock[BOT_TERM_SIZE])
{
	char bank[BOT_SPAN_SIZE];

	if (bot_handicap_write_clocks(match, lang, clock))
		return;
	bot_span_write(lang, match->bank, bank);
	bot_page_string(lang,
		match->bank > 0    ? BOT_MSG_WITH_RESERVE
		: match->clock > 0 ? BOT_MSG_WITH_CLOCK
				   : BOT_MSG_WITHOUT_CLOCK,
		&(struct bot_args){.left = match->clock, .clock = bank}, clock, BOT_TERM_SIZE);
}

void bot_challenge_write_terms(const struct bot_match *match, const char *const *names,
	const struct bot_lang *lang, struct bot_terms_text *terms)
{
	const enum bot_msg rules = bot_challenge_rules_name(&match->rules.round);
	char name[32];

	*terms = (struct bot_terms_text){0};
	bot_page_string(lang, rules, NULL, name, sizeof(name));
	if (rules != BOT_MSG_NAME_ADVANCED)
		bot_page_string(lang, BOT_MSG_WITH_RULES, &(struct bot_args){.rules = name},
			terms->rules, sizeof(terms->rules));
	if (match->rules.first != match->challenger)
		bot_page_string(lang,
			match->rules.first == EG_NOBODY ? BOT_MSG_FIRST_RANDOM
							: BOT_MSG_FIRST_CHALLENGED,
			NULL, terms->first, sizeof(terms->first));
	bot_handicap_write_start(match, names, lang, terms->start);
	write_clock(match, lang, terms->clock);
	if (match->unseen)
		bot_page_string(
			lang, BOT_MSG_WITH_UNSEEN, NULL, terms->unseen, sizeof(terms->unseen));
	if (match->casual && match->clock > 0)
		bot_page_string(
			lang, BOT_MSG_WITH_CASUAL, NULL, terms->casual, sizeof(terms->casual));
}

struct bot_args bot_challenge_args(const struct bot_match *challenge, const char *const names[2],
	const struct bot_lang *lang, struct bot_terms_text *terms)
{
	bot_challenge_write_terms(challenge, names, lang, terms);
	return (struct bot_args){.id = challenge->id,
		.challenger = names[challenge->challenger],
		.challenged = names[eg_opponent(challenge->challenger)],
		.rules = terms->rules,
		.touches = challenge->rules.touches,
		.first = terms->first,
		.start = terms->start,
		.clock = terms->clock,
		.unseen = terms->unseen,
		.casual = terms->casual};
}
