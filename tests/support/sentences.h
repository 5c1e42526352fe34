/* Reads the bot's English sentences, for players that are programs. */
#ifndef TESTS_SUPPORT_SENTENCES_H
#define TESTS_SUPPORT_SENTENCES_H

#include "engine/engarde.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A choice in a list or poll: "a. advance 3". */
struct sentences_choice {
	char letter[2]; /* empty in a poll */
	char notation[EG_ACTION_SIZE];
	char words[64];
};

/*
 * Reads the choices of a list, or the answers of a poll. Returns how many there are, or 0 if the
 * player only waits.
 */
size_t sentences_choices(const char *body, struct sentences_choice choices[EG_CHOICES_MAX]);

/* Returns the first match number ("#number") in the text, or 0 if the text has no such number. */
int64_t sentences_match(const char *body);

/*
 * Returns the number of the match whose hand the text shows to a player, or 0 if the text shows no
 * hand.
 */
int64_t sentences_hand_of(const char *body);

/*
 * Reads the position of a match from a hand or board in HTML. Returns false, and leaves the results
 * unchanged, if the text is neither a hand nor a board.
 */
bool sentences_position(const char *body, unsigned *distance, unsigned *pile);

/*
 * If the text begins with the time until which a player may act (", until Sun 03:11 UTC.") or with
 * the time that is left for it ("2 d 23 h left"), returns what follows the time. Otherwise returns
 * the text.
 */
const char *sentences_skip_deadline(const char *text);

/* Returns whether the text shows a hand. */
bool sentences_tell_hand(const char *body);

/* Returns whether the text says that a match is over or never began. */
bool sentences_end_match(const char *body);

#endif
