/*
 * Tests how SQLite runs the store's statements. A command must not take longer with more matches
 * and users. So each statement finds one row by a key, or a person has judged that it reads few
 * rows, and has written the reason into the table below.
 */
#include "bot/store/sqlite/connection.h"
#include "bot/store/sql/dialect.h"
#include "bot/store/sql/outbox_columns.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <string.h>

/* What the plan of a statement may contain. */
enum finding {
	MANY,  /* a search that may find many rows: by a part of a key, or by a range */
	WHOLE, /* a scan of a whole table or index */
	SORT,  /* rows that SQLite sorts, or collects in a table of its own */
	FINDINGS
};

static const char *const finding_names[] = {"MANY", "WHOLE", "SORT"};

/* Statements whose plan may contain the finding, and the reason. */
static const struct judgement {
	enum finding finding;
	const char *why;
	const char *statements;
} judgements[] = {
	/* Searches */
	{MANY, "the rows of one match: its length bounds them",
		"ROUND_LIST TIMER_LIST TIMERS_CLEAR ROUNDS_FORGET POSTS_FORGET MATCH_FORGET"
		" POST_DELIVERED POST_LIST POSTS_OPEN POST_PICTURES POST_CHALLENGE_IN"
		" POST_OF_MATCH_AFTER"},
	{MANY,
		"the requests for the analysis of one match: one for each player and one for its "
		"room",
		"ANALYSIS_REQUESTS ANALYSIS_REQUESTS_FORGET"},
	{MANY, "the requests of one user: the host bounds their number", "ANALYSES_ASKED"},
	{MANY, "the rounds and the requests of 16 matches at most", "ANALYSES_WAITING"},
	{MANY, "the rows of one post: at most its message and two edits wait",
		"POST_EDITABLE OUTBOX_EDITS OUTBOX_MESSAGE OUTBOX_DROP_OPTIONAL_OF OUTBOX_PROMOTE"},
	{MANY, "stops after LIMIT rows, in the order of an index",
		"VALUE_KEY MATCH_FIND MATCH_NEXT_ROOM MATCH_ENDED MATCH_ENDED_OF MATCH_LAST_IN"
		" MATCH_LAST_OF MATCH_OWN MATCH_RATED COMPETITION_LAST COMPETITION_NEXT "
		"HONOUR_LIST "
		"RATING_TOP BAN_NEXT "
		"BLOCK_LIST"
		" NAMES_NEXT NOTIFY_OF_ROOM ALLOWANCE_PRUNE ROOMS_FORGET LINKS_PRUNE "
		"MATCHES_OLD"
		" OUTBOX_FIRST_ROW DEVICE_KEYS_OF_KIND DEVICE_KEYS_OF_OWNER DEVICE_KEYS_LABELLED"},
	{MANY, "the entrants or the bouts of one competition: the rules bound them",
		"ENTRANTS_CLEAR ENTRANT_LIST BOUT_LIST"},
	{MANY, "the competitions of one room, of which one has not ended", "COMPETITION_FIND"},
	{MANY, "the competitions of a user, who enters another one, leaves or sees them",
		"COMPETITIONS_WAKE COMPETITION_ELSEWHERE COMPETITION_ROOMS_OF "
		"COMPETITION_OF_USER ENTRANTS_DROP "
		"ENTRANTS_WITHDRAW"},
	{MANY, "the seasons of a user, who is away or comes back",
		"DAYS_OFF_OF_SEASON DAYS_OFF_COUNT"},
	{MANY, "stops at the first row, in the order of an index",
		"DAYS_OFF_EXIST DAYS_OFF_PLANNED"},
	{MANY, "goes on after a downtime at the user where the last one has stopped",
		"DAYS_OFF_NEXT"},
	{MANY, "the honours of one room: it keeps fifty", "HONOURS_TRIM MOVE_HONOURS"},
	{MANY, "stops after two competitions", "BOUTS_FORGET ENTRANTS_FORGET COMPETITIONS_FORGET"},
	{MANY, "runs when a new device replaces the bot's device",
		"DEVICE_KEYS_SET_ASIDE DEVICE_KEYS_DELETE"},
	{MANY, "stops at the first row",
		"DEVICE_KEYS_EXIST NOTIFY_HAS NAME_GET ROOM_LEFT POST_BY_EVENT POST_FOLLOWED "
		"CHOICES_FOLLOWED "
		"MATCH_FINISHED "
		"OUTBOX_OPTIONAL_HEADS"
		" OUTBOX_HEADS"},
	{MANY, "the rooms for which a user is on the notify list: at most 32",
		"NOTIFY_ADD NOTIFY_REMOVE_USER NOTIFY_COUNT NOTIFY_TOLD"},
	{MANY, "the people on the notify list of a room that the bot has left, or that moves",
		"NOTIFY_FORGET MOVE_NOTIFY"},
	{MANY, "the live matches of a player, which the limits bound, and the last row of an index",
		"NOTIFY_ACTIVITY USER_SITS"},
	{MANY, "the live matches of a room or a player: the limits of matches bound them",
		"MATCH_FIND_IN MATCH_FIND_OF MATCH_OWN_ROOM ROOM_SCROLLED"},
	{MANY, "a number for admins and monitoring, from the live matches only", "MATCH_COUNT"},
	{MANY, "the matches of two people in one room, until the first one that fits", "MATCH_MET"},
	{MANY, "the last 50 matches of two people", "MATCH_BETWEEN"},
	{MANY, "the last 200 results of a user, of which one more is too many",
		"RESULT_ADD RESULT_LIST RESULTS_PRUNE"},
	{MANY, "the results of the two players of a match", "RESULTS_FORGET"},
	{MANY, "a tally for each rule set, or for each practice opponent", "TALLY_LIST"},
	{MANY, "stops after LIMIT rows, in the order of an index",
		"TALLY_BEST TALLY_PRUNE DAYS_OFF_PRUNE"},
	{MANY, "the players of two months and two years in a room that another room replaces",
		"MOVE_TALLIES CLEAR_TALLIES"},
	{MANY, "the first rating of each room of the lobby, at a command that has an allowance",
		"SETTING_LOBBY SETTING_LOBBY_COUNT"},
	{MANY, "unrated matches and challenges, of which the store keeps 11,000",
		"MATCH_PRACTISED MATCHES_UNDEALT MATCHES_UNRATED CHALLENGES_OLD"},
	{MANY, "stops after LIMIT rows; the store reads its 65,536 rows when it is opened",
		"HANDLED_NEXT TXN_NEXT"},
	{MANY, "the rows that became too many since the last time",
		"HANDLED_PRUNE TXN_PRUNE STREAM_PRUNE_ALL QUOTA_PRUNE QUESTION_PRUNE"},
	{MANY, "the at most 1,000 keys of a sender", "STREAM_PRUNE"},
	{MANY, "the names that NAMES_NEXT has counted", "NAMES_FORGET"},
	{MANY, "the links of a room or a match: the bot keeps a few",
		"LINKS_END_BOARD LINKS_END_REPLAY LINKS_FORGET"},
	{MANY, "runs for a lane with optional rows only: at most 64", "OUTBOX_LANE_ROWS"},
	{MANY, "the waiting messages of a room or a user",
		"OUTBOX_HANDS OUTBOX_DROP_OPTIONAL OUTBOX_DROP_NOTICES OUTBOX_LANE_SIZE "
		"OUTBOX_HAS_OPTIONAL "
		"OUTBOX_REACHES OUTBOX_WITHDRAW"
		" OUTBOX_REACH OUTBOX_WITH_TXN"
		" MOVE_LETTERS MOVE_FORGET OUTBOX_EDITED"},
	{MANY, "the waiting edits of one post: two at most", "OUTBOX_SEND_ANEW OUTBOX_DROP_EDITS"},
	{MANY, "the post of one event", "POST_IN_LANE"},
	{MANY, "the moderators of one match: the host notes at most 64",
		"MODERATED MODERATORS_CLEAR"},
	{MANY, "the posts of one match, when a message of the match is removed", "POSTS_REMOVED"},
	{MANY, "the posts of a challenge", "POST_CHALLENGES"},
	{MANY, "the open challenges of all rooms, for `play` in a room of the lobby",
		"CHALLENGES_SHOWN"},
	{MANY, "runs when a user gets another private room; the store keeps about 10,000 posts",
		"POSTS_LEAVE"},
	{MANY, "runs once in the life of a room: when another room replaces it",
		"MOVE_MATCHES MOVE_LINKS MOVE_SETTINGS MOVE_RATINGS CLEAR_SETTINGS CLEAR_RATINGS"
		" CLEAR_NOTIFY CLEAR_WEEKLY MOVE_COMPETITIONS"},
	{MANY, "the 10,000 newest posts, and those of live matches, after 256 new posts",
		"POST_PRUNE"},

	/* Scans */
	{WHOLE, "the analyses and requests that wait: the host bounds their number",
		"ANALYSES_WAITING MOVE_ANALYSES CLEAR_ANALYSES"},
	{WHOLE, "stops at the first row, in the order of an index", "TIMER_NEXT WEEKLY_NEXT"},
	{WHOLE, "stops at the first row", "COMPETITIONS_EXIST"},
	{WHOLE, "the two rows that the statement itself names", "TIMER_SET_TWO"},
	{WHOLE, "a number for admins, from the live matches only", "MATCH_ROOMS"},
	{WHOLE, "skips the unrated matches and challenges that the store keeps: 11,000",
		"MATCHES_UNDEALT MATCHES_UNRATED"},
	{WHOLE, "stops after 1,000 rows", "NAMES_NEXT"},
	{WHOLE, "the rooms of the lobby, at a command that has an allowance",
		"SETTING_LOBBY SETTING_LOBBY_COUNT"},
	{WHOLE, "runs at the command of an admin", "BAN_COUNT"},
	{WHOLE, "runs when the configuration of the web page changes",
		"LINKS_END_TABLES_AND_BOARDS"},
	{WHOLE, "one row for each room whose events the bot has to fetch", "GAP_ROOMS"},
	{WHOLE, "runs once in the life of a room; the store keeps about 10,000 posts",
		"MOVE_POSTS"},
	{WHOLE, "only the messages that wait to be sent",
		"OUTBOX_HEADS OUTBOX_OPTIONAL_HEADS OUTBOX_SIZE OUTBOX_WAITING OUTBOX_EACH_WAITING "
		"OUTBOX_REACHING"
		" OUTBOX_OLDEST OUTBOX_LANES"},

	/* Sorting */
	{SORT, "two rows", "MATCH_LAST_OF"},
	{SORT, "the live matches of a player, when one of them has changed", "MATCH_OWN_ROOM"},
	{SORT, "the competitions of one room that go on: one, or two after an upgrade",
		"COMPETITION_FIND"},
	{SORT, "twice LIMIT rows", "MATCH_BETWEEN"},
	{SORT, "the competitions that a user has entered", "COMPETITION_OF_USER"},
	{SORT, "twice LIMIT rows", "MATCH_ENDED_OF MATCH_OWN"},
	{SORT, "the optional messages that wait to be sent", "OUTBOX_OPTIONAL_HEADS"},
	{SORT, "the links of a room: the bot keeps a few", "LINKS_END_BOARD"},
	{SORT, "the lists that wait for a user", "POSTS_OPEN"},
	{SORT, "the messages that wait in a lane", "OUTBOX_HANDS MOVE_LETTERS"},
};
#define JUDGEMENTS (sizeof(judgements) / sizeof(*judgements))

