#!/bin/sh
# usage: wall.sh SOURCE COMPILER [FLAGS...]
# Checks that code which shows a hidden card does not compile in bot/show/. Tries it in a source that
# includes all headers that the files of this folder include.
set -u
cd "$1" || exit 1
compiler=$2
shift 2
flags=$*
failed=0
headers=$(grep -hE '^#include "' bot/show/*.[ch] | sort -u)

# shellcheck disable=SC2086 # $flags are several words
# compiles CODE: whether a function of bot/show/ may consist of this code.
compiles() {
	printf '%s\n%s\n' "$headers" \
		"int leak(struct bot_loaded_match *loaded, enum eg_seat other) { (void)other; $1 }" |
		"$compiler" -std=c17 -D_POSIX_C_SOURCE=200809L -Werror=implicit-function-declaration \
			-fsyntax-only -I. $flags -x c - 2>/dev/null
}

while read -r code; do
	compiles "$code" || { echo "FAILED: should compile: $code"; failed=$((failed + 1)); }
done <<'END'
return loaded->state.round.hand_size[other];
return loaded->position ? loaded->state.score[other] : 0;
const struct bot_public_round round = bot_match_public_round(loaded, 1); return (int)round.count;
END
while read -r code; do
	compiles "$code" && { echo "FAILED: compiles: $code"; failed=$((failed + 1)); }
done <<'END'
return loaded->state.round.hand[other][5];
return loaded->round.deck[0];
return loaded->position->match.round.hand[other][5];
return loaded->position->match.round.deck[loaded->position->match.round.drawn];
return loaded->position->round.deck[0];
struct bot_position all = *loaded->position; return all.match.round.hand[other][5];
struct bot_position all; return (int)sizeof(all);
return bot_position_seen_by(loaded, other)->round.hand[5];
const struct eg_match_view *view = bot_position_seen_by(loaded, other); return view->round.hand[5];
return bot_position_witness(loaded).dealt[5];
struct bot_round round; return (int)bot_store_round_get(loaded->host->store, loaded->match.id, 1, &round);
struct eg_match all; return (int)bot_store_replay(loaded->host->store, &loaded->match, &all, 0);
struct bot_shuffle shuffle; return (int)bot_store_shuffle(loaded->host->store, loaded->match.id, &shuffle);
uint8_t deck[EG_DECK]; bot_shuffle_deck(loaded->host, loaded->match.id, 1, deck); return deck[0];
END
echo "$failed failed"
[ "$failed" -eq 0 ]
