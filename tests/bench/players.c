#include "tests/bench/players.h"

#include "tests/bench/die.h"
#include "tests/bench/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES     4000000
#define MICROSECOND 1000
#define COMMAND     "!eg "

/* Where a match stands, as a text tells it: enough to tell two turns in a row apart. */
struct position {
	unsigned distance, pile;
};

struct duel {
	enum stage stage;
	unsigned seat, choices; /* who is to act: 0 or 1; among how many choices */
	int64_t since;          /* when he did */
	int64_t unseen;         /* when the oldest action was played that no board shows; 0: none */
	struct position hand, board;
	unsigned next; /* of the duels that are ready */
};

static struct {
	struct duel *duels;
	unsigned count;
	unsigned first, last; /* those that are ready; count: none */
	bool echo, rest;
	uint32_t random;
} players;

struct tally tally;

void players_init(unsigned duels, bool echo)
{
	players.duels = calloc(duels, sizeof *players.duels);
	players.count = players.first = players.last = duels;
	players.echo = echo;
	players.random = 2463534242;
	tally.waits = malloc(SAMPLES * sizeof *tally.waits);
	tally.ages = malloc(SAMPLES * sizeof *tally.ages);
	if (!players.duels || !tally.waits || !tally.ages)
		die("no memory");
}

/* Marsaglia's xorshift: the same players each time. */
static unsigned below(unsigned bound)
{
	players.random ^= players.random << 13;
	players.random ^= players.random >> 17;
	players.random ^= players.random << 5;
	return players.random % bound;
}

static void note(uint32_t *samples, unsigned *count, int64_t since)
{
	if (*count == SAMPLES)
		die("too long a run");
	samples[(*count)++] = (uint32_t)((clock_now() - since) / MICROSECOND);
}

static void command(unsigned duel, unsigned seat, const char *text)
{
	players.duels[duel].since = clock_now();
	world_say(duel * ROOMS_A_DUEL + PUBLIC_ROOM, 2 * duel + seat, text);
}

static void challenge(unsigned duel)
{
	char text[128];

	players.duels[duel].stage = CHALLENGED;
	snprintf(text, sizeof text, COMMAND "challenge %s to 15", world_user(2 * duel + 1));
	command(duel, 0, text);
}

static void become_ready(unsigned duel)
{
	struct duel *this = &players.duels[duel];

	if (this->stage == ACTING) {
		note(tally.waits, &tally.wait_count, this->since);
		tally.acted++;
		tally.acting--;
	}
	if (this->stage == DEALING)
		tally.begun++;
	this->stage = READY;
	tally.ready++;
	this->next = players.count;
	if (players.last != players.count)
		players.duels[players.last].next = duel;
	else
		players.first = duel;
	players.last = duel;
}

void players_begin(unsigned duel)
{
	world_open(duel);
	players.duels[duel].stage = ENTERING;
	if (players.echo)
		become_ready(duel);
}

bool players_act(int64_t since)
{
	unsigned duel = players.first;
	struct duel *this = &players.duels[duel];
	char text[16];

	if (duel == players.count)
		return false;
	players.first = this->next;
	if (players.first == players.count)
		players.last = players.count;
	tally.ready--;
	tally.acting++;
	this->stage = ACTING;
	if (players.echo) {
		command(duel, 0, COMMAND "board");
	} else {
		snprintf(text, sizeof text, "%u", 1 + below(this->choices));
		world_say(
			duel * ROOMS_A_DUEL + WHITE_ROOM + this->seat, 2 * duel + this->seat, text);
		if (this->unseen == 0)
			this->unseen = clock_now();
	}
	this->since = since;
	return true;
}

void players_rest(bool rest)
{
	players.rest = rest;
}

void players_forget(void)
{
	tally.acted = tally.opening = 0;
	tally.wait_count = tally.age_count = 0;
}

unsigned players_behind(void)
{
	unsigned behind = 0;

	for (unsigned i = 0; i < players.count; i++) {
		const struct duel *duel = &players.duels[i];
		/* A round's board comes with its first action. */
		bool fresh = duel->hand.distance == 22 && duel->hand.pile == 15;

		behind += duel->stage == READY && !fresh &&
			  (duel->hand.distance != duel->board.distance ||
				  duel->hand.pile != duel->board.pile);
	}
	return behind;
}

/* Reading */

/* The number after a word in a text that is JSON; 0: it is not there. */
static unsigned number_after(const char *text, const char *word)
{
	const char *found = strstr(text, word);

	return found ? (unsigned)strtoul(found + strlen(word), NULL, 10) : 0;
}

/* How many numbered lines there are: "\n1. advance 2 (+2)", the line's end being escaped. */
static unsigned count_choices(const char *text)
{
	unsigned count = 0;
	char *end;

	while ((text = strstr(text, "\\n"))) {
		text += 2;
		if (strtoul(text, &end, 10) == count + 1 && strncmp(end, ". ", 2) == 0)
			count++;
	}
	return count;
}

static void hear_in_private(unsigned duel, unsigned seat, const char *text)
{
	struct duel *this = &players.duels[duel];
	unsigned choices = count_choices(text);

	if (choices == 0)
		return;
	if (this->stage != DEALING && this->stage != ACTING)
		die("a player is to act in a match that is not on: %s", text);
	this->seat = seat;
	this->choices = choices;
	this->hand = (struct position){
		number_after(text, ": distance "), number_after(text, ", draw pile ")};
	become_ready(duel);
}

static void hear_board(struct duel *duel, const char *text)
{
	struct position shown = {number_after(text, "distance "), number_after(text, "  pile ")};

	if (shown.distance == 0)
		return;
	duel->board = shown;
	if (duel->unseen != 0)
		note(tally.ages, &tally.age_count, duel->unseen);
	duel->unseen = 0;
}

static void hear_in_public(unsigned duel, const char *text)
{
	struct duel *this = &players.duels[duel];

	hear_board(this, text);
	if (this->stage == ENTERING) {
		challenge(duel);
	} else if (this->stage == CHALLENGED && strstr(text, " challenges ")) {
		this->stage = DEALING;
		command(duel, 1, COMMAND "accept");
	} else if (this->stage == ACTING && strstr(text, " wins #")) {
		note(tally.waits, &tally.wait_count, this->since);
		tally.acted++;
		tally.acting--;
		this->stage = ENTERING;
		if (!players.rest)
			challenge(duel);
	}
}

void players_hear(unsigned room, const char *content)
{
	unsigned duel = room / ROOMS_A_DUEL, kind = room % ROOMS_A_DUEL;

	if (players.echo) {
		if (players.duels[duel].stage == ACTING)
			become_ready(duel);
		return;
	}
	tally.opening += players.duels[duel].stage < READY;
	if (kind == PUBLIC_ROOM)
		hear_in_public(duel, content);
	else
		hear_in_private(duel, kind - WHITE_ROOM, content);
}