/* Returns whether the words of a text, with a space between two words, contain this word. */
static bool has_word(const char *words, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
		if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
	return false;
}

/* Counts the columns that a search compares with a value. */
static int64_t count_equal(const char *line)
{
	int64_t count = 0;

	for (const char *at = strstr(line, "=?"); at; at = strstr(at + 1, "=?"))
		count++;
	return count;
}

/* Runs a query with a text and a number as its parameters. Returns its first value, or 0. */
static int64_t query_number(
	struct bot_store *store, const char *sql, const char *text, int64_t number)
{
	sqlite3_stmt *statement = NULL;

	assert_int_equal(
		sqlite3_prepare_v2(bot_connection_of(store), sql, -1, &statement, NULL), SQLITE_OK);
	sqlite3_bind_text(statement, 1, text, -1, SQLITE_TRANSIENT);
	sqlite3_bind_int64(statement, 2, number);
	int64_t value =
		sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
	sqlite3_finalize(statement);
	return value;
}

/* Returns whether a search, as a line of a plan tells it, finds one row at most. */
static bool finds_one(struct bot_store *store, const char *line)
{
	char name[100];

	if (strstr(line, "USING INTEGER PRIMARY KEY (rowid=?)") || !strstr(line, " USING "))
		return true; /* without USING, SQLite takes the first or last row */
	if (sscanf(line, "SEARCH %99s USING PRIMARY KEY", name) == 1 &&
		strstr(line, "USING PRIMARY KEY"))
		return query_number(store,
			"SELECT count(*) = ?2 FROM pragma_table_info(?1) WHERE pk > 0", name,
			count_equal(line));
	if (sscanf(line, "SEARCH %*s USING INDEX %99s", name) == 1 ||
		sscanf(line, "SEARCH %*s USING COVERING INDEX %99s", name) == 1)
		return query_number(store,
			"SELECT \"unique\" AND (SELECT count(*) FROM pragma_index_info(?1)) = ?2"
			" FROM sqlite_schema AS found, pragma_index_list(tbl_name) AS list"
			" WHERE found.name = ?1 AND list.name = ?1",
			name, count_equal(line));
	return false;
}

