#include "adapters/matrix/client/http.h"

#include "adapters/matrix/client/endpoint.h"
#include "adapters/matrix/client/exchange.h"
#include "adapters/matrix/client/json_memory.h"
#include "adapters/matrix/client/url.h"
#include "bot/base/memory.h"
#include "bot/base/metrics.h"

#include <assert.h>
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mx_http {
	struct mx_handles handles;
	char *base; /* the homeserver's address */
	/*
	 * How many bytes of `base` come before its path. This is 0 if each request needs a whole
	 * URL, because a proxy may read it.
	 */
	size_t origin;
	CURLU *server; /* `base`, parsed, or NULL if `origin` is 0 */
	/* a whole Authorization field, from sodium_malloc, or NULL if there is no token */
	char *token;
	/* the query arguments of mx_http_act_as, or NULL if requests need no such arguments */
	char *persona;
	unsigned session;
	struct mx_exchange *first; /* the list of the requests in flight */
	bool keeps_memory;         /* the memory of a big answer to a GET has not been given back */
	struct bot_loop_source sources[MX_LOOP_SOURCES];
	unsigned sources_count;
};

/* Parses a URL that mx_url_check has allowed. */
static CURLU *parse_url(const char *text)
{
	CURLU *url = bot_memory_or_exit(curl_url());
	CURLUcode code = curl_url_set(url, CURLUPART_URL, text, 0);

	assert(code == CURLUE_OK);
	(void)code;
	return url;
}

enum mx_error mx_http_create(
	const char *base, bool insecure, const char *ca_file, struct mx_http **http)
{
	struct mx_http *new;

	if (!mx_url_check(base, insecure ? MX_HTTP_ANYWHERE : MX_HTTP_THIS_MACHINE))
		return MX_BAD_CONFIG;
	new = bot_calloc(1, sizeof(*new));
	new->base = bot_strdup(base);
	/* To this machine curl uses no proxy, and with TLS the proxy sees only the host. */
	new->origin = mx_url_check(base, MX_HTTP_THIS_MACHINE) ? mx_url_origin(base) : 0;
	new->server = new->origin ? parse_url(base) : NULL;
	mx_handles_init(&new->handles, ca_file);
	*http = new;
	return MX_OK;
}

void mx_http_destroy(struct mx_http *http)
{
	if (!http)
		return;
	while (http->first) {
		struct mx_exchange *exchange = http->first;

		http->first = exchange->next;
		mx_exchange_destroy(&http->handles, exchange);
	}
	mx_handles_finish(&http->handles);
	curl_url_cleanup(http->server);
	sodium_free(http->token);
	free(http->persona);
	free(http->base);
	free(http);
}

void mx_http_set_token(struct mx_http *http, const char *token)
{
	static const char field[] = "Authorization: Bearer ";
	char *new = NULL;

	if (token) {
		new = bot_memory_or_exit(sodium_malloc(sizeof(field) + strlen(token)));
		stpcpy(stpcpy(new, field), token);
	}
	sodium_free(http->token);
	http->token = new;
	http->session++;
}

void mx_http_act_as(struct mx_http *http, const char *user, const char *device)
{
	free(http->persona);
	http->persona = user && device ? mx_url_format("user_id=%&device_id=%", user, device)
			: user         ? mx_url_format("user_id=%", user)
				       : NULL;
}

unsigned mx_http_session(const struct mx_http *http)
{
	return http->session;
}

/* Returns the URL of a path. The URL includes the persona's arguments. The caller frees it. */
static char *join(const struct mx_http *http, const char *path)
{
	const char *persona = http->persona ? http->persona : "";
	const char *mark = !*persona ? "" : strchr(path, '?') ? "&" : "?";
	char *url = bot_malloc(strlen(http->base) + strlen(path) + strlen(persona) + 2);

	stpcpy(stpcpy(stpcpy(stpcpy(url, http->base), path), mark), persona);
	return url;
}

void mx_http_start(struct mx_http *http, const struct mx_http_request *request,
	void (*done)(void *self, const struct mx_answer *answer), void *self)
{
	/* Only the homeserver may learn the token. */
	const char *token = request->url ? NULL : http->token;
	char *joined = request->url ? NULL : join(http, request->path);
	const struct mx_place place = {
		.url = request->url   ? request->url
		       : http->origin ? http->base
				      : joined,
		.target = joined && http->origin ? joined + http->origin : NULL,
		.server = joined ? http->server : NULL,
	};
	struct mx_exchange *exchange = mx_exchange_create(&http->handles, request, &place, token);

	exchange->endpoint =
		request->path ? mx_endpoint_find(request->method, request->path) : NULL;
	free(joined);
	free(request->path);
	exchange->session = http->session;
	exchange->done = done;
	exchange->self = self;
	exchange->next = http->first;
	http->first = exchange;
	curl_multi_add_handle(http->handles.multi, exchange->curl);
}

