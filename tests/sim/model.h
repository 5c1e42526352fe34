/*
 * A second implementation of the matches, independent of the bot's code. It replays the events that
 * the bot has handled and compares the result with the store. It takes only three things from the
 * store: the order in which the bot handled the events, the decks, and what the clock did to a
 * match.
 */
#ifndef TESTS_SIM_MODEL_H
#define TESTS_SIM_MODEL_H

#include "tests/sim/archive.h"
#include "tests/sim/sim.h"

struct sim_model_match {
	size_t root; /* the room in which the match began; if that room replaced another, the first
			room of the chain of upgrades */
	size_t player[2];
	enum { CHALLENGED, ACCEPTED, ENDED } status;
	struct eg_match state;
	char actions[SIM_ROUNDS][SIM_ACTIONS];
	uint16_t rounds;
	int64_t since; /* when the current turn began */
	long turned;   /* the number of events that the bot had handled when the turn began */
	int64_t clock; /* how many milliseconds a turn may take */
	int64_t extra; /* how many more milliseconds Black has */
	bool plans[2]; /* whether each player has planned to parry the next attack */
	bool acted[2]; /* whether each player has acted; until both have, nobody can lose */
	int64_t began; /* when the first round was dealt */
	/* each player may have ended the match before both had acted */
	bool ended_early[2];
	bool may_be_lost_early; /* the match may be a loss although not both players have acted */
	bool bout;              /* the match is a bout of a club night */
	int64_t made;           /* when the bot made the bout */
	int64_t ended;          /* when the bout ended */
	bool claimed; /* the bot has given the win to the opponent of a player who had gone */
};

/* An action of a player, at the event with the number `mark`. */
struct sim_model_deed {
	size_t id, user;
	long mark;
};

struct sim_model {
	struct sim_model_match match[SIM_MATCHES + 1]; /* sorted by id */
	size_t count;
	struct sim_archive stored;
	bool *handled; /* handled[p]: the bot has handled the event at stream position p */
	size_t next;   /* the index of the first stored deed that the model has not reached yet */
	long mark;     /* how many events the bot had handled, including the current event */
	int64_t at;    /* when the current event was handled */
	const struct sim_event *event;
	bool muted; /* the bot may not have obeyed the event because it may not write */
	bool blocked[SIM_USERS][SIM_USERS];        /* [a][b]: a refuses all challenges from b */
	bool may_be_blocked[SIM_USERS][SIM_USERS]; /* the bot may have refused to block */
	/* Why a fencer may leave a night: they left or were excluded, or the bot forgot them. */
	bool withdrew[SIM_USERS], excluded[SIM_USERS], forgotten[SIM_USERS];
	size_t wants[SIM_USERS]; /* how many bouts of a season at once, or 0: the usual number */
	/* Whether forced actions of the player play themselves: the bot may have refused that. */
	enum { SIM_NEVER, SIM_PERHAPS, SIM_SURELY } automatic[SIM_USERS];
	bool night_ended;             /* a moderator or the organiser may have ended the night */
	struct sim_model_deed *deeds; /* all actions, the earliest first */
	size_t deed_count;
};

extern struct sim_model sim_model;

/* Whether the bot gave the match this status or ending when it handled the current event. */
bool sim_model_did(size_t id, const char *what);

/*
 * Whether the bot refused a command because of its limits, or because it may not write in the room.
 * The bot may refuse commands only in a flood or in such a room, and may never refuse an action.
 */
bool sim_model_is_refused(size_t id, const char *what);

bool sim_model_is_same_pair(const struct sim_model_match *a, const struct sim_model_match *b);

/* Whether a player begins with touches or has a longer clock. Such a match is not rated. */
bool sim_model_has_handicap(const struct sim_model_match *match);

/* model_challenges.c: these functions make or answer a challenge, if the sender may. */
void sim_model_challenge(const struct sim_event *event);
void sim_model_accept(struct sim_model_match *match, size_t id, size_t sender);
void sim_model_decline(struct sim_model_match *match, size_t id, size_t sender);

/* Notes that the user refuses challenges from the other, and ends those that wait between them. */
void sim_model_block(size_t user, size_t other);

/*
 * model_levels.c: whether the bot may have believed, between the time of the current event and the
 * time when it handled this event, that it may not write in a room. `root` is the first room of the
 * room's chain of upgrades.
 */
bool sim_model_may_be_muted(size_t root);

/* Whether the user was a moderator in the chain of upgrades at any time until `by`. */
bool sim_model_has_moderated(size_t root, size_t user, int64_t by);

/*
 * model_actions.c: sim_model_deal begins a round with the stored deck. sim_model_act plays the
 * action of the event, if it is legal.
 */
bool sim_model_deal(struct sim_model_match *match, size_t id);
void sim_model_act(struct sim_model_match *match, size_t id, const struct sim_event *event);

/* Plays a legal action. `automatic` says whether it played itself. */
void sim_model_play(
	struct sim_model_match *match, size_t id, struct eg_action action, bool automatic);

/*
 * model_automatic.c: plays the actions that follow by themselves, as the store says, and checks
 * that everybody could know each of them, and that none is missing.
 */
void sim_model_play_on(struct sim_model_match *match, size_t id);

/* Notes that the user plans to parry the next attack, if the opponent is to act. */
void sim_model_plan(struct sim_model_match *match, size_t user);

/* Notes that the user wants their forced actions to play themselves. */
void sim_model_want_automatic(size_t user);

/* Checks that an acknowledgement replaces the list of a turn that its player has ended before. */
void sim_model_check_acknowledgement(const struct sim_event *event);

/*
 * model_endings.c: ends a match that a player gives up by the event, by a resignation or an abort.
 */
void sim_model_give_up(struct sim_model_match *match, size_t id, const struct sim_event *event);

/*
 * Checks a command to stop a match. Only a moderator may stop it. If the sender was a moderator
 * only for some time, the bot may stop the match or refuse, because news of the change may reach it
 * late.
 */
void sim_model_stop(struct sim_model_match *match, size_t id, const struct sim_event *event);

/*
 * Ends the match if the bot let the sender claim the win. Checks that the other player had gone for
 * long enough.
 */
void sim_model_claim(struct sim_model_match *match, size_t id, size_t sender);

/* Whether the player has left any room, or declined an invitation, before `at`. */
bool sim_model_has_gone(size_t user, int64_t at);

/* Checks that the loser of a match by the clock had the hand, and that their time was over. */
void sim_model_check_time(const struct sim_model_match *match, const struct sim_deed *deed);

/* model_bouts.c: makes a bout, and checks that the bot had a reason to end it. */
void sim_model_make_bout(const struct sim_deed *deed);
void sim_model_end_bout(struct sim_model_match *match, const struct sim_deed *deed);

/* Whether the user may have left the club night by the time `at`, or may have been excluded. */
bool sim_model_is_out(size_t user, int64_t at);

/* How often the user has lost a bout by the clock, or did not come to one, at most. */
unsigned sim_model_forfeits(size_t user);

/* When the first bout was made. */
int64_t sim_model_first_bout(void);

/* Checks that the bot had a reason to end the match. */
void sim_model_end(struct sim_model_match *match, const struct sim_deed *deed);

#endif
