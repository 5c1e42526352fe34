#include "bot/match/challenge.h"

#include "bot/command/rate_limit.h"
#include "bot/match/loaded_match.h"
#include "bot/match/match_limits.h"
#include "bot/match/reactions.h"
#include "bot/match/shuffle.h"
#include "bot/match/turn_clock.h"
#include "bot/text/name.h"
#include "bot/text/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Terms */

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
	static const char *const fillers[] = {"with", "and", "a", "by", "rules"};

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

static enum bot_msg read_clock(const struct bot_words *words, size_t *i, int64_t *clock)
{
	if (!next_word(words, i) || !read_span(words, i, clock))
		return BOT_MSG_TERM_CLOCK;
	return BOT_MSG_COUNT;
}

/* Reads what follows "first": who begins, or the rest of "first to 3". */
static enum bot_msg read_after_first(
	const struct bot_words *words, size_t *i, struct eg_match_rules *rules)
{
	const char *word = next_word(words, i);

	if (word && strcasecmp(word, "to") == 0)
		return read_touches(next_word(words, i), &rules->touches) ? BOT_MSG_COUNT
									  : BOT_MSG_TERM_TOUCHES;
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
	return second ? BOT_MSG_TERM_SECOND_USER : BOT_MSG_COUNT;
}

enum bot_msg bot_challenge_read_term(
	const struct bot_call *call, size_t *i, struct bot_match *match)
{
	const struct bot_words *words = &call->words;
	const char *word = bot_words_in_english(words->word[*i]);

	if (is_filler(word) || read_rules(word, &match->rules.round))
		return BOT_MSG_COUNT;
	if (strcasecmp(word, "to") == 0)
		return read_touches(next_word(words, i), &match->rules.touches)
			       ? BOT_MSG_COUNT
			       : BOT_MSG_TERM_TOUCHES;
	if (strcasecmp(word, "first") == 0)
		return read_after_first(words, i, &match->rules);
	if (strcasecmp(word, "clock") == 0)
		return read_clock(words, i, &match->clock);
	if (strcasecmp(word, "unseen") == 0) {
		match->unseen = true;
		return BOT_MSG_COUNT;
	}
	if (isdigit((unsigned char)word[0]) && read_span(words, i, &match->clock))
		return BOT_MSG_COUNT;
	return read_user(call, words->word[*i], match->player[EG_BLACK]);
}

bool bot_challenge_has_same_terms(const struct bot_match *a, const struct bot_match *b)
{
	return a->rules.round.level == b->rules.round.level &&
	       a->rules.round.final_retreat == b->rules.round.final_retreat &&
	       a->rules.touches == b->rules.touches && a->rules.first == b->rules.first &&
	       a->clock == b->clock && a->unseen == b->unseen;
}

enum bot_msg bot_challenge_rules_name(const struct eg_rules *rules)
{
	static const enum bot_msg names[] = {[EG_BASIC] = BOT_MSG_NAME_BASIC,
		[EG_STANDARD] = BOT_MSG_NAME_STANDARD,
		[EG_ADVANCED] = BOT_MSG_NAME_ADVANCED};

	return rules->final_retreat == EG_FINAL_CARDS ? BOT_MSG_NAME_FERTI : names[rules->level];
}

/*
 * The terms of a challenge that the message names, as texts. A text is empty if its term is the
 * usual one: the advanced rules, the challenger begins, no clock, no count of unseen cards.
 */
struct terms_text {
	char rules[64];
	char first[64];
	char clock[64];
	char unseen[64];
};

