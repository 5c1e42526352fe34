/*
 * A second implementation of the matches, independent of the bot's code. It replays the events that
 * the bot has handled and compares the result with the store. It takes only three things from the
 * store: the order in which the bot handled the events, the decks, and what the clock did to a
 * match.
 */
#include "tests/sim/archive.h"
#include "tests/sim/hands.h"
#include "tests/sim/laws.h"
#include "tests/sim/recorder.h"
#include "tests/sim/server.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Within some hours, a player may challenge another player this many times without an answer. */
#define CHALLENGES 3

struct match {
	size_t root; /* the room in which the match began; if that room replaced another, the first
			room of the chain of upgrades */
	size_t player[2];
	enum { CHALLENGED, ACCEPTED, ENDED } status;
	struct eg_match state;
	char actions[SIM_ROUNDS][SIM_ACTIONS];
	uint16_t rounds;
	int64_t since; /* when the current turn began */
	long turned;   /* the number of events that the bot had handled when the turn began */
	int64_t clock; /* how many milliseconds a turn may take, or 0 if there is no limit */
	bool acted[2]; /* whether each player has acted; until both have, nobody can lose */
};

static struct {
	struct match match[SIM_MATCHES + 1]; /* sorted by id */
	size_t count;
	struct sim_archive stored;
	bool *handled; /* handled[p]: the bot has handled the event at stream position p */
	size_t next;   /* the index of the first stored deed that the model has not reached yet */
	long mark;     /* how many events the bot had handled, including the current event */
	int64_t at;    /* when the current event was handled */
} model;

/* Whether the bot gave the match this status or ending when it handled the current event. */
static bool did(size_t id, const char *what)
{
	for (size_t i = model.next; i < model.stored.deeds; i++) {
		const struct sim_deed *deed = &model.stored.deed[i];

		if (deed->mark > model.mark)
			break;
		if (deed->mark == model.mark && deed->id == id &&
			(strcmp(deed->status, what) == 0 || strcmp(deed->ending, what) == 0))
			return true;
	}
	return false;
}

/*
 * Whether the bot refused a command because of its limits. The bot may refuse commands only in a
 * flood, and may never refuse an action.
 */
static bool is_refused(size_t id, const char *what)
{
	return sim->traits.flood && !did(id, what);
}

static bool deal(struct match *match, size_t id)
{
	const struct sim_stored_match *stored = &model.stored.match[id];
	uint8_t deck[EG_DECK];

	if (match->rounds >= stored->rounds) {
		sim_break(SIM_NO_LOSS, "match %zu: round %d was not dealt", id, match->rounds + 1);
		return false;
	}
	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(stored->round[match->rounds].deck[i] - '0');
	if (eg_match_deal(&match->state, deck)) {
		sim_break(SIM_ONCE, "match %zu: not a deck: %s", id,
			stored->round[match->rounds].deck);
		return false;
	}
	match->rounds++;
	sim_hands_add(&match->state.round, match->player);
	return true;
}

static bool is_same_pair(const struct match *a, const struct match *b)
{
	const size_t *one = a->player, *two = b->player;

	return (one[EG_WHITE] == two[EG_WHITE] && one[EG_BLACK] == two[EG_BLACK]) ||
	       (one[EG_WHITE] == two[EG_BLACK] && one[EG_BLACK] == two[EG_WHITE]);
}

/*
 * Counts the challenges that the challenger has sent to the same opponent since the opponent last
 * accepted one of them.
 */
static size_t unanswered(const struct match *challenge)
{
	size_t count = 0;

	for (size_t i = 1; i <= model.count; i++)
		if (model.match[i].player[EG_WHITE] == challenge->player[EG_WHITE] &&
			model.match[i].player[EG_BLACK] == challenge->player[EG_BLACK])
			count = model.match[i].rounds > 0 || model.match[i].status == ACCEPTED
					? 0
					: count + 1;
	return count;
}

/*
 * Whether the challenge is allowed. In a room, two players may have one match with each other, and
 * there may be SIM_PER_ROOM matches. Sets *older to the unanswered challenge that the challenge
 * replaces, or to NULL: the challenger's own one or, in a full room, the oldest one.
 */
