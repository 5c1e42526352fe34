/*
 * The record of a club night, and what it proves. engine/deal/night.h explains the secret. The
 * record is a text of tags (engine/engarde.h), in this order:
 *
 *     [Night "7"]                     these two tags name the night, without a proof
 *     [Room "!room:example.org"]
 *     [Touches "5"]                   of each bout
 *     [Commitment "43 characters"]    as the host published it
 *     [Secret "43 characters"]
 *     [Fencer "f0"]                   the number of a fencer; then two tags about this fencer:
 *     [User "@ada:example.org"]
 *     [SignUp "$event"]               the id of the event, at most 255 bytes
 *     [Bout "b1 r0 p1 f0 f3 t5 t2 w0 m12"]
 *     [Rank "f0 f3 f2 f1"]            the fencers after the pools, the best first. A fencer who is
 *                                     missing has withdrawn: their bouts in the pools don't count
 *
 * A bout that has ended has its number b; the round r of the tableau, or 0 in the pools; the number
 * p of the pool from 1, or the bout's place in its round from 0; the two fencers f; the touches t
 * of each; who won, w, which is 0, 1 or 2 for nobody; and the number m of its match, or 0. A bout
 * that began again, because somebody was excluded and included again, has another number each
 * time, so that its decks are new. The letters keep the numbers from looking like somebody's cards.
 *
 * The tag Rank is missing if the night was stopped before the pools were over. The ranking is by
 * the victories divided by the bouts, then the indicator (the touches scored minus the touches
 * received), then the touches scored, then the lots. A fencer without a bout comes last.
 *
 * No record proves the results of the bouts, which the records of their matches show; nor who
 * withdrew; nor the ratings by which the fencers were shared out among the pools; nor that the
 * events and the commitment are in the room.
 */
#ifndef ENGINE_DEAL_NIGHT_PROOF_H
#define ENGINE_DEAL_NIGHT_PROOF_H

#include "engine/deal/deal.h"

#define EG_NIGHT_FENCERS 128
#define EG_NIGHT_BOUTS   512

struct eg_night_fencer {
	uint8_t number;
	struct eg_text user; /* these two point into the record, and are still escaped */
	struct eg_text event;
	uint64_t lot;
	bool ranked;
	int bouts, victories, scored, received; /* those in the pools that count */
};

struct eg_night_bout {
	uint16_t number;
	uint8_t round;
	size_t fencer[2]; /* their indexes in eg_night_proof.fencer */
	int touches[2];
	uint8_t winner; /* 0 or 1, or 2 for nobody */
	uint32_t match;
};

/* What a record proves. */
struct eg_night_proof {
	struct eg_text commitment;
	unsigned char secret[EG_KEY];
	size_t fencers;
	struct eg_night_fencer fencer[EG_NIGHT_FENCERS];
	size_t bouts;
	struct eg_night_bout bout[EG_NIGHT_BOUTS];
	size_t ranked;                 /* 0 if the pools were not over */
	size_t rank[EG_NIGHT_FENCERS]; /* the indexes of the fencers, the best first */
	size_t by_lot;                 /* how many neighbours in the ranking only lots separate */
};

/* Whether a text is the record of a night, and not of a match. */
bool eg_night_is_record(const char *text, size_t size);

/*
 * Checks a record of `size` bytes: the secret leads to the commitment, and the ranking follows from
 * the results and the lots. Errors: EG_SYNTAX, and EG_ILLEGAL if the tags contradict each other.
 * Then `fault` says where and why. Call sodium_init() before.
 */
EG_MUST_USE enum eg_error eg_night_prove(
	const char *text, size_t size, struct eg_night_proof *proof, struct eg_record_fault *fault);

#endif
