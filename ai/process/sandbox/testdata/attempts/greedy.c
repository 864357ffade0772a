// Takes what its first argument names, with more than one process, thread, file or block, and keeps it for a minute.

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { processes = 40, blocks = 8, files = 64, folders = 2000, megabyte = 1 << 20 };

static char block[megabyte];

static void stay(void) { nanosleep(&(struct timespec){60, 0}, NULL); }

static char *volatile kept; // or else the compiler would leave out what nobody reads

static void take(void) {
  kept = malloc(16 * megabyte);
  if (kept) memset(kept, 1, 16 * megabyte);
}

static void *staying(void *taking) {
  if (taking) take();
  stay();
  return NULL;
}

static void many_processes(void) {
  for (int i = 0; i < processes; i++)
    if (fork() == 0) stay();
}

static void many_threads(void) {
  pthread_t t;
  for (int i = 0; i < 200; i++) pthread_create(&t, NULL, staying, NULL);
}

static void memory(void) {
  for (int i = 0; i < blocks; i++)
    if (fork() == 0) {
      take();
      stay();
    }
}

// The first thread of each process ends, and takes the figures of its memory with it.
static void memory_behind_a_thread(void) {
  for (int i = 0; i < blocks; i++)
    if (fork() == 0) {
      pthread_t t;
      pthread_create(&t, NULL, staying, "taking");
      syscall(SYS_exit, 0);
    }
}

static void write_file(const char *name) {
  int fd = open(name, O_CREAT | O_WRONLY, 0600);
  if (fd < 0 || write(fd, block, sizeof block) != sizeof block) exit(3);
  close(fd);
}

static void disk(const char *folder) {
  for (int i = 0; i < files; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s/file-%d", folder, i);
    write_file(name);
  }
}

static void hidden_disk(void) {
  mkdir("hidden", 0300);
  disk("hidden");
}

// Files without a name, which are open, or of which one page is mapped.
static void nameless_disk(int mapping) {
  for (int i = 0; i < 40; i++) {
    int fd = open("nameless", O_CREAT | O_RDWR, 0600);
    if (fd < 0 || write(fd, block, sizeof block) != sizeof block) exit(3);
    if (mapping) {
      if (mmap(NULL, 4096, PROT_READ, mapping, fd, 0) == MAP_FAILED) exit(4);
      close(fd);
    }
    unlink("nameless");
  }
}

static void *nameless(void *unused) {
  (void)unused;
  nameless_disk(0);
  stay();
  return NULL;
}

// The first thread ends, and takes the list of descriptors with it.
static void nameless_disk_behind_a_thread(void) {
  pthread_t t;
  pthread_create(&t, NULL, nameless, NULL);
  syscall(SYS_exit, 0);
}

// Pages with other rights than their neighbours.
static void mappings(void) {
  char *pages = mmap(NULL, 40000 * 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) exit(4);
  for (int i = 0; i < 40000; i += 2) mprotect(pages + i * 4096, 4096, PROT_NONE);
}

static void deep_folders(void) {
  for (int i = 0; i < folders; i++)
    if (mkdir("folder", 0700) || chdir("folder")) exit(5);
}

// Folders that cannot be measured stand among small files, whose sizes come after theirs.
static void among_files(void (*make)(void)) {
  for (int i = 0; i < 1000; i++) {
    char name[64];
    snprintf(name, sizeof name, "small-%d", i);
    close(open(name, O_CREAT | O_WRONLY, 0600));
    if (i == 500) make();
  }
}

static void deep_folder(void) {
  deep_folders();
  for (int i = 0; i < folders; i++)
    if (chdir("..")) exit(6);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "nothing";
  if (strcmp(what, "nothing") == 0) return 0;
  if (strcmp(what, "processes") == 0) many_processes();
  if (strcmp(what, "threads") == 0) many_threads();
  if (strcmp(what, "memory") == 0) memory();
  if (strcmp(what, "memory behind a thread") == 0) memory_behind_a_thread();
  if (strcmp(what, "mappings") == 0) mappings();
  if (strcmp(what, "disk") == 0) disk(".");
  if (strcmp(what, "hidden disk") == 0) hidden_disk();
  if (strcmp(what, "nameless disk") == 0) nameless_disk(0);
  if (strcmp(what, "nameless disk behind a thread") == 0) nameless_disk_behind_a_thread();
  if (strcmp(what, "mapped disk") == 0) nameless_disk(MAP_SHARED);
  if (strcmp(what, "privately mapped disk") == 0) nameless_disk(MAP_PRIVATE);
  if (strcmp(what, "hidden folder among files") == 0) among_files(hidden_disk);
  if (strcmp(what, "deep folders among files") == 0) among_files(deep_folder);
  if (strcmp(what, "deep folders") == 0) deep_folders();
  stay();
  return 0;
}
