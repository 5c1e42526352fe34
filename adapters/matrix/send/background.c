#include "adapters/matrix/send/background.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/send/job.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/clock.h"

#include <sodium.h>
#include <string.h>

/* After this many rate limits in a row, a reaction is dropped: something limits only reactions. */
#define REACTION_TRIES 3

#define ROOMS_MOST 1000
/*
 * How many reactions may wait: in all, those that are not about a match between people, and those
 * in one room.
 */
#define REACTIONS_MOST  100
#define REACTIONS_OTHER 50
#define REACTIONS_ROOM  10
#define REACTIONS_WAIT  120000 /* how many milliseconds they may wait for a token */
/*
 * How many milliseconds receipts wait, so that the bot sends fewer of them. Nobody sees a private
 * receipt, and each is a request on a new connection.
 */
#define RECEIPTS_WAIT 10000

/* For the list of direct chats: */
#define LIST_PATH  "/_matrix/client/v3/user/%/account_data/m.direct"
#define LIST_LIMIT ((size_t)4 << 20) /* bytes */
#define TRIES_MOST 5

void mx_background_init(struct mx_background *background)
{
	*background = (struct mx_background){.receipts = json_object(), .reactions = json_array()};
}

void mx_background_finish(struct mx_background *background)
{
	json_decref(background->receipts);
	json_decref(background->reactions);
	json_decref(background->reaction);
	json_decref(background->direct_chats.waiting);
	json_decref(background->direct_chats.writing);
}

void mx_background_add_receipt(
	struct mx_background *background, const char *room, const char *event)
{
	if (background->no_receipts)
		return;
	if (json_object_size(background->receipts) == 0)
		mx_backoff_extend(&background->receipts_wait, RECEIPTS_WAIT);
	if (json_object_size(background->receipts) >= ROOMS_MOST)
		json_object_clear(background->receipts);
	(void)json_object_set_new(background->receipts, room, json_string(event));
}

static bool has_place(const struct mx_background *background, const struct mx_job *job)
{
	size_t most = job->priority == MX_PRIORITY_MATCH ? REACTIONS_MOST : REACTIONS_OTHER;
	size_t i, of_room = 0;
	const json_t *reaction;

	json_array_foreach (background->reactions, i, reaction)
		of_room += mx_json_text_is(reaction, "room", job->room);
	return i < most && of_room < REACTIONS_ROOM;
}

/*
 * Drops the waiting reactions to older messages of a private room, because the player answers only
 * the newest list of choices.
 */
static void drop_older(struct mx_background *background, const char *room)
{
	size_t i = 0;

	while (i < json_array_size(background->reactions)) {
		if (mx_json_text_is(json_array_get(background->reactions, i), "room", room))
			(void)json_array_remove(background->reactions, i);
		else
			i++;
	}
}

void mx_background_add_reactions(
	struct mx_background *background, const struct mx_job *job, const char *event)
{
	const json_int_t until = bot_clock_steady() + REACTIONS_WAIT;
	const char *line = job->reactions;

	if (job->lane->private && line)
		drop_older(background, job->room);
	while (line && has_place(background, job)) {
		size_t size = strcspn(line, "\n");

		(void)json_array_append_new(background->reactions,
			json_pack("{s:s, s:I, s:o}", "room", job->room, "until", until, "content",
				mx_outbox_row_reaction_content(event, line, size)));
		line = line[size] ? line + size + 1 : NULL;
	}
}

static void start_request(struct mx_sender *sender, struct mx_http_request *request,
	void (*done)(void *self, const struct mx_answer *answer))
{
	mx_http_start(sender->account->http, request, done, sender);
	sender->background.started = bot_clock_steady();
	sender->background.in_flight = true;
}

static void on_receipt(void *self, const struct mx_answer *answer)
{
	struct mx_sender *sender = self;

	sender->background.in_flight = false;
	/*
	 * M_FORBIDDEN means that the bot has left the room. Other refusals mean that the homeserver
	 * is too old for private receipts.
	 */
	if (mx_session_watch(sender->session, answer, MX_AUTHOR_HOMESERVER) != MX_ANSWER_REFUSED ||
		strcmp(mx_answer_code(answer), "M_FORBIDDEN") == 0)
		return;
	sender->background.no_receipts = true;
	json_object_clear(sender->background.receipts);
}

