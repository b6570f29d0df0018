#ifndef WATCHWORD_CVTERM_SHIM_H
#define WATCHWORD_CVTERM_SHIM_H

#include <vterm.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// What Swift cannot read of vterm.h (unions, bit fields), or does not find in its Glibc module.

// Swift names these pointers so, and compiles whether vterm.h hides their structs or not.
typedef VTerm *cvterm_terminal;
typedef VTermScreen *cvterm_screen;

/// A cell of libvterm's screen without unions and bit fields.
struct cvterm_cell {
  uint32_t scalars[VTERM_MAX_CHARS_PER_CELL];
  int width;
  bool bold, italic, reverse;
  int underline;
  struct cvterm_color {
    /// 0 default, 1 indexed, 2 rgb
    int kind;
    uint8_t index, red, green, blue;
  } foreground, background;
};

static inline struct cvterm_color cvterm_color(VTermColor color, bool is_default) {
  struct cvterm_color out = {0, 0, 0, 0, 0};
  if (is_default) return out;
  if (VTERM_COLOR_IS_INDEXED(&color)) {
    out.kind = 1;
    out.index = color.indexed.idx;
  } else {
    out.kind = 2;
    out.red = color.rgb.red;
    out.green = color.rgb.green;
    out.blue = color.rgb.blue;
  }
  return out;
}

static inline struct cvterm_cell cvterm_cell(VTermScreen *screen, int row, int column) {
  VTermScreenCell cell;
  memset(&cell, 0, sizeof cell);
  VTermPos position = {row, column};
  vterm_screen_get_cell(screen, position, &cell);
  struct cvterm_cell out;
  memcpy(out.scalars, cell.chars, sizeof out.scalars);
  out.width = cell.width;
  out.bold = cell.attrs.bold;
  out.italic = cell.attrs.italic;
  out.reverse = cell.attrs.reverse;
  out.underline = cell.attrs.underline;
  out.foreground = cvterm_color(cell.fg, VTERM_COLOR_IS_DEFAULT_FG(&cell.fg));
  out.background = cvterm_color(cell.bg, VTERM_COLOR_IS_DEFAULT_BG(&cell.bg));
  return out;
}

/// The number of the first cell, row by row, that looks different on the two screens, or -1. A cell that was never written
/// looks like a blank.
static inline int cvterm_difference(VTermScreen *one, VTermScreen *other, int rows, int columns) {
  for (int place = 0; place < rows * columns; place++) {
    struct cvterm_cell mine = cvterm_cell(one, place / columns, place % columns);
    struct cvterm_cell theirs = cvterm_cell(other, place / columns, place % columns);
    if (mine.scalars[0] == 0) mine.scalars[0] = ' ';
    if (theirs.scalars[0] == 0) theirs.scalars[0] = ' ';
    int count = 0;
    while (count < VTERM_MAX_CHARS_PER_CELL && mine.scalars[count] == theirs.scalars[count] && mine.scalars[count]) count++;
    bool has_text = count == VTERM_MAX_CHARS_PER_CELL || mine.scalars[count] == theirs.scalars[count];
    if (!has_text || mine.bold != theirs.bold || mine.italic != theirs.italic || mine.reverse != theirs.reverse ||
        mine.underline != theirs.underline || memcmp(&mine.foreground, &theirs.foreground, sizeof mine.foreground) != 0 ||
        memcmp(&mine.background, &theirs.background, sizeof mine.background) != 0)
      return place;
  }
  return -1;
}

