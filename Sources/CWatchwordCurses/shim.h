#if !__has_include(<curses.h>)
#error "curses.h is missing; on Debian: apt install libncurses-dev"
#endif
// Swift sees neither function-like macros nor C's mutable globals, so those needed are restated here.
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <term.h>
#include <termcap.h>
#include <unistd.h>
#include <wchar.h>

/// wcwidth(3), which <wchar.h> declares only for X/Open programs.
extern int wcwidth(wchar_t character);

static inline attr_t cn_bold(void) { return A_BOLD; }
static inline attr_t cn_dim(void) { return A_DIM; }
static inline attr_t cn_reverse(void) { return A_REVERSE; }
static inline attr_t cn_underline(void) { return A_UNDERLINE; }
static inline attr_t cn_italic(void) { return A_ITALIC; }

// How Swift imports a pointer depends on whether a header completes the struct, and systems differ: ncurses hides WINDOW in
// Debian 13 and Ubuntu 24.04, not in Debian 12; musl hides FILE. So Swift gets pointers to structs of this header instead.
// Nobody reads their member, which only makes them complete.

/// A WINDOW of ncurses.
typedef struct cn_window {
  char hidden;
} cn_window;

/// A SCREEN of ncurses.
typedef struct cn_screen {
  char hidden;
} cn_screen;

/// A FILE.
typedef struct cn_file {
  char hidden;
} cn_file;

static inline cn_window *cn_stdscr(void) { return (cn_window *)stdscr; }
static inline cn_window *cn_curscr(void) { return (cn_window *)curscr; }

// The functions of ncurses and <stdio.h> that have the same name without cn_.
static inline cn_window *cn_newwin(int height, int width, int row, int column) {
  return (cn_window *)newwin(height, width, row, column);
}
static inline void cn_delwin(cn_window *window) { delwin((WINDOW *)window); }
static inline void cn_idcok(cn_window *window, bool is_allowed) { idcok((WINDOW *)window, is_allowed); }
static inline void cn_clearok(cn_window *window, bool is_due) { clearok((WINDOW *)window, is_due); }
static inline void cn_werase(cn_window *window) { werase((WINDOW *)window); }
static inline void cn_wrefresh(cn_window *window) { wrefresh((WINDOW *)window); }
static inline void cn_wmove(cn_window *window, int row, int column) { wmove((WINDOW *)window, row, column); }
static inline void cn_mvwadd_wchnstr(cn_window *window, int row, int column, const cchar_t *cells, int count) {
  mvwadd_wchnstr((WINDOW *)window, row, column, cells, count);
}
static inline int cn_getcury(cn_window *window) { return getcury((WINDOW *)window); }
static inline int cn_getcurx(cn_window *window) { return getcurx((WINDOW *)window); }

static inline cn_screen *cn_newterm(const char *type, cn_file *output, cn_file *input) {
  return (cn_screen *)newterm(type, (FILE *)output, (FILE *)input);
}
static inline void cn_set_term(cn_screen *screen) { set_term((SCREEN *)screen); }
static inline void cn_delscreen(cn_screen *screen) { delscreen((SCREEN *)screen); }

/// Reads the description of terminals of `type` from terminfo and makes it the current one, without a screen. Returns
/// false if there is none.
static inline bool cn_describe(const char *type, cn_file *output) {
  int error;
  return setupterm(type, fileno((FILE *)output), &error) == OK;
}
/// The current terminal's description, or NULL.
static inline void *cn_description(void) { return cur_term; }
static inline void cn_describe_again(void *description) { set_curterm((TERMINAL *)description); }
static inline void cn_forget_description(void *description) { del_curterm((TERMINAL *)description); }

static inline void cn_fclose(cn_file *file) { fclose((FILE *)file); }
static inline int cn_fileno(cn_file *file) { return fileno((FILE *)file); }

/// A close-on-exec file in memory, or NULL. <sys/mman.h> declares memfd_create(2) only for GNU programs.
static inline cn_file *cn_memory_file(void) {
  extern int memfd_create(const char *name, unsigned int flags);
  int descriptor = memfd_create("picture", 1);
  if (descriptor < 0) return NULL;
  FILE *file = fdopen(descriptor, "r+");
  if (file == NULL) close(descriptor);
  return (cn_file *)file;
}

/// Fills `file` with `capacity` zeros and maps it; NULL if that fails. If a file may not have so many bytes, uses as
/// many as it may, and sets `capacity` to that number.
static inline char *cn_memory_map(cn_file *file, size_t *capacity) {
  int descriptor = cn_fileno(file);
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < *capacity) *capacity = limit.rlim_cur;
  errno = EFBIG;
  if (*capacity == 0 || lseek(descriptor, 0, SEEK_SET) != 0 || ftruncate(descriptor, 0) == -1 ||
      ftruncate(descriptor, (off_t)*capacity) == -1)
    return NULL;
  void *memory = mmap(NULL, *capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// A string of the terminal's description, or NULL; see terminfo(5).
static inline const char *cn_string(const char *name) {
  const char *string = tigetstr(name);
  return string == (char *)-1 ? NULL : string;
}

/// Whether a string of the terminal's description, which may be missing, has no padding, see terminfo(5).
static inline bool cn_is_plain(const char *name) {
  const char *string = cn_string(name);
  return string == NULL || strstr(string, "$<") == NULL;
}

/// A string of the terminal's description with its parameters filled in, or NULL. The next call reuses its memory.
static inline const char *cn_expand(const char *name, int first, int second) {
  const char *string = cn_string(name);
  return string == NULL ? NULL : tiparm(string, first, second);
}

static inline cchar_t cn_blank(attr_t attributes, int pair) {
  const wchar_t text[] = {L' ', L'\0'};
  cchar_t cell;
  setcchar(&cell, text, attributes, 0, &pair);
  return cell;
}

/// Makes `cell` show only `base`, in the style of `blank`.
static inline void cn_cell_set(cchar_t *cell, wchar_t base, const cchar_t *blank) {
  *cell = *blank;
  cell->chars[0] = base;
}

/// Adds a zero-width character to the one `cell` shows. Ignores it if the cell already holds four.
static inline void cn_cell_add(cchar_t *cell, wchar_t follower) {
  for (int index = 1; index < CCHARW_MAX; index++) {
    if (cell->chars[index] == L'\0') {
      cell->chars[index] = follower;
      return;
    }
  }
}

/// The part of ncurses' state that belongs to the process, and the current screen, which may be NULL.
struct cn_current {
  cn_screen *screen;
  TERMINAL *terminal;
  int height, width, delay;
  short speed;
};

static inline void cn_current_restore(struct cn_current before) {
  cn_set_term(before.screen);
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
  // ncurses reports the current screen only when it is replaced, and then that screen forgets its terminal.
  now.screen = (cn_screen *)set_term(NULL);
  cn_current_restore(now);
  return now;
}

/// Keeps ncurses from padding with zeros for slow hardware: a picture must not contain any.
static inline void cn_forget_speed(void) { ospeed = 0; }
