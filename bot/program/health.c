#include "bot/program/health.h"

#include "config/config.h"

#include <curl/curl.h>
#include <stdio.h>

#define PATIENCE 10L /* seconds; a bot whose loop takes longer doesn't go round */

static size_t ignore(char *bytes, size_t size, size_t count, void *self)
{
	(void)bytes;
	(void)self;
	return size * count;
}

static CURLcode get(const char *url)
{
	CURL *easy = curl_easy_init();
	CURLcode code;

	if (!easy)
		return CURLE_OUT_OF_MEMORY;
	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http");
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT, PATIENCE);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, ignore);
	code = curl_easy_perform(easy);
	curl_easy_cleanup(easy);
	return code;
}

static enum status ask(const char *listen)
{
	char url[128];
	CURLcode code;

	snprintf(url, sizeof url, "http://%s/healthz", listen);
	if (curl_global_init(CURL_GLOBAL_DEFAULT))
		return STATUS_FAILED;
	code = get(url);
	curl_global_cleanup();
	if (code) {
		fprintf(stderr, "%s: %s\n", url, curl_easy_strerror(code));
		return STATUS_FAILED;
	}
	puts("healthy");
	return STATUS_FINE;
}

enum status health(const char *path)
{
	struct cfg *config;
	enum status status;

	if (cfg_load(path, stderr, &config))
		return STATUS_CONFIG;
	if (config->monitoring.listen) {
		status = ask(config->monitoring.listen);
	} else {
		fprintf(stderr,
			"%s: without the key monitoring.listen the bot can't be asked how it "
			"does\n",
			path);
		status = STATUS_CONFIG;
	}
	cfg_destroy(config);
	return status;
}