/// Writes the scalars of a row, each wide character once, a blank for an empty cell and no U+FE0F, and the column of each.
/// Both arrays have room for VTERM_MAX_CHARS_PER_CELL elements a column. Returns how many there are.
static inline int cvterm_row(VTermScreen *screen, int row, int columns, uint32_t *scalars, int32_t *places) {
  int count = 0;
  VTermScreenCell cell;
  for (VTermPos position = {row, 0}; position.col < columns; position.col++) {
    // What libvterm does not fill of a cell stays as it was.
    if (!vterm_screen_get_cell(screen, position, &cell)) cell.chars[0] = 0;
    if (cell.chars[0] == UINT32_MAX) continue;
    if (cell.chars[0] == 0) {
      cell.chars[0] = ' ';
      cell.chars[1] = 0;
    }
    for (int n = 0; n < VTERM_MAX_CHARS_PER_CELL && cell.chars[n]; n++) {
      if (cell.chars[n] == 0xFE0F) continue;
      scalars[count] = cell.chars[n];
      places[count++] = position.col;
    }
  }
  return count;
}

/// Where `wanted` begins in `text`, or -1.
static inline int cvterm_find(const uint32_t *text, int count, const uint32_t *wanted, int length) {
  for (int n = 0; n + length <= count; n++)
    if (memcmp(text + n, wanted, length * sizeof *wanted) == 0) return n;
  return -1;
}

typedef struct {
  const char *bytes;
  int length;
  /// Whether this is the beginning of a text. From libvterm 0.2 on a text comes in parts.
  bool begins;
} cvterm_text;

/// The text of a property, for the two that libvterm delivers as strings.
static inline cvterm_text cvterm_string(const VTermValue *value) {
#if VTERM_VERSION_MINOR >= 2
  return (cvterm_text){value->string.str, (int)value->string.len, value->string.initial};
#else
  return (cvterm_text){value->string, value->string == NULL ? 0 : (int)strlen(value->string), true};
#endif
}
static inline int cvterm_number(const VTermValue *value) { return value->number; }
static inline bool cvterm_boolean(const VTermValue *value) { return value->boolean != 0; }

/// Moves a descriptor to 20 or above, out of the way of those that a child is to get.
static inline int cvterm_high(int descriptor) {
  if (descriptor < 0) return -1;
  int high = fcntl(descriptor, F_DUPFD_CLOEXEC, 20);
  close(descriptor);
  return high;
}

/// Opens a pseudo-terminal; both ends are closed in children.
static inline int cvterm_open_pty(int *master, int *slave, int rows, int columns) {
  *master = cvterm_high(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  if (*master < 0) return errno;
  char name[64];
  if (grantpt(*master) || unlockpt(*master) || ptsname_r(*master, name, sizeof name)) return errno;
  *slave = cvterm_high(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (*slave < 0) return errno;
  struct winsize size = {(unsigned short)rows, (unsigned short)columns, 0, 0};
  return ioctl(*master, TIOCSWINSZ, &size) ? errno : 0;
}

static inline int cvterm_resize_pty(int master, int rows, int columns) {
  struct winsize size = {(unsigned short)rows, (unsigned short)columns, 0, 0};
  return ioctl(master, TIOCSWINSZ, &size);
}

/// How many bytes of input are unread at the terminal `slave`, or -1.
static inline int cvterm_unread(int slave) {
  int count = -1;
  return ioctl(slave, FIONREAD, &count) ? -1 : count;
}

/// Makes a pair of connected descriptors, closed in children; [0] reads what [1] writes.
static inline int cvterm_pipe(int *reader, int *writer) {
  int pair[2];
  if (pipe2(pair, O_CLOEXEC)) return errno;
  *reader = cvterm_high(pair[0]);
  *writer = cvterm_high(pair[1]);
  return *reader < 0 || *writer < 0 ? errno : 0;
}

/// Writes to a pipe until it is full.
static inline void cvterm_fill_pipe(int writer) {
  static const char page[4096];
  int flags = fcntl(writer, F_GETFL);
  fcntl(writer, F_SETFL, flags | O_NONBLOCK);
  while (write(writer, page, sizeof page) > 0) continue;
  fcntl(writer, F_SETFL, flags);
}

static inline int cvterm_socketpair(int *here, int *there) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) return errno;
  *here = cvterm_high(pair[0]);
  *there = cvterm_high(pair[1]);
  return *here < 0 || *there < 0 ? errno : 0;
}

