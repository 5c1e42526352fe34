/* Challenges: made, accepted, declined, withdrawn. */
#include "bot/challenge.h"

#include "bot/clock.h"
#include "bot/command.h"
#include "bot/name.h"
#include "bot/pick.h"
#include "bot/place.h"
#include "bot/shuffle.h"
#include "bot/vocabulary.h"

#include <string.h>
#include <strings.h>

#define HOUR INT64_C(3600000) /* milliseconds */

/* The word after an option, in English; NULL at the end. */
static const char *next(const struct bot_words *words, size_t *i)
{
	return *i + 1 < words->count ? bot_in_english(words->word[++*i]) : NULL;
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

bool bot_challenge_option(
	const struct bot_call *call, size_t *i, struct bot_match *match, enum bot_msg *wrong)
{
	const struct bot_words *words = &call->words;
	const char *word = bot_in_english(words->word[*i]);

	*wrong = BOT_MSG_USAGE;
	if (word[0] == '@') {
		*wrong = match->player[EG_BLACK][0] ? BOT_MSG_USAGE : BOT_MSG_BAD_USER;
		return *wrong == BOT_MSG_BAD_USER &&
		       bot_name_user(word, call->message->sender, match->player[EG_BLACK]);
	}
	if (strcasecmp(word, "to") == 0)
		return read_touches(next(words, i), &match->rules.touches);
	if (strcasecmp(word, "first") == 0)
		return read_first(next(words, i), &match->rules.first);
	if (strcasecmp(word, "clock") == 0) {
		word = next(words, i);
		return word && bot_clock_read(word, &match->clock);
	}
	if (strcasecmp(word, "unseen") == 0) {
		match->unseen = true;
		return true;
	}
	return read_rules(word, &match->rules.round);
}

/* BOT_MSG_COUNT when nothing is wrong with what was asked for. */
static enum bot_msg read_terms(const struct bot_call *call, struct bot_match *match)
{
	const char *bot = call->host->config->matrix.user;
	const char *user = match->player[EG_BLACK];
	enum bot_msg wrong;

	for (size_t i = 1; i < call->words.count; i++)
		if (!bot_challenge_option(call, &i, match, &wrong))
			return wrong;
	if (call->words.id != 0)
		return BOT_MSG_USAGE;
	if (strcmp(user, call->message->sender) == 0)
		return BOT_MSG_CHALLENGE_SELF;
	if (bot && strcmp(user, bot) == 0)
		return BOT_MSG_CHALLENGE_BOT;
	return BOT_MSG_COUNT;
}

static bool is_own(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_CHALLENGE &&
	       bot_match_seat(match, call->message->sender) == match->challenger;
}

enum bot_error bot_challenge_expires(struct bot_host *host, int64_t match)
{
	int64_t due = host->time + HOUR * host->config->matches.challenge_expires_h;

	return bot_store_timer_set(host->store, match, BOT_TIMER_CHALLENGE, due);
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

/* A challenge to somebody rings for him. */
static enum bot_error publish(
	const struct bot_call *call, const struct bot_match *match, const char *commitment)
{
	const struct bot_lang *lang = call->lang;
	char first[BOT_ID_SIZE + 64], clock[64] = "", unseen[64] = "", rules[32];
	char span[BOT_SPAN_SIZE];
	enum eg_seat challenged = eg_opponent(match->challenger);
	bool open = !match->player[challenged][0];
	struct bot_letter letter = {.to = match->room, .match = match->id};
	struct bot_game game;
	struct bot_page page;

	enum bot_error error = bot_game_load(&game, call->host, match);
	if (error)
		return error;
	struct bot_args args = {.id = match->id,
		.challenger = game.cast.name[match->challenger],
		.challenged = game.cast.name[challenged],
		.rules = rules,
		.touches = match->rules.touches,
		.first = first,
		.clock = clock,
		.unseen = unseen,
		.commitment = commitment,
		.prefix = call->host->prefix,
		.hours = call->host->config->matches.challenge_expires_h};
	name_rules(lang, &match->rules.round, rules, sizeof(rules));
	bot_page_string(lang, who_begins(match), &args, first, sizeof(first));
	bot_time_span(match->clock, span);
	if (match->clock > 0)
		bot_page_string(lang, BOT_MSG_WITH_CLOCK, &(struct bot_args){.left = span}, clock,
			sizeof(clock));
	if (match->unseen)
		bot_page_string(lang, BOT_MSG_WITH_UNSEEN, NULL, unseen, sizeof(unseen));
	bot_page_init(&page, lang);
	bot_page_say(&page, open ? BOT_MSG_CHALLENGE_OPEN : BOT_MSG_CHALLENGE_USER, &args);
	bot_page_line(&page);
	bot_page_say(&page, BOT_MSG_COMMITMENT, &args);
	if (!open) {
		letter.ring = BOT_RING;
		letter.mention = match->player[challenged];
	}
	return bot_send(call->host, letter, &page, NULL);
}

enum bot_error bot_challenge_make(const struct bot_call *call, struct bot_match *match)
{
	struct bot_host *host = call->host;
	char commitment[EG_KEY_TEXT];
	bool is_free;

	enum bot_error error = bot_place_is_free(call, is_own, BOT_MSG_CHALLENGE_AGAIN, &is_free);
	if (error || !is_free)
		return error;
	memcpy(match->room, call->message->room, strlen(call->message->room) + 1);
	error = bot_store_match_add(host->store, match);
	if (!error)
		error = bot_challenge_expires(host, match->id);
	if (!error)
		error = bot_shuffle_begin(host, match->id, call->message->event, commitment);
	return error ? error : publish(call, match, commitment);
}

enum bot_error bot_run_challenge(struct bot_call *call)
{
	struct bot_match match = {.status = BOT_CHALLENGE,
		.rules = {.round = {EG_ADVANCED, EG_FINAL_POSITION}, .touches = 5}};

	enum bot_msg wrong = read_terms(call, &match);
	if (wrong == BOT_MSG_USAGE)
		return bot_reply_usage(call);
	if (wrong != BOT_MSG_COUNT)
		return bot_reply(call, wrong, (struct bot_args){0});
	memcpy(match.player[EG_WHITE], call->message->sender, strlen(call->message->sender) + 1);
	return bot_challenge_make(call, &match);
}

/* Answers */

static bool is_for_sender(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_CHALLENGE &&
	       bot_match_seat(match, call->message->sender) == eg_opponent(match->challenger);
}

/* An open challenge is for those in its room. */
static bool can_accept(const struct bot_call *call, const struct bot_match *match)
{
	bool open = match->status == BOT_CHALLENGE && !match->player[EG_BLACK][0] &&
		    bot_match_seat(match, call->message->sender) != match->challenger;

	return is_for_sender(call, match) || (open && !call->message->private);
}

static enum bot_error names_sender(
	const struct bot_call *call, const struct bot_match *match, bool *yes)
{
	*yes = is_for_sender(call, match);
	return BOT_OK;
}

enum bot_error bot_challenge_reach(
	struct bot_host *host, const struct bot_match *match, enum eg_seat seat)
{
	struct bot_letter letter = {.kind = BOT_OUT_REACH,
		.private = true,
		.to = match->player[seat],
		.match = match->id};

	return bot_send(host, letter, NULL, NULL);
}

/* The timer goes on: it ends a meeting that never comes about. */
enum bot_error bot_challenge_accept(const struct bot_call *call, struct bot_match *match)
{
	struct bot_host *host = call->host;
	char *seat = match->player[eg_opponent(match->challenger)];

	match->status = BOT_MEETING;
	memcpy(seat, call->message->sender, strlen(call->message->sender) + 1);
	enum bot_error error = bot_store_match_save(host->store, match);
	if (!error)
		error = bot_shuffle_accept(host, match->id, call->message->event);
	if (!error)
		error = bot_challenge_expires(host, match->id);
	if (!error)
		error = bot_challenge_reach(host, match, EG_WHITE);
	return error ? error : bot_challenge_reach(host, match, EG_BLACK);
}

enum bot_error bot_run_accept(struct bot_call *call)
{
	static const struct bot_pick pick = {
		can_accept, names_sender, .others = true, .none = BOT_MSG_NO_CHALLENGE};
	struct bot_game game;
	bool found;

	enum bot_error error = bot_pick(call, &pick, &game, &found);
	if (error || !found)
		return error;
	return bot_challenge_accept(call, &game.match);
}

static enum bot_error end(struct bot_call *call, const struct bot_pick *pick, enum bot_msg why)
{
	struct bot_game game;
	bool found;

	enum bot_error error = bot_pick(call, pick, &game, &found);
	if (error || !found)
		return error;
	return bot_game_end(&game, BOT_ENDING_UNKNOWN, EG_NOBODY, why, (struct bot_args){0});
}

enum bot_error bot_run_decline(struct bot_call *call)
{
	static const struct bot_pick pick = {is_for_sender, .none = BOT_MSG_NO_CHALLENGE};

	return end(call, &pick, BOT_MSG_DECLINED);
}

/* Who waits for the cards of an accepted match may give it up: there is nothing to lose yet. */
static bool can_cancel(const struct bot_call *call, const struct bot_match *match)
{
	enum eg_seat seat = bot_match_seat(match, call->message->sender);

	return match->status == BOT_MEETING ||
	       (match->status == BOT_CHALLENGE && seat == match->challenger);
}

enum bot_error bot_run_cancel(struct bot_call *call)
{
	static const struct bot_pick pick = {can_cancel, .none = BOT_MSG_NOTHING_TO_CANCEL};

	return end(call, &pick, BOT_MSG_CANCELLED);
}
