#include "adapters/matrix/wait.h"

#include "adapters/matrix/clock.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

static int on_socket(CURL *curl, curl_socket_t socket, int what, void *self, void *unused)
{
	struct mx_wait *wait = self;
	struct pollfd wanted = {.fd = socket};
	unsigned i = 0;

	(void)curl, (void)unused;
	wanted.events |= what & CURL_POLL_IN ? POLLIN : 0;
	wanted.events |= what & CURL_POLL_OUT ? POLLOUT : 0;
	while (i < wait->count && wait->sockets[i].fd != socket)
		i++;
	if (what == CURL_POLL_REMOVE) {
		if (i < wait->count)
			wait->sockets[i] = wait->sockets[--wait->count];
		return 0;
	}
	if (i == MX_SOCKETS)
		return -1;
	wait->sockets[i] = wanted;
	wait->count += i == wait->count;
	return 0;
}

static int on_timer(CURLM *multi, long timeout, void *self)
{
	struct mx_wait *wait = self;

	(void)multi;
	wait->alarm = timeout < 0 ? -1 : mx_clock_now() + timeout;
	return 0;
}

void mx_wait_init(struct mx_wait *wait, CURLM *multi)
{
	*wait = (struct mx_wait){.multi = multi, .alarm = -1};
	curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
	curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, wait);
	curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
	curl_multi_setopt(multi, CURLMOPT_TIMERDATA, wait);
}

/* Returns how many requests are under way; `running` if nothing was due. */
static int act_in_time(struct mx_wait *wait, int running)
{
	if (wait->alarm < 0 || wait->alarm > mx_clock_now())
		return running;
	wait->alarm = -1;
	curl_multi_socket_action(wait->multi, CURL_SOCKET_TIMEOUT, 0, &running);
	return running;
}

static void act(struct mx_wait *wait, const struct pollfd *ready)
{
	int what = 0, running;

	what |= ready->revents & (POLLIN | POLLHUP) ? CURL_CSELECT_IN : 0;
	what |= ready->revents & POLLOUT ? CURL_CSELECT_OUT : 0;
	what |= ready->revents & (POLLERR | POLLNVAL) ? CURL_CSELECT_ERR : 0;
	if (what)
		curl_multi_socket_action(wait->multi, ready->fd, what, &running);
}

static int length(const struct mx_wait *wait, int64_t timeout)
{
	int64_t left = wait->alarm - mx_clock_now();

	if (wait->alarm >= 0 && left < timeout)
		timeout = left;
	return timeout < 0 ? 0 : timeout > INT_MAX ? INT_MAX : (int)timeout;
}

void mx_wait_turn(struct mx_wait *wait, int64_t timeout, int started, struct pollfd *others,
	unsigned others_count)
{
	struct pollfd all[MX_SOCKETS + MX_OTHERS_MOST];
	unsigned count;

	assert(others_count <= MX_OTHERS_MOST);
	if (act_in_time(wait, started) < started)
		timeout = 0;
	count = wait->count;
	memcpy(all, wait->sockets, count * sizeof *all);
	memcpy(all + count, others, others_count * sizeof *all);
	if (poll(all, count + others_count, length(wait, timeout)) < 0)
		return; /* a signal, or no memory: as if nothing had happened */
	memcpy(others, all + count, others_count * sizeof *all);
	for (unsigned i = 0; i < count; i++)
		act(wait, &all[i]);
	act_in_time(wait, started);
}
