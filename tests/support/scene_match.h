/* Matches in a scene: functions that begin matches, play in them, and load them from the store. */
#ifndef TESTS_SUPPORT_SCENE_MATCH_H
#define TESTS_SUPPORT_SCENE_MATCH_H

#include "tests/support/scene_talk.h"

/* A deck from which both players get one card of each value. */
extern const uint8_t scene_even_deck[EG_DECK];

/*
 * Stores a match that is being played, without a board. The caller has filled in the room and the
 * players. The match is played by the advanced rules to 15 touches, White begins, and round 1 has
 * this deck.
 */
void scene_add_match(struct scene *scene, struct bot_match *match, const uint8_t deck[EG_DECK]);

/* Creates a scene, and adds match 1 between ANN (White) and BOB in ROOM as scene_add_match does. */
struct scene *scene_with_deck(const uint8_t deck[EG_DECK]);

/*
 * Begins a match: ANN challenges BOB in ROOM with these terms, BOB accepts, and the bot reaches
 * both players.
 */
void scene_begin(struct scene *scene, const char *terms);

/*
 * Begins a match as scene_begin does, between any two players. Two players can have only one match
 * in a room.
 */
void scene_begin_between(
	struct scene *scene, const char *white, const char *black, const char *terms);

/*
 * Plays a match between two users in a room: `loser` challenges, and resigns after `actions`
 * actions. With two or more, the match is rated.
 */
void scene_give_up(struct scene *scene, const char *room, const char *loser, const char *winner,
	unsigned actions);

/* Gives a user a rating over all rooms, after twenty matches. */
void scene_rate(struct scene *scene, const char *user, double rating);

/*
 * Set-up for cmocka: the state is a scene with a match of ANN and BOB, with five minutes for each
 * turn.
 */
int scene_setup_timed(void **state);

/*
 * Set-up for cmocka: the state is a scene with a match of ANN (White) and BOB after +4 +4 +3 +4.
 * White, who is to act, holds 1 2 5 5 5, Black holds 1 3 4 5 5, and the distance is 7.
 */
int scene_setup_in_reach(void **state);

/* Loads the match with that id, and its state by replay. */
struct bot_match scene_match(struct scene *scene, int64_t id);
struct eg_match scene_state(struct scene *scene, int64_t id);

/* Returns the player whose turn it is in match 1, between ANN (White) and BOB. */
const char *scene_to_act(struct scene *scene);

/* Makes the player whose turn it is in match 1 play the first choice of the list in private. */
void scene_play(struct scene *scene);

/*
 * Makes each player of match 1 act once, so that the match counts. Then it is the first player's
 * turn again.
 */
void scene_let_both_act(struct scene *scene);

/*
 * Makes the player whose turn it is in match 1 give a command in ROOM. Asserts that the command
 * plays an action, and that the bot writes only the board and the next hand.
 */
void scene_play_in_room(struct scene *scene, const char *text);

/* The player whose turn it is plays the last action of the list of legal actions, in private. */
void scene_play_last(struct scene *scene, int64_t id);

/*
 * Plays until `rounds` rounds or the match have ended. Each player always plays the last action of
 * the list of legal actions.
 */
void scene_play_rounds(struct scene *scene, int64_t id, uint16_t rounds);

/* The same to the end of a match that goes on. */
void scene_play_match(struct scene *scene, int64_t id);

/* Writes a player's hand as the private message shows it, with the end of the line. */
void scene_write_hand(const struct eg_round *round, enum eg_seat seat, char line[64]);

#endif