static void send_receipt(struct mx_sender *sender)
{
	json_t *receipts = sender->background.receipts;
	const char *room = json_object_iter_key(json_object_iter(receipts));
	struct mx_http_request request = {
		.method = MX_HTTP_POST,
		.path = mx_url_format("/_matrix/client/v3/rooms/%/receipt/m.read.private/%", room,
			json_string_value(json_object_get(receipts, room))),
		.body = json_object(),
	};

	(void)json_object_del(receipts, room);
	start_request(sender, &request, on_receipt);
}

/* Returns the id of the message that gets this reaction. */
static const char *reacts_to(const json_t *reaction)
{
	return mx_json_text(
		json_object_get(json_object_get(reaction, "content"), "m.relates_to"), "event_id");
}

/* Whether the next reaction belongs to the same message as this one. */
static bool is_followed(const struct mx_background *background, const json_t *reaction)
{
	const json_t *next = json_array_get(background->reactions, 0);

	return next && strcmp(reacts_to(next), reacts_to(reaction)) == 0;
}

/* Drops the reactions that would follow the failed one: a set with a gap looks like a choice. */
static void drop_rest(struct mx_background *background)
{
	while (is_followed(background, background->reaction))
		(void)json_array_remove(background->reactions, 0);
}

/* Drops the reactions that have waited too long. A set that has begun goes on. */
static void drop_stale(struct mx_background *background)
{
	const json_t *first;

	while ((first = json_array_get(background->reactions, 0)) &&
		json_integer_value(json_object_get(first, "until")) < bot_clock_steady()) {
		(void)json_array_remove(background->reactions, 0);
		background->refused_reactions = 0;
	}
}

static void on_reaction_sent(void *self, const struct mx_answer *answer)
{
	struct mx_sender *sender = self;
	enum mx_answer_verdict verdict =
		mx_session_watch(sender->session, answer, MX_AUTHOR_HOMESERVER);

	sender->background.in_flight = false;
	mx_limits_note_answer(
		&sender->limits, verdict, mx_answer_wait(answer), sender->background.started);
	if (verdict == MX_ANSWER_RATE_LIMITED &&
		++sender->background.refused_reactions < REACTION_TRIES) {
		mx_limits_obey(&sender->limits, mx_answer_wait(answer));
		(void)json_array_insert_new(
			sender->background.reactions, 0, sender->background.reaction);
		sender->background.reaction = NULL;
		return;
	}
	sender->background.refused_reactions = 0;
	if (is_followed(&sender->background, sender->background.reaction))
		(void)json_object_set_new(json_array_get(sender->background.reactions, 0), "until",
			json_integer(INT64_MAX));
	/* A reaction that is there already, as after a power cut, leaves no gap. */
	if (verdict != MX_ANSWER_DONE &&
		strcmp(mx_answer_code(answer), "M_DUPLICATE_ANNOTATION") != 0)
		drop_rest(&sender->background);
	json_decref(sender->background.reaction);
	sender->background.reaction = NULL;
}

/* Clients never encrypt reactions, not even in encrypted rooms. */
static void send_reaction(struct mx_sender *sender)
{
	json_t *reaction = json_incref(json_array_get(sender->background.reactions, 0));
	unsigned char random[(BOT_TXN_SIZE - 1) / 2];
	char txn[BOT_TXN_SIZE];
	struct mx_http_request request = {
		.method = MX_HTTP_PUT, .body = json_incref(json_object_get(reaction, "content"))};

	(void)json_array_remove(sender->background.reactions, 0);
	randombytes_buf(random, sizeof(random));
	request.path = mx_url_format("/_matrix/client/v3/rooms/%/send/m.reaction/%",
		mx_json_text(reaction, "room"),
		sodium_bin2hex(txn, sizeof(txn), random, sizeof(random)));
	sender->background.reaction = reaction;
	start_request(sender, &request, on_reaction_sent);
}

static bool has_receipts_due(const struct mx_background *background)
{
	return json_object_size(background->receipts) > 0 &&
	       mx_backoff_is_over(&background->receipts_wait);
}

/* Starts the next of the small requests. */
static void send_next(struct mx_sender *sender)
{
	struct mx_background *background = &sender->background;

	if (background->in_flight || sender->limits.in_flight > 0)
		return;
	drop_stale(background);
	if (json_array_size(background->reactions) > 0 &&
		mx_limits_spare_wait(&sender->limits, 1) == 0 &&
		mx_backoff_is_over(&sender->limits.budgets[MX_BUDGET_SEND]))
		send_reaction(sender);
	else if (has_receipts_due(background))
		send_receipt(sender);
}

