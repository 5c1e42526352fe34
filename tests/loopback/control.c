#include "tests/loopback/control.h"

#include "tests/loopback/laws.h"
#include "tests/loopback/people.h"

#include <stdlib.h>
#include <string.h>

#define PREFIX "/loopback/"

void lo_report(const struct lo_world *world, struct lo_text *out)
{
	const struct lo_laws *laws = world->laws;
	struct lo_count count;

	lo_people_count(world, &count);
	lo_text_format(out,
		"{\"commands\":%zu,\"answered\":%zu,\"lost\":%zu,\"twice\":%zu,\"leaks\":%zu,"
		"\"conflicts\":%zu,\"matches\":%zu,\"seconds\":%.3f,\"commands_a_second\":%.1f,"
		"\"milliseconds\":{\"median\":%.2f,\"p99\":%.2f,\"most\":%.2f},",
		count.said, count.answered, count.said - count.answered, laws->twice + count.twice,
		laws->leaks, laws->conflicts, count.matches, count.took,
		count.took > 0 ? (double)count.answered / count.took : 0, count.median, count.p99,
		count.most);
	lo_text_format(out,
		"\"requests\":%zu,\"limited\":%zu,\"failed\":%zu,\"cut\":%zu,\"events\":%zu,"
		"\"messages\":%zu,\"edits\":%zu,\"repeated\":%zu,\"breach\":",
		world->requests, world->limited, world->failed, world->cut, world->event_count,
		laws->messages, laws->edits, laws->repeated);
	lo_text_quote(out, laws->first);
	lo_text_format(out, "}\n");
}

bool lo_control(struct lo_world *world, struct lo_call *call, const char *lines, bool *stopped)
{
	const char *what = call->path + strlen(PREFIX);

	if (strncmp(call->path, PREFIX, strlen(PREFIX)) != 0)
		return false;
	call->status = 200;
	if (strcmp(what, "go") == 0)
		lo_people_go(world);
	else if (strcmp(what, "chat") == 0)
		lo_people_chat(world, lines ? strtoul(lines, NULL, 10) : 0);
	else if (strcmp(what, "stop") == 0)
		*stopped = true;
	else if (strcmp(what, "waiting") == 0)
		lo_people_waiting(world, &call->answer);
	else if (strcmp(what, "transcript") == 0)
		lo_laws_transcript(world, &call->answer);
	else if (strcmp(what, "report") == 0)
		lo_report(world, &call->answer);
	else
		call->status = 404;
	lo_text_format(&call->answer, "%s", "");
	return true;
}
