#include "bot/match/challenge_commands.h"

#include "bot/base/memory.h"
#include "bot/command/people.h"
#include "bot/match/challenge.h"
#include "bot/match/match_life.h"
#include "bot/match/match_limits.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/room_terms.h"
#include "bot/text/words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The words of a command that the bot can't read as terms, or that name a person. */
struct place {
	size_t first; /* the index of the first word */
	size_t count; /* how many words the name of a person has */
};

/*
 * Counts the words from place->first that may be one name: the name ends before the next word that
 * is a term.
 */
static size_t count_name(
	const struct bot_call *call, const struct bot_match *match, const struct place *place)
{
	struct bot_match copy = *match;
	size_t count = 1, i = place->first + 1;

	while (count < BOT_PEOPLE_WORDS && i < call->words.count &&
		bot_challenge_read_term(call, &i, &copy) == BOT_MSG_TERM_UNKNOWN) {
		count++;
		i++;
	}
	return count;
}

/*
 * Reads the display name of the person to challenge, the longest one that somebody in the room has.
 * Returns BOT_MSG_COUNT, or the message that answers the sender.
 */
static enum bot_msg read_name(
	const struct bot_call *call, struct bot_match *match, struct place *place)
{
	bool second = match->player[EG_BLACK][0] != '\0';
	enum bot_msg wrong;

	place->count = count_name(call, match, place);
	do
		wrong = bot_people_find(call, place->first, place->count, match->player[EG_BLACK]);
	while (wrong == BOT_MSG_TERM_NOBODY && --place->count > 0);
	return wrong == BOT_MSG_COUNT && second ? BOT_MSG_TERM_SECOND_USER : wrong;
}

/*
 * Reads all words of the command. Returns BOT_MSG_COUNT, or the message that answers the sender if
 * the words at *place are wrong.
 */
static enum bot_msg read_terms(
	const struct bot_call *call, struct bot_match *match, struct place *place)
{
	const char *user = match->player[EG_BLACK];

	for (size_t i = 1; i < call->words.count; i++) {
		place->first = i;
		enum bot_msg wrong = bot_challenge_read_term(call, &i, match);
		if (wrong == BOT_MSG_TERM_UNKNOWN) {
			wrong = read_name(call, match, place);
			i = place->first + place->count - 1;
		}
		if (wrong != BOT_MSG_COUNT)
			return wrong;
	}
	if (call->words.id != 0)
		return BOT_MSG_TERM_NUMBER;
	if (strcmp(user, call->message->sender) == 0)
		return BOT_MSG_CHALLENGE_SELF;
	if (bot_call_is_bot(call->host, user))
		return BOT_MSG_CHALLENGE_BOT;
	return BOT_MSG_COUNT;
}

enum bot_error bot_run_challenge(struct bot_call *call)
{
	struct bot_match match = {.status = BOT_CHALLENGE, .rules = BOT_CHALLENGE_DEFAULT_RULES};
	struct place place = {0};

	enum bot_error error = bot_room_terms_get(call->host, call->message->room, &match);
	if (error)
		return error;
	enum bot_msg wrong = read_terms(call, &match, &place);
	if (wrong != BOT_MSG_COUNT)
		return bot_people_reply(call, wrong, place.first, place.count);
	memcpy(match.player[EG_WHITE], call->message->sender, strlen(call->message->sender) + 1);
	return bot_challenge_create(call, &match);
}

bool bot_challenge_may_decline(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_CHALLENGE &&
	       bot_match_seat(match, call->message->sender) == eg_opponent(match->challenger);
}

/*
 * Whether the sender can accept the challenge. An open challenge is for the people in its room. The
 * bot does not know whether a user who writes in private is in that room. So in private a user can
 * accept only a challenge that names them.
 */
bool bot_challenge_may_accept(const struct bot_call *call, const struct bot_match *match)
{
	bool open = match->status == BOT_CHALLENGE && !match->player[EG_BLACK][0] &&
		    bot_match_seat(match, call->message->sender) != match->challenger;

	return bot_challenge_may_decline(call, match) || (open && !call->message->private);
}

