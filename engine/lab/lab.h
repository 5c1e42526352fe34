/* The subcommands of `engarde_lab` (see struct subcommand). */
#ifndef ENGINE_LAB_LAB_H
#define ENGINE_LAB_LAB_H

int lab_arena(int argc, char **argv);
int lab_calibrate(int argc, char **argv);
int lab_exploit(int argc, char **argv);
int lab_imitate(int argc, char **argv);
int lab_judge(int argc, char **argv);
int lab_puzzles(int argc, char **argv);
int lab_respond(int argc, char **argv);
int lab_train(int argc, char **argv);

#endif
