#include "bot/store/sql/match_columns.h"

#include "bot/store/sql/rows.h"

/*
 * "meeting" is an older word for an accepted challenge. The stores of released versions have it,
 * and so have the metrics (bot/base/metrics.c), from which people have made dashboards.
 */
static const char *const bot_match_status_names[] = {
	[BOT_CHALLENGE] = "challenge",
	[BOT_ACCEPTED] = "meeting",
	[BOT_PLAYING] = "playing",
	[BOT_ENDED] = "ended",
};

static const char *const bot_seat_names[] = {
	[EG_WHITE] = "white",
	[EG_BLACK] = "black",
	[EG_NOBODY] = "nobody",
};

/* The seats of people and of the practice opponent. */
static const char *const bot_player_names[] = {
	[EG_WHITE] = "white",
	[EG_BLACK] = "black",
};

static const char *const bot_proposal_names[] = {
	[BOT_NO_PROPOSAL] = "none",
	[BOT_PAUSE] = "pause",
	[BOT_RESUME] = "resume",
	[BOT_ABANDON] = "abandon",
};

static const char *const bot_ending_names[] = {
	[BOT_ENDING_UNKNOWN] = "unknown",
	[BOT_WON] = "won",
	[BOT_RESIGNED] = "resigned",
	[BOT_FORFEITED] = "forfeited",
	[BOT_STOPPED] = "stopped",
	[BOT_ABANDONED] = "abandoned",
	[BOT_UNDECIDED] = "undecided",
	[BOT_VOID] = "void",
};

static const char *const bot_practice_names[] = {
	[BOT_NO_PRACTICE] = "none",
	[BOT_NOVICE] = "novice",
	[BOT_PUPIL] = "pupil",
	[BOT_FENCER] = "fencer",
	[BOT_PROVOST] = "provost",
	[BOT_MAITRE] = "maitre",
};

const char *bot_ending_name(enum bot_ending ending)
{
	return bot_ending_names[ending];
}

const char *bot_practice_name(enum bot_practice opponent)
{
	return bot_practice_names[opponent];
}

const char *bot_match_status_name(int status)
{
	return status >= 0 && status < BOT_NAMES(bot_match_status_names)
		       ? bot_match_status_names[status]
		       : NULL;
}

static bool is_name(unsigned value, int count)
{
	return value < (unsigned)count;
}

static bool is_number(int64_t value, int64_t min, int64_t max)
{
	return value >= min && value <= max;
}

bool bot_match_is_storable(const struct bot_match *row)
{
#define FITS_BOOL(field)                   true
#define FITS_ID(field)                     true
#define FITS_OPT_ID(field)                 true
#define FITS_TEXT(field, size)             true
#define FITS_RULES(field)                  true
#define FITS_NUMBER(field, type, min, max) is_number(row->field, min, max)
#define FITS_NAME(field, type, names)      is_name(row->field, BOT_NAMES(names))
#define FITS(type, name, ...)              &&FITS_##type(__VA_ARGS__)
	return true MATCHES(FITS, FITS);
}

void bot_match_bind(struct bot_query *query, const struct bot_match *row)
{
	MATCHES_NOT_INDEXED(BIND, BIND)
	MATCHES_INDEXED(BIND, BIND)
}

void bot_match_get(struct bot_query *query, void *match)
{
	struct bot_match *row = match;

	*row = (struct bot_match){0};
	row->id = bot_query_get_int(query, 1, INT64_MAX);
	MATCHES_NOT_INDEXED(GET, GET)
	MATCHES_INDEXED(GET, GET)
	bot_query_blame(query, row->id);
}

enum bot_practice bot_match_get_practice(struct bot_query *query)
{
	return (enum bot_practice)bot_query_get_name(
		query, bot_practice_names, BOT_NAMES(bot_practice_names));
}

enum eg_seat bot_match_get_seat(struct bot_query *query)
{
	return (enum eg_seat)bot_query_get_name(query, bot_seat_names, BOT_NAMES(bot_seat_names));
}