static enum bot_error waits_for_sender(
	const struct bot_call *call, const struct bot_match *match, bool *preferred)
{
	*preferred = bot_challenge_may_decline(call, match);
	return BOT_OK;
}

enum bot_error bot_run_accept(struct bot_call *call)
{
	static const struct bot_match_selector selector = {bot_challenge_may_accept,
		waits_for_sender, .others = true, .none = BOT_MSG_NO_CHALLENGE};
	struct bot_loaded_match loaded;
	bool found;

	enum bot_error error = bot_match_select(call, &selector, &loaded, &found);
	if (error || !found)
		return error;
	return bot_challenge_accept(call, &loaded.match);
}

/*
 * Ends the challenge that the command is about, and posts the message `why` in the challenge's
 * room.
 */
static enum bot_error end_challenge(
	struct bot_call *call, const struct bot_match_selector *selector, enum bot_msg why)
{
	struct bot_loaded_match loaded;
	bool found;

	enum bot_error error = bot_match_select(call, selector, &loaded, &found);
	if (error || !found)
		return error;
	return bot_match_end(&loaded, BOT_ENDING_UNKNOWN, EG_NOBODY, why, (struct bot_args){0});
}

/*
 * Declines all challenges to the sender: in a room only the challenges made there, in private the
 * challenges made in any room.
 */
static enum bot_error decline_all(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->sender,
		.status = BOT_CHALLENGE};
	struct bot_match_list *list;
	size_t declined = 0;

	enum bot_error error = bot_match_list_load(call->host->store, &filter, &list);
	if (error)
		return error;
	for (size_t i = 0; !error && i < list->count; i++) {
		struct bot_loaded_match loaded;

		if (!bot_challenge_may_decline(call, &list->match[i]))
			continue;
		declined++;
		error = bot_match_load(&loaded, call->host, &list->match[i]);
		if (!error)
			error = bot_match_end(&loaded, BOT_ENDING_UNKNOWN, EG_NOBODY,
				BOT_MSG_DECLINED, (struct bot_args){0});
	}
	free(list);
	if (error || declined > 0)
		return error;
	return bot_reply(call, BOT_MSG_NO_CHALLENGE, (struct bot_args){0});
}

enum bot_error bot_run_decline(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		bot_challenge_may_decline, .none = BOT_MSG_NO_CHALLENGE};

	if (call->words.count == 1)
		return end_challenge(call, &selector, BOT_MSG_DECLINED);
	if (strcasecmp(bot_words_in_english(call->words.word[1]), "all") == 0 &&
		call->words.id == 0)
		return decline_all(call);
	return bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, call->words.id ? 2 : 1);
}

bool bot_challenge_may_cancel(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_CHALLENGE &&
	       bot_match_seat(match, call->message->sender) == match->challenger;
}

/*
 * Whether the sender can cancel the match or challenge. Either player may cancel an accepted match
 * that has not begun. The players have no cards yet, so nobody can use this to avoid a defeat.
 */
static bool can_cancel(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_ACCEPTED || bot_challenge_may_cancel(call, match);
}

enum bot_error bot_run_cancel(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		can_cancel, .none = BOT_MSG_NOTHING_TO_CANCEL};

	return end_challenge(call, &selector, BOT_MSG_CANCELLED);
}

/* Rematches */

bool bot_challenge_may_repeat(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_ENDED && match->ending != BOT_STOPPED &&
	       match->practice == BOT_NO_PRACTICE &&
	       bot_match_seat(match, call->message->sender) != EG_NOBODY;
}

#define ENDED_MOST 50 /* how many ended matches of a player the command searches */

/*
 * Finds the match with this id among the sender's ended matches in the room or, if the id is 0, the
 * last of these matches. Leaves out practice matches. Sets ended->id to 0 if there is no such
 * match.
 */
static enum bot_error find_own_ended(
	const struct bot_call *call, int64_t id, struct bot_match *ended)
{
	const struct bot_message *message = call->message;
	struct bot_match *matches = bot_calloc(ENDED_MOST, sizeof(*matches));
	size_t count = 0;

	enum bot_error error = bot_store_match_ended(
		call->host->store, message->room, message->sender, matches, ENDED_MOST, &count);
	ended->id = 0;
	for (size_t i = 0; !error && i < count && ended->id == 0; i++)
		if (!matches[i].practice && (id == 0 || matches[i].id == id))
			*ended = matches[i];
	free(matches);
	return error;
}

