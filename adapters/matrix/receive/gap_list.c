#include "adapters/matrix/receive/gap_list.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/receive/progress.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/timeline_gap.h"
#include "adapters/matrix/room/event.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * How many requests for pages of a rank and of the less important ranks may be under way: in all,
 * and for gaps whose requests have failed before, because such requests may take long.
 */
static const struct {
	unsigned asked, failed;
} most[MX_RANKS] = {
	[MX_RANK_HOME] = {24, 8},
	[MX_RANK_MATCH] = {18, 6},
	[MX_RANK_STRANGER] = {12, 4},
};
#define PARTY_MOST                                                                                 \
	3 /* how many of these requests may be for rooms of one party of another server */
/*
 * How many milliseconds a request may take while another room waits: the first one of a gap, and
 * each one after a failure.
 */
#define CUT_FIRST 5000
#define CUT_LATER 10000
/*
 * How many milliseconds a gap may stop the clock of a match. Gaps that follow each other within
 * this time count as one gap.
 */
#define HOLDS_CLOCK (INT64_C(10) * 60 * 1000)

static struct mx_gap *find(const struct mx_receiver *receiver, const char *room)
{
	struct mx_gap *gap = receiver->gaps.first;

	while (gap && strcmp(gap->room, room) != 0)
		gap = gap->next;
	return gap;
}

/*
 * Opens the gap of a room. A room that is not in the list is added at the end, so that the room
 * that has waited longest stays first.
 */
static void open_in_list(struct mx_receiver *receiver, const char *room)
{
	struct mx_gap *gap = find(receiver, room), **link = &receiver->gaps.first;

	if (gap) {
		mx_gap_reopen(gap);
		return;
	}
	while (*link)
		link = &(*link)->next;
	*link = mx_gap_create(receiver, room);
}

static void add_stored(void *self, const char *room)
{
	open_in_list(self, room);
}

enum bot_error mx_gaps_load(struct mx_receiver *receiver)
{
	BOT_ATTEMPT(bot_gap_rooms(receiver->account->store, add_stored, receiver));
}

void mx_gaps_finish(struct mx_gaps *gaps)
{
	while (gaps->first) {
		struct mx_gap *gap = gaps->first;

		gaps->first = gap->next;
		mx_gap_destroy(gap);
	}
}

bool mx_gaps_has_open(const struct mx_receiver *receiver, const char *room)
{
	const struct mx_gap *gap = find(receiver, room);

	return gap && gap->ended == 0;
}

bool mx_gaps_hold_clock(const struct mx_receiver *receiver, const char *room)
{
	const struct mx_gap *gap = find(receiver, room);

	return gap && gap->ended == 0 && bot_clock_steady() - gap->begun < HOLDS_CLOCK;
}

/*
 * Returns whether the newest event about the bot's own membership says that the bot is in the room.
 */
static bool says_inside(const struct mx_receiver *receiver, const json_t *events)
{
	const char *last = NULL;
	const json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const struct mx_event read = mx_event_read(event);
		const char *membership = mx_event_membership(&read, receiver->account->user);

		if (membership)
			last = membership;
	}
	return last && strcmp(last, "join") == 0;
}

/*
 * Returns whether a batch shows a gap in a room's timeline, and sets *place to where the bot is
 * when the gap begins. If the bot joins within the events of the batch, the room has no gap,
 * because the bot ignores all messages from before its join.
 */
static bool has_gap(struct mx_receiver *receiver, const char *id, const json_t *body, bool joined,
	enum bot_gap_place *place)
{
	if (!json_is_true(json_object_get(json_object_get(body, "timeline"), "limited")))
		return false;
	*place = mx_room_load(receiver->account->store, id)->standing == MX_INSIDE ? BOT_GAP_INSIDE
										   : BOT_GAP_BEFORE;
	/*
	 * The section "leave" also has rooms that the bot never joined: somebody withdrew the
	 * invitation. Such a room has no gap.
	 */
	return *place == BOT_GAP_INSIDE ||
	       (joined && says_inside(receiver, mx_section_events(body, "state")));
}

