/* The subcommands of `engarde`. */
#ifndef ENGARDE_COMMAND_H
#define ENGARDE_COMMAND_H

/*
 * The exit status. STATUS_INCOMPLETE means that the content of a record is right, but its rounds
 * don't show how the match ended.
 */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_MISUSED = 2, STATUS_INCOMPLETE = 3 };

/* argv[0] is the name of the subcommand. Each function returns a status. */
int command_trace(int argc, char **argv);
int command_play(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_arena(int argc, char **argv);
int command_calibrate(int argc, char **argv);
int command_choose(int argc, char **argv);
int command_exploit(int argc, char **argv);
int command_analyse(int argc, char **argv);

#endif
