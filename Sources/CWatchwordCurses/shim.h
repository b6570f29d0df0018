#if !__has_include(<curses.h>)
#error "curses.h is missing; on Debian: apt install libncursesw5-dev"
#endif
// Swift sees neither macros with arguments nor C's mutable globals; those that are needed are restated here.
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <term.h>
#include <termcap.h>
#include <unistd.h>
#include <wchar.h>

/// wcwidth(3), which <wchar.h> shows to X/Open programs alone.
extern int wcwidth(wchar_t character);

static inline attr_t cn_bold(void) { return A_BOLD; }
static inline attr_t cn_dim(void) { return A_DIM; }
static inline attr_t cn_reverse(void) { return A_REVERSE; }
static inline attr_t cn_underline(void) { return A_UNDERLINE; }

static inline WINDOW *cn_stdscr(void) { return stdscr; }
static inline WINDOW *cn_curscr(void) { return curscr; }

/// A file in memory, of memfd_create(2) with MFD_CLOEXEC, which <sys/mman.h> shows to GNU programs alone; NULL where there
/// is none.
static inline FILE *cn_memory_file(void) {
  extern int memfd_create(const char *name, unsigned int flags);
  int descriptor = memfd_create("picture", 1);
  if (descriptor < 0) return NULL;
  FILE *file = fdopen(descriptor, "r+");
  if (file == NULL) close(descriptor);
  return file;
}

/// Makes `file` hold `capacity` zeros, or as many as a file may have, and shows them as they are written; NULL where that
/// cannot be.
static inline char *cn_memory_map(FILE *file, size_t *capacity) {
  int descriptor = fileno(file);
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < *capacity) *capacity = limit.rlim_cur;
  errno = EFBIG;
  if (*capacity == 0 || lseek(descriptor, 0, SEEK_SET) != 0 || ftruncate(descriptor, 0) == -1 ||
      ftruncate(descriptor, (off_t)*capacity) == -1)
    return NULL;
  void *memory = mmap(NULL, *capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// A string of the terminal's description, or NULL where there is none; see terminfo(5).
static inline const char *cn_string(const char *name) {
  const char *string = tigetstr(name);
  return string == (char *)-1 ? NULL : string;
}

/// The same with its parameters put in, in memory that the next call uses again.
static inline const char *cn_expand(const char *name, int first, int second) {
  const char *string = cn_string(name);
  return string == NULL ? NULL : tiparm(string, first, second);
}

/// A cell that shows a blank.
static inline cchar_t cn_blank(attr_t attributes, int pair) {
  const wchar_t text[] = {L' ', L'\0'};
  cchar_t cell;
  setcchar(&cell, text, attributes, 0, &pair);
  return cell;
}

/// Makes `cell` show `base` alone, and look like `blank`.
static inline void cn_cell_set(cchar_t *cell, wchar_t base, const cchar_t *blank) {
  *cell = *blank;
  cell->chars[0] = base;
}

/// Adds a character of no width to the one that `cell` shows. A cell holds four of them; more are left out.
static inline void cn_cell_add(cchar_t *cell, wchar_t follower) {
  for (int index = 1; index < CCHARW_MAX; index++) {
    if (cell->chars[index] == L'\0') {
      cell->chars[index] = follower;
      return;
    }
  }
}

/// What of ncurses is the process's and not a screen's, with the current screen of the process; it may have none.
struct cn_current {
  SCREEN *screen;
  TERMINAL *terminal;
  int height, width, delay;
  short speed;
};

static inline void cn_current_restore(struct cn_current before) {
  set_term(before.screen);
  set_curterm(before.terminal);
  ospeed = before.speed;
  if (before.screen == NULL) return;
  LINES = before.height;
  COLS = before.width;
  set_escdelay(before.delay);
}

static inline struct cn_current cn_current_save(void) {
  struct cn_current now = {
      .terminal = cur_term, .height = LINES, .width = COLS, .delay = get_escdelay(), .speed = ospeed};
  // ncurses tells what the current screen is only when it gets another one, and has that one forget its terminal then.
  now.screen = set_term(NULL);
  cn_current_restore(now);
  return now;
}

static inline int cn_columns(void) { return COLS; }

/// Takes from the current terminal the string that moves the cursor by one column to the right: with it ncurses may write
/// again what the cursor passes.
static inline void cn_forget_right(void) { cursor_right = NULL; }

/// Has ncurses not write zeros to slow hardware where it has to wait: none may be in a picture.
static inline void cn_forget_speed(void) { ospeed = 0; }
