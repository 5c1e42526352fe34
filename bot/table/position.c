#include "bot/table/position.h"

#include "bot/base/attempt.h"
#include "bot/challenge/limits.h"
#include "bot/commands/command.h"
#include "bot/match/loading.h"
#include "bot/match/timers.h"
#include "bot/play/presence.h"
#include "bot/store/rounds.h"

#include <stdlib.h>
#include <string.h>

json_t *bot_text_json(const char *text)
{
	json_t *json = json_string(text);

	return json ? json : json_string("");
}

json_t *bot_seat_json(enum eg_seat seat)
{
	return seat == EG_NOBODY ? json_null() : json_string(eg_seat_name(seat));
}

json_t *bot_pair_json(json_t *white, json_t *black)
{
	return json_pack("{s:o, s:o}", "white", white, "black", black);
}

json_t *bot_numbers_json(const uint8_t by_seat[2])
{
	return bot_pair_json(json_integer(by_seat[EG_WHITE]), json_integer(by_seat[EG_BLACK]));
}

json_t *bot_cards_json(const uint8_t count[EG_VALUES + 1])
{
	json_t *cards = json_array();

	for (int value = 1; value <= EG_VALUES; value++)
		for (int i = 0; i < count[value]; i++)
			json_array_append_new(cards, json_integer(value));
	return cards;
}

static json_t *attack_json(struct eg_attack attack)
{
	if (attack.count == 0)
		return json_null();
	return json_pack("{s:s, s:i, s:i}", "kind", attack.indirect ? "indirect" : "direct", "card",
		attack.card, "count", attack.count);
}

json_t *bot_position_json(const struct eg_view *view, bool open)
{
	bool over = view->phase == EG_OVER, shown = over && view->result.reason == EG_CARDS;
	json_t *json = json_object();

	json_object_set_new(json, "to_act", bot_seat_json(open ? view->to_act : EG_NOBODY));
	json_object_set_new(json, "space", bot_numbers_json(view->space));
	json_object_set_new(json, "distance", json_integer(view->distance));
	json_object_set_new(json, "hand_size", bot_numbers_json(view->hand_size));
	json_object_set_new(json, "pile", json_integer(view->pile));
	json_object_set_new(
		json, "last_card", view->last_card ? json_integer(view->last_card) : json_null());
	json_object_set_new(json, "attack", attack_json(view->attack));
	json_object_set_new(json, "reason",
		over ? json_string(eg_reason_name(view->result.reason)) : json_null());
	json_object_set_new(json, "shown",
		shown ? bot_pair_json(bot_cards_json(view->shown[EG_WHITE]),
				bot_cards_json(view->shown[EG_BLACK]))
		      : json_null());
	return json;
}

static void destroy(void *json)
{
	json_decref(json);
}

json_t *bot_scratch_json(json_t *json)
{
	bot_scratch_own(json, destroy);
	return json;
}

static void add_if(json_t *offers, bool may, const char *offer)
{
	if (may)
		json_array_append_new(offers, json_string(offer));
}

/* Whether the opponent has not been asked for this already. */
static bool may_propose(
	const struct bot_match *match, enum eg_seat seat, enum bot_proposal proposal)
{
	return match->proposal != proposal || match->proposer != seat;
}

/*
 * Adds how the player may end the match without asking. Until both have acted, that is `abort`, so
 * that nobody loses a match that has hardly begun; then returns false. Later it is `resign`. In
 * practice `abort` is not needed, because `abandon` ends a practice match without asking, too.
 */
static bool add_way_out(const struct bot_loaded_match *loaded, json_t *offers)
{
	const struct bot_match *match = &loaded->match;

	bool both = bot_store_both_acted(loaded->host->store, match);
	bool late = both || match->practice != BOT_NO_PRACTICE;
	add_if(offers, late, "resign");
	add_if(offers, !late, "abort");
	return late;
}

static void add_proposals(
	const struct bot_match *match, enum eg_seat seat, bool late, json_t *offers)
{
	bool paused = match->left > 0;

	add_if(offers, match->clock > 0 && !paused && may_propose(match, seat, BOT_PAUSE), "pause");
	add_if(offers, paused && may_propose(match, seat, BOT_RESUME), "resume");
	/* A player who may abort need not propose `abandon`, but may agree to it. */
	add_if(offers,
		(late || match->proposal == BOT_ABANDON) && may_propose(match, seat, BOT_ABANDON),
		"abandon");
}

/* Adds what the player may do while they wait for the opponent: remind them, or claim the win. */
static void add_waiting(const struct bot_loaded_match *loaded, enum eg_seat seat, json_t *offers)
{
	bool paused = loaded->cast.paused, waits = loaded->state.round.to_act != seat;
	struct bot_host *host = loaded->host;
	int64_t nudge = INT64_MIN;

	if (loaded->match.practice || (!waits && !paused))
		return;
	(void)bot_timer_find(loaded, BOT_TIMER_NUDGE, &nudge);
	int64_t now = bot_time_now(host);
	add_if(offers, bot_presence_time_to_claim(loaded, eg_opponent(seat)) == 0, "claim");
	add_if(offers, waits && !paused && nudge <= now, "nudge");
}

/* Whether the player has already challenged the other player of an ended match again. */
static bool has_challenged(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	const char *user = loaded->match.player[seat];
	const struct bot_match_filter filter = {
		.room = loaded->match.room, .player = user, .status = BOT_CHALLENGE};

	struct bot_match_list *list = bot_match_list_load(loaded->host->store, &filter);

	for (size_t i = 0; i < list->count; i++)
		if (strcmp(bot_match_challenger(&list->match[i]), user) == 0 &&
			bot_match_limits_is_same_pair(&list->match[i], &loaded->match))
			return true;
	return false;
}

static void add(const struct bot_loaded_match *loaded, enum eg_seat seat, json_t *offers)
{
	const struct bot_match *match = &loaded->match;
	const struct bot_message message = {
		.sender = match->player[seat], .room = "", .private = true};
	const struct bot_call call = {.host = loaded->host, .message = &message};

	add_if(offers, bot_challenge_may_accept(&call, match), "accept");
	add_if(offers, bot_challenge_may_decline(&call, match), "decline");
	add_if(offers, match->status == BOT_ACCEPTED || bot_challenge_may_cancel(&call, match),
		"cancel");
	if (match->status == BOT_PLAYING) {
		bool late = add_way_out(loaded, offers);
		add_proposals(match, seat, late, offers);
		add_waiting(loaded, seat, offers);
	} else if (bot_rematch_may_ask(&call, match) || bot_practice_may_repeat(&call, match))
		add_if(offers, !has_challenged(loaded, seat), "rematch");
}

json_t *bot_offers(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	json_t *list = bot_scratch_json(json_array());

	add(loaded, seat, list);
	return json_incref(list);
}
