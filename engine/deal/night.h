/*
 * The lots of a club night, and the secrets of its bouts. Both follow from one secret of the night.
 * The host publishes a commitment to it with the sign-up, and the secret itself at the end. So
 * nobody can choose lots or cards once people have signed up, and everybody can check this.
 *
 * The commitment is BLAKE2b-256 of the secret. The lot of a fencer is the first eight bytes (the
 * lowest first) of BLAKE2b-256, with the secret as the key, of the id of the event by which they
 * signed up. Between equal fencers the one with the smaller lot comes first. The last secret of a
 * bout's chain (deal.h) is BLAKE2b-256, with the secret as the key, of the word "bout", a space and
 * the bout's number. The challenge and the acceptance of the match are the events by which its two
 * fencers signed up.
 *
 * Call sodium_init() once before any of these functions.
 */
#ifndef ENGINE_DEAL_NIGHT_H
#define ENGINE_DEAL_NIGHT_H

#include "engine/deal/deal.h"

/* Writes the commitment to a night's secret. */
void eg_night_commitment(const unsigned char secret[EG_KEY], unsigned char commitment[EG_KEY]);

/* Returns the lot of the fencer who signed up by the event with this id. */
uint64_t eg_night_lot(const unsigned char secret[EG_KEY], struct eg_text event);

/* Writes the last secret of the chain of the bout with this number. */
void eg_night_bout_secret(
	const unsigned char secret[EG_KEY], uint16_t number, unsigned char last[EG_KEY]);

#endif
