#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/challenge/challenge.h"
#include "bot/challenge/handicap.h"
#include "bot/challenge/limits.h"
#include "bot/challenge/room_terms.h"
#include "bot/challenge/terms.h"
#include "bot/match/loading.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/selection.h"
#include "bot/play/match_life.h"
#include "bot/show/hand.h"
#include "bot/show/introduction.h"
#include "bot/text/words.h"

#include <string.h>

/* The touches of a practice match, unless the command or the room says otherwise. */
#define TOUCHES 3

/*
 * Whether the word says only who plays, as "the computer" and "me" do in "with me". The Spanish "a"
 * may also announce touches.
 */
static bool is_player(const char *word)
{
	return bot_words_mean(word, "practice") ||
	       (bot_words_has_sense(word, BOT_SENSE_OF_READER) &&
		       !bot_words_has_sense(word, BOT_SENSE_TO));
}

/*
 * Reads all words of the command. Returns BOT_MSG_COUNT, or the message that answers the sender if
 * a word is wrong, or if the words ask for a clock or name a user, which is not possible in a
 * practice match. *i is then the index of the wrong word.
 */
static enum bot_msg read_practice_terms(
	const struct bot_call *call, struct bot_match *match, size_t *i)
{
	match->clock = 0;
	for (*i = 1; *i < call->words.count; ++*i) {
		const char *word = bot_words_in_english(call->words.word[*i]);
		enum bot_msg wrong = BOT_MSG_COUNT;

		if (is_player(call->words.word[*i]))
			continue;
		if (!bot_practice_opponent_read(word, &match->practice))
			wrong = bot_challenge_read_term(call, i, match);
		if (wrong == BOT_MSG_TERM_SECOND_USER || wrong == BOT_MSG_BAD_USER)
			return BOT_MSG_PRACTICE_ALONE;
		if (wrong == BOT_MSG_TERM_CLOCK)
			return BOT_MSG_PRACTICE_NO_CLOCK;
		if (wrong == BOT_MSG_TERM_UNKNOWN)
			return BOT_MSG_PRACTICE_WHICH;
		if (wrong != BOT_MSG_COUNT)
			return wrong;
	}
	if (call->words.id != 0)
		return BOT_MSG_TERM_NUMBER;
	if (match->player[EG_BLACK][0])
		return BOT_MSG_PRACTICE_ALONE;
	if (match->rules.touches == 0)
		match->rules.touches = TOUCHES;
	if (bot_handicap_check(&match->rules) != BOT_MSG_COUNT)
		return BOT_MSG_TERM_START;
	match->casual = false; /* practice is never rated, and need not say so */
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

static int64_t draw_dice(struct bot_host *host)
{
	uint64_t bits;

	bot_draw(host, "dice", &bits, sizeof(bits));
	return (int64_t)(bits >> 1);
}

/*
 * Tells a beginner how to play an action, unless the introduction will soon say so. The bot has
 * sent the introduction already if it has greeted the beginner in a direct chat.
 */
static void explain_answers(const struct bot_call *call)
{
	static const enum bot_msg answers[] = {[BOT_CHOICES_LIST] = BOT_MSG_PRACTICE_ANSWERS,
		[BOT_CHOICES_POLL] = BOT_MSG_PRACTICE_VOTES,
		[BOT_CHOICES_TAPS] = BOT_MSG_PRACTICE_TAPS};
	const char *user = call->message->sender;

	if (bot_coaching_wanted(call->host, user) && bot_introduction_was_sent(call->host, user))
		bot_reply(call, answers[bot_choices_form_chosen(call->host, user)],
			(struct bot_args){0});
}

/*
 * Begins a practice match. In private the match begins at once. In a room the match begins when the
 * bot has reached the player in private.
 */
static void begin_practice(const struct bot_call *call, struct bot_match *match)
{
	struct bot_host *host = call->host;
	struct bot_loaded_match loaded;

	bot_store_match_add(host->store, match);
	if (!match->private) {
		bot_challenge_await_players(host, match, call->message->origin);
		return;
	}
	explain_answers(call);
	bot_match_load(&loaded, host, match);
	bot_match_begin(&loaded);
}

/* Chooses the opponent if the command leaves it open. */
static void choose_opponent(struct bot_host *host, struct bot_match *match)
{
	if (match->practice == BOT_NO_PRACTICE)
		match->practice = bot_practice_opponent_adapt(host, match->player[EG_WHITE]);
}

static void note_practice(const struct bot_call *call, const struct bot_match *match, void *id)
{
	(void)call;
	if (match->practice != BOT_NO_PRACTICE && match->private)
		*(int64_t *)id = match->id;
}

/* Shows the hand of the practice match that goes on in private, so that the sender can go on. */
static void show_again(struct bot_call *call)
{
	int64_t id = 0;

	bot_match_visit_own(call, BOT_PLAYING, note_practice, &id);
	if (id == 0)
		return;
	call->words.word[0] = "hand";
	call->words.count = 1;
	call->words.id = id;
	call->again = true;
}

void bot_run_practice(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_match match = {.status = BOT_ACCEPTED,
		.reached = {[EG_WHITE] = message->private, [BOT_PRACTICE_OPPONENT_SEAT] = true},
		.rules = BOT_CHALLENGE_DEFAULT_RULES,
		.dice = draw_dice(call->host),
		.private = message->private};
	size_t i;

	match.rules.touches = 0;
	bot_room_terms_get(call->host, message->room, &match);
	enum bot_msg wrong = read_practice_terms(call, &match, &i);
	if (wrong == BOT_MSG_PRACTICE_WHICH) {
		bot_ask_for_option(call, wrong, i, "novice pupil fencer provost maitre");
		return;
	}
	if (wrong != BOT_MSG_COUNT) {
		bot_challenge_ask_for_term(call, wrong, i);
		return;
	}
	memcpy(match.room, message->room, strlen(message->room) + 1);
	memcpy(match.player[EG_WHITE], message->sender, strlen(message->sender) + 1);
	choose_opponent(call->host, &match);
	if (!bot_match_limits_check_match(call, &match, find_practice_conflict)) {
		if (message->private && call->words.count == 1)
			show_again(call);
		return;
	}
	if (bot_match_limits_check_private_rooms(
		    call, message->private ? NULL : message->sender, NULL))
		begin_practice(call, &match);
}

bool bot_practice_may_repeat(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_ENDED && match->practice != BOT_NO_PRACTICE &&
	       bot_match_seat(match, call->message->sender) == EG_WHITE;
}
