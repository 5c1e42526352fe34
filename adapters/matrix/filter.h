/* The filters of /sync and /messages: only what the adapter reads is sent to it. */
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

#endif
