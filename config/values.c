#include "config/values.h"

#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The fields of a list in struct cfg. */
struct list {
	char ***items;
	unsigned *count;
};

void *cfg_value_at(struct cfg *config, size_t offset)
{
	return (char *)config + offset;
}

static char **text_of(struct cfg *config, const struct cfg_key *key)
{
	return cfg_value_at(config, key->offset);
}

static struct list list_of(struct cfg *config, const struct cfg_key *key)
{
	return (struct list){
		cfg_value_at(config, key->offset), cfg_value_at(config, key->count_offset)};
}

static void list_clear(struct list list)
{
	for (unsigned i = 0; i < *list.count; i++)
		free((*list.items)[i]);
	free(*list.items);
	*list.items = NULL;
	*list.count = 0;
}

void cfg_list_make(struct cfg *config, const struct cfg_key *key, unsigned count)
{
	struct list list = list_of(config, key);

	list_clear(list);
	if (count)
		*list.items = bot_calloc(count, sizeof(**list.items));
	*list.count = count;
}

static void fill_list(struct cfg *config, const struct cfg_key *key)
{
	unsigned count = 0;

	while (key->otherwise_items && key->otherwise_items[count])
		count++;
	cfg_list_make(config, key, count);
	char **items = *list_of(config, key).items;
	for (unsigned i = 0; i < count; i++)
		items[i] = bot_strdup(key->otherwise_items[i]);
}

static void fill(struct cfg *config, const struct cfg_key *key)
{
	switch (key->kind) {
	case CFG_TEXT:
		if (key->otherwise_text)
			*text_of(config, key) = bot_strdup(key->otherwise_text);
		break;
	case CFG_LIST:
		fill_list(config, key);
		break;
	case CFG_WORD:
	case CFG_NUMBER:
		memcpy(cfg_value_at(config, key->offset), &key->otherwise, sizeof(key->otherwise));
		break;
	case CFG_SECTION:
		break;
	}
}

struct cfg *cfg_defaults(void)
{
	struct cfg *config = bot_calloc(1, sizeof(*config));

	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		fill(config, key);
	return config;
}

void cfg_destroy(struct cfg *config)
{
	if (!config)
		return;
	for (const struct cfg_key *key = cfg_keys; key->path; key++) {
		if (key->kind == CFG_TEXT)
			free(*text_of(config, key));
		if (key->kind == CFG_LIST)
			list_clear(list_of(config, key));
	}
	free(config);
}

static bool is_same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_same_list(struct list a, struct list b)
{
	if (*a.count != *b.count)
		return false;
	for (unsigned i = 0; i < *a.count; i++)
		if (!is_same_text((*a.items)[i], (*b.items)[i]))
			return false;
	return true;
}

static bool is_same(struct cfg *a, struct cfg *b, const struct cfg_key *key)
{
	switch (key->kind) {
	case CFG_TEXT:
		return is_same_text(*text_of(a, key), *text_of(b, key));
	case CFG_LIST:
		return is_same_list(list_of(a, key), list_of(b, key));
	case CFG_WORD:
	case CFG_NUMBER:
		return memcmp(cfg_value_at(a, key->offset), cfg_value_at(b, key->offset),
			       sizeof(uint32_t)) == 0;
	case CFG_SECTION:
		break;
	}
	return true;
}

static void swap_bytes(char *a, char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char byte = a[i];

		a[i] = b[i];
		b[i] = byte;
	}
}

static void swap(struct cfg *a, struct cfg *b, const struct cfg_key *key)
{
	static const size_t sizes[] = {
		[CFG_SECTION] = 0,
		[CFG_TEXT] = sizeof(char *),
		[CFG_LIST] = sizeof(char **),
		[CFG_WORD] = sizeof(uint32_t),
		[CFG_NUMBER] = sizeof(uint32_t),
	};

	swap_bytes(cfg_value_at(a, key->offset), cfg_value_at(b, key->offset), sizes[key->kind]);
	if (key->kind == CFG_LIST)
		swap_bytes(cfg_value_at(a, key->count_offset), cfg_value_at(b, key->count_offset),
			sizeof(unsigned));
}

void cfg_reload(struct cfg *config, struct cfg *fresh, void (*fixed)(void *self, const char *path),
	void *self)
{
	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		if (cfg_key_is_live(key))
			swap(config, fresh, key);
		else if (!is_same(config, fresh, key))
			fixed(self, key->path);
}
