/*
 * The filters of /sync and /messages: only what the adapter reads is sent to it. That of /sync is
 * stored with the homeserver, and named from then on: it is a thousand bytes of each request.
 */
#ifndef MX_FILTER_H
#define MX_FILTER_H

#define MX_FILTER_STATE                                                                            \
	"\"m.room.create\",\"m.room.encryption\",\"m.room.history_visibility\","                   \
	"\"m.room.join_rules\",\"m.room.member\","                                                 \
	"\"m.room.power_levels\",\"m.room.tombstone\""

/* With the names of those who write, each time: the adapter keeps none. */
#define MX_FILTER_LAZY "\"lazy_load_members\":true,\"include_redundant_members\":true"

/* For /messages, and for the timeline in /sync but for its limit. Only the bot begins polls. */
#define MX_FILTER_EVENTS                                                                           \
	"\"types\":[\"m.room.encrypted\",\"m.room.message\",\"m.reaction\",\"m.poll.response\","   \
	"\"m.key.verification.*\","                                                                \
	"\"org.matrix.msc3381.poll.start\","                                                       \
	"\"org.matrix.msc3381.poll.response\"," MX_FILTER_STATE "]," MX_FILTER_LAZY

#define MX_FILTER_MESSAGES "{" MX_FILTER_EVENTS "}"

#define MX_FILTER_SYNC                                                                             \
	"{\"presence\":{\"not_types\":[\"*\"]},\"account_data\":{\"not_types\":[\"*\"]},"          \
	"\"room\":{\"account_data\":{\"not_types\":[\"*\"]},"                                      \
	"\"ephemeral\":{\"not_types\":[\"*\"]},"                                                   \
	"\"state\":{\"types\":[" MX_FILTER_STATE "]," MX_FILTER_LAZY "},"                          \
	"\"timeline\":{\"limit\":50," MX_FILTER_EVENTS "}}}"

struct mx;
struct mx_answer;

/* All zero at the beginning. */
struct mx_filter {
	enum { MX_FILTER_NEW, MX_FILTER_ASKED, MX_FILTER_SETTLED } state;
	char *id;      /* the name that the homeserver gave MX_FILTER_SYNC; NULL: none */
	unsigned seen; /* batches handled when it was too early: one more shows that /sync works */
};

void mx_filter_finish(struct mx_filter *filter);

/* Stores the filter with the homeserver, when a batch came without its name. That may fail. */
void mx_filter_turn(struct mx *mx);

/* What /sync is asked with: the filter's name or the filter. Lives until the next turn or doubt. */
const char *mx_filter_for_sync(const struct mx_filter *filter);

/*
 * /sync has failed, and not by a limit, so the name may mean nothing any more, or something else
 * since a backup was restored: the filter goes along again, and is stored anew unless the
 * homeserver refused the request itself.
 */
void mx_filter_doubt(struct mx *mx, const struct mx_answer *answer);

#endif