/* If the batch shows a gap, opens it. The gap begins at the end of the previous batch. */
static void open_gap(
	struct mx_receiver *receiver, const char *id, const json_t *body, bool joined, char *to)
{
	struct bot_gap new = {.from = receiver->sync.since, .to = to, .joined = joined};

	if (!has_gap(receiver, id, body, joined, &new.place))
		return;
	snprintf(new.room, sizeof(new.room), "%s", id);
	bot_log_write(BOT_LOG_DEBUG, "gap", BOT_LOG_FIELDS({"room", .text = id}));
	bot_gap_save(receiver->account->store, &new);
	open_in_list(receiver, id);
}

/*
 * If the room has an open gap, moves the end of the gap to the end of the batch. Otherwise opens a
 * gap if the batch shows one.
 */
static void note_room(
	struct mx_receiver *receiver, const char *id, const json_t *body, bool joined, char *to)
{
	const bool is_open = mx_gaps_has_open(receiver, id);
	const struct bot_gap *stored = is_open ? mx_gap_load(receiver, id) : NULL;

	if (stored) {
		struct bot_gap moved = *stored;

		moved.to = to;
		moved.joined = joined;
		bot_gap_save(receiver->account->store, &moved);
		return;
	}
	if (is_open)
		mx_gap_end(find(receiver, id));
	open_gap(receiver, id, body, joined, to);
}

struct noting {
	struct mx_receiver *receiver;
	const json_t *progress;
	char *to; /* the token at the end of the batch */
};

static void note_in_section(void *self, enum mx_section section, const char *id, const json_t *body)
{
	const struct noting *noting = self;
	bool is_open = mx_gaps_has_open(noting->receiver, id);
	size_t events;

	if (section == MX_SECTION_INVITE && is_open)
		mx_gap_remove_invited(noting->receiver, id);
	else if (section != MX_SECTION_INVITE &&
		 (is_open || !mx_progress_find(noting->progress, section, id, &events)))
		note_room(noting->receiver, id, body, section == MX_SECTION_JOIN, noting->to);
}

static void note(struct mx_receiver *receiver, const json_t *batch, const json_t *progress)
{
	struct noting noting = {receiver, progress, bot_strdup(mx_json_text(batch, "next_batch"))};

	bot_scratch_own(noting.to, free);
	mx_section_visit_rooms(batch, note_in_section, &noting);
}

enum bot_error mx_gaps_note(
	struct mx_receiver *receiver, const json_t *batch, const json_t *progress)
{
	BOT_ATTEMPT(note(receiver, batch, progress));
}

/* Forgets gaps that ended at least HOLDS_CLOCK ago. */
static void prune(struct mx_receiver *receiver)
{
	struct mx_gap **link = &receiver->gaps.first;

	while (*link) {
		struct mx_gap *gap = *link;

		if (gap->asked || gap->ended == 0 ||
			bot_clock_steady() - gap->ended < HOLDS_CLOCK) {
			link = &gap->next;
			continue;
		}
		*link = gap->next;
		mx_gap_destroy(gap);
	}
}

static enum mx_rank rank_of(const struct mx_gap *gap)
{
	if (gap->party->home)
		return MX_RANK_HOME;
	return gap->of_match ? MX_RANK_MATCH : MX_RANK_STRANGER;
}

/* How many requests for pages of gaps are under way, and which gap waits for a place among them. */
struct places {
	unsigned asked[MX_RANKS], failed[MX_RANKS]; /* as in `most` */
	enum mx_rank waits; /* the most important rank of a gap that waits, or MX_RANKS */
};

static void count_page(struct places *places, const struct mx_gap *gap)
{
	for (size_t i = 0; i <= rank_of(gap); i++) {
		places->asked[i]++;
		places->failed[i] += gap->failed;
	}
}

static bool has_place(const struct places *places, const struct mx_gap *gap)
{
	enum mx_rank rank = rank_of(gap);

	return places->asked[rank] < most[rank].asked &&
	       (!gap->failed || places->failed[rank] < most[rank].failed) &&
	       (gap->party->home || gap->party->pages < PARTY_MOST);
}

/*
 * Returns whether the bot would ask for a page of the gap now, if there is a place. If a wait holds
 * it up, the loop wakes when the wait ends.
 */
