/*
 * The kinds of competitions: what differs between a club night, a season and a team match. The
 * other files of this folder that treat all kinds alike get the kind as a parameter.
 */
#ifndef BOT_COMPETITION_KIND_H
#define BOT_COMPETITION_KIND_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

struct bot_kind;

/* A run of a contest, which goes on as far as it can. */
struct bot_run {
	struct bot_host *host;
	const struct bot_kind *kind;
	struct bot_contest *contest;
	const struct bot_contest *before; /* the contest when the run began */
	bool as_new;                      /* the message of the contest is a new one */
	bool silent;                      /* nothing has changed, so nothing is shown */
	bool ends;                        /* the contest has ended with a result; it is closed */
	bool tells[BOT_CONTEST_ROWS];     /* which entrants hear how they stand, by index */
};

struct bot_kind {
	enum bot_competition_kind id;
	const char *name;   /* of the command, in English */
	enum bot_msg usage; /* of the command */
	enum bot_msg none;  /* what the bot answers if there is no such competition */
	enum bot_msg leave; /* asks whether the sender wants to leave after the start */
	int64_t clock;      /* milliseconds for a turn, unless somebody names a time */
	int64_t clock_least, clock_most;
	enum bot_msg wrong_clock;
	int64_t check_in; /* how many milliseconds the check-in takes, or 0 if there is none */
	int64_t notice;   /* the shortest notice, in milliseconds, if a fencer ends it (direction.h)
			   */
	bool notice_always;     /* also if the person who ends it does not fence in it */
	enum bot_msg end_later; /* asks whether the sender wants to end it after this notice */
	bool names_day;         /* the bot writes the times of the contest with their day */

	/* What the message of the room is, how a link to it is called, and what limits it. */
	enum bot_post_role role;
	enum bot_msg link_text;
	enum bot_allowance allowance;

	/*
	 * The next three are NULL for a team match: two rooms agree on it (team_kind.h), and nobody
	 * starts it earlier.
	 */

	/* Whether the sender may open such a competition in the room. If not, says why. */
	bool (*may_open)(const struct bot_call *call, const struct bot_competition *wanted);
	/* Completes a new competition, which has its room, organiser, event and terms. */
	void (*prepare)(struct bot_host *host, struct bot_competition *competition);
	/* Returns when a contest begins that somebody starts now: earlier than announced. */
	int64_t (*find_start)(const struct bot_host *host, const struct bot_contest *contest);

	/* Returns why the sender can't take part in this one, too, or BOT_MSG_COUNT if they can. */
	enum bot_msg (*find_clash)(
		const struct bot_call *call, const struct bot_competition *competition);
	/* Completes a new entrant, and returns the answer to them. */
	enum bot_msg (*enter)(const struct bot_host *host,
		const struct bot_competition *competition, struct bot_entrant *entrant);

	/* Goes on until the contest has to wait. The caller shows and stores it. */
	void (*go_on)(struct bot_run *run);
	/* After that, tells the entrants in private what concerns them. */
	void (*tell)(const struct bot_run *run);
	/*
	 * After that and after the contest is stored, closes it if the run has set `ends`. NULL if
	 * no run of the kind does.
	 */
	void (*close)(const struct bot_run *run);

	/*
	 * Adds the whole sheet (sheet.h) at each stage, without the fields from `under_way` to
	 * `list_standings`. NULL: the sheet is made with these.
	 */
	void (*add_sheet)(
		struct bot_host *host, struct bot_contest *contest, struct bot_page *page);
	enum bot_msg under_way; /* the title of the sheet during the bouts */
	/* Names a pool or a division with {round}, or the only one. */
	enum bot_msg group, only_group;
	size_t now_size; /* bytes for the bouts that are fenced now */
	/* Adds the sign-up. For `reader` see bot_sheet_add. */
	void (*add_sign_up)(struct bot_host *host, struct bot_contest *contest, const char *reader,
		struct bot_page *page);
	/* NULL, or adds what stands above the pools. */
	void (*add_rounds)(
		struct bot_host *host, struct bot_contest *contest, struct bot_page *page);
	/* Writes the standings of a pool or a division, and returns how many they are. */
	size_t (*list_standings)(struct bot_contest *contest, uint8_t group,
		struct bot_standing standings[BOT_CONTEST_ROWS]);
	/* NULL, or returns whether the fencer is away now, so that no bout begins for them. */
	bool (*is_away)(struct bot_host *host, const struct bot_entrant *entrant);
	/* Returns whether a contest that has ended has a result. Not used for a team match. */
	bool (*has_result)(struct bot_contest *contest);
	/*
	 * Adds what the sender sees of the contest in private. NULL: they see their own bout and
	 * the sheet.
	 */
	void (*add_own)(const struct bot_call *call, const struct bot_kind *kind,
		struct bot_contest *contest, struct bot_page *page);
};

extern const struct bot_kind bot_night_kind, bot_season_kind, bot_team_kind;

/* All kinds, by their ids. */
static const struct bot_kind *const bot_kinds[BOT_KINDS] = {[BOT_KIND_NIGHT] = &bot_night_kind,
	[BOT_KIND_SEASON] = &bot_season_kind,
	[BOT_KIND_TEAM] = &bot_team_kind};

#endif
