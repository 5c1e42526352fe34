/*
 * The filters of /sync and /messages: they make the homeserver send only the events that the
 * adapter reads. The homeserver stores the filter of /sync, and each request names only the
 * filter's id, since the filter itself takes a thousand bytes.
 */
#ifndef MX_FILTER_H
#define MX_FILTER_H

#define MX_FILTER_STATE                                                                            \
	"\"m.room.create\",\"m.room.encryption\",\"m.room.history_visibility\","                   \
	"\"m.room.join_rules\",\"m.room.member\","                                                 \
	"\"m.room.power_levels\",\"m.room.tombstone\""

/* Each answer has the member events of all senders, since the adapter stores no display names. */
#define MX_FILTER_LAZY "\"lazy_load_members\":true,\"include_redundant_members\":true"

/*
 * The events of /messages and of the timeline in /sync. The start of a poll is among them because
 * the bot must see the polls that it started.
 */
#define MX_FILTER_EVENTS                                                                           \
	"\"types\":[\"m.room.encrypted\",\"m.room.message\",\"m.reaction\",\"m.poll.response\","   \
	"\"m.key.verification.*\","                                                                \
	"\"org.matrix.msc3381.poll.start\","                                                       \
	"\"org.matrix.msc3381.poll.response\"," MX_FILTER_STATE "]," MX_FILTER_LAZY

#define MX_FILTER_MESSAGES "{" MX_FILTER_EVENTS "}"

/* The filter of /sync. `limit`: the most events in one room's timeline, as a string. */
#define MX_FILTER_SYNC_OF(limit)                                                                   \
	"{\"presence\":{\"not_types\":[\"*\"]},\"account_data\":{\"not_types\":[\"*\"]},"          \
	"\"room\":{\"account_data\":{\"not_types\":[\"*\"]},"                                      \
	"\"ephemeral\":{\"not_types\":[\"*\"]},"                                                   \
	"\"state\":{\"types\":[" MX_FILTER_STATE "]," MX_FILTER_LAZY "},"                          \
	"\"timeline\":{\"limit\":" limit "," MX_FILTER_EVENTS "}}}"

#define MX_FILTER_SYNC MX_FILTER_SYNC_OF("50")

/* How often the bot can lower the limit of /sync: see mx_filter_for_sync. */
#define MX_FILTER_LESS_MOST 2

struct mx_session;
struct mx_answer;

/* Before the first use, all fields but `session` are zero. */
struct mx_filter {
	struct mx_session *session;
	enum { MX_FILTER_NEW, MX_FILTER_ASKED, MX_FILTER_SETTLED } state;
	char *id; /* the id that the homeserver gave MX_FILTER_SYNC; NULL: none */
	unsigned
		seen; /* account->batches at the last failure; a further batch allows another try */
};

/* Frees what the filter holds, not the struct. */
void mx_filter_finish(struct mx_filter *filter);

/*
 * Asks the homeserver to store the filter, if a batch was handled since the last failure. After a
 * failure /sync sends the whole filter.
 */
void mx_filter_turn(struct mx_filter *filter);

/*
 * Returns the filter parameter of /sync: the filter's id, or the filter itself. The text is valid
 * until the next call of another function here. `less`: how many answers in a row were too big, 0
 * to MX_FILTER_LESS_MOST. Each of them makes the limit smaller; the bot reads the events that the
 * homeserver leaves out as gaps.
 */
const char *mx_filter_for_sync(const struct mx_filter *filter, unsigned less);

/*
 * Handles the failure of /sync. If a backup was restored, the homeserver may have lost the filter's
 * id, or given the id to another filter. So the next requests send the whole filter, and the bot
 * stores the filter again, unless the homeserver refused the request itself. A rate limit or a
 * locked account changes nothing.
 */
void mx_filter_doubt(struct mx_filter *filter, const struct mx_answer *answer);

#endif
