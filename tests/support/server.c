#include "tests/support/server.h"

#include "tests/support/cmocka.h"
#include "tests/support/test_store.h"

#include <sys/socket.h>

int server_begin(void **state)
{
	struct bot_store *store = NULL;

	if (!test_store_is_server())
		return 0;
	if (test_store_open(&store))
		return -1;
	*state = store;
	return 0;
}

int server_end(void **state)
{
	bot_store_close(*state);
	return 0;
}

struct bot_store *server_need(void **state)
{
	if (!*state)
		skip();
	return *state;
}

struct bot_server_store *server_of(struct bot_store *store)
{
	return (struct bot_server_store *)store;
}

void server_cut(struct bot_store *store)
{
	shutdown(PQsocket(server_of(store)->connection), SHUT_RDWR);
}
