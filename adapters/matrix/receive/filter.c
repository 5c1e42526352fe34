#include "adapters/matrix/receive/filter.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

#define STATE_TYPES                                                                                \
	"\"m.room.canonical_alias\",\"m.room.create\",\"m.room.encryption\","                      \
	"\"m.room.history_visibility\",\"m.room.join_rules\",\"m.room.member\",\"m.room.name\","   \
	"\"m.room.power_levels\",\"m.room.server_acl\",\"m.room.third_party_invite\","             \
	"\"m.room.tombstone\""

/*
 * The rules of policy lists. They are only in the timeline, where they tell that the rules have
 * changed: policy_lists.h reads the state of the few rooms that have any.
 */
#define POLICY_TYPES                                                                               \
	"\"m.policy.rule.server\",\"m.policy.rule.user\",\"m.room.rule.server\","                  \
	"\"m.room.rule.user\",\"org.matrix.mjolnir.rule.server\","                                 \
	"\"org.matrix.mjolnir.rule.user\""

/*
 * Makes each answer contain the member events of all senders. These events have the senders'
 * display names, which the adapter does not store.
 */
#define LAZY_MEMBERS "\"lazy_load_members\":true,\"include_redundant_members\":true"

/*
 * The events of /messages and of the timeline in /sync. The start of a poll is among them because
 * the bot must see the polls that it started. Each type has its whole name, because some
 * homeservers (tuwunel) don't understand the * of a pattern.
 */
#define EVENTS                                                                                     \
	"\"types\":[\"m.room.encrypted\",\"m.room.message\",\"m.room.redaction\","                 \
	"\"m.reaction\",\"m.poll.response\","                                                      \
	"\"m.key.verification.ready\",\"m.key.verification.start\","                               \
	"\"m.key.verification.accept\",\"m.key.verification.key\","                                \
	"\"m.key.verification.mac\",\"m.key.verification.done\","                                  \
	"\"m.key.verification.cancel\","                                                           \
	"\"org.matrix.msc3381.poll.start\","                                                       \
	"\"org.matrix.msc3381.poll.response\"," POLICY_TYPES "," STATE_TYPES "]," LAZY_MEMBERS

#define MESSAGES_FILTER "{" EVENTS "}"

/*
 * Lets no event through, whether or not the homeserver understands the * of a pattern. In the
 * filter of presence, an empty list of senders does the same on homeservers that don't.
 */
#define NOTHING "{\"types\":[],\"not_types\":[\"*\"]}"

/*
 * The filter of /sync. `limit` is a string with the number of events that a room's timeline may
 * have in an answer.
 */
#define SYNC_FILTER_OF(limit)                                                                      \
	"{\"presence\":{\"types\":[],\"senders\":[],\"not_types\":[\"*\"]},"                       \
	"\"account_data\":" NOTHING ",\"room\":{\"account_data\":" NOTHING ","                     \
	"\"ephemeral\":" NOTHING ","                                                               \
	"\"state\":{\"types\":[" STATE_TYPES "]," LAZY_MEMBERS "},"                                \
	"\"timeline\":{\"limit\":" limit "," EVENTS "}}}"

#define SYNC_FILTER SYNC_FILTER_OF("50")

void mx_filter_finish(struct mx_filter *filter)
{
	free(filter->id);
}

/*
 * Delays the next attempt until the bot has handled another batch, which shows that the homeserver
 * works again. The pauses grow, in case the homeserver still can't store filters.
 */
static void put_off(struct mx_filter *filter)
{
	filter->state = MX_FILTER_NEW;
	filter->batches_at_failure = filter->session->account->batches;
	mx_backoff_fail(&filter->backoff);
}

static void on_stored(void *self, const struct mx_answer *answer)
{
	struct mx_filter *filter = self;
	enum mx_answer_verdict verdict =
		mx_session_watch(filter->session, answer, MX_AUTHOR_HOMESERVER);
	const char *id = mx_json_text(answer->json, "filter_id");

	filter->state = MX_FILTER_SETTLED;
	if (verdict != MX_ANSWER_DONE)
		mx_answer_log("filter_failed", filter->session->account->user, answer);
	if (verdict != MX_ANSWER_DONE && verdict != MX_ANSWER_REFUSED)
		put_off(filter);
	if (verdict != MX_ANSWER_DONE)
		return;
	filter->id = bot_strdup(id);
	mx_backoff_reset(&filter->backoff);
}

void mx_filter_store(struct mx_filter *filter)
{
	struct mx_http_request request = {.method = MX_HTTP_POST};

	if (filter->state != MX_FILTER_NEW ||
		filter->session->account->batches == filter->batches_at_failure ||
		!mx_backoff_is_over(&filter->backoff) || filter->session->state != MX_LOGGED_IN)
		return;
	request.path =
		mx_url_format("/_matrix/client/v3/user/%/filter", filter->session->account->user);
	request.body = json_loads(SYNC_FILTER, 0, NULL);
	filter->state = MX_FILTER_ASKED;
	mx_http_start(filter->session->account->http, &request, on_stored, filter);
}

const char *mx_filter_for_sync(const struct mx_filter *filter, unsigned too_big)
{
	static const char *const lowered[MX_FILTER_LOWERED_MOST] = {
		SYNC_FILTER_OF("5"), SYNC_FILTER_OF("1")};

	if (too_big > 0)
		return lowered[too_big - 1];
	return filter->id ? filter->id : SYNC_FILTER;
}

const char *mx_filter_for_messages(void)
{
	return MESSAGES_FILTER;
}

void mx_filter_doubt(struct mx_filter *filter, const struct mx_answer *answer)
{
	enum mx_answer_verdict verdict = mx_answer_verdict(answer);

	if (!filter->id || verdict == MX_ANSWER_RATE_LIMITED || verdict == MX_ANSWER_ACCOUNT_HELD)
		return;
	free(filter->id);
	filter->id = NULL;
	if (verdict != MX_ANSWER_REFUSED)
		put_off(filter);
}