/*
 * Finds the match to repeat: the match that the sender names or replies to, or the match that ended
 * last in the room, which `record` shows too. Sets ended->id to 0 if the sender can't repeat that
 * match, and tells them.
 */
static enum bot_error find_ended(const struct bot_call *call, struct bot_match *ended)
{
	int64_t id = call->words.id;
	struct bot_match last;

	enum bot_error error = id == 0 ? bot_call_replied_match(call, &id) : BOT_OK;
	if (!error)
		error = find_own_ended(call, id, ended);
	if (error)
		return error;
	if (ended->id == 0)
		return bot_reply(call, BOT_MSG_NO_REMATCH, (struct bot_args){0});
	if (id != 0)
		return BOT_OK;
	error = bot_store_match_last(call->host->store, call->message->room, NULL, &last);
	if (error || last.id == ended->id)
		return error;
	id = ended->id;
	ended->id = 0;
	return bot_reply(
		call, BOT_MSG_REMATCH_WHICH, (struct bot_args){.id = last.id, .count = id});
}

/*
 * Finds a challenge with the terms of `wanted` that the other player has already made. Sets
 * asked->id to 0 if there is no such challenge.
 */
static enum bot_error find_asked(
	const struct bot_call *call, const struct bot_match *wanted, struct bot_match *asked)
{
	const struct bot_match_filter filter = {.room = call->message->room,
		.player = call->message->sender,
		.status = BOT_CHALLENGE};
	enum eg_seat other = eg_opponent(wanted->challenger);
	struct bot_match_list *list;

	enum bot_error error = bot_match_list_load(call->host->store, &filter, &list);
	if (error)
		return error;
	asked->id = 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *match = &list->match[i];

		if (match->challenger == other &&
			strcmp(match->player[other], wanted->player[other]) == 0 &&
			bot_challenge_has_same_terms(match, wanted))
			*asked = *match;
	}
	free(list);
	return BOT_OK;
}

/*
 * If the other player has made a challenge to the same rematch, accepts this challenge. Otherwise
 * makes a challenge. In a rematch the players swap their seats, but the seat that begins
 * (rules.first) stays the same. So the other player begins this time, even if a lot decided who
 * began the ended match.
 */
enum bot_error bot_run_rematch(struct bot_call *call)
{
	struct bot_match ended, asked;

	enum bot_error error = find_ended(call, &ended);
	if (error || ended.id == 0)
		return error;
	enum eg_seat seat = bot_match_seat(&ended, call->message->sender);
	struct bot_match match = {.status = BOT_CHALLENGE,
		.rules = ended.rules,
		.unseen = ended.unseen,
		.clock = ended.clock,
		.challenger = eg_opponent(seat)};
	memcpy(match.player[eg_opponent(seat)], ended.player[seat], BOT_ID_SIZE);
	memcpy(match.player[seat], ended.player[eg_opponent(seat)], BOT_ID_SIZE);
	error = find_asked(call, &match, &asked);
	if (error)
		return error;
	if (asked.id != 0)
		return bot_challenge_accept(call, &asked);
	return bot_challenge_create(call, &match);
}

/* Practice matches, which nobody has to accept */

/* The touches of a practice match for which neither the command nor the room says anything. */
#define TOUCHES_ADAPTED 3 /* if the bot chooses the opponent */
#define TOUCHES_NAMED   5 /* if the command names the opponent */

/*
 * Reads all words of the command. Returns BOT_MSG_COUNT, or the message that answers the sender if
 * a word is wrong, or if the words ask for a clock or an opponent, which a practice match can't
 * have. *i is then the index of the wrong word.
 */