static bool is_free(const struct match *challenge, size_t sender, struct match **older)
{
	struct match *own = NULL, *oldest = NULL;
	size_t live = 0, waiting = 0;

	for (size_t i = 1; i <= model.count; i++) {
		struct match *match = &model.match[i];

		if (match->status == ENDED || match->root != challenge->root)
			continue;
		live++;
		waiting += match->status == CHALLENGED;
		if (match->status == CHALLENGED && match->player[EG_WHITE] == sender)
			own = match;
		else if (is_same_pair(challenge, match) && challenge->player[EG_BLACK] != SIM_USERS)
			return false;
		else if (match->status == CHALLENGED && !oldest)
			oldest = match;
	}
	*older = !own && live >= SIM_PER_ROOM ? oldest : own;
	return live - waiting < SIM_PER_ROOM;
}

/*
 * Whether the user joined the room before the event, and has not left it since. The bot must not
 * refuse a challenge to such a user. It may refuse others: it learns only later who comes and goes.
 */
static bool is_present(const struct sim_event *event, size_t user)
{
	const struct sim_room *room = &sim->rooms[event->room];

	return room->member[user] == SIM_JOINED &&
	       &sim->events[room->member_since[user] - 1] < event;
}

static void challenge(const struct sim_event *event)
{
	const struct sim_duel *duel = &sim->duels[event->intent.duel];
	struct match *match = &model.match[model.count + 1], *older = NULL;
	struct eg_match_rules rules = {
		.touches = duel->touches, .first = model.stored.match[model.count + 1].first};

	match->root = sim->rooms[event->room].root;
	match->player[EG_WHITE] = event->sender;
	match->player[EG_BLACK] = duel->open ? SIM_USERS : duel->black;
	if (model.count == SIM_MATCHES || !is_free(match, event->sender, &older) ||
		is_refused(model.count + 1, "challenge"))
		return;
	if (unanswered(match) >= CHALLENGES && !did(model.count + 1, "challenge"))
		return;
	if (!duel->open && !is_present(event, duel->black) && !did(model.count + 1, "challenge"))
		return;
	if (older)
		older->status = ENDED;
	match->clock = duel->clock;
	if (eg_rules_parse(duel->rules, strlen(duel->rules), &rules.round) ||
		eg_match_init(&match->state, &rules))
		sim_break(SIM_ONCE, "no rules: %s to %u", duel->rules, duel->touches);
	match->status = CHALLENGED;
	model.count++;
}

static void print_action(struct match *match, struct eg_action action)
{
	char *all = match->actions[match->rounds - 1];
	size_t length = strlen(all);
	char notation[EG_ACTION_SIZE];

	eg_action_print(action, notation);
	snprintf(all + length, SIM_ACTIONS - length, "%s%s", length > 0 ? " " : "", notation);
}

/* Counts how often a card occurs in a text. */
static size_t count_card(const char *text, int card)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == card;
	return count;
}

/*
 * Whether a player who names only cards can mean this action. The notation has the cards of an
 * action, except those of a parry: these are the cards of the attack.
 */
static bool uses_cards(const struct match *match, struct eg_action action, const char *cards)
{
	const struct eg_attack *attack = &match->state.round.attack;
	char used[EG_ACTION_SIZE + EG_HAND] = "";

	eg_action_print(action, used);
	if (action.kind == EG_PARRY)
		snprintf(used, sizeof used, "%.*s", attack->count,
			(const char *[]){
				"", "11111", "22222", "33333", "44444", "55555"}[attack->card]);
	if (cards[1] == '\0')
		return count_card(used, cards[0]) > 0;
	for (int card = '1'; card <= '5'; card++)
		if (count_card(used, card) != count_card(cards, card))
			return false;
	return true;
}

