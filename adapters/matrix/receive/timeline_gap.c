#include "adapters/matrix/receive/timeline_gap.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/receive/filter.h"
#include "adapters/matrix/receive/membership.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/timeline.h"
#include "adapters/matrix/send/job_result.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The limit of an answer, in bytes. It can be large, because the bot parses the answer piece by
 * piece as it arrives.
 */
#define ANSWER_LIMIT ((size_t)128 << 20)
#define STRICT_TRIES 2    /* as in sync_request.c */
#define EVENTS_MOST  100  /* the most events in a page */
#define PAGES_MOST   1000 /* the most pages of a gap */
/*
 * The bot gives a gap up after TRIES_MOST failures in a row over at least PATIENCE ms. So it does
 * not give up because of a short outage.
 */
#define TRIES_MOST    5
#define DOUBTS_MOST   4 /* after this many refusals the bot believes a doubtful one */
#define PATIENCE      (INT64_C(4) * 60 * 1000)
#define TIMEOUT_FIRST 10000 /* ms */
#define TIMEOUT_MOST  30000 /* ms */

/* Opens the gap. If the store fails, the gap counts as one of a room without a match. */
static void begin(struct mx_gap *gap)
{
	int64_t match = 0;

	gap->of_match = mx_membership_find_match(
				gap->receiver->account->store, gap->room, &match) == BOT_OK &&
			match != 0;
	gap->page_size = EVENTS_MOST;
	gap->tries = 0;
	gap->must_give_up = false;
	gap->ended = 0;
	mx_backoff_reset(&gap->backoff);
}

struct mx_gap *mx_gap_create(struct mx_receiver *receiver, const char *room)
{
	struct mx_gap *gap = bot_calloc(1, sizeof(*gap));

	gap->receiver = receiver;
	snprintf(gap->room, sizeof(gap->room), "%s", room);
	gap->begun = bot_clock_steady();
	gap->party = mx_party_enter(receiver->sender,
		&(struct bot_outbox_row){.kind = BOT_OUT_MESSAGE, .to = gap->room});
	begin(gap);
	return gap;
}

/* Forgets the page that the bot asked for. */
static void forget_page(struct mx_gap *gap)
{
	free(gap->from);
	free(gap->to);
	gap->from = gap->to = NULL;
	if (gap->asked)
		gap->party->pages--;
	gap->asked = false;
}

void mx_gap_destroy(struct mx_gap *gap)
{
	if (!gap)
		return;
	forget_page(gap);
	mx_party_leave(gap->party);
	free(gap);
}

void mx_gap_reopen(struct mx_gap *gap)
{
	if (gap->ended > 0)
		begin(gap);
}

void mx_gap_end(struct mx_gap *gap)
{
	if (gap->ended == 0)
		gap->ended = bot_clock_steady() > 0 ? bot_clock_steady() : 1;
}

static void log_given_up(const char *room)
{
	bot_log_write(BOT_LOG_WARNING, "gap_given_up", BOT_LOG_FIELDS({"room", .text = room}));
}

static void finish_stored(void *gap)
{
	bot_gap_finish(gap);
}

struct bot_gap *mx_gap_load(const struct mx_receiver *receiver, const char *room)
{
	struct bot_gap *gap = bot_scratch_object(sizeof(*gap), finish_stored);

	return bot_gap_get(receiver->account->store, room, gap) ? gap : NULL;
}

/* Finishes the gap in its room, and removes the gap from the store. */
static void remove_gap(struct mx_receiver *receiver, const struct bot_gap *stored)
{
	bot_must(mx_timeline_finish_gap(receiver, stored));
	bot_gap_remove(receiver->account->store, stored->room);
}

/* A page that has arrived. */
struct page {
	struct mx_gap *gap;
	const json_t *json;
	bool done; /* the gap has ended */
};

static void handle_page(void *self)
{
	struct page *page = self;
	struct mx_gap *gap = page->gap;
	struct mx_receiver *receiver = gap->receiver;
	const char *end_token = mx_json_text(page->json, "end");
	bool last = !end_token || strcmp(end_token, gap->from) == 0;

	bot_must(mx_job_results_store_sent(receiver->sender));
	struct bot_gap *stored = mx_gap_load(receiver, gap->room);
	page->done = !stored;
	/* If another gap has replaced this gap in the meantime, the page is useless. */
	if (!stored || strcmp(stored->from, gap->from) != 0)
		return;
	bot_must(mx_timeline_handle_page(receiver, stored, page->json));
	page->done = last && strcmp(stored->to, gap->to) == 0;
	if (page->done) {
		remove_gap(receiver, stored);
		return;
	}
	free(stored->from);
	stored->from = bot_strdup(last ? gap->to : end_token);
	stored->pages++;
	gap->must_give_up = stored->pages >= PAGES_MOST;
	bot_gap_save(receiver->account->store, stored);
}

static void take_page(struct mx_gap *gap, const json_t *json)
{
	struct mx_receiver *receiver = gap->receiver;
	struct page page = {.gap = gap, .json = json};

	gap->tries = 0;
	mx_backoff_reset(&gap->backoff);
	if (!mx_backoff_is_over(&receiver->account->store_backoff) || receiver->sync.progress)
		return; /* the bot asks for the same page again later */
	receiver->sync.commands = 0;
	if (!mx_account_attempt(receiver->account, "gap", handle_page, &page))
		return;
	receiver->account->timers_due = 0;
	gap->page_size = gap->page_size < EVENTS_MOST / 2 ? 2 * gap->page_size : EVENTS_MOST;
	if (page.done)
		mx_gap_end(gap);
}