static bool is_due(const struct mx_gap *gap)
{
	return gap->ended == 0 && !gap->asked && !gap->must_give_up &&
	       mx_backoff_is_over(&gap->backoff);
}

static bool comes_before(const struct mx_gap *gap, const struct mx_gap *other)
{
	if (rank_of(gap) != rank_of(other))
		return rank_of(gap) < rank_of(other);
	if (gap->party->pages != other->party->pages)
		return gap->party->pages < other->party->pages;
	if (gap->party->page_asked != other->party->page_asked)
		return gap->party->page_asked < other->party->page_asked;
	return !gap->failed && other->failed;
}

/*
 * Finds the gap whose page comes next, or NULL. Notes in places->waits whether a gap has no place.
 */
static struct mx_gap *find_next(const struct mx_gaps *gaps, struct places *places)
{
	struct mx_gap *next = NULL;

	for (struct mx_gap *gap = gaps->first; gap; gap = gap->next) {
		if (!is_due(gap))
			continue;
		if (has_place(places, gap))
			next = !next || comes_before(gap, next) ? gap : next;
		else if (rank_of(gap) < places->waits)
			places->waits = rank_of(gap);
	}
	return next;
}

static bool may_ask(const struct mx_receiver *receiver)
{
	return receiver->session->state == MX_LOGGED_IN &&
	       mx_backoff_is_over(&receiver->account->store_backoff) &&
	       mx_crypto_is_open(receiver->crypto);
}

/* Asks for pages as long as there are places for them. */
static void ask_for_pages(struct mx_receiver *receiver, struct places *places)
{
	struct mx_gaps *gaps = &receiver->gaps;
	struct mx_gap *gap;

	while (may_ask(receiver) && (gap = find_next(gaps, places))) {
		gap->party->page_asked = ++gaps->pages_asked;
		mx_gap_ask(gap);
		if (!gap->asked)
			return; /* the store has failed, or the gap has ended */
		count_page(places, gap);
	}
}

/* Returns whether to cut short the request for `gap` rather than that for `other`. */
static bool is_worse(const struct mx_gap *gap, const struct mx_gap *other)
{
	if (rank_of(gap) != rank_of(other))
		return rank_of(gap) > rank_of(other);
	return gap->party->pages != other->party->pages ? gap->party->pages > other->party->pages
							: gap->started < other->started;
}

/*
 * If a gap waits for a place, cuts short the request that is most in the way, or notes when the bot
 * may do that. Requests for rooms of the own homeserver are never cut short: if they take long, all
 * requests take long.
 */
static void make_place(struct mx_receiver *receiver, const struct places *places)
{
	struct mx_gaps *gaps = &receiver->gaps;
	struct mx_gap *worst = NULL;

	for (struct mx_gap *gap = gaps->first; gap; gap = gap->next) {
		int64_t due = gap->started + (gap->failed ? CUT_LATER : CUT_FIRST);

		if (!gap->asked || rank_of(gap) == MX_RANK_HOME || rank_of(gap) < places->waits)
			continue;
		if (mx_time_has_come(due))
			worst = !worst || is_worse(gap, worst) ? gap : worst;
	}
	if (worst)
		mx_http_cut_short(receiver->account->http, worst);
}

static void give_gaps_up(struct mx_receiver *receiver)
{
	for (struct mx_gap *gap = receiver->gaps.first; gap; gap = gap->next)
		if (gap->must_give_up && gap->ended == 0 && !gap->asked &&
			mx_backoff_is_over(&receiver->account->store_backoff))
			mx_gap_give_up(gap);
}

void mx_gaps_continue(struct mx_receiver *receiver)
{
	struct places places = {.waits = MX_RANKS};

	if (!receiver->gaps.first || !mx_backoff_is_over(&receiver->account->store_backoff) ||
		receiver->sync.progress)
		return;
	prune(receiver);
	give_gaps_up(receiver);
	for (const struct mx_gap *gap = receiver->gaps.first; gap; gap = gap->next)
		if (gap->asked)
			count_page(&places, gap);
	ask_for_pages(receiver, &places);
	make_place(receiver, &places);
}