static enum bot_msg read_practice_terms(
	const struct bot_call *call, struct bot_match *match, size_t *i)
{
	match->clock = 0;
	for (*i = 1; *i < call->words.count; ++*i) {
		const char *word = bot_words_in_english(call->words.word[*i]);
		enum bot_msg wrong = BOT_MSG_COUNT;

		if (!bot_practice_opponent_read(word, &match->practice))
			wrong = bot_challenge_read_term(call, i, match);
		if (wrong == BOT_MSG_TERM_SECOND_USER || wrong == BOT_MSG_BAD_USER)
			return BOT_MSG_PRACTICE_ALONE;
		if (wrong == BOT_MSG_TERM_CLOCK)
			return BOT_MSG_PRACTICE_NO_CLOCK;
		if (wrong != BOT_MSG_COUNT)
			return wrong;
	}
	if (call->words.id != 0)
		return BOT_MSG_TERM_NUMBER;
	if (match->player[EG_BLACK][0])
		return BOT_MSG_PRACTICE_ALONE;
	return match->clock != 0 ? BOT_MSG_PRACTICE_NO_CLOCK : BOT_MSG_COUNT;
}

/*
 * Finds out whether the wanted match is possible while the other match exists. A user may have one
 * practice match in each room, and one in private. Returns BOT_MSG_COUNT if the match is possible.
 * Otherwise returns the message that tells the sender why it is not possible.
 */
static enum bot_msg find_practice_conflict(
	const struct bot_match *wanted, const struct bot_match *other)
{
	bool own = other->practice != BOT_NO_PRACTICE && other->private == wanted->private &&
		   bot_match_seat(other, wanted->player[EG_WHITE]) == EG_WHITE;

	return own ? BOT_MSG_PRACTICE_AGAIN : BOT_MSG_COUNT;
}

static int64_t draw_dice(const struct bot_host *host)
{
	uint64_t bits;

	host->port->random(host->port->self, &bits, sizeof(bits));
	return (int64_t)(bits >> 1);
}

/*
 * Begins a practice match. In private the match begins at once. In a room the match begins when the
 * bot has reached the player in private.
 */
static enum bot_error begin_practice(const struct bot_call *call, struct bot_match *match)
{
	struct bot_host *host = call->host;
	struct bot_loaded_match loaded;

	enum bot_error error = bot_store_match_add(host->store, match);
	if (error)
		return error;
	if (!match->private)
		return bot_challenge_await_players(host, match, call->message->origin);
	error = bot_match_load(&loaded, host, match);
	return error ? error : bot_match_begin(&loaded);
}

/* Chooses the opponent and the touches that the command and the room leave open. */
static enum bot_error complete_practice_terms(struct bot_host *host, struct bot_match *match)
{
	bool named = match->practice != BOT_NO_PRACTICE;

	if (match->rules.touches == 0)
		match->rules.touches = named ? TOUCHES_NAMED : TOUCHES_ADAPTED;
	return named ? BOT_OK
		     : bot_practice_opponent_adapt(host, match->player[EG_WHITE], &match->practice);
}

enum bot_error bot_run_practice(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_match match = {.status = BOT_ACCEPTED,
		.reached = {[EG_WHITE] = message->private, [BOT_PRACTICE_OPPONENT_SEAT] = true},
		.rules = BOT_CHALLENGE_DEFAULT_RULES,
		.dice = draw_dice(call->host),
		.private = message->private};
	bool allowed;
	size_t i;

	match.rules.touches = 0;
	enum bot_error error = bot_room_terms_get(call->host, message->room, &match);
	if (error)
		return error;
	enum bot_msg wrong = read_practice_terms(call, &match, &i);
	if (wrong != BOT_MSG_COUNT)
		return bot_reply_wrong(call, wrong, i);
	memcpy(match.room, message->room, strlen(message->room) + 1);
	memcpy(match.player[EG_WHITE], message->sender, strlen(message->sender) + 1);
	error = complete_practice_terms(call->host, &match);
	if (!error)
		error = bot_match_limits_check_match(
			call, &match, find_practice_conflict, &allowed);
	if (!error && allowed)
		error = bot_match_limits_check_private_rooms(
			call, message->private ? NULL : message->sender, NULL, &allowed);
	if (error || !allowed)
		return error;
	return begin_practice(call, &match);
}