/// Starts `path` with `descriptors[n]` as descriptor n unless negative, all others closed, default signals, nothing
/// blocked. Returns an error number, or 0.
static inline int cvterm_spawn(
    pid_t *pid, const char *path, const char *folder, char *const *arguments, char *const *environment,
    const int *descriptors, int count) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int n = 0; n < count; n++)
    if (descriptors[n] >= 0)
      posix_spawn_file_actions_adddup2(&actions, descriptors[n], n);
    else
      posix_spawn_file_actions_addclose(&actions, n);
  posix_spawn_file_actions_addclosefrom_np(&actions, count);
  if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  int result = posix_spawnp(pid, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return result;
}

/// Begins to trace the process and stops it. Only the calling thread may continue it.
static inline int cvterm_trace(pid_t pid) {
  int status;
  if (ptrace(PTRACE_SEIZE, pid, NULL, PTRACE_O_TRACEEXIT)) return errno;
  if (ptrace(PTRACE_INTERRUPT, pid, NULL, NULL)) return errno;
  return waitpid(pid, &status, __WALL) == pid && WIFSTOPPED(status) ? 0 : ESRCH;
}

/// Fills the vector registers and those that a function keeps for its caller with `word`, repeated. The process is
/// stopped, and will not return to what it did.
static inline int cvterm_fill_registers(pid_t pid, uint64_t word) {
  uint64_t words[512];
#if defined(__aarch64__)
  const int general[] = {19, 29}, vector[] = {0, 64};
#else
  const int general[] = {0, 6}, vector[] = {20, 52};
#endif
  const int sets[] = {NT_PRSTATUS, NT_PRFPREG}, *const parts[] = {general, vector};
  for (int set = 0; set < 2; set++) {
    struct iovec place = {words, sizeof words};
    if (ptrace(PTRACE_GETREGSET, pid, sets[set], &place)) return errno;
    for (int n = parts[set][0]; n < parts[set][1]; n++) words[n] = word;
    if (ptrace(PTRACE_SETREGSET, pid, sets[set], &place)) return errno;
  }
  return 0;
}

/// Sends the traced process a signal, continues it, and returns when it ends: stopped, its memory still there. Waits at
/// most 10 s.
static inline int cvterm_trace_to_end(pid_t pid, int signal) {
  if (kill(pid, signal)) return errno;
  for (int passed = 0, status, patience = 2000;; passed = status >> 16 ? 0 : WSTOPSIG(status)) {
    if (ptrace(PTRACE_CONT, pid, NULL, passed)) return errno;
    pid_t stopped;
    while ((stopped = waitpid(pid, &status, __WALL | WNOHANG)) == 0) {
      if (patience-- == 0) return ETIMEDOUT;
      poll(NULL, 0, 5);
    }
    if (stopped != pid || !WIFSTOPPED(status)) return ESRCH;
    if (status >> 16 == PTRACE_EVENT_EXIT) return 0;
  }
}

/// Continues the process untraced.
static inline void cvterm_untrace(pid_t pid) { ptrace(PTRACE_DETACH, pid, NULL, NULL); }

/// Stops a process for a moment and copies its vector registers in xsave's layout. Returns the number of bytes,
/// negative if they cannot be had.
static inline long cvterm_vector_registers(pid_t process, void *bytes, size_t size) {
#if defined(__x86_64__)
  int status;
  if (ptrace(PTRACE_SEIZE, process, NULL, NULL)) return -1;
  struct iovec registers = {bytes, size};
  long answer = ptrace(PTRACE_INTERRUPT, process, NULL, NULL);
  if (answer == 0 && waitpid(process, &status, __WALL) != process) answer = -1;
  if (answer == 0) answer = ptrace(PTRACE_GETREGSET, process, (void *)NT_X86_XSTATE, &registers);
  ptrace(PTRACE_DETACH, process, NULL, NULL);
  return answer ? -1 : (long)registers.iov_len;
#else
  return -1;
#endif
}

#endif
