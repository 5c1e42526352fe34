#include "bot/play/analysis_queue.h"

#include "bot/base/attempt.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/call/allowance.h"
#include "bot/match/loading.h"
#include "bot/play/record.h"
#include "bot/play/stored_analysis.h"
#include "bot/show/picture.h"
#include "bot/text/analysis.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * An analysis that was asked for earlier lets one that was asked for later come first if this has
 * fewer rounds, but only so many rounds count. A stranger's analysis lets so many more come first.
 */
#define ROUNDS_MOST 16
#define STRANGER    4

/* The people of one origin may have half of the queue, and the newcomers among them a quarter. */
#define ORIGIN_MOST    (BOT_ANALYSES_WAITING_MOST / 2)
#define NEWCOMERS_MOST (BOT_ANALYSES_WAITING_MOST / 4)

/* An analysis under way. It stays here while a shorter one comes first. */
struct begun {
	int64_t match; /* 0 in an unused one */
	struct eg_analysis *analysis;
};

struct bot_analysis_queue {
	bool waits; /* an analysis may wait in the store */
	struct begun begun[BOT_ANALYSES_WAITING_MOST];
};

struct bot_analysis_queue *bot_analysis_queue_create(void)
{
	struct bot_analysis_queue *queue = bot_calloc(1, sizeof(*queue));

	queue->waits = true; /* an earlier process may have left analyses in the store */
	return queue;
}

static void drop(struct begun *begun)
{
	free(begun->analysis);
	*begun = (struct begun){0};
}

/* Returns the analysis of the match if it is under way, or else an unused one. */
static struct begun *find_begun(struct bot_analysis_queue *queue, int64_t match)
{
	struct begun *unused = NULL;

	for (size_t i = 0; i < BOT_ANALYSES_WAITING_MOST; i++) {
		if (queue->begun[i].match == match)
			return &queue->begun[i];
		if (queue->begun[i].match == 0)
			unused = &queue->begun[i];
	}
	return unused;
}

/* Whether the user is of the bot's own server. */
static bool is_local(const struct bot_port *port, const char *user)
{
	char own[BOT_ID_SIZE] = "", site[BOT_ID_SIZE] = "";

	if (!port->site || !port->user || !user[0])
		return !port->site;
	port->site(port->self, port->user, own);
	port->site(port->self, user, site);
	return strcmp(own, site) == 0;
}

static int64_t rank(const struct bot_port *port, const struct bot_waiting_analysis *waiting)
{
	int64_t rounds = waiting->rounds < ROUNDS_MOST ? waiting->rounds : ROUNDS_MOST;

	return waiting->number + rounds + (is_local(port, waiting->asker) ? 0 : STRANGER);
}

int64_t bot_analysis_queue_first(const struct bot_port *port, const struct bot_analyses *waiting)
{
	int64_t match = 0, least = INT64_MAX;

	for (size_t i = 0; i < waiting->count; i++) {
		int64_t own = rank(port, &waiting->list[i]);

		if (own >= least)
			continue;
		least = own;
		match = waiting->list[i].match;
	}
	return match;
}

bool bot_analysis_queue_has_room(const struct bot_call *call)
{
	const char *asker[BOT_ANALYSES_WAITING_MOST];
	struct bot_origin_share share = {
		.holder = asker, .newcomers_most = NEWCOMERS_MOST, .most = ORIGIN_MOST};
	struct bot_analyses waiting;

	waiting.count = bot_store_analyses_waiting(call->host->store, waiting.list);
	for (size_t i = 0; i < waiting.count; i++)
		if (waiting.list[i].asker[0])
			asker[share.count++] = waiting.list[i].asker;
	return waiting.count < BOT_ANALYSES_WAITING_MOST && bot_origin_share_check(call, &share);
}

static bool is_waiting(const struct bot_analyses *waiting, int64_t match)
{
	for (size_t i = 0; i < waiting->count; i++)
		if (waiting->list[i].match == match)
			return true;
	return false;
}

/* Drops the begun analyses that nobody waits for. Then there is a free place for each other one. */
static void drop_others(struct bot_analysis_queue *queue, const struct bot_analyses *waiting)
{
	for (size_t i = 0; i < BOT_ANALYSES_WAITING_MOST; i++)
		if (!is_waiting(waiting, queue->begun[i].match))
			drop(&queue->begun[i]);
}

void bot_analysis_queue_destroy(struct bot_analysis_queue *queue)
{
	if (queue)
		drop_others(queue, &(struct bot_analyses){0});
	free(queue);
}

bool bot_analysis_queue_waits(const struct bot_host *host)
{
	return host->analysis_queue->waits;
}

enum bot_analysis_place bot_analysis_queue_add(const struct bot_call *call, int64_t match)
{
	struct bot_host *host = call->host;