/* Returns what a line of a plan contains, or FINDINGS if it contains nothing that grows. */
static enum finding read_line(struct bot_store *store, const char *line)
{
	if (strstr(line, "TEMP B-TREE") || strstr(line, "AUTOMATIC"))
		return SORT;
	if (strncmp(line, "SCAN ", 5) == 0)
		return strncmp(line + 5, "CONSTANT ROW", 12) == 0 || line[5] == '(' ||
				       strncmp(line + 5, "found", 5) == 0 /* a subquery */
			       ? FINDINGS
			       : WHOLE;
	if (strncmp(line, "SEARCH ", 7) == 0 && !finds_one(store, line))
		return MANY;
	return FINDINGS;
}

/* Sets found[] for each finding in the plan of a statement. */
static void read_plan(struct bot_store *store, const char *sql, bool found[FINDINGS])
{
	char explain[8192];
	sqlite3_stmt *plan = NULL;

	memset(found, 0, FINDINGS * sizeof(*found));
	snprintf(explain, sizeof(explain), "EXPLAIN QUERY PLAN %s", sql);
	assert_int_equal(
		sqlite3_prepare_v2(bot_connection_of(store), explain, -1, &plan, NULL), SQLITE_OK);
	while (sqlite3_step(plan) == SQLITE_ROW) {
		enum finding one = read_line(store, (const char *)sqlite3_column_text(plan, 3));

		if (one < FINDINGS)
			found[one] = true;
	}
	sqlite3_finalize(plan);
}