static bool read_action(const struct match *match, const char *text, struct eg_action *action)
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t fitting = 0;
	struct eg_view view;

	eg_round_view(&match->state.round, match->state.round.to_act, &view);
	size_t count = eg_view_choices(&view, legal);
	if (text[1] == '\0' && eg_choice_index(text[0]) < count) {
		*action = legal[eg_choice_index(text[0])];
		return true;
	}
	if (text[strspn(text, "0123456789")])
		return eg_action_parse(text, strlen(text), action) == EG_OK;
	for (size_t i = 0; i < count && !text[strspn(text, "12345")]; i++) {
		if (!uses_cards(match, legal[i], text))
			continue;
		*action = legal[i];
		fitting++;
	}
	if (fitting > 1)
		sim_saw(SIM_CARDS_OPEN);
	return fitting == 1;
}

/*
 * Whether a choice counts. Its list must belong to the current turn. The player must choose in the
 * private room in which the bot sent this list. (A private room that the bot no longer uses may
 * have a copy of the list.)
 */
static bool may_choose(const struct match *match, const struct sim_event *event)
{
	const struct sim_event *list;

	if (event->intent.kind != SIM_CHOICE)
		return true;
	list = &sim->events[event->intent.list - 1];
	if (list->mark < match->turned)
		sim_saw(SIM_STALE_CHOICE);
	return event->private && list->mark >= match->turned && list->room == event->room;
}

static void act(struct match *match, size_t id, const struct sim_event *event)
{
	struct eg_action action;

	if (match->status != ACCEPTED || match->rounds == 0 || !may_choose(match, event))
		return;
	if (match->state.round.to_act == EG_NOBODY ||
		match->player[match->state.round.to_act] != event->sender ||
		!read_action(match, event->intent.action, &action) ||
		eg_match_play(&match->state, action))
		return;
	match->acted[match->player[EG_BLACK] == event->sender] = true;
	match->since = model.at;
	match->turned = model.mark;
	print_action(match, action);
	sim_hands_add(&match->state.round, match->player);
	if (match->state.winner != EG_NOBODY)
		match->status = ENDED;
	else if (match->state.round.phase == EG_OVER)
		deal(match, id);
}

static void accept(struct match *match, size_t id, size_t sender)
{
	if (match->status != CHALLENGED || sender == match->player[EG_WHITE] ||
		(match->player[EG_BLACK] != SIM_USERS && match->player[EG_BLACK] != sender) ||
		is_refused(id, "meeting"))
		return;
	for (size_t i = 1; i <= model.count; i++) {
		const struct match *other = &model.match[i];
		const struct match wanted = {.player = {match->player[EG_WHITE], sender}};

		if (other->status == ACCEPTED && other->root == match->root &&
			is_same_pair(other, &wanted))
			return;
	}
	match->status = ACCEPTED; /* the bot will deal when both private rooms are ready */
	match->player[EG_BLACK] = sender;
}

/* Returns the ending of a match that a player gives up now. */
static const char *loss_of(const struct match *match)
{
	return match->acted[0] && match->acted[1] ? "resigned" : "void";
}

/*
 * Checks a command to stop a match. Only a moderator may stop it. If the sender was a moderator
 * only for some time, the bot may stop the match or refuse, because news of the change may reach it
 * late.
 */
static void stop(struct match *match, size_t id, const struct sim_event *event)
{
	const struct sim_room *room = &sim->rooms[event->room];
	bool done = did(id, "stopped");
	bool own = match->status == ACCEPTED && (match->player[EG_WHITE] == event->sender ||
							match->player[EG_BLACK] == event->sender);

	if (match->status == ENDED || event->private)
		return;
	if (done != (room->may[event->sender] && !own) &&
		!(room->may[event->sender] && room->may_not[event->sender] && !own) &&
		!(sim->traits.flood && !done))
		sim_break(SIM_ONCE, "match %zu %s", id,
			done ? "was stopped by a user who must not stop it" : "was not stopped");
	if (done)
		match->status = ENDED;
}