	bool room = bot_analysis_queue_has_room(call);
	size_t asked = bot_store_analyses_asked(host->store, call->message->sender);
	enum bot_analysis_place place = asked >= BOT_ANALYSES_ASKED_MOST ? BOT_ANALYSIS_ENOUGH
					: room                           ? BOT_ANALYSIS_QUEUED
									 : BOT_ANALYSIS_FULL;
	if (place != BOT_ANALYSIS_QUEUED)
		return place;
	host->analysis_queue->waits = true;
	bot_store_analysis_queue(host->store, match);
	return place;
}

/* Answers */

/* Returns the language of the people who have asked. Names Black in this language. */
static const struct bot_lang *choose_language(
	struct bot_loaded_match *loaded, const struct bot_analysis_request *request)
{
	enum eg_seat seat = bot_match_seat(&loaded->match, request->to);
	bool own = request->private && seat != EG_NOBODY;
	const struct bot_lang *lang = own ? loaded->own[seat] : loaded->lang;

	bot_match_name_black(loaded, lang);
	return lang;
}

/* Sends words: as an edit of the request's message or, if there is none any more, as a message. */
static void send_words(struct bot_host *host, int64_t match,
	const struct bot_analysis_request *request, const struct bot_page *page)
{
	struct bot_letter letter = {.kind = BOT_OUT_EDIT,
		.private = request->private,
		.to = request->to,
		.match = match,
		.edits = request->post};

	if (request->post != 0 && bot_send(host, letter, page, NULL))
		return;
	letter.kind = BOT_OUT_MESSAGE;
	letter.edits = 0;
	letter.thread = letter.answers = request->thread[0] ? request->thread : NULL;
	bot_send(host, letter, page, NULL);
}

/* Sends the picture in a message of its own, because many clients hide the caption of a picture. */
static void send_picture(const struct bot_loaded_match *loaded, const struct eg_analysis *analysis,
	const struct bot_analysis_request *request, const struct bot_lang *lang)
{
	const char *const *names = loaded->cast.name;
	struct bot_letter letter = {.kind = BOT_OUT_FILE,
		.private = request->private,
		.to = request->to,
		.match = loaded->match.id};
	struct bot_picture picture;
	char file[BOT_NAME_SIZE];

	if (!request->private && bot_picture_refused(loaded->host, request->to))
		return;
	if (!bot_picture_plot(lang, &loaded->cast, analysis, &picture))
		return;
	bot_scratch_own(picture.data, free);
	letter.thread = letter.answers = request->thread[0] ? request->thread : NULL;
	snprintf(file, sizeof(file), "analysis-%" PRId64 ".png", loaded->match.id);
	letter.file = (struct bot_file){file, "image/png", picture.data, picture.size};
	bot_send_message(loaded->host, letter, lang, BOT_MSG_ANALYSIS_PICTURE,
		(struct bot_args){.id = loaded->match.id,
			.white = names[EG_WHITE],
			.black = names[EG_BLACK]});
}

/* Loads the match, and writes the words of its analysis in the language of the request. */
static void write_words(struct bot_host *host, const struct bot_match *match,
	const struct eg_analysis *analysis, const struct bot_analysis_request *request,
	struct bot_loaded_match *loaded, struct bot_page *page)
{
	bot_match_load(loaded, host, match);
	bot_page_init(page, choose_language(loaded, request));
	bot_analysis_add(page, &loaded->cast, analysis, request->private ? "" : host->prefix);
}

/*
 * The analysis is long, so it is a message of its own: clients show "(edited)" beside an edited
 * text, in a column that takes a quarter of a phone's width.
 */
static void send_analysis(struct bot_host *host, const struct bot_match *match,
	const struct eg_analysis *analysis, const struct bot_analysis_request *request)
{
	struct bot_analysis_request anew = *request;
	struct bot_loaded_match loaded;
	BOT_PAGE(page);

	anew.post = 0;
	write_words(host, match, analysis, request, &loaded, &page);
	send_words(host, match->id, &anew, &page);
	if (analysis->decision_count > 0)
		send_picture(&loaded, analysis, request, page.lang);
}

bool bot_analysis_send(struct bot_host *host, const struct bot_match *match, const char *text,
	const struct bot_analysis_request *request)
{
	struct eg_analysis *analysis = bot_scratch(sizeof(*analysis));

	bool read = bot_stored_analysis_read(text, analysis);
	if (read)
		send_analysis(host, match, analysis, request);
	return read;
}

bool bot_analysis_write(struct bot_host *host, const struct bot_match *match, const char *text,
	const struct bot_analysis_request *request, struct bot_page *page)
{
	struct eg_analysis *analysis = bot_scratch(sizeof(*analysis));
	struct bot_loaded_match loaded;

	bool read = bot_stored_analysis_read(text, analysis);
	if (read)
		write_words(host, match, analysis, request, &loaded, page);
	return read;
}

