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
#include "tests/sim/limiter.h"
#include "tests/sim/night_people.h"
#include "tests/sim/plants.h"
#include "tests/sim/random.h"
#include "tests/support/sentences.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_SECOND INT64_C(1000) /* times are in milliseconds of virtual time */
#define SIM_MINUTE (60 * SIM_SECOND)
#define SIM_HOUR   (60 * SIM_MINUTE)

#define SIM_ID       32
#define SIM_USERS    10 /* the most users, including the bot and a stranger */
#define SIM_ROOMS    160
#define SIM_DUELS    48 /* the most matches, including the bouts of a night */
#define SIM_TASKS    256
#define SIM_TEXT     96
#define SIM_BIDI     "\xe2\x80\xae" /* U+202E reverses the text after it */
#define SIM_PER_ROOM 20             /* at most this many matches in one room */

enum { SIM_BOT, SIM_STRANGER, SIM_PLAYER }; /* user numbers; the players begin at SIM_PLAYER */

enum sim_law {
	SIM_ONCE,
	SIM_NO_LEAK,
	SIM_NO_LOSS,
	SIM_PROMPT,
	/* of a club night or a season */
	SIM_RANKED,
	SIM_FENCED,
	SIM_FREE,
	SIM_ENDS,
	SIM_LAWS,
};

/* What a player wants from the bot with a message. */
enum sim_kind {
	SIM_TALK, /* the player wants nothing */
	SIM_CHALLENGE,
	SIM_ACCEPT,
	SIM_DECLINE,
	SIM_BLOCK,
	SIM_ACTION,
	SIM_CHOICE, /* an answer to a list of choices, by a reaction or a vote */
	SIM_RESIGN,
	SIM_ABORT,
	SIM_CLAIM,
	SIM_STOP,
	SIM_WITHDRAW,  /* the player leaves the club night or season */
	SIM_EXCLUDE,   /* the player excludes another from it */
	SIM_END_NIGHT, /* the player ends the club night or season early */
	SIM_WANT,      /* the player wants more or fewer bouts of the season at once */
	SIM_FORGET,    /* the player wants to be forgotten */
	SIM_ASK,       /* the player asks something; the message changes no match */
	SIM_AUTO,      /* the player wants their forced actions to play themselves */
	SIM_PLAN,      /* the player plans to parry the next attack in a match */
	SIM_STRAY,     /* the message may look like a command, but changes no match */
};

struct sim_intent {
	enum sim_kind kind;
	int64_t id;  /* the match that the message names, or 0 if it names no match */
	size_t duel; /* only for SIM_CHALLENGE: the index of the match in sim->duels */
	/* only for SIM_ACTION and SIM_CHOICE: the notation, the letter of a choice, or cards */
	char action[SIM_TEXT];
	size_t list; /* only for SIM_CHOICE: the stream position of the list of choices */
	/*
	 * only for SIM_BLOCK and SIM_EXCLUDE: whom the sender refuses or excludes; for SIM_WANT:
	 * how many bouts
	 */
	size_t other;
	bool answers; /* the player answers a question of the bot, which must not ignore it */
};

/* How the homeserver refuses what the account does. */
struct sim_hold {
	enum sim_fault fault;
	long status;
	const char *code;
	bool also_reading;
};

struct sim_event {
	int64_t time;
	/* only for a message of the bot: since when the server would have accepted a message */
	int64_t free_since;
	size_t room, sender;
	json_t *json;
	struct sim_intent intent;
	bool owed;    /* the bot must handle this message */
	bool private; /* the event was sent in a private room */
	/* if the event shows a hand, the only user who could read the event; otherwise SIM_USERS */
	size_t reader;
	size_t removed; /* the position of the redaction that removed the event, or 0 */
	char txn[40];   /* the transaction id of a message of the bot; empty for other events */
	size_t life;    /* only for a message of the bot: the number of the process that sent it */
	bool optional;  /* only for a message of the bot: the bot could have dropped its row */
	/*
	 * only for a message of the bot: how many events the bot had handled when it added the
	 * message to the outbox
	 */
	long mark;
};

enum sim_membership { SIM_OUT, SIM_INVITED, SIM_JOINED };

