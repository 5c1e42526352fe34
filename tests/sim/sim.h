/*
 * The simulation runs the whole bot, and replaces only its network, clocks, random numbers and
 * disk. One number, the seed, decides what the homeserver and the players do and what goes wrong.
 * Time is virtual and passes only while the bot waits. The same seed gives the same run to the last
 * byte.
 */
#ifndef TESTS_SIM_SIM_H
#define TESTS_SIM_SIM_H

#include "bot/store/store.h"
#include "engine/engarde.h"
#include "tests/sim/faults.h"
#include "tests/sim/random.h"
#include "tests/support/sentences.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_SECOND INT64_C(1000) /* virtual milliseconds */
#define SIM_MINUTE (60 * SIM_SECOND)
#define SIM_HOUR   (60 * SIM_MINUTE)

#define SIM_ID       32
#define SIM_USERS    8 /* the most users, including the bot and a stranger */
#define SIM_ROOMS    160
#define SIM_DUELS    6
#define SIM_TASKS    256
#define SIM_TEXT     96
#define SIM_BIDI     "\xe2\x80\xae" /* U+202E reverses the text after it */
#define SIM_PER_ROOM 20             /* at most this many matches in one room */

enum { SIM_BOT, SIM_STRANGER, SIM_PLAYER }; /* user numbers; the players begin at SIM_PLAYER */

enum sim_law { SIM_ONCE, SIM_NO_LEAK, SIM_NO_LOSS, SIM_PROMPT, SIM_LAWS };

/* A fault that is put into the bot on purpose, to test whether the laws find it. */
enum sim_plant {
	SIM_PLANT_NONE,
	SIM_PLANT_HAND,     /* a hand is also sent to the match's room */
	SIM_PLANT_TWICE,    /* a row is sent again under a new transaction id */
	SIM_PLANT_COMMIT,   /* a commit is left out */
	SIM_PLANT_AGAIN,    /* events are handled twice */
	SIM_PLANT_DEAF,     /* an event is not handled */
	SIM_PLANT_MUTE,     /* the bot takes a row for sent that it has not sent */
	SIM_PLANT_GREEDY,   /* the bot answers the flooded room first */
	SIM_PLANT_GULLIBLE, /* the bot believes what a remote server says about its session */
	SIM_PLANTS,
};

/* What a player wants from the bot with a message. */
enum sim_kind {
	SIM_TALK, /* nothing */
	SIM_CHALLENGE,
	SIM_ACCEPT,
	SIM_ACTION,
	SIM_CHOICE, /* a number from a list, by reaction or vote */
	SIM_RESIGN,
	SIM_STOP,
	SIM_ASK,   /* only an answer: no match changes */
	SIM_STRAY, /* possibly a command; no match changes */
};

struct sim_intent {
	enum sim_kind kind;
	int64_t id;            /* the match that the message names; 0: none */
	size_t duel;           /* of SIM_CHALLENGE */
	char action[SIM_TEXT]; /* of SIM_ACTION and SIM_CHOICE: notation or number */
	size_t list;           /* of SIM_CHOICE: the stream position of the list */
};

struct sim_event {
	int64_t time;
	size_t room, sender;
	json_t *json;
	struct sim_intent intent;
	bool owed;     /* the bot must handle this message */
	bool private;  /* written in a private room */
	size_t reader; /* if the event shows a hand, the only user who could read it, otherwise
			  SIM_USERS */
	char txn[40];  /* the transaction id of a message of the bot; otherwise empty */
	long mark; /* of a message of the bot: the number of events that the bot had handled when it
		      created the row */
};

enum sim_membership { SIM_OUT, SIM_INVITED, SIM_JOINED };

