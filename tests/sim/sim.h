/*
 * The bot, whole and real but for its network, clocks, dice and disk, in a world that is drawn from
 * one number: a homeserver, players who write to it, and all that may go wrong between them. Time
 * is virtual: it passes where the bot waits. The same seed gives the same world to the last byte.
 */
#ifndef TESTS_SIM_SIM_H
#define TESTS_SIM_SIM_H

#include "bot/store.h"
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
#define SIM_USERS    8 /* the bot and a stranger included */
#define SIM_ROOMS    160
#define SIM_DUELS    6
#define SIM_TASKS    256
#define SIM_TEXT     96
#define SIM_BIDI     "\xe2\x80\xae" /* U+202E turns what follows around */
#define SIM_PER_ROOM 20             /* matches that the bot allows in a room */

enum { SIM_BOT, SIM_STRANGER, SIM_PLAYER }; /* users; the players are SIM_PLAYER and above */

enum sim_law { SIM_ONCE, SIM_NO_LEAK, SIM_NO_LOSS, SIM_PROMPT, SIM_LAWS };

/* A fault in the bot's own dealings, planted to see whether the laws notice. */
enum sim_plant {
	SIM_PLANT_NONE,
	SIM_PLANT_HAND,   /* a hand is also sent to the match's room */
	SIM_PLANT_TWICE,  /* a row is sent again under a new transaction id */
	SIM_PLANT_COMMIT, /* a commit is left out */
	SIM_PLANT_AGAIN,  /* events handled before are not recognized */
	SIM_PLANT_DEAF,   /* an event is overlooked */
	SIM_PLANT_MUTE,   /* a row is taken for sent that was not */
	SIM_PLANT_GREEDY, /* the room that is flooded is answered first */
	SIM_PLANTS,
};

/* What a player wants from the bot with a message. */
enum sim_kind {
	SIM_TALK, /* nothing */
	SIM_CHALLENGE,
	SIM_ACCEPT,
	SIM_ACTION,
	SIM_CHOICE, /* a number of a list, by reaction or vote */
	SIM_RESIGN,
	SIM_STOP,
	SIM_ASK,   /* an answer, but no change of any match */
	SIM_STRAY, /* something that may be a command or none, and changes no match */
};

struct sim_intent {
	enum sim_kind kind;
	int64_t id;            /* the match named; 0: none */
	size_t duel;           /* SIM_CHALLENGE */
	char action[SIM_TEXT]; /* SIM_ACTION, SIM_CHOICE: a notation or a number */
	size_t list;           /* SIM_CHOICE: the position of what it was chosen from */
};

struct sim_event {
	int64_t time;
	size_t room, sender;
	json_t *json;
	struct sim_intent intent;
	bool owed;     /* a message that the bot has to handle */
	bool private;  /* written in a private room */
	size_t reader; /* of a hand: who alone could read it; SIM_USERS: it is none */
	char txn[40];  /* of the bot's messages; else empty */
	long mark;     /* and how many events the bot had handled when it thought of it */
};

enum sim_membership { SIM_OUT, SIM_INVITED, SIM_JOINED };

struct sim_room {
	char id[SIM_ID];
	enum sim_membership member[SIM_USERS];
	size_t member_since[SIM_USERS]; /* the position of the event that says so */
	bool bot_was_in;                /* when it left, or was invited */
	size_t *events;                 /* positions in the stream, counted from 1 */
	size_t count, room;
	size_t creator;
	size_t owner;   /* a private room's player; SIM_BOT: the room is none */
	bool disturbed; /* a private room in which somebody left or came */
	bool hidden;    /* who comes sees nothing of what was before */
	bool silenced;  /* the bot may not write */
	bool banned;    /* it may not come in */
	bool may[SIM_USERS], may_not[SIM_USERS]; /* who was a moderator at times, who was none */
	size_t successor; /* by a tombstone; 0: none (the first room never is one) */
	size_t root;      /* the first of the rooms that this one replaced; itself */
};

/* What a player has read of a match that he has not answered yet. */
struct sim_turn {
	bool pending;
	size_t room;
	size_t list, last; /* the positions of what lists it, and of the list before; 0: none */
	bool poll;
	size_t count;
	struct sentences_choice choices[SENTENCES_CHOICES];
};

struct sim_user {
	char id[SIM_ID];
	char name[48]; /* as he calls himself */
	bool polls;    /* wants polls, and has not said so yet */
	size_t seen;   /* the stream up to where he has read it */
	bool reading;  /* a task to read on is planned */
	bool refuses;  /* invitations by the bot */
	bool excused;  /* private messages to him may have been given up */
	struct sim_turn turn[SIM_DUELS];
};

