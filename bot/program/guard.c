#include "bot/program/guard.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Where it can't be done the bot runs all the same. */
void guard_memory(void)
{
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
#ifdef __linux__
	prctl(PR_SET_DUMPABLE, 0); /* a pattern that pipes cores to a program ignores the limit */
#endif
}

void guard_environment(void)
{
	static const char *const secrets[] = {"ENGARDE_PASSWORD", "ENGARDE_ACCESS_TOKEN"};

	for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++) {
		char *value = getenv(secrets[i]);

		if (value)
			sodium_memzero(value, strlen(value));
		unsetenv(secrets[i]);
	}
}
