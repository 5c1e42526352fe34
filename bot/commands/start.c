#include "bot/commands/command.h"

#include "bot/call/question.h"
#include "bot/challenge/terms.h"
#include "bot/competition/room_competition.h"
#include "bot/match/selection.h"
#include "bot/text/words.h"

#include <inttypes.h>
#include <stdio.h>

/* What waits for the sender: in a room only what waits there. */
struct waiting {
	bool played;                /* the sender plays in a match */
	bool own;                   /* a challenge of the sender waits for the person it names */
	struct bot_match challenge; /* a challenge to the sender; its id is 0 if there is none */
};

static void note_waiting(const struct bot_call *call, const struct bot_match *match, void *self)
{
	struct waiting *waiting = self;

	waiting->played = waiting->played || bot_match_is_played(call, match);
	waiting->own = waiting->own ||
		       (bot_challenge_may_cancel(call, match) && bot_match_challenged(match)[0]);
	if (bot_challenge_may_decline(call, match))
		waiting->challenge = *match;
}

static void find_waiting(const struct bot_call *call, struct waiting *waiting)
{
	*waiting = (struct waiting){0};
	bot_match_visit_own(call, -1, note_waiting, waiting);
}

static void say_challenged(const struct bot_call *call, const struct bot_match *match)
{
	char name[2][BOT_LABEL_SIZE], number[32];
	const enum eg_seat own = eg_opponent(match->challenger);
	const char *const names[] = {name[EG_WHITE], name[EG_BLACK]};
	struct bot_terms_text terms;
	BOT_PAGE(page);

	bot_name_label(call->host->store, bot_match_challenger(match), name[match->challenger]);
	bot_name_label(call->host->store, call->message->sender, name[own]);
	snprintf(number, sizeof(number), "#%" PRId64, match->id);
	bot_write_reply(call, BOT_MSG_CHALLENGED,
		bot_challenge_args(match, names, call->lang, &terms), &page);
	bot_ask_page(call, &page, BOT_ASKS_ACCEPT, number);
}

bool bot_start_tell_challenged(struct bot_call *call)
{
	struct waiting waiting;

	find_waiting(call, &waiting);
	if (waiting.challenge.id == 0)
		return false;
	say_challenged(call, &waiting.challenge);
	return true;
}

/*
 * In a room, `play @bob` is a challenge. Without more words, the bot shows the club night that goes
 * on or, without one, says how to challenge.
 */
static void start_in_room(struct bot_call *call)
{
	if (call->words.count > 1)
		bot_run_challenge(call);
	else if (!bot_words_mean(call->words.word[0], "hello") &&
		 bot_competition_goes_on(call, BOT_KIND_NIGHT)) {
		call->words.word[0] = "night";
		call->again = true;
	} else
		bot_reply(call, BOT_MSG_WELCOME, (struct bot_args){0});
}

/*
 * Shows what waits for the sender: a challenge, and in private their hand. If nothing waits, `play`
 * looks for an opponent. In private, answers a greeting with what they can do here, and `start`
 * begins a practice match. While the sender's own challenge waits for an answer, begins neither the
 * search nor the practice match: a new challenge would replace it.
 */
void bot_run_start(struct bot_call *call)
{
	const bool private = call->message->private;
	const bool plays = bot_words_mean(call->words.word[0], "play");
	struct waiting waiting;
	BOT_PAGE(page);

	if (!private && (call->words.count > 1 || !plays)) {
		start_in_room(call);
		return;
	}
	find_waiting(call, &waiting);
	if (private && waiting.played) {
		bot_run_hand(call);
		return;
	}
	if (waiting.challenge.id != 0) {
		say_challenged(call, &waiting.challenge);
		return;
	}
	if (!private || !bot_words_mean(call->words.word[0], "hello")) {
		if (waiting.own)
			bot_reply(call, BOT_MSG_OWN_CHALLENGE, (struct bot_args){0});
		else if (plays)
			bot_run_challenge(call);
		else
			bot_run_practice(call);
		return;
	}
	bot_page_init(&page, call->lang);
	bot_page_say(
		&page, BOT_MSG_WELCOME_PRIVATE, &(struct bot_args){.prefix = call->host->prefix});
	bot_reply_page(call, &page);
}