/* A match that two players want to play. */
struct sim_duel {
	size_t room; /* where it begins */
	size_t white, black;
	bool open; /* the challenge names nobody, and a rival accepts it as well */
	size_t rival;
	const char *rules;
	uint8_t touches;
	int64_t clock;      /* of a turn; 0: none */
	size_t sleeper;     /* falls asleep, and the clock runs; SIM_USERS: nobody does */
	unsigned awake_for; /* turns */
	int64_t id;         /* as the bot said; 0: it has not yet */
	bool dealt;         /* a player has seen his hand */
	bool over;          /* as the bot said */
	int64_t stirred;    /* when something happened in it that its players saw */
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

/* Who sends more than the bot takes. */
enum sim_flood { SIM_NO_FLOOD, SIM_BY_ONE, SIM_BY_MANY, SIM_OF_INVITATIONS, SIM_FLOODS };

/* What a schedule has of everything, drawn at its beginning. Chances are in a thousand. */
struct sim_traits {
	uint32_t lost, late, slow, refused, unreached, limited, garbled; /* of a request */
	uint32_t crash, stop;                                            /* of a wait */
	uint32_t replay, gap, disorder, unknown;                         /* of a sync */
	uint32_t starve, damage, lock;                                   /* of a start */
	uint32_t wrong, twice, both, reacts;                             /* of a player's turn */
	enum sim_flood flood;
	bool only_flood;   /* and nothing else goes wrong */
	bool rooms;        /* members come and go, rooms are replaced */
	bool by_token;     /* an access token instead of a password */
	bool encrypts;     /* the server encrypts the rooms that the bot makes */
	bool strict_rates; /* the server limits messages as Synapse does */
	int64_t calm;      /* when nothing goes wrong any more */
	int64_t deadline;  /* when all has to be over */
};

struct sim_exchange;

struct sim {
	uint64_t seed;
	struct sim_random random;
	bool telling;  /* the transcript */
	uint64_t hash; /* of all that happened */
	enum sim_plant plant;
	struct sim_traits traits;

	int64_t now, jump; /* virtual steady time; how far the date is off */
	struct sim_task tasks[SIM_TASKS];
	size_t task_count;

	/* The homeserver */
	struct sim_user users[SIM_USERS];
	size_t user_count;
	struct sim_room rooms[SIM_ROOMS];
	size_t room_count;
	struct sim_event *events; /* the stream: position 1 is the first */
	size_t event_count, event_room;
	json_t *sent;             /* device, room and transaction id: the event id */
	json_t *refused;          /* transaction ids that were refused */
	json_t *direct;           /* m.direct; NULL: never set */
	unsigned filters, filter; /* stored so far; which of them is known; 0: none */
	char token[24], device[32];
	bool soft_logout;
	unsigned tokens;
	int64_t outage; /* until when the server answers nothing useful */
	int64_t held;   /* until when the account is suspended or locked */
	bool locked;
	double credit; /* of messages, under strict rates */
	int64_t credit_at;

	/* The bot's process */
	struct sim_exchange *exchanges;
	bool dead;     /* it has no effects any more */
	int64_t ghost; /* time that passes for a dead process alone */
	bool stopping; /* it was asked to end */
	size_t knows;  /* the stream up to where it must know it */
	size_t lives;  /* processes so far */
	struct bot_store *store;
	int64_t next_look; /* when it is seen again whether all is over */
	bool finished;
	unsigned idle; /* how often it waited for next to nothing, on end */

	struct sim_duel duels[SIM_DUELS];
	size_t duel_count;
	size_t flooded; /* the room that is; SIM_ROOMS: none is */

	unsigned seen[SIM_FAULTS_COUNT];
	int64_t slowest[2]; /* answer to a move beside a flood; under strict rates */

	/* The verdict */
	bool broken;
	enum sim_law law;
	char why[512];
};

/* The one at hand: what stands in for clocks and network has no other way to it. */
extern struct sim *sim;

/* One schedule from its seed. Returns whether the laws held; else sim->law and why say which. */
bool sim_run(uint64_t seed, enum sim_plant plant, bool telling);
void sim_finish(void);

/* Mixes something that happened into the transcript's hash. */
void sim_note(uint64_t what);
void sim_note_text(const char *what);

/* A line of the transcript. */
void sim_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A law is broken; only the first counts. */
void sim_break(enum sim_law law, const char *format, ...) __attribute__((format(printf, 2, 3)));

void sim_plan(int64_t delay, struct sim_task task);
/* When the next task is due; INT64_MAX: never. */
int64_t sim_next_task(void);
/* Does what is due. */
void sim_do_tasks(void);

/* Lets time pass without the bot. */
void sim_pass(int64_t time);
/* Forgets all that is on the network. */
void sim_net_finish(void);

struct cfg;
struct cfg_secrets;

/* Lets the process live, die and be started again until all is over. */
void sim_live_on(const struct cfg *config, const struct cfg_secrets *secrets);

/* The process ends as by kill -9 or by a loss of power. */
void sim_crash(void);

/* Whether everything has come to its end. */
bool sim_is_over(void);

#endif