struct sim_room {
	char id[SIM_ID];
	enum sim_membership member[SIM_USERS];
	size_t member_since[SIM_USERS]; /* the stream position of the membership event */
	bool bot_was_in;                /* the bot was a member before it left or was invited */
	size_t *events;                 /* stream positions, counted from 1 */
	size_t count, room;
	size_t creator;
	size_t owner;   /* the player of a private room; SIM_BOT: the room is not private */
	bool disturbed; /* a private room of which somebody else was a member, or which the player
			   or the bot left */
	bool hidden;    /* new members see no earlier events */
	bool silenced;  /* the bot may not write */
	bool banned;    /* the bot may not join */
	/* users who at some time were, or were not, moderators */
	bool may[SIM_USERS], may_not[SIM_USERS];
	size_t successor; /* the room that the room's tombstone names; 0: the room has no tombstone
			     (room 0 never replaces another) */
	size_t root; /* the first room of the room's chain of upgrades, possibly the room itself */
};

/* A message about a match that a player has read but not answered. */
struct sim_turn {
	bool pending;
	size_t room;
	size_t list, last; /* the stream positions of the newest and the previous list of choices;
			      0: none */
	bool poll;
	size_t count;
	struct sentences_choice choices[SENTENCES_CHOICES];
};

struct sim_user {
	char id[SIM_ID];
	char name[48]; /* display name */
	bool polls;    /* the player wants polls, but has not told the bot yet */
	size_t seen;   /* the stream position up to which the player has read */
	bool reading;  /* a SIM_READ task of the player is planned */
	bool refuses;  /* invitations by the bot */
	bool excused;  /* the bot may have given up sending private messages to the player */
	struct sim_turn turn[SIM_DUELS];
};

/* A match that two players want to play. */
struct sim_duel {
	size_t room; /* the room in which the match begins */
	size_t white, black;
	bool open; /* an open challenge, which a rival also tries to accept */
	size_t rival;
	const char *rules;
	uint8_t touches;
	int64_t clock;  /* seconds per turn; 0: no clock */
	size_t sleeper; /* the player who stops answering while the clock runs; SIM_USERS: nobody */
	unsigned awake_for; /* turns */
	int64_t id;         /* the match's number; 0: the bot has not announced it yet */
	bool dealt;         /* a player has seen their hand */
	bool over;          /* as the bot announced */
	int64_t stirred;    /* when the players last read something about the match */
};

enum sim_what {
	SIM_READ,
	SIM_DO_CHALLENGE,
	SIM_DO_ACCEPT,
	SIM_DO_TURN,
	SIM_DO_JOIN,
	SIM_DO_OPEN,
	SIM_DO_NUDGE,
	SIM_DO_CHATTER,
	SIM_DO_KICK,
	SIM_DO_REINVITE,
	SIM_DO_LEAVE,
	SIM_DO_INTRUDE,
	SIM_DO_INTRUDED,
	SIM_DO_UPGRADE,
	SIM_DO_JUMP,
	SIM_DO_LOG_OUT,
	SIM_DO_FILL,
	SIM_DO_EMPTY,
	SIM_DO_OUTAGE,
	SIM_DO_WALK,
	SIM_DO_COME_BACK,
	SIM_DO_LEVELS,
	SIM_DO_SILENCE,
	SIM_DO_HIDE,
	SIM_DO_HOLD,
	SIM_DO_PROTECT,
	SIM_DO_FLOOD,
	SIM_DO_HOSTILE,
	SIM_DO_STOP,
};

struct sim_task {
	int64_t at;
	enum sim_what what;
	size_t user, duel, room;
};

/*
 * The kinds of floods: who sends more than the bot accepts. SIM_BY_STRANGERS: strangers do other
 * harm that remote servers and members can do (strangers.h).
 */
enum sim_flood {
	SIM_NO_FLOOD,
	SIM_BY_ONE,
	SIM_BY_MANY,
	SIM_OF_INVITATIONS,
	SIM_BY_STRANGERS,
	SIM_FLOODS
};

/* The settings of a schedule, drawn at its beginning. Chances are in a thousand. */
struct sim_traits {
	uint32_t lost, late, slow, refused, unreached, limited, garbled; /* for each request */
	uint32_t crash, stop;                                            /* for each wait */
	uint32_t replay, gap, disorder, unknown;                         /* for each /sync */
	uint32_t starve, damage, lock;       /* for each start of the bot */
	uint32_t wrong, twice, both, reacts; /* for each turn of a player */
	enum sim_flood flood;
	bool only_flood;   /* the flood is the only fault */
	bool rooms;        /* members come and go, rooms are upgraded */
	bool by_token;     /* the bot has an access token instead of a password */
	bool encrypts;     /* the server encrypts the rooms that the bot creates */
	bool strict_rates; /* the server limits messages as Synapse does */
	int64_t calm;      /* when all faults end */
	int64_t deadline;  /* when the run ends even if matches go on */
};

