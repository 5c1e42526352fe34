#include "bot/daemon/complaint.h"

#include "bot/base/error.h"

#include <errno.h>
#include <stdio.h>

bool complain(const char *what, const char *why)
{
	fprintf(stderr, "engarde-bot: %s: %s\n", what, why);
	return false;
}

bool complain_errno(const char *path)
{
	return complain(path, bot_errno_text(errno));
}
