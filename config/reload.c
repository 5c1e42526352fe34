#include "config/reload.h"

#include "config/schema.h"

#include <stdbool.h>
#include <string.h>

#define PATH_MAX_SIZE 64

/* The bot looks these keys up each time it needs them. It uses all other keys only at its start. */
static const char *const live[] = {"language", "invites", "matches", "limits", "log"};

static bool is_live(const char *key)
{
	for (size_t i = 0; i < sizeof live / sizeof *live; i++)
		if (strcmp(live[i], key) == 0)
			return true;
	return false;
}

/* Returns where the value of a field is. Its mapping begins at `base` in struct cfg. */
static const void *value_at(
	const struct cfg *config, size_t base, const cyaml_schema_field_t *field)
{
	return (const char *)config + base + field->data_offset;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static unsigned count_items(
	const struct cfg *config, size_t base, const cyaml_schema_field_t *field)
{
	unsigned count = 0;

	memcpy(&count, (const char *)config + base + field->count_offset, sizeof count);
	return count;
}

/* The items of each list are texts. */
static bool same_list(
	const struct cfg *a, const struct cfg *b, size_t base, const cyaml_schema_field_t *field)
{
	unsigned count = count_items(a, base, field);
	char *const *left = *(char *const *const *)value_at(a, base, field);
	char *const *right = *(char *const *const *)value_at(b, base, field);

	if (count_items(b, base, field) != count)
		return false;
	for (unsigned i = 0; i < count; i++)
		if (!same_text(left[i], right[i]))
			return false;
	return true;
}

static bool same(
	const struct cfg *a, const struct cfg *b, size_t base, const cyaml_schema_field_t *field)
{
	if (field->value.type == CYAML_SEQUENCE)
		return same_list(a, b, base, field);
	if (field->value.type == CYAML_STRING)
		return same_text(*(char *const *)value_at(a, base, field),
			*(char *const *)value_at(b, base, field));
	return memcmp(value_at(a, base, field), value_at(b, base, field), field->value.data_size) ==
	       0;
}

struct listener {
	void (*fixed)(void *self, const char *path);
	void *self;
};

/*
 * Reports the differences in one mapping. Its structure begins at `base` in struct cfg. `path` is
 * the path of the mapping, or empty.
 */
static void compare(const struct cfg *a, const struct cfg *b, size_t base, const char *path,
	const cyaml_schema_field_t *fields, const struct listener *listener)
{
	char name[PATH_MAX_SIZE];

	for (const cyaml_schema_field_t *field = fields; field->key; field++) {
		snprintf(name, sizeof name, "%s%s%s", path, *path ? "." : "", field->key);
		if (is_live(name))
			continue;
		if (field->value.type == CYAML_MAPPING) /* the schema is two levels deep */
			compare(a, b, base + field->data_offset, name, field->value.mapping.fields,
				listener);
		else if (!same(a, b, base, field))
			listener->fixed(listener->self, name);
	}
}

/* Swaps the values of a top-level field, bytewise. */
static void swap(struct cfg *a, struct cfg *b, const cyaml_schema_field_t *field)
{
	size_t size = field->value.data_size;
	char *left = (char *)a + field->data_offset, *right = (char *)b + field->data_offset;

	for (size_t i = 0; i < size; i++) {
		char byte = left[i];

		left[i] = right[i];
		right[i] = byte;
	}
}

void cfg_reload(struct cfg *config, struct cfg *fresh, void (*fixed)(void *self, const char *path),
	void *self)
{
	const cyaml_schema_field_t *fields = cfg_schema.mapping.fields;

	compare(config, fresh, 0, "", fields, &(struct listener){fixed, self});
	for (const cyaml_schema_field_t *field = fields; field->key; field++)
		if (is_live(field->key))
			swap(config, fresh, field);
}
