#include "bot/challenge/handicap.h"

#include "bot/text/page.h"
#include "bot/text/words.h"

#include <ctype.h>
#include <string.h>

/* Returns the word at `i` in English, or "" after the last word. */
static const char *word_at(const struct bot_words *words, size_t i)
{
	return i < words->count ? bot_words_in_english(words->word[i]) : "";
}

/* Whether a number follows the word at `i`, also one that can't be right, such as "-1". */
static bool is_before_number(const struct bot_words *words, size_t i)
{
	const char *next = word_at(words, i + 1);

	return isdigit((unsigned char)next[next[0] == '-']);
}

/* Returns the seat that begins with touches after "give" or "take", or EG_NOBODY. */
static enum eg_seat given_seat(const struct bot_words *words, size_t i)
{
	if (i < words->count && bot_words_mean(words->word[i], "give"))
		return EG_BLACK;
	return i < words->count && bot_words_mean(words->word[i], "take") ? EG_WHITE : EG_NOBODY;
}

static bool is_from(const struct bot_words *words, size_t i)
{
	return i < words->count && bot_words_mean(words->word[i], "of") &&
	       is_before_number(words, i);
}

/* What the words say about touches to begin with. */
struct start {
	enum eg_seat seat; /* EG_NOBODY if the words are something else */
	size_t number;     /* the index of the number */
	size_t last;       /* the index of the last word */
};

/* Returns the index of the last word after a number at `i` and its unit, as in "2 touches". */
static size_t end_of_touches(const struct bot_words *words, size_t i)
{
	return i + (i + 1 < words->count && bot_words_is_touches(words->word[i + 1]));
}

/* Finds "2 give", the order of Japanese. A number after "give" would be the one of that word. */
static struct start find_reversed(const struct bot_words *words, size_t i)
{
	size_t last = end_of_touches(words, i) + 1;
	bool number = isdigit((unsigned char)word_at(words, i)[0]);

	if (!number || is_before_number(words, last))
		return (struct start){.seat = EG_NOBODY};
	return (struct start){given_seat(words, last), i, last};
}

static struct start find_start(const struct bot_words *words, size_t i)
{
	enum eg_seat seat = given_seat(words, i);

	if (seat == EG_NOBODY && is_from(words, i))
		seat = EG_BLACK;
	if (seat != EG_NOBODY)
		return (struct start){seat, i + 1, end_of_touches(words, i + 1)};
	if (bot_words_mean(words->word[i], "me") && is_from(words, i + 1))
		return (struct start){EG_WHITE, i + 2, end_of_touches(words, i + 2)};
	return find_reversed(words, i);
}

enum bot_msg bot_handicap_read(
	const struct bot_words *words, size_t *i, struct eg_match_rules *rules)
{
	struct start start = find_start(words, *i);
	int64_t number;

	if (bot_words_mean(words->word[*i], "handicap"))
		return BOT_MSG_TERM_START;
	if (start.seat == EG_NOBODY)
		return BOT_MSG_TERM_UNKNOWN;
	if (!bot_words_number(word_at(words, start.number), EG_TOUCHES_MAX, &number) || number < 1)
		return BOT_MSG_TERM_START;
	rules->start[start.seat] = (uint8_t)number;
	rules->start[eg_opponent(start.seat)] = 0;
	*i = start.last;
	return BOT_MSG_COUNT;
}

enum bot_msg bot_handicap_check(const struct eg_match_rules *rules)
{
	bool right =
		rules->start[EG_WHITE] < rules->touches && rules->start[EG_BLACK] < rules->touches;

	return right ? BOT_MSG_COUNT : BOT_MSG_TERM_START;
}

void bot_handicap_set_clocks(struct bot_match *match, int64_t mine, int64_t other)
{
	match->clock = mine < other ? mine : other;
	match->extra[EG_WHITE] = mine - match->clock;
	match->extra[EG_BLACK] = other - match->clock;
	match->bank = 0;
}

bool bot_handicap_is_same(const struct bot_match *a, const struct bot_match *b)
{
	return memcmp(a->rules.start, b->rules.start, sizeof(a->rules.start)) == 0 &&
	       memcmp(a->extra, b->extra, sizeof(a->extra)) == 0;
}

void bot_handicap_swap(struct bot_match *match, const struct bot_match *before)
{
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		match->rules.start[seat] = before->rules.start[eg_opponent(seat)];
		match->extra[seat] = before->extra[eg_opponent(seat)];
	}
}

void bot_handicap_write_start(const struct bot_match *match, const char *const *names,
	const struct bot_lang *lang, char text[BOT_TERM_SIZE])
{
	enum eg_seat ahead = match->rules.start[EG_WHITE] > 0 ? EG_WHITE : EG_BLACK;

	text[0] = '\0';
	if (!names || match->rules.start[ahead] == 0)
		return;
	bot_page_string(lang,
		match->player[ahead][0] ? BOT_MSG_WITH_START : BOT_MSG_WITH_START_ANYBODY,
		&(struct bot_args){.name = names[ahead], .count = match->rules.start[ahead]}, text,
		BOT_TERM_SIZE);
}

bool bot_handicap_write_clocks(
	const struct bot_match *match, const struct bot_lang *lang, char text[BOT_TERM_SIZE])
{
	char other[BOT_SPAN_SIZE];

	if (match->extra[EG_WHITE] == match->extra[EG_BLACK])
		return false;
	bot_span_write(lang, bot_match_clock(match, eg_opponent(match->challenger)), other);
	bot_page_string(lang, BOT_MSG_WITH_TWO_CLOCKS,
		&(struct bot_args){
			.left = bot_match_clock(match, match->challenger), .clock = other},
		text, BOT_TERM_SIZE);
	return true;
}
