/*
 * Who may stop a rated match between people. A stopped match counts for nobody, so a player who is
 * about to lose would like to have it stopped. Players can't stop their own matches. But somebody
 * who may give moderators their power, such as the creator of the room, could make a friend a
 * moderator for this. So only those may stop the match who moderated the room when it began. There
 * is no need for others to do so: the match has a clock, which ends it.
 */
#ifndef BOT_PLAY_STOPPING_H
#define BOT_PLAY_STOPPING_H

#include "bot/match/loaded_match.h"

/* Notes who moderates the room of a match that begins. Does nothing if the match is not rated. */
void bot_stopping_note_moderators(const struct bot_loaded_match *loaded);

/* Whether a user who moderates the room now may stop the match. */
bool bot_stopping_is_allowed(const struct bot_loaded_match *loaded, const char *user);

#endif