static void write_terms(
	const struct bot_match *match, const struct bot_lang *lang, struct terms_text *terms)
{
	const enum bot_msg rules = bot_challenge_rules_name(&match->rules.round);
	char span[BOT_SPAN_SIZE], name[32];

	*terms = (struct terms_text){0};
	bot_page_string(lang, rules, NULL, name, sizeof(name));
	if (rules != BOT_MSG_NAME_ADVANCED)
		bot_page_string(lang, BOT_MSG_WITH_RULES, &(struct bot_args){.rules = name},
			terms->rules, sizeof(terms->rules));
	if (match->rules.first != match->challenger)
		bot_page_string(lang,
			match->rules.first == EG_NOBODY ? BOT_MSG_FIRST_RANDOM
							: BOT_MSG_FIRST_CHALLENGED,
			NULL, terms->first, sizeof(terms->first));
	bot_time_format_span(match->clock, span);
	if (match->clock > 0)
		bot_page_string(lang, BOT_MSG_WITH_CLOCK, &(struct bot_args){.left = span},
			terms->clock, sizeof(terms->clock));
	if (match->unseen)
		bot_page_string(
			lang, BOT_MSG_WITH_UNSEEN, NULL, terms->unseen, sizeof(terms->unseen));
}

/* The wait for the players */

#define HOUR INT64_C(3600000) /* milliseconds */

static enum bot_error set_timer(struct bot_host *host, int64_t match)
{
	int64_t due = host->time + HOUR * host->config->matches.challenge_expires_h;

	return bot_store_timer_set(host->store, match, BOT_TIMER_CHALLENGE, due);
}

/*
 * Adds an outbox row for each player of the match whom the bot has not reached yet. The row asks
 * the adapter to reach this player.
 */
static enum bot_error request_players(
	struct bot_host *host, const struct bot_match *match, const char *origin)
{
	enum bot_error error = BOT_OK;

	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++) {
		struct bot_letter letter = {.kind = BOT_OUT_REACH,
			.private = true,
			.to = match->player[seat],
			.match = match->id,
			.origin = origin};

		if (!match->reached[seat])
			error = bot_send(host, letter, NULL, NULL);
	}
	return error;
}

enum bot_error bot_challenge_await_players(
	struct bot_host *host, const struct bot_match *match, const char *origin)
{
	enum bot_error error = set_timer(host, match->id);

	return error ? error : request_players(host, match, origin);
}

enum bot_error bot_challenge_request_players_again(struct bot_host *host, const char *room)
{
	const struct bot_match_filter filter = {.room = room, .status = BOT_ACCEPTED};
	struct bot_match_list *list;

	enum bot_error error = bot_match_list_load(host->store, &filter, &list);
	if (error)
		return error;
	for (size_t i = 0; !error && i < list->count; i++)
		error = request_players(host, &list->match[i], NULL);
	free(list);
	return error;
}

/* Challenges */

/*
 * Finds out whether the wanted challenge is possible while the other match exists. In a room, a
 * player may have only one open challenge of their own, and two players may have only one match.
 * Returns BOT_MSG_COUNT if the challenge is possible. Otherwise returns the message that tells the
 * sender why it is not possible.
 */
static enum bot_msg find_conflict(const struct bot_match *wanted, const struct bot_match *other)
{
	if (other->status == BOT_CHALLENGE &&
		strcmp(bot_match_challenger(other), bot_match_challenger(wanted)) == 0)
		return BOT_MSG_CHALLENGE_AGAIN;
	return bot_match_limits_is_same_pair(wanted, other) ? BOT_MSG_PAIR_AGAIN : BOT_MSG_COUNT;
}

/*
 * Decides whether a challenge makes the device of the challenged user ring. The device rings unless
 * the challenger's own allowance for that user is used up. If the two have never played a rated
 * match, the device also stays quiet when the allowance that all strangers share is used up.
 */
static enum bot_error choose_ring(
	struct bot_host *host, const struct bot_match *match, enum bot_ring *ring)
{
	bool have_played = false;

	enum bot_error error = bot_allowance_ring(
		host, bot_match_challenger(match), bot_match_challenged(match), ring);
	if (!error && *ring == BOT_RING)
		error = bot_match_limits_have_played(host->store, match, &have_played);
	if (error || *ring != BOT_RING || have_played)
		return error;
	return bot_allowance_ring_by_stranger(host, bot_match_challenged(match), ring);
}