/* Handles a failed request: the bot asks again later for fewer events, or gives the gap up. */
static void fail(struct mx_gap *gap, const struct mx_answer *answer, enum mx_answer_verdict verdict)
{
	const struct mx_receiver *receiver = gap->receiver;
	bool doubtful;

	mx_answer_log("gap_failed", gap->room, answer);
	gap->failed = true;
	/*
	 * If /sync fails too, the whole homeserver fails. Then the failure is no reason to give up
	 * the gap of this room.
	 */
	if (receiver->account->sync_backoff.failures == 0 &&
		!mx_hold_lasts(&receiver->account->hold) && gap->tries++ == 0)
		gap->failing_since = bot_clock_steady();
	doubtful = mx_answer_is_doubtful(answer) && gap->tries < DOUBTS_MOST;
	gap->must_give_up =
		(verdict == MX_ANSWER_REFUSED && !doubtful) ||
		(gap->tries >= TRIES_MOST && bot_clock_steady() - gap->failing_since >= PATIENCE);
	mx_backoff_fail_for(&gap->backoff, mx_answer_wait(answer));
	if (verdict != MX_ANSWER_RATE_LIMITED)
		gap->page_size = gap->page_size > 10 ? gap->page_size / 10 : 1;
}

static void on_page(void *self, const struct mx_answer *answer)
{
	struct mx_gap *gap = self;
	enum mx_answer_verdict verdict =
		mx_session_watch(gap->receiver->session, answer, MX_AUTHOR_REMOTE);

	if (verdict == MX_ANSWER_DONE && !mx_crypto_is_open(gap->receiver->crypto))
		verdict = MX_ANSWER_RETRY;
	mx_account_note_dropped(gap->receiver->account, gap->room, answer->dropped);
	if (verdict == MX_ANSWER_DONE)
		take_page(gap, answer->json);
	else
		fail(gap, answer, verdict);
	forget_page(gap);
}

/*
 * Returns whether the homeserver leaves the event at the token `to` out of a page, although the
 * batch that ends with this token has the event. conduwuit, tuwunel and continuwuity do that. Their
 * tokens are plain numbers.
 */
static bool excludes_last_event(const char *to)
{
	return *to && to[strspn(to, "0123456789")] == '\0';
}

static enum bot_error read_stored(const struct mx_gap *gap, struct bot_gap *stored)
{
	BOT_ATTEMPT(bot_need(bot_gap_get(gap->receiver->account->store, gap->room, stored)));
}

void mx_gap_ask(struct mx_gap *gap)
{
	struct mx_receiver *receiver = gap->receiver;
	struct bot_gap stored;
	enum bot_error error = read_stored(gap, &stored);
	long timeout = TIMEOUT_FIRST * (1 + (long)gap->tries);
	struct mx_http_request request = {
		.method = MX_HTTP_GET,
		.timeout = timeout < TIMEOUT_MOST ? timeout : TIMEOUT_MOST,
		.limit = ANSWER_LIMIT,
		.big = true,
		.lenient = gap->tries >= STRICT_TRIES,
	};
	char events[12];

	if (error == BOT_NOT_FOUND)
		mx_gap_end(gap);
	if (error) {
		mx_backoff_fail(&gap->backoff);
		return;
	}
	gap->from = stored.from;
	gap->to = stored.to;
	snprintf(events, sizeof(events), "%u", gap->page_size);
	/*
	 * Without `to` a page may have events that come after the gap. The bot gets them again from
	 * /sync, and ignores an event that it has handled before.
	 */
	request.path =
		excludes_last_event(gap->to)
			? mx_url_format("/_matrix/client/v3/rooms/%/messages"
					"?dir=f&limit=%&from=%&filter=%",
				  gap->room, events, gap->from, mx_filter_for_messages())
			: mx_url_format("/_matrix/client/v3/rooms/%/messages"
					"?dir=f&limit=%&from=%&to=%&filter=%",
				  gap->room, events, gap->from, gap->to, mx_filter_for_messages());
	mx_http_start(receiver->account->http, &request, on_page, gap);
	gap->asked = true;
	gap->started = bot_clock_steady();
	gap->party->pages++;
}

/* Removes the gap, and tells the room that messages are lost. */
static void give_up(void *self)
{
	struct mx_gap *gap = self;
	struct mx_account *account = gap->receiver->account;

	bot_cause_enter(account->store, "gap", gap->room, 0);
	const struct bot_gap *stored = mx_gap_load(gap->receiver, gap->room);
	if (!stored)
		return;
	remove_gap(gap->receiver, stored);
	if (stored->joined && !gap->room_told)
		bot_must(bot_host_messages_missed(account->host, gap->room));
	gap->room_told = gap->room_told || stored->joined;
}

void mx_gap_give_up(struct mx_gap *gap)
{
	bool was_told = gap->room_told;

	if (!mx_account_attempt(gap->receiver->account, "gap", give_up, gap)) {
		gap->room_told = was_told;
		return;
	}
	log_given_up(gap->room);
	gap->receiver->account->timers_due = 0;
	mx_gap_end(gap);
}

void mx_gap_remove_invited(struct mx_receiver *receiver, const char *room)
{
	struct bot_gap *stored = mx_gap_load(receiver, room);

	if (!stored)
		return;
	log_given_up(room);
	stored->joined = false;
	remove_gap(receiver, stored);
}