/*
 * A big body leaves many small holes in the heap. This gives whole pages of unused memory back to
 * the system. After a big answer to a GET, it keeps the memory: the next answer to a GET is often
 * big too, and will need the memory again.
 */
static void give_memory_back(struct mx_http *http, bool big, bool is_get)
{
	bool keep = big && is_get;

	if (!big && !is_get)
		return;
	if ((big || http->keeps_memory) && !keep) {
		mx_json_memory_trim();
#ifdef __GLIBC__
		malloc_trim(0);
#endif
	}
	http->keeps_memory = keep;
}

/* Calls `done` with the answer of a request that ended, and destroys the exchange. */
static void finish(struct mx_http *http, struct mx_exchange *exchange, CURLcode code)
{
	struct mx_exchange **link = &http->first;
	struct mx_answer answer;
	bool is_get = !exchange->body, big;

	while (*link != exchange)
		link = &(*link)->next;
	*link = exchange->next;

	mx_exchange_read(exchange, code, &answer);
	mx_endpoint_check(exchange->endpoint, &answer);
	bot_metrics_count(BOT_REQUEST_DONE + mx_answer_verdict(&answer));
	big = mx_exchange_is_big(exchange);
	exchange->done(exchange->self, &answer);
	json_decref(answer.json);
	mx_exchange_destroy(&http->handles, exchange);
	give_memory_back(http, big, is_get);
}

void mx_http_cut_short(struct mx_http *http, const void *self)
{
	struct mx_exchange *exchange = http->first;

	while (exchange && exchange->self != self)
		exchange = exchange->next;
	if (!exchange)
		return;
	snprintf(exchange->trouble, sizeof(exchange->trouble),
		"took too long, while another request waited");
	finish(http, exchange, CURLE_ABORTED_BY_CALLBACK);
}

void mx_http_add_loop_source(struct mx_http *http, struct bot_loop_source source)
{
	assert(http->sources_count < MX_LOOP_SOURCES);
	http->sources[http->sources_count++] = source;
}

void mx_http_tell_loop_sources(const struct mx_http *http, enum bot_phase phase)
{
	for (unsigned i = 0; i < http->sources_count; i++)
		if (http->sources[i].phase_changed)
			http->sources[i].phase_changed(http->sources[i].self, phase);
}

void mx_http_lend_host(const struct mx_http *http, const struct bot_host_access *access)
{
	for (unsigned i = 0; i < http->sources_count; i++)
		if (http->sources[i].host_changed)
			http->sources[i].host_changed(http->sources[i].self, access);
}

/* Shortens the timeout to what each loop source allows. Returns a timeout that fits curl's type. */
static int shorten(const struct mx_http *http, int64_t timeout)
{
	for (unsigned i = 0; i < http->sources_count; i++) {
		const struct bot_loop_source *source = &http->sources[i];
		int64_t most = source->timeout ? source->timeout(source->self) : -1;

		if (most >= 0 && most < timeout)
			timeout = most;
	}
	return timeout < 0 ? 0 : timeout > INT_MAX ? INT_MAX : (int)timeout;
}

static void finish_all(struct mx_http *http)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(http->handles.multi, &left))) {
		struct mx_exchange *exchange;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange);
		finish(http, exchange, message->data.result);
	}
}

bool mx_http_wait(struct mx_http *http, int64_t timeout, int stop)
{
	struct curl_waitfd others[MX_LOOP_SOURCES + 1];
	unsigned count = http->sources_count;
	int running;

	for (unsigned i = 0; i < count; i++)
		others[i] = (struct curl_waitfd){
			.fd = http->sources[i].descriptor, .events = CURL_WAIT_POLLIN};
	others[count] = (struct curl_waitfd){.fd = stop, .events = CURL_WAIT_POLLIN};
	/* If a request was just started, curl has set a timer, so this call does not wait. */
	curl_multi_poll(http->handles.multi, others, count + 1, shorten(http, timeout), NULL);
	curl_multi_perform(http->handles.multi, &running);
	finish_all(http);
	/*
	 * This calls all loop sources, even those without data to read, since their timeouts may
	 * have passed.
	 */
	for (unsigned i = 0; i < count; i++)
		http->sources[i].dispatch(http->sources[i].self);
	return (others[count].revents & CURL_WAIT_POLLIN) != 0;
}
