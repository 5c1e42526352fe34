/*
 * A loaded match: the stored row, what everybody may know of the position, and the names and
 * languages that its messages need. The bot uses a loaded match only while it handles one message
 * or one timer. loading.h loads it.
 */
#ifndef BOT_MATCH_LOADED_MATCH_H
#define BOT_MATCH_LOADED_MATCH_H

#include "bot/call/call.h"
#include "bot/call/time.h"
#include "bot/call/time_zone.h"
#include "bot/text/board.h"
#include "bot/text/name.h"

/* Do not copy this struct: pointers in `cast` point to other members of the same struct. */
struct bot_loaded_match {
	struct bot_host *host;
	struct bot_match match;
	struct eg_match_view state; /* the public view; valid only if match.status is BOT_PLAYING */
	struct bot_position *position; /* with all cards (position.h), or NULL before the match */
	struct bot_timers timers;      /* none before the match is played; see timers.h */
	struct bot_cast cast;
	struct bot_name_labels named[2]; /* the players' labels, by seat */
	char pill[2][BOT_LABEL_SIZE];    /* the labels that link to the players, if any do */
	/* the zone of the room, or of the only player, for `until`; only if there is a clock */
	char zone[BOT_ZONE_SIZE];
	struct bot_instant until; /* the time at which the turn ends */
	struct {
		bool known;
		int64_t end; /* when the quiet hours of the player end, or 0 (timers.h) */
	} quiet[2];
	const struct bot_lang *lang;   /* the language of the match's room */
	const struct bot_lang *own[2]; /* the language of each player's private messages */
};

struct bot_played {
	enum eg_seat seat;
	struct eg_action action;
	bool automatic; /* the action played itself */
};

/* A round as everybody has seen it. The memory ends with the attempt. */
struct bot_public_round {
	enum eg_seat first; /* who began the round */
	struct bot_played *played;
	size_t count;
	struct eg_match_view after; /* the public view; the score before the round is 0:0 */
};

/* Gets a round of the match, which must have begun. position.c has this function and the next. */
struct bot_public_round bot_match_public_round(
	const struct bot_loaded_match *loaded, uint16_t number);

/*
 * Returns the number of the current turn of a match. The outbox stores this number with the message
 * that lists the actions of the turn, because in a later turn the letters in that list mean other
 * actions. The number is never 0, because 0 stands for a message without a list.
 */
int64_t bot_turn_number(const struct eg_match_view *view);

#endif
