/*
 * Measures the calibration of the outlook (see engine/opponent/outlook.h) in rounds of a player
 * against itself. Each round gives one moment: before one of its decisions, each equally likely.
 */
#ifndef ENGINE_LAB_OUTLOOK_CHECK_H
#define ENGINE_LAB_OUTLOOK_CHECK_H

#include "engine/lab/calibration.h"
#include "engine/opponent/dice.h"
#include "engine/opponent/opponent.h"

enum { TO_ACT, WAITING, OPEN, OUTLOOKS };

struct outlook_check {
	struct eg_player player;
	struct eg_rules rules;
	uint64_t rounds;
	struct eg_dice dice;
	/*
	 * The outlook of the seat to act, the outlook of the other seat, and White's outlook with
	 * open hands.
	 */
	struct calibration outlooks[OUTLOOKS];
};

/* Plays the rounds and shows its progress. Returns false if the player could not answer. */
bool outlook_check_play(struct outlook_check *check);

#endif