static void apply(const struct sim_event *event)
{
	size_t id = (size_t)event->intent.id;
	struct match *match = &model.match[id];

	if (event->intent.kind == SIM_CHALLENGE)
		challenge(event);
	if (id == 0 || id > model.count ||
		(!event->private && sim->rooms[event->room].root != match->root))
		return;
	switch (event->intent.kind) {
	case SIM_ACCEPT:
		accept(match, id, event->sender);
		return;
	case SIM_ACTION:
	case SIM_CHOICE:
		act(match, id, event);
		return;
	case SIM_RESIGN:
		if (match->status == ACCEPTED && match->rounds > 0 &&
			(match->player[EG_WHITE] == event->sender ||
				match->player[EG_BLACK] == event->sender) &&
			!is_refused(id, loss_of(match)))
			match->status = ENDED;
		return;
	case SIM_STOP:
		stop(match, id, event);
		return;
	case SIM_CHALLENGE:
	case SIM_TALK:
	case SIM_ASK:
	case SIM_STRAY:
		return;
	}
}

/*
 * Returns when the player whose turn it is got their hand in a private room that they had joined,
 * or INT64_MAX if they never did. Until then their clock must not run.
 */
static int64_t got_hand(const struct match *match, size_t id)
{
	size_t user = match->player[match->state.round.to_act];
	int64_t best = INT64_MAX;

	for (size_t i = 0; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];
		const struct sim_room *room = &sim->rooms[event->room];
		const json_t *content = json_object_get(event->json, "content");
		const char *body = sim_body(content);
		int64_t joined;

		if (event->sender != SIM_BOT || event->reader != user ||
			event->mark < match->turned || !body ||
			sentences_hand_of(body) != (int64_t)id)
			continue;
		/*
		 * In a disturbed room somebody may have left and come back, so nobody knows when
		 * the player first joined. Then the time of the hand counts.
		 */
		joined = INT64_MAX;
		if (room->disturbed)
			joined = 0;
		else if (room->member[user] == SIM_JOINED)
			joined = sim->events[room->member_since[user] - 1].time;
		if (joined < event->time)
			joined = event->time;
		best = joined < best ? joined : best;
	}
	return best;
}

/*
 * Checks a match that was lost on time: it must be the loser's turn, and their time over. Their
 * time begins when they have got their hand.
 */
static void forfeit(struct match *match, const struct sim_deed *deed)
{
	enum eg_seat loser = match->state.round.to_act;
	const char *winner = loser == EG_WHITE ? "black" : "white";

	if (!match->acted[0] || !match->acted[1])
		winner = "nobody";
	if (match->status != ACCEPTED || match->rounds == 0 || match->clock == 0)
		sim_break(SIM_ONCE, "match %zu was lost on time, but has no clock", deed->id);
	else if (strcmp(winner, deed->winner) != 0)
		sim_break(SIM_ONCE, "match %zu was lost on time by the wrong player", deed->id);
	else if (deed->at - match->since < match->clock)
		sim_break(SIM_ONCE, "match %zu was lost on time after %lld ms", deed->id,
			(long long)(deed->at - match->since));
	else if (got_hand(match, deed->id) > deed->at - match->clock)
		sim_break(SIM_ONCE, "match %zu was lost on time before the loser had the hand",
			deed->id);
	match->status = ENDED;
	sim_saw(SIM_TIME_OUT);
}

/* Whether a player of the match has left any room, or declined an invitation, before `at`. */
static bool has_left(const struct match *match, int64_t at)
{
	for (size_t i = 0; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];
		const json_t *content = json_object_get(event->json, "content");
		const char *membership = json_string_value(json_object_get(content, "membership"));

		if (event->time <= at && membership && strcmp(membership, "leave") == 0 &&
			(event->sender == match->player[EG_WHITE] ||
				event->sender == match->player[EG_BLACK]))
			return true;
	}
	return false;
}

/* Checks a match that has ended as void: not both players have acted, and somebody left or lost. */
static void end_void(struct match *match, const struct sim_deed *deed)
{
	if (match->status == ENDED)
		return;
	if (!has_left(match, deed->at)) {
		forfeit(match, deed);
		return;
	}
	if (match->acted[0] && match->acted[1])
		sim_break(SIM_ONCE, "match %zu is void, but both have acted", deed->id);
	match->status = ENDED;
}

