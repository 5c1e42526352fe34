/* A directory of its own for a test that needs files. */
#ifndef TESTS_SUPPORT_TEMP_H
#define TESTS_SUPPORT_TEMP_H

#define TEMP_PATH_SIZE 128

struct temp {
	char dir[64];
	char path[TEMP_PATH_SIZE]; /* of a file "store" in it, which does not exist yet */
};

/* Return 0 or -1, as the set-up and tear-down of a test do; finish removes files and directory. */
int temp_init(struct temp *temp);
int temp_finish(struct temp *temp);

#endif