void mx_background_add_direct_chat(
	struct mx_background *background, const char *user, const char *room)
{
	if (!background->direct_chats.waiting)
		background->direct_chats.waiting = json_object();
	(void)json_object_set_new(background->direct_chats.waiting, user, json_string(room));
}

void mx_background_merge_direct_chats(json_t *list, json_t *rooms)
{
	const char *user;
	json_t *room;

	json_object_foreach (rooms, user, room) {
		json_t *known = json_object_get(list, user);

		if (!json_is_array(known)) {
			known = json_array();
			(void)json_object_set_new(list, user, known);
		}
		if (!mx_json_array_has(known, json_string_value(room)))
			(void)json_array_append(known, room);
	}
}

/* Returns whether the bot makes another attempt. */
static bool may_repeat(enum mx_answer_verdict verdict, const struct mx_answer *answer,
	const struct mx_backoff *backoff)
{
	if (verdict == MX_ANSWER_DONE ||
		(verdict == MX_ANSWER_REFUSED && !mx_answer_is_doubtful(answer)))
		return false;
	return verdict == MX_ANSWER_ACCOUNT_HELD || backoff->failures < TRIES_MOST;
}

/* Ends an attempt to add `writing` to the list. If the attempt failed, plans another attempt. */
static void end_attempt(struct mx_sender *sender, const struct mx_answer *answer)
{
	struct mx_background *background = &sender->background;
	struct mx_backoff *backoff = &background->direct_chats.backoff;
	json_t **waiting = &background->direct_chats.waiting;
	json_t **writing = &background->direct_chats.writing;
	enum mx_answer_verdict verdict = mx_answer_verdict(answer);

	if (verdict != MX_ANSWER_DONE)
		mx_answer_log("direct_failed", sender->account->user, answer);
	if (may_repeat(verdict, answer, backoff)) {
		mx_backoff_fail_for(backoff, mx_answer_wait(answer));
		if (!*waiting)
			*waiting = json_object();
		(void)json_object_update_missing(*waiting, *writing);
	} else {
		mx_backoff_reset(backoff);
	}
	json_decref(*writing);
	*writing = NULL;
}

static void on_list_written(void *self, const struct mx_answer *answer)
{
	struct mx_sender *sender = self;

	mx_session_watch(sender->session, answer, MX_AUTHOR_HOMESERVER);
	end_attempt(sender, answer);
}

static void start_list_request(struct mx_sender *sender, enum mx_http_method method, json_t *body,
	void (*done)(void *self, const struct mx_answer *answer))
{
	const struct mx_http_request request = {
		.method = method,
		.path = mx_url_format(LIST_PATH, sender->account->user),
		.body = body,
		.limit = LIST_LIMIT,
	};

	mx_http_start(sender->account->http, &request, done, sender);
}

static void on_list_read(void *self, const struct mx_answer *answer)
{
	struct mx_sender *sender = self;
	enum mx_answer_verdict verdict =
		mx_session_watch(sender->session, answer, MX_AUTHOR_HOMESERVER);
	bool no_list = verdict == MX_ANSWER_REFUSED && answer->status == 404;
	json_t *list;

	if ((verdict != MX_ANSWER_DONE && !no_list) || sender->session->state != MX_LOGGED_IN) {
		end_attempt(sender, answer);
		return;
	}
	if (!no_list && !json_is_object(answer->json)) {
		end_attempt(sender, &(struct mx_answer){.trouble = "the list is no object"});
		return;
	}
	/* Nobody else reads the answer's JSON, so the next call may change it. */
	list = no_list ? json_object() : json_incref(answer->json);
	mx_background_merge_direct_chats(list, sender->background.direct_chats.writing);
	start_list_request(sender, MX_HTTP_PUT, list, on_list_written);
}

/*
 * Asks for the list of direct chats, to add the waiting rooms. Does nothing if such a request is in
 * flight.
 */
static void read_list(struct mx_sender *sender)
{
	struct mx_background *background = &sender->background;

	if (!background->direct_chats.waiting || background->direct_chats.writing ||
		!mx_backoff_is_over(&background->direct_chats.backoff))
		return;
	background->direct_chats.writing = background->direct_chats.waiting;
	background->direct_chats.waiting = NULL;
	start_list_request(sender, MX_HTTP_GET, NULL, on_list_read);
}

void mx_background_start_requests(struct mx_sender *sender)
{
	if (sender->session->state != MX_LOGGED_IN)
		return;
	read_list(sender);
	if (mx_backoff_is_over(&sender->session->locked_backoff))
		send_next(sender);
}
