/* What the bot's English sentences tell a player who reads them: for players that are programs. */
#ifndef TESTS_SUPPORT_SENTENCES_H
#define TESTS_SUPPORT_SENTENCES_H

#include "engine/engarde.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SENTENCES_CHOICES 40

/* A line of the list that comes with a hand: "1. advance 3 (+3)". */
struct sentences_choice {
	char notation[EG_ACTION_SIZE];
	char words[64];
};

/* Reads the numbered lines; how many there are, none where the player only waits. */
size_t sentences_choices(const char *body, struct sentences_choice choices[SENTENCES_CHOICES]);

/* The first "#number" in the text; 0: there is none. */
int64_t sentences_match(const char *body);

/* The match of which the text tells a player where he stands; 0: of none. */
int64_t sentences_hand_of(const char *body);

/* Where a match stands, by a hand or a board in HTML; false: by neither, and they are as before. */
bool sentences_position(const char *body, unsigned *distance, unsigned *pile);

/* Whether the text tells what a player holds. */
bool sentences_tell_hand(const char *body);

/* Whether a match is over by it, or never began. */
bool sentences_end_match(const char *body);

#endif
