// Takes what its first argument names, with more than one process, file or block, and keeps it for a minute.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { processes = 40, blocks = 8, files = 64, megabyte = 1 << 20 };

static void stay(void) { nanosleep(&(struct timespec){60, 0}, NULL); }

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "processes") == 0) {
    for (int i = 0; i < processes; i++)
      if (fork() == 0) stay();
  } else if (strcmp(what, "memory") == 0) {
    for (int i = 0; i < blocks; i++)
      if (fork() == 0) {
        char *block = malloc(16 * megabyte);
        if (block) memset(block, 1, 16 * megabyte);
        stay();
      }
  } else if (strcmp(what, "disk") == 0) {
    static char block[megabyte];
    for (int i = 0; i < files; i++) {
      char name[32];
      snprintf(name, sizeof name, "file-%d", i);
      FILE *f = fopen(name, "w");
      if (!f || fwrite(block, 1, sizeof block, f) != sizeof block) return 3;
      fclose(f);
    }
  } else {
    return 0;
  }
  stay();
  return 0;
}
