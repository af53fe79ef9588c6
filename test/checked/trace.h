/* A recorded history: ten facts of the plan, and the events. The environment names its file. NEW_RUN is an event. */
#include <stdio.h>
#include <stdlib.h>

#define LONGEST 20000
static int trace[LONGEST];
/* Whether the deck continues as new later in the history. */
static char is_left_later[LONGEST];

__attribute__((constructor)) static void read_trace(void) {
  const char *name = getenv("DECK_TRACE");
  FILE *file = name ? fopen(name, "r") : NULL;
  if (!file) {
    fprintf(stderr, "DECK_TRACE names no file\n");
    exit(3);
  }
  for (int length = 0; length < LONGEST - 1 && fscanf(file, "%d", &trace[length]) == 1; length++) {}
  fclose(file);
  for (int index = LONGEST - 2; index >= 0; index--) is_left_later[index] = trace[index] == NEW_RUN || is_left_later[index + 1];
}