#define LONG                                                                                       \
	5 /* if a challenge has at least this many touches, the bot says how to ask for fewer */

static enum bot_error publish(
	const struct bot_call *call, const struct bot_match *match, const char *commitment)
{
	const struct bot_lang *lang = call->lang;
	struct terms_text terms;
	enum eg_seat challenged = eg_opponent(match->challenger);
	bool open = !match->player[challenged][0];
	struct bot_letter letter = {.to = match->room,
		.match = match->id,
		.role = BOT_POST_CHALLENGE,
		.commitment = commitment,
		.reactions = open ? BOT_REACTION_YES : BOT_REACTION_YES "\n" BOT_REACTION_NO};
	struct bot_loaded_match loaded;
	struct bot_page page;

	enum bot_error error = bot_match_load(&loaded, call->host, match);
	if (!error && !open)
		error = choose_ring(call->host, match, &letter.ring);
	if (error)
		return error;
	if (letter.ring == BOT_RING)
		letter.mentions = match->player[challenged];
	write_terms(match, lang, &terms);
	struct bot_args args = {.id = match->id,
		.challenger = loaded.cast.name[match->challenger],
		.challenged = loaded.cast.name[challenged],
		.rules = terms.rules,
		.touches = match->rules.touches,
		.first = terms.first,
		.clock = terms.clock,
		.unseen = terms.unseen,
		.prefix = call->host->prefix};
	bot_page_init(&page, lang);
	error = bot_match_link_players(&loaded, &page);
	if (error)
		return error;
	bot_page_say(&page, open ? BOT_MSG_CHALLENGE_OPEN : BOT_MSG_CHALLENGE_USER, &args);
	if (match->rules.touches >= LONG)
		bot_page_say(&page, BOT_MSG_CHALLENGE_SHORTER, &args);
	return bot_send(call->host, letter, &page, NULL);
}

enum bot_error bot_challenge_create(const struct bot_call *call, struct bot_match *match)
{
	struct bot_host *host = call->host;
	char commitment[EG_KEY_TEXT];
	bool allowed;

	memcpy(match->room, call->message->room, strlen(call->message->room) + 1);
	enum bot_error error =
		bot_match_limits_check_block(call, bot_match_challenged(match), &allowed);
	if (!error && allowed)
		error = bot_match_limits_check_match(call, match, find_conflict, &allowed);
	if (!error && allowed)
		error = bot_match_limits_check_challenge(call, match, &allowed);
	if (error || !allowed)
		return error;
	error = bot_store_match_add(host->store, match);
	if (!error)
		error = set_timer(host, match->id);
	if (!error)
		error = bot_shuffle_commit(host, match->id, call->message->event, commitment);
	return error ? error : publish(call, match, commitment);
}

enum bot_error bot_challenge_accept(const struct bot_call *call, struct bot_match *match)
{
	const char *sender = call->message->sender;
	struct bot_host *host = call->host;
	char *accepter = match->player[eg_opponent(match->challenger)];
	int64_t other = 0;
	bool allowed;

	enum bot_error error =
		bot_match_limits_check_block(call, bot_match_challenger(match), &allowed);
	if (!error && allowed)
		error = bot_match_limits_check_private_rooms(
			call, bot_match_challenger(match), sender, &allowed);
	if (error || !allowed)
		return error;
	memcpy(accepter, sender, strlen(sender) + 1);
	error = bot_match_limits_find_pair(host, match, &other);
	if (error)
		return error;
	if (other != 0)
		return bot_reply(call, BOT_MSG_PAIR_AGAIN, (struct bot_args){.id = other});
	match->status = BOT_ACCEPTED;
	error = bot_store_match_save(host->store, match);
	if (!error)
		error = bot_store_unset_allowance(
			host->store, BOT_ALLOW_CHALLENGE, bot_match_challenger(match), sender);
	if (!error)
		error = bot_shuffle_accept(host, match->id, call->message->event);
	return error ? error : bot_challenge_await_players(host, match, call->message->origin);
}