struct sim_room {
	char id[SIM_ID];
	enum sim_membership member[SIM_USERS];
	size_t member_since[SIM_USERS]; /* the stream position of the membership event */
	bool bot_was_in;                /* the bot was joined before its newest membership event */
	size_t *events;                 /* the stream positions of the room's events */
	size_t count, room;
	size_t creator;
	/* the player whose private room this is, or SIM_BOT if the room is not private */
	size_t owner;
	/*
	 * the player or the bot has left this private room, or somebody else was in it; always
	 * false if the room is not private
	 */
	bool disturbed;
	bool hidden;   /* new members can't see events from before they joined */
	bool silenced; /* the homeserver refuses what the bot sends to the room */
	bool banned;   /* the homeserver refuses to let the bot join the room */
	/* may: users who were moderators at some time; may_not: users who at some time were not */
	bool may[SIM_USERS], may_not[SIM_USERS];
	/*
	 * the room that replaces this room (see m.room.tombstone), or 0 if no room does; room 0
	 * never replaces another room
	 */
	size_t successor;
	size_t root; /* the first room of the room's chain of upgrades, possibly the room itself */
};

/*
 * What a player knows about their turn in a match. If `pending` is true, they have not answered the
 * newest list of choices yet.
 */
struct sim_turn {
	bool pending;
	size_t room;
	/*
	 * list: the stream position of the newest list of choices; last: that of the list before
	 * it. 0 if there is no such list.
	 */
	size_t list, last;
	bool poll;
	size_t count;
	struct sentences_choice choices[EG_CHOICES_MAX];
};

struct sim_user {
	char id[SIM_ID];
	char name[48];  /* display name */
	bool polls;     /* the player wants polls, but has not told the bot yet */
	bool taps;      /* likewise: cards to tap */
	bool automatic; /* likewise: forced actions play themselves */
	size_t seen;    /* the stream position up to which the player has read */
	bool reading;   /* a SIM_READ task of the player is planned */
	bool refuses;   /* the player refuses invitations by the bot */
	bool excused;   /* the bot may have given up sending private messages to the player */
	bool asks;      /* the player wants to leave, and will be asked whether they mean it */
	struct sim_turn turn[SIM_DUELS];
};

/* A match that two players want to play. */
struct sim_duel {
	size_t room; /* the room in which the match begins */
	size_t white, black;
	bool bout; /* the match is a bout of the night: nobody challenges or accepts */
	bool open; /* the challenge is open to anybody, and `rival` also tries to accept it */
	size_t rival;
	const char *rules;
	uint8_t touches;
	uint8_t start[2]; /* by seat: the touches with which a player begins */
	int64_t extra;    /* how many milliseconds Black has for a turn besides `clock` */
	int64_t clock;    /* how many milliseconds a turn may take, or 0 if the challenge names no
			     clock */
	/* the player who stops answering while the clock runs, or SIM_USERS if nobody does */
	size_t sleeper;
	unsigned awake_for; /* how many more turns `sleeper` answers before they stop */
	size_t offer;       /* the stream position of the bot's message with the challenge, or 0 */
	int64_t id;      /* the match's number, or 0 if the bot has not announced the match yet */
	bool dealt;      /* a player has seen their hand */
	bool over;       /* the bot has announced the end of the match */
	int64_t stirred; /* when the players last read something about the match */
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
	SIM_DO_REDACT,
	SIM_DO_PROTECT,
	SIM_DO_FLOOD,
	SIM_DO_HOSTILE,
	SIM_DO_STOP,
	SIM_DO_TAP,
	SIM_DO_BLOCK,
	SIM_DO_CLAIM,
	SIM_DO_ANALYSE,
	SIM_DO_COPY,
	SIM_DO_PUT_BACK,
	SIM_DO_NIGHT, /* also in a season; `deed` says what */
};

struct sim_task {
	int64_t at;
	enum sim_what what;
	size_t user, duel, room;
	unsigned deed; /* only for SIM_DO_NIGHT: see night_people.c */
};

/*
 * The kinds of floods. In a flood, people send more than the bot accepts. SIM_BY_STRANGERS is not a
 * flood: strangers and their servers disturb the bot in other ways (strangers.h).
 */