/*
 * Gets the request of somebody who waits for an analysis. Returns false if nobody waits any more.
 */
static bool next_request(struct bot_host *host, int64_t match, struct bot_analysis_request *request)
{
	size_t count = 0;
	bool sound = bot_store_analysis_requests(host->store, match, request, 1, &count);

	/* If the rows are damaged, drops them: the analysis must not end the program. */
	if (!sound)
		bot_store_analysis_forget(host->store, match);
	return sound && count > 0;
}

/*
 * Answers one of those who wait for the analysis. Returns false if nobody waits any more. A
 * picture takes longer than a piece of the analysis, so the caller draws only one at a time.
 */
static bool answer_one(
	struct bot_host *host, const struct bot_match *match, const struct eg_analysis *analysis)
{
	struct bot_analysis_request request;

	if (!next_request(host, match->id, &request))
		return false;
	bot_match_enter_cause(host, match, "analysis", 0);
	send_analysis(host, match, analysis, &request);
	bot_store_analysis_request_end(host->store, match->id, &request);
	return true;
}

/* Tells somebody why there is no analysis. The match's data may be damaged, so nothing reads it. */
static void send_failure(struct bot_host *host, int64_t match, enum bot_msg why,
	const struct bot_analysis_request *request)
{
	BOT_PAGE(page);

	/* A user has no language of a room, so this is the language of the configuration. */
	const struct bot_lang *lang = bot_language_of_room(host, request->to);
	if (request->private)
		lang = bot_language_chosen(host, BOT_OF_USER, request->to, lang);
	bot_page_init(&page, lang);
	bot_page_say(&page, why, &(struct bot_args){.id = match});
	send_words(host, match, request, &page);
}

/* The work */

/* Takes an analysis that is not possible out of the queue, and tells everybody who waits why. */
static void give_up(struct bot_host *host, int64_t match, enum bot_msg why)
{
	struct bot_analysis_request request;

	bot_log_write(BOT_LOG_INFO, "no_analysis", BOT_LOG_FIELDS({"match", .number = match}));
	while (next_request(host, match, &request)) {
		send_failure(host, match, why, &request);
		bot_store_analysis_request_end(host->store, match, &request);
	}
	bot_store_analysis_forget(host->store, match);
}

/* Begins an analysis: reads the record of the match. */
static void begin(struct bot_host *host, const struct bot_match *match)
{
	struct begun *begun = find_begun(host->analysis_queue, match->id);
	struct eg_record_fault fault;
	char *record;
	bool proven;

	bot_record_write(host, match, &record, &proven);
	begun->analysis = bot_malloc(sizeof(*begun->analysis));
	begun->match = match->id;
	if (record && !eg_analysis_init(begun->analysis, record, strlen(record), &fault))
		return;
	drop(begun);
	give_up(host, match->id, record ? BOT_MSG_ANALYSIS_TOO_LONG : BOT_MSG_NOT_RECORDED);
}

/*
 * Answers one of those who wait for the finished analysis or, when nobody waits any more, stores
 * it. The analysis stays in memory: if the transaction is rolled back, the next call does this
 * again.
 */
static void finish(
	struct bot_host *host, const struct bot_match *match, const struct eg_analysis *analysis)
{
	char *text = bot_stored_analysis_write(analysis);
	/*
	 * Everybody gets the analysis as it is stored, or later readers would read other numbers.
	 */
	struct eg_analysis *stored = bot_scratch(sizeof(*stored));
	bool read = bot_stored_analysis_read(text, stored);

	assert(read);
	(void)read; /* without assertions */
	bot_scratch_own(text, free);
	if (answer_one(host, match, stored))
		return;
	/* An analysis with damaged requests is dropped with them. */
	if (!bot_store_analysis_finish(host->store, match->id, text))
		bot_store_analysis_forget(host->store, match->id);
}

void bot_analysis_queue_work(struct bot_host *host)
{
	struct bot_analysis_queue *queue = host->analysis_queue;
	struct bot_analyses waiting;
	struct bot_match match;

	waiting.count = bot_store_analyses_waiting(host->store, waiting.list);
	drop_others(queue, &waiting);
	queue->waits = waiting.count > 0;
	if (!queue->waits)
		return;
	int64_t id = bot_analysis_queue_first(host->port, &waiting);
	const struct begun *begun = find_begun(queue, id);
	if (begun->match == id && eg_analysis_step(begun->analysis))
		return;
	/* The match was set aside, because its data is damaged. */
	if (!bot_store_match_get(host->store, id, &match)) {
		give_up(host, id, BOT_MSG_ANALYSIS_DAMAGED);
		return;
	}
	if (begun->match == id)
		finish(host, &match, begun->analysis);
	else
		begin(host, &match);
}
