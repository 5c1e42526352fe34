#include "bot/daemon/control_protocol.h"

#include "bot/base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

bool control_protocol_address(const char *path, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){.sun_family = AF_UNIX};
	int length = snprintf(address->sun_path, sizeof(address->sun_path), "%s.control", path);

	if (length > 0 && (size_t)length < sizeof(address->sun_path))
		return true;
	errno = ENAMETOOLONG;
	return false;
}

char *control_protocol_copy_path(const char *path)
{
	static const char ending[] = ".snapshot";
	char *name = bot_malloc(strlen(path) + sizeof(ending));

	stpcpy(stpcpy(name, path), ending);
	return name;
}