enum sim_flood {
	SIM_NO_FLOOD,
	SIM_BY_ONE,
	SIM_BY_MANY,
	SIM_OF_INVITATIONS,
	SIM_BY_STRANGERS,
	SIM_FLOODS
};

/* The settings of a schedule, chosen at random at its beginning. Chances are in a thousand. */
struct sim_traits {
	uint32_t lost, late, slow, refused, unreached, limited, garbled; /* for each request */
	uint32_t crash, stop;                                            /* for each wait */
	uint32_t replay, gap, disorder, unknown;                         /* for each /sync */
	uint32_t starve, damage, lock;       /* for each start of the bot */
	uint32_t wrong, twice, both, reacts; /* for each turn of a player */
	enum sim_flood flood;
	bool only_flood;          /* the flood is the only fault */
	bool rooms;               /* members come and go, rooms are upgraded */
	bool by_token;            /* the bot has an access token instead of a password */
	bool encrypts;            /* the server encrypts the rooms that the bot creates */
	bool bans_stranger;       /* an admin has banned the stranger, whom the bot must not hear */
	enum sim_limiter limiter; /* how the server limits messages */
	int64_t calm;             /* when all faults end */
	int64_t deadline;         /* when the run ends even if matches go on */
};

struct sim_exchange;

struct sim {
	uint64_t seed;
	struct sim_random random;
	bool telling;  /* the run prints its transcript */
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
	struct sim_event *events; /* the stream of all events; the first event has position 1 */
	size_t event_count, event_room;
	json_t *sent;    /* event ids of messages, by device, room and transaction id */
	json_t *refused; /* transaction ids of messages that the server refused */
	json_t *direct;  /* the account data m.direct, or NULL if the bot has not set it */
	/*
	 * filters: how many filters the bot has stored; filter: the number of the newest filter, or
	 * 0 if the server has forgotten this filter
	 */
	unsigned filters, filter;
	char token[24], device[32];
	bool soft_logout;
	unsigned tokens;
	int64_t outage; /* when the server's outage ends */
	int64_t held;   /* until when the homeserver refuses what the account does */
	const struct sim_hold *hold;
	struct sim_limit_state limit;

	/* The bot's process */
	struct sim_exchange *exchanges;
	bool dead; /* the process is dead: its actions have no effect */
	/*
	 * The code of a killed process runs until its loop ends. Its clock then shows `now` +
	 * `ghost`.
	 */
	int64_t ghost;
	bool stopping; /* the bot was asked to stop */
	size_t knows;  /* the bot has received all events up to this stream position */
	size_t lives;  /* the number of processes so far */
	struct bot_store *store;
	int64_t next_look; /* when to check again whether the run is over */
	bool finished;
	size_t copied; /* the bot had received all events up to here when the disk was copied */
	bool put_back; /* the next process finds the disk as it was when it was copied */
	/*
	 * the number of the last process whose store was lost because an older disk came back, or 0
	 */
	size_t lost_life;
	/*
	 * the stream position when that happened: the bot must handle the events up to there again
	 */
	size_t lost_until;
	unsigned idle; /* how many short waits the bot has made in a row (net.c) */

	struct sim_duel duels[SIM_DUELS];
	size_t duel_count;
	struct sim_night night;
	size_t flooded; /* the flooded room, or SIM_ROOMS if no room is flooded */

	unsigned seen[SIM_FAULTS_COUNT];
	/*
	 * the longest time that the bot took to answer a move during a flood: [0] without the
	 * server's rate limit, [1] with this limit
	 */
	int64_t slowest[2];

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

/* Return what sim_random_below and sim_random_chance do with the random numbers of the run. */
uint32_t sim_below(uint32_t count);
bool sim_chance(uint32_t in_a_thousand);

/*
 * Runs the schedule of a seed. Returns true if no law was broken. Otherwise sim->law and sim->why
 * say which law was broken, and how.
 */
bool sim_run(uint64_t seed, enum sim_plant plant, bool telling);
void sim_finish(void);

/* Adds an event to the hash of the transcript. */
void sim_note(uint64_t what);
void sim_note_text(const char *what);

/* Writes a line of the transcript. */
void sim_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Records that a law is broken. If several laws are broken, keeps only the first. */
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
