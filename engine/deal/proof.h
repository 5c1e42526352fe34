/*
 * The proof that the host dealt a match fairly. It is the record of the match with these tags, in
 * addition to the tags that engine/engarde.h requires. engine/deal/deal.h explains the events and
 * the secrets.
 *
 *     [Match "12"]                  these four tags name the match, without a proof
 *     [Room "!room:example.org"]
 *     [White "@ada:example.org"]
 *     [Black "@bert:example.org"]
 *     [Commitment "43 characters"]  as the host published it
 *     [Challenge "$event"]          the ids of the two events, at most 255 bytes each
 *     [Accept "$event"]
 *     [FirstBy "lot"]               only if lots were drawn to decide who begins
 *     [Opening "43 characters"]     after each round: the secret of its deck
 *     [Result "white 5-3"]          the winner (white, black or nobody), and the score
 *     [Termination "won"]           how the match ended
 *
 * No record proves:
 *
 * - that the host did not look at the cards, and did not tell them to a player;
 * - that nobody has chosen the cards: the host can, together with the homeserver of the player who
 *   accepted, if the acceptance is a tap, or in a bout of a club night or a season (deal.h explains
 *   who can do this, and how);
 * - that the chat room has the commitment and the two events of the record, in this order. An id
 *   that begins with `tap:` stands for a tap on the bot's page (deal.h), which only the player's
 *   browser can check;
 * - the match, the room and the players, which the four tags name;
 * - the terms (Rules, Touches, Start, and First without a lot), which are in the challenge;
 * - that the players chose these actions: other legal actions on the same decks pass too;
 * - how a match without a last touch ended, and that no round is missing at its end.
 *
 * Everybody who was in the room can check these points with the messages there, except the first
 * two points.
 *
 * Records of earlier versions have no FirstBy tag and don't prove who began. A record without a
 * Termination tag was cut: this module checks what the record has, but the end is not proven. The
 * tag [Rated "no"] says that the match was casual; it proves nothing.
 *
 * Commitment, Challenge, Accept and FirstBy come before the first round. Only Opening may come more
 * than once. Termination is
 *
 *   won                  the last touch won the match; the rounds show it
 *   resigned, forfeited  the winner is the other player
 *   stopped, abandoned   a moderator stopped the match, or the players agreed: nobody wins
 *   undecided            the chain of secrets ended, or nobody acted any more: nobody wins
 *   void                 the match ended before both players had acted: nobody wins
 *   unknown              an earlier version did not store the ending; the winner is unknown
 *   playing              the match goes on; its current round is not in the record
 */
#ifndef ENGINE_DEAL_PROOF_H
#define ENGINE_DEAL_PROOF_H

#include "engine/engarde.h"

#define EG_EVENT_SIZE 256 /* bytes of an event id, NUL included */

/* The tags that name the match. The record does not prove what they say. */
enum eg_proof_tag { EG_PROOF_MATCH, EG_PROOF_ROOM, EG_PROOF_WHITE, EG_PROOF_BLACK, EG_PROOF_TAGS };

/* The result of the check. The texts point into the record; the text of a missing tag is empty. */
struct eg_proof {
	struct eg_match match; /* the match, replayed from the record */
	uint32_t actions;      /* the number of actions in all rounds; each is legal */
	uint16_t opened; /* the number of rounds with a proven deck. These are all rounds, or all
			    but the last if the record was cut */
	bool whole;      /* the rounds prove the match up to its last touch */
	bool by_lot;     /* the record says that lots decided who begins; proven if opened > 0 */
	struct eg_text commitment;
	struct eg_text challenge;
	struct eg_text acceptance;
	struct eg_text termination; /* empty if the record was cut */
	enum eg_seat winner; /* the winner that the record names; proven only if `whole` is true */
	struct eg_text tag[EG_PROOF_TAGS]; /* the values of these tags are not proven */
};

/*
 * Checks a record of `size` bytes: the actions are legal, each deck follows from its opening, the
 * openings lead back to the commitment, and the lot and the result are right. Errors: those of
 * eg_record_replay, and EG_ILLEGAL if the tags do not fit the rounds. EG_OK does not mean that the
 * record proves the match up to its end: see `whole`. Call sodium_init() before.
 */
EG_MUST_USE enum eg_error eg_record_prove(
	const char *text, size_t size, struct eg_proof *proof, struct eg_record_fault *fault);

#endif
