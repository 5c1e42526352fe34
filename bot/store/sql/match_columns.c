#include "bot/store/sql/match_columns.h"

#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/*
 * "meeting" is an older word for an accepted challenge. The stores of released versions have it,
 * and so have the metrics (bot/base/metrics.c), from which people have made dashboards.
 */
static const char *const statuses[] = {
	[BOT_CHALLENGE] = "challenge",
	[BOT_ACCEPTED] = "meeting",
	[BOT_PLAYING] = "playing",
	[BOT_ENDED] = "ended",
};

static const char *const seats[] = {
	[EG_WHITE] = "white",
	[EG_BLACK] = "black",
	[EG_NOBODY] = "nobody",
};

/* The seats of people and of the practice opponent. */
static const char *const players[] = {
	[EG_WHITE] = "white",
	[EG_BLACK] = "black",
};

static const char *const proposals[] = {
	[BOT_NO_PROPOSAL] = "none",
	[BOT_PAUSE] = "pause",
	[BOT_RESUME] = "resume",
	[BOT_ABANDON] = "abandon",
};

static const char *const endings[] = {
	[BOT_ENDING_UNKNOWN] = "unknown",
	[BOT_WON] = "won",
	[BOT_RESIGNED] = "resigned",
	[BOT_FORFEITED] = "forfeited",
	[BOT_STOPPED] = "stopped",
	[BOT_ABANDONED] = "abandoned",
	[BOT_UNDECIDED] = "undecided",
	[BOT_VOID] = "void",
};

static const char *const opponents[] = {
	[BOT_NO_PRACTICE] = "none",
	[BOT_NOVICE] = "novice",
	[BOT_PUPIL] = "pupil",
	[BOT_FENCER] = "fencer",
	[BOT_PROVOST] = "provost",
	[BOT_MAITRE] = "maitre",
};

const char *bot_ending_name(enum bot_ending ending)
{
	return endings[ending];
}

const char *bot_practice_name(enum bot_practice opponent)
{
	return opponents[opponent];
}

const char *bot_match_status_name(int status)
{
	return status >= 0 && status < COUNT(statuses) ? statuses[status] : NULL;
}

static bool is_name(unsigned value, int count)
{
	return value < (unsigned)count;
}

static bool is_number(int64_t value, int64_t min, int64_t max)
{
	return value >= min && value <= max;
}

bool bot_match_is_storable(const struct bot_match *match)
{
#define FITS_FLAG(field)                   true
#define FITS_ID(field)                     true
#define FITS_OPT_ID(field)                 true
#define FITS_RULES(field)                  true
#define FITS_NUMBER(field, type, min, max) is_number(match->field, min, max)
#define FITS_NAME(field, type, names)      is_name(match->field, COUNT(names))
#define FITS(type, name, ...)              &&FITS_##type(__VA_ARGS__)
	return true MATCH_REST(FITS, FITS) MATCH_KEYS(FITS, FITS);
}

void bot_match_bind(struct bot_query *query, const struct bot_match *match)
{
#define BIND_FLAG(field)                   bot_query_int(query, match->field)
#define BIND_ID(field)                     bot_query_id(query, match->field)
#define BIND_OPT_ID(field)                 bot_query_opt_id(query, match->field)
#define BIND_RULES(field)                  bot_query_text(query, eg_rules_name(&match->field))
#define BIND_NUMBER(field, type, min, max) bot_query_int(query, match->field)
#define BIND_NAME(field, type, names)      bot_query_text(query, names[match->field])
	MATCH_REST(BIND, BIND)
	MATCH_KEYS(BIND, BIND)
}

static void get_rules(struct bot_query *query, struct eg_rules *rules)
{
	const char *name = bot_query_get_text(query);

	if (!query->error && (!name || eg_rules_parse(name, strlen(name), rules)))
		query->error = BOT_STORE_CORRUPT;
}

void bot_match_get(struct bot_query *query, struct bot_match *match)
{
#define GET_FLAG(field)                   match->field = bot_query_get_bool(query)
#define GET_ID(field)                     bot_query_get_id(query, match->field)
#define GET_OPT_ID(field)                 bot_query_get_opt_id(query, match->field)
#define GET_RULES(field)                  get_rules(query, &match->field)
#define GET_NUMBER(field, type, min, max) match->field = (type)bot_query_get_int(query, min, max)
#define GET_NAME(field, type, names)                                                               \
	match->field = (type)bot_query_get_name(query, names, COUNT(names))
	*match = (struct bot_match){0};
	match->id = bot_query_get_int(query, 1, INT64_MAX);
	MATCH_REST(GET, GET)
	MATCH_KEYS(GET, GET)
	bot_query_blame(query, match->id);
}

enum bot_practice bot_match_get_practice(struct bot_query *query)
{
	return (enum bot_practice)bot_query_get_name(query, opponents, COUNT(opponents));
}

enum eg_seat bot_match_get_seat(struct bot_query *query)
{
	return (enum eg_seat)bot_query_get_name(query, seats, COUNT(seats));
}
