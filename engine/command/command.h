/* The subcommands of `engarde`, each in a file of its own. */
#ifndef ENGARDE_COMMAND_H
#define ENGARDE_COMMAND_H

/* What the process answers with. */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_MISUSED = 2 };

/* argv[0] is the subcommand's name. Each returns a status. */
int command_trace(int argc, char **argv);
int command_play(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_arena(int argc, char **argv);
int command_choose(int argc, char **argv);
int command_exploit(int argc, char **argv);

#endif
