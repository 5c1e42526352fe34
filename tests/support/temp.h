/* A temporary directory for a test. */
#ifndef TESTS_SUPPORT_TEMP_H
#define TESTS_SUPPORT_TEMP_H

#define TEMP_PATH_SIZE 128

struct temp {
	char dir[64];
	/* the path of a file "store" in the directory; temp_init does not create this file */
	char path[TEMP_PATH_SIZE];
};

/*
 * Return 0 or -1, like set-up and tear-down functions of cmocka. temp_finish removes the files and
 * the directory.
 */
int temp_init(struct temp *temp);
int temp_finish(struct temp *temp);

#endif
