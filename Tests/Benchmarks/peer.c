// The yardstick of `make bench`: what a small C program on ncurses costs, written as anyone would write it.
// It draws a box on /dev/tty and echoes an asterisk for each key; 0x7F takes one back and Esc ends it.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { width = 74, capacity = width - 4, delete_key = 0x7F, escape_key = 0x1B };

int main(void) {
  setlocale(LC_ALL, "");
  FILE *terminal = fopen("/dev/tty", "r+");
  SCREEN *screen = terminal == NULL ? NULL : newterm(NULL, terminal, terminal);
  if (screen == NULL) {
    fputs("peer: there is no usable terminal\n", stderr);
    return EXIT_FAILURE;
  }
  raw();
  noecho();
  set_escdelay(25);
  keypad(stdscr, TRUE);
  mvaddstr(0, (COLS - (int)strlen("Choose a password")) / 2, "Choose a password");
  WINDOW *field = derwin(stdscr, 3, width, 2, 3);
  box(field, 0, 0);

  int count = 0;
  wint_t key = 0;
  do {
    move(3, 5 + count);
    refresh();
    int kind = get_wch(&key);
    if (kind == ERR) break;
    if ((kind == OK && key == delete_key) || (kind == KEY_CODE_YES && key == KEY_BACKSPACE)) {
      if (count > 0) mvaddch(3, 5 + --count, ' ');
    } else if (kind == OK && key != escape_key && count < capacity) {
      mvaddch(3, 5 + count++, '*');
    }
  } while (key != escape_key);

  endwin();
  delscreen(screen);
  return EXIT_SUCCESS;
}