/* Counts the judgements that allow this finding in the plan of a statement. */
static size_t count_judgements(const char *name, enum finding finding)
{
	size_t count = 0;

	for (size_t i = 0; i < JUDGEMENTS; i++)
		count += judgements[i].finding == finding &&
			 has_word(judgements[i].statements, name);
	return count;
}

static size_t check_statement(struct bot_store *store, const char *name, const char *sql)
{
	bool found[FINDINGS];
	size_t faults = 0;

	read_plan(store, sql, found);
	for (enum finding i = 0; i < FINDINGS; i++) {
		size_t times = count_judgements(name, i);

		if (times == found[i])
			continue;
		print_error("%s: the plan %s %s, but %zu judgements allow it\n", name,
			found[i] ? "contains" : "does not contain", finding_names[i], times);
		faults++;
	}
	return faults;
}

STORE_TEST(test_statements_read_few_rows)
{
	size_t faults = 0;

#define STATEMENT(name, sql) faults += check_statement(store, #name, sql);
#include "bot/store/sql/statements.def"
	assert_int_equal(faults, 0);
}

UNIT_TEST(test_judgements_are_about_statements)
{
	static const char *const names[] = {
#define STATEMENT(name, sql) #name,
#include "bot/store/sql/statements.def"
	};
	size_t words = 0, known = 0;

	for (size_t i = 0; i < JUDGEMENTS; i++) {
		words++;
		for (const char *c = judgements[i].statements; *c; c++)
			words += *c == ' ';
		for (size_t j = 0; j < sizeof(names) / sizeof(*names); j++)
			known += has_word(judgements[i].statements, names[j]);
	}
	assert_int_equal(words, known);
}

/* If read_plan missed a finding, the other tests would prove nothing. */
STORE_TEST(test_findings_are_found_in_plans)
{
	static const struct {
		const char *sql;
		bool found[FINDINGS];
	} cases[] = {
		{"SELECT rules FROM matches WHERE id = ?1", {false}},
		{"SELECT max(id) FROM matches", {false}},
		{"SELECT name FROM names WHERE user_id = ?1", {false}},
		{"SELECT room FROM private_rooms WHERE room = ?1", {false}},
		{"SELECT number FROM streams WHERE sender = ?1 AND stream = ?2", {false}},
		{"SELECT rules FROM matches WHERE id > ?1", {[MANY] = true}},
		{"SELECT rating FROM ratings WHERE room = ?1", {[MANY] = true}},
		{"SELECT number FROM streams WHERE sender = ?1", {[MANY] = true}},
		{"SELECT id FROM matches WHERE room = ?1", {[MANY] = true}},
		{"SELECT id FROM matches WHERE rules = ?1", {[WHOLE] = true}},
		{"SELECT count(*) FROM names", {[WHOLE] = true}},
		{"SELECT id FROM matches ORDER BY rules", {[WHOLE] = true, [SORT] = true}},
		{"SELECT DISTINCT rating FROM ratings WHERE room = ?1",
			{[MANY] = true, [SORT] = true}},
		{"DELETE FROM posts WHERE lane = ?1", {[WHOLE] = true, [MANY] = true}},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		bool found[FINDINGS];

		read_plan(store, cases[i].sql, found);
		for (enum finding j = 0; j < FINDINGS; j++)
			if (found[j] != cases[i].found[j])
				fail_msg("%s: %s", cases[i].sql, finding_names[j]);
	}
}
