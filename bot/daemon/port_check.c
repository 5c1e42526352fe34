#include "bot/daemon/port_check.h"

#include "adapters/http/server.h"
#include "bot/daemon/control_request.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void answer(void *self, const struct http_request *request, struct http_reply *reply)
{
	(void)self;
	(void)request;
	(void)reply;
}

/* Returns 0, or why the bot can't listen at the address, as a value of errno. */
static int try_address(const char *address)
{
	struct http_server *server = NULL;
	const struct http_server_options options = {.address = address, .answer = answer};
	bool fine;

	errno = 0;
	fine = http_server_create(&options, &server) == HTTP_OK;
	if (fine)
		http_server_destroy(server);
	return fine ? 0 : errno;
}

static bool check(const struct cfg *config, const char *key, const char *address)
{
	int why = address ? try_address(address) : 0;
	bool may_be_own = cfg_store_is_on_server(config);

	/* The service may have rights that this process lacks, for example for ports below 1024. */
	if (why != EADDRINUSE && why != EADDRNOTAVAIL)
		return true;
	fprintf(may_be_own ? stdout : stderr, "%s: %s: %s; %s%s\n", key, address, strerror(why),
		why == EADDRINUSE ? "stop the program that listens there (\"ss -ltnp\" names it), "
				    "or write another port"
				  : "write an address of this machine, such as 127.0.0.1",
		may_be_own ? ", unless this bot stands by here" : "");
	return may_be_own;
}

bool port_check(const struct cfg *config)
{
	char own[CFG_PATH_SIZE];

	if (control_request_finds_bot(cfg_own_file(config, "", own)))
		return true;
	bool fine = check(config, "monitoring.listen", config->monitoring.listen);

	fine &= check(config, "web.listen", config->web.listen);
	return fine & check(config, "application_service.listen",
			      config->service.registration_file ? config->service.listen : NULL);
}
