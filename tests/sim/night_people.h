/*
 * Club nights and seasons. Few schedules have one: people open it, sign up, fence their bouts, and
 * disturb it. Which schedules have one does not depend on the random numbers of the other events,
 * so the schedules without one are the same as if there were none.
 */
#ifndef TESTS_SIM_NIGHT_PEOPLE_H
#define TESTS_SIM_NIGHT_PEOPLE_H

#include "bot/store/matches.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_NIGHT_TRIES 12 /* how often the organiser tries to open it */

/* Whether each schedule has a season: `sim --seasons 1`. */
extern bool sim_all_seasons;

/* The night, or the season, that the people of a schedule want to have. */
struct sim_night {
	bool planned; /* the schedule has one */
	bool season;  /* it is a season */
	bool weekly;  /* it is the first of weekly nights */
	bool large;   /* many fencers: a tableau after the pools, or two divisions */
	size_t room, organiser;
	const char *rules;
	uint8_t touches;
	int64_t clock;    /* how many milliseconds a turn may take */
	bool third;       /* the losers of the semi-finals fence for the third place */
	int64_t pauses;   /* how many milliseconds of pauses people have asked for */
	int64_t lead;     /* how many milliseconds after its opening the night begins */
	bool down;        /* the host is down for an hour: the people notice, and wait */
	int64_t downtime; /* how many milliseconds the bot was down in all */
	unsigned tries;
	/* the stream position of the bot's newest message that takes reactions, or 0 */
	size_t post;
	size_t staller; /* the fencer who stops answering in bouts, or SIM_USERS */
	bool begun;     /* somebody has read that the bouts have begun */
	bool over;      /* see sim_night_is_over */
};

struct sim_task;
struct sim_event;

/* Decides whether the schedule has a night or a season. Call it before the users are chosen. */
void sim_night_draw(void);

/* Plans who opens the night. Call it after the rooms and matches are chosen. */
void sim_night_plan(void);

/* Lets the user react to a public message of the bot, at this stream position. */
void sim_night_read(size_t user, size_t room, const char *body, size_t position);

/*
 * Notes a bout whose hand a player has read. Returns its index in sim->duels, or SIM_DUELS if the
 * match with this number is no bout.
 */
size_t sim_night_adopt(int64_t id);

/* Reads a match of the bot's store. Returns false if it can't be read. */
bool sim_match_read(int64_t id, struct bot_match *match);

/* Lets the user answer if the bot asks whether they want to leave. */
void sim_night_hear(size_t user, size_t room, const char *body);

/* Runs a planned task of the night. */
void sim_night_does(const struct sim_task *task);

/* Whether the schedule has none, or it is over, or nobody could open it. */
bool sim_night_is_over(void);

#endif