struct sim_exchange;

struct sim {
	uint64_t seed;
	struct sim_random random;
	bool telling;  /* the transcript */
	uint64_t hash; /* a hash of everything that happened */
	enum sim_plant plant;
	struct sim_traits traits;

	int64_t now, jump; /* the virtual steady clock; the date is `now` + `jump` */
	struct sim_task tasks[SIM_TASKS];
	size_t task_count;

	/* The homeserver */
	struct sim_user users[SIM_USERS];
	size_t user_count;
	struct sim_room rooms[SIM_ROOMS];
	size_t room_count;
	struct sim_event *events; /* the stream: position 1 is the first */
	size_t event_count, event_room;
	json_t *sent;             /* event ids of messages, by device, room and transaction id */
	json_t *refused;          /* transaction ids of messages that the server refused */
	json_t *direct;           /* m.direct; NULL: never set */
	unsigned filters, filter; /* how many filters the bot has stored; the number of the filter
				     that the server still knows, or 0 */
	char token[24], device[32];
	bool soft_logout;
	unsigned tokens;
	int64_t outage; /* the end of the server's outage */
	int64_t held;   /* the end of the account's suspension or lock */
	bool locked;
	double credit; /* messages that the rate limit allows now */
	int64_t credit_at;

	/* The bot's process */
	struct sim_exchange *exchanges;
	bool dead;     /* the process is dead: its actions have no effect */
	int64_t ghost; /* how far a killed process sees its clock ahead of `now`, until its loop
			  ends */
	bool stopping; /* the bot was asked to stop */
	size_t knows;  /* the bot has received all events up to this stream position */
	size_t lives;  /* the number of processes so far */
	struct bot_store *store;
	int64_t next_look; /* when to check again whether the run is over */
	bool finished;
	unsigned idle; /* how often in a row the bot waited for almost no time */

	struct sim_duel duels[SIM_DUELS];
	size_t duel_count;
	size_t flooded; /* the flooded room; SIM_ROOMS: none */

	unsigned seen[SIM_FAULTS_COUNT];
	int64_t slowest[2]; /* the slowest answer to a move during a flood: without and with the
			       server's rate limit */

	/* The verdict */
	bool broken;
	enum sim_law law;
	char why[512];
};

/*
 * The current run. It is global because the replaced functions of clock and network get no pointer
 * to it.
 */
extern struct sim *sim;

/*
 * Runs the schedule of a seed. Returns true if no law was broken. Otherwise sim->law and sim->why
 * say which one was broken, and how.
 */
bool sim_run(uint64_t seed, enum sim_plant plant, bool telling);
void sim_finish(void);

/* Adds an event to the hash of the transcript. */
void sim_note(uint64_t what);
void sim_note_text(const char *what);

/* Writes a line of the transcript. */
void sim_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Records that a law is broken. If several are, keeps only the first. */
void sim_break(enum sim_law law, const char *format, ...) __attribute__((format(printf, 2, 3)));

void sim_plan(int64_t delay, struct sim_task task);
/* Returns the time of the next task, or INT64_MAX if no task is planned. */
int64_t sim_next_task(void);
/* Runs the tasks that are due. */
void sim_do_tasks(void);

/* Lets time pass while the bot is down. */
void sim_pass(int64_t time);
/* Drops all requests and answers that are on their way. */
void sim_net_finish(void);

struct cfg;
struct cfg_secrets;

/* Starts the process, and starts it again whenever it has ended, until everything is over. */
void sim_live_on(const struct cfg *config, const struct cfg_secrets *secrets);

/* Ends the process as kill -9 or a loss of power would. */
void sim_crash(void);

/*
 * Whether the run is over: all matches have ended and the bot has nothing left to do, or a law is
 * broken, or the deadline has passed.
 */
bool sim_is_over(void);

#endif