static void end(struct match *match, const struct sim_deed *deed)
{
	if (strcmp(deed->ending, "forfeited") == 0)
		forfeit(match, deed);
	else if (strcmp(deed->ending, "void") == 0)
		end_void(match, deed);
	else if (strcmp(deed->ending, "unknown") == 0 && match->rounds == 0)
		match->status = ENDED; /* the challenge has expired */
	else if (match->status != ENDED)
		sim_break(
			SIM_ONCE, "match %zu ended (%s) without a reason", deed->id, deed->ending);
	if (strcmp(deed->ending, "won") == 0)
		sim_saw(SIM_WON);
	if (strcmp(deed->ending, "resigned") == 0)
		sim_saw(SIM_RESIGNED);
}

/*
 * Applies the deeds that the bot did without an event: it dealt rounds and ended matches. Applies
 * only deeds from before the bot handled the event with the number `mark` + 1.
 */
static void absorb(long mark)
{
	for (; model.next < model.stored.deeds && model.stored.deed[model.next].mark <= mark;
		model.next++) {
		const struct sim_deed *deed = &model.stored.deed[model.next];
		struct match *match = &model.match[deed->id <= SIM_MATCHES ? deed->id : 0];

		if (strcmp(deed->status, "ended") == 0)
			end(match, deed);
		if (strcmp(deed->status, "playing") != 0 || match->status != ACCEPTED)
			continue;
		match->since = deed->at;
		match->turned = deed->mark;
		deal(match, deed->id);
	}
}

static void handle(void *self, const char *const *columns)
{
	size_t position = strtoul(columns[1] + 2, NULL, 10);
	const struct sim_event *event;

	(void)self;
	model.mark = strtol(columns[0], NULL, 10);
	model.at = strtoll(columns[2], NULL, 10);
	absorb(model.mark - 1);
	if (position == 0 || position > sim->event_count)
		return;
	model.handled[position] = true;
	event = &sim->events[position - 1];
	if (event->intent.kind == SIM_TALK)
		sim_break(SIM_ONCE, "event %zu is not a command, but was handled", position);
	apply(event);
	absorb(model.mark);
}

static void compare(size_t id)
{
	const struct match *match = &model.match[id];
	const struct sim_stored_match *stored = &model.stored.match[id];

	if (match->player[EG_WHITE] != stored->player[EG_WHITE] ||
		match->player[EG_BLACK] != stored->player[EG_BLACK])
		sim_break(SIM_ONCE, "match %zu has other players", id);
	if ((match->status == ENDED) != stored->ended)
		sim_break(SIM_ONCE, "match %zu %s", id,
			stored->ended ? "has ended" : "should have ended");
	for (uint16_t i = 0; i < stored->rounds; i++)
		if (strcmp(match->actions[i], stored->round[i].actions) != 0)
			sim_break(SIM_ONCE, "match %zu, round %d: %s in the store, %s in the model",
				id, i + 1, stored->round[i].actions, match->actions[i]);
}

/* Whether the bot lost the message: it had to handle the message and has not handled it. */
static bool is_lost(size_t position)
{
	const struct sim_event *event = &sim->events[position - 1];
	const struct sim_room *room = &sim->rooms[event->room];

	if (!event->owed || model.handled[position])
		return false;
	return !event->private || !(room->disturbed || sim->users[event->sender].excused);
}

void sim_model_judge(struct bot_store *store)
{
	memset(&model, 0, sizeof model);
	model.handled = calloc(sim->event_count + 1, sizeof *model.handled);
	assert(model.handled);
	sim_archive_read(&model.stored, store);
	sim_sql(store, "SELECT number, event, at FROM sim_handled ORDER BY number", handle, NULL);
	if (model.count != model.stored.matches)
		sim_break(SIM_ONCE, "%zu matches in the store, %zu in the model",
			model.stored.matches, model.count);
	for (size_t i = 1; i <= model.count; i++)
		compare(i);
	for (size_t i = 1; i <= sim->event_count; i++)
		if (is_lost(i))
			sim_break(SIM_NO_LOSS, "event %zu was never handled", i);
	free(model.handled);
}
