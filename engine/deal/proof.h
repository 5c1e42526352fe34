/*
 * The proof that a match was dealt fairly: its record, with these tags beside those that
 * engine/engarde.h asks for. Events and secrets are those of engine/deal/deal.h.
 *
 *     [White "@ada:example.org"]    the players, who are not proven
 *     [Black "@bert:example.org"]
 *     [Commitment "43 characters"]  as it was shown before the acceptance
 *     [Challenge "$event"]          the ids of the two events; at most 255 bytes each
 *     [Accept "$event"]
 *     [Opening "43 characters"]     after each round, the secret that it was dealt from
 *     [Result "white 5-3"]          the winner (white, black or nobody), White's and Black's rounds
 *     [Termination "won"]           how it ended
 *
 * What it can't prove: that the host did not look at the cards or tell a player; that it let lots
 * decide who begins, where First was left to them; and that the commitment and the two events
 * stand in the room as in the record. Who was in the room can see the last for himself.
 *
 * Commitment, Challenge and Accept come before the first round. Termination is
 *
 *   won                 by the last touch: the rounds show it
 *   resigned, forfeited the winner is who did not
 *   stopped, abandoned  by a moderator, by consent: nobody wins
 *   undecided           the chain of secrets has come to its end: nobody wins
 *   unknown             an earlier version did not note it: nobody is known to win
 *   playing             the match goes on; the round that is being played is not in the record
 */
#ifndef ENGARDE_PROOF_H
#define ENGARDE_PROOF_H

#include "engine/engarde.h"

#define EG_EVENT_SIZE 256 /* bytes of an event's id, its final NUL included */

/* What was checked. The texts are within the record, as written. */
struct eg_proof {
	struct eg_match match; /* its rounds are the decks dealt anew, and the openings */
	uint32_t actions;      /* played in all rounds, each of them legal */
	struct eg_text commitment;
	struct eg_text challenge;
	struct eg_text acceptance;
	struct eg_text termination;
	enum eg_seat winner; /* as the record says; proven when the termination is "won" */
};

/*
 * Checks a whole record: that it replays, that each round was dealt from its opening, that the
 * openings lead back to the commitment, and that the result is what the rounds say. The errors of
 * eg_record_replay; EG_ILLEGAL also for what does not fit the proof. `proof` is untouched then.
 * Call sodium_init() before.
 */
EG_MUST_USE enum eg_error eg_record_prove(
	const char *text, size_t size, struct eg_proof *proof, struct eg_record_fault *fault);

#endif
