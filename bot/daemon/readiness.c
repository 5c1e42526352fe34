#include "bot/daemon/readiness.h"

#include "bot/base/error.h"
#include "bot/store/database.h"

/*
 * The bot is ready if its last /sync is at most this old. A homeserver answers /sync within 30 s
 * even if nothing happens.
 */
#define READY_AGE 120 /* seconds */
/*
 * The bot is healthy if its last /sync is at most this old. A homeserver that restarts, or upgrades
 * its database, often needs some minutes.
 */
#define HEALTHY_AGE 600 /* seconds */

static bool is_silent(const struct readiness *readiness)
{
	return readiness->waits >= BOT_STORE_PATIENCE;
}

static void say_store(const struct readiness *readiness, FILE *out)
{
	if (readiness->store_is_gone)
		fprintf(out,
			"store: somebody has removed or replaced its file (%s), so what the bot "
			"writes is lost when it ends; move the file back, or stop the bot and "
			"restore a backup\n",
			readiness->folder);
	else if (bot_errno_is_full(readiness->refusal))
		fprintf(out,
			"store: the disk is full (%s); nothing is lost, and the matches go on as "
			"soon as there is space\n",
			readiness->folder);
	else if (readiness->refusal)
		fprintf(out,
			"store: can't be written: %s (%s); nothing is lost, and the matches go on "
			"as soon as it can be written again\n",
			bot_errno_text(readiness->refusal), readiness->folder);
	else if (is_silent(readiness))
		fprintf(out,
			"store: the database has not answered for %d s (%s); nothing is lost, and "
			"the matches go on as soon as it answers\n",
			(int)(readiness->waits / 1000), readiness->folder);
	else if (!readiness->writable && readiness->leader)
		fprintf(out, "store: the database can't be written (%s); the log says why\n",
			readiness->folder);
	else
		fprintf(out, "store: %s\n",
			readiness->writable ? "fine" : "can't be written; the log says why");
}

static bool is_store_fine(const struct readiness *readiness)
{
	return !readiness->store_is_gone && readiness->writable && !readiness->refusal &&
	       !is_silent(readiness);
}

static void say_held(FILE *out)
{
	fputs("account: the homeserver refuses what the bot sends; the log (account_held) says "
	      "what to do, nothing is lost, and a restart of the bot does not help\n",
		out);
}

bool readiness_is_ready(const struct readiness *readiness, FILE *out)
{
	double age = readiness->now - readiness->heard;
	bool in_sync = readiness->heard > 0 && age < READY_AGE && !readiness->sync_refused;

	if (readiness->leader)
		fprintf(out, "leader: %s\n", readiness->leader);
	fprintf(out, "session: %s\n", readiness->logged_in ? "fine" : "not logged in");
	if (readiness->held)
		say_held(out);
	say_store(readiness, out);
	if (readiness->sync_refused)
		fputs("sync: the homeserver refuses the bot's place in its events, as after its "
		      "database was put back; if it answers otherwise, the bot goes on from now "
		      "by itself in some minutes, and the log says so\n",
			out);
	else if (readiness->heard > 0)
		fprintf(out, "sync: %s, last %.0f s ago\n", in_sync ? "fine" : "late", age);
	else
		fputs("sync: not yet\n", out);
	return readiness->logged_in && !readiness->held && is_store_fine(readiness) && in_sync;
}

bool readiness_is_healthy(const struct readiness *readiness, FILE *out)
{
	double since = readiness->heard > 0 ? readiness->heard : readiness->started;
	double age = readiness->now - since;

	if (!is_store_fine(readiness)) {
		say_store(readiness, out);
		return false;
	}
	if (readiness->held) {
		say_held(out);
		return false;
	}
	if (age < HEALTHY_AGE) {
		fputs("healthy\n", out);
		return true;
	}
	fprintf(out,
		"the bot has received nothing from its homeserver for %.0f minutes; its log says "
		"why, and a restart of the bot does not help\n",
		age / 60);
	(void)readiness_is_ready(readiness, out);
	return false;
}
