#define _GNU_SOURCE
#include "signals.h"

#include <CWatchwordSystem.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "terminal.h"

// endwin(3) is not async-signal-safe. What it would write is prepared beforehand and kept here.

static bool owns_process;
static int is_dying;

// What a form in a host has replaced and will give back: the actions by signal number, and the thread's stack.
static struct sigaction deadly_before[_NSIG];
static uint64_t deadly_taken;
static stack_t stack_before, stack_taken;
static bool is_stack_taken;

// What to restore. Only the thread that has set `is_held` may use it, with all signals blocked: otherwise a handler
// would wait forever for the thread that it interrupted.
static bool is_held;
static bool is_armed;
static int armed_tty;
static struct termios armed_modes;
static uint8_t armed_restore[WW_RESTORE_CAPACITY];
static size_t armed_length;
static pid_t armed_process;

static bool has_patience(void *rest) { return (*(int *)rest)-- > 0; }

/// Writes all bytes, waiting at most one second in total for a terminal that accepts none.
static bool write_bounded(int tty, const uint8_t *bytes, size_t length) {
  int flags = fcntl(tty, F_GETFL);
  if (flags != -1) fcntl(tty, F_SETFL, flags | O_NONBLOCK);
  int patience = 10;
  bool is_written = ww_write_all(tty, bytes, length, has_patience, &patience) == 0;
  if (flags != -1) fcntl(tty, F_SETFL, flags);
  return is_written;
}

static void hold(void) {
  while (__atomic_exchange_n(&is_held, true, __ATOMIC_ACQUIRE)) poll(NULL, 0, 1);
}

static void let_go(void) { __atomic_store_n(&is_held, false, __ATOMIC_RELEASE); }

bool ww_is_in_foreground(int tty) {
  pid_t foreground = tcgetpgrp(tty);
  // Only the controlling terminal has a foreground process group.
  return foreground == -1 || foreground == getpgrp();
}

static void mend(void) {
  bool is_written = write_bounded(armed_tty, armed_restore, armed_length);
  // In the background the modes are the shell's.
  if (!ww_is_in_foreground(armed_tty)) return;
  ww_answer_await(armed_tty);
  // Keys that the kernel has not processed yet would survive TCSAFLUSH without this, and be echoed.
  tcflush(armed_tty, TCIFLUSH);
  if (is_written) {
    tcsetattr(armed_tty, TCSAFLUSH, &armed_modes);
  } else {
    // TCSAFLUSH would wait for a terminal that accepts no output.
    tcflush(armed_tty, TCIOFLUSH);
    tcsetattr(armed_tty, TCSANOW, &armed_modes);
  }
}

// Who has the terminal. After a restore the host has it, and the form leaves the terminal alone.
static int terminal_holder = WW_TERMINAL_FORMS;
// The thread that is changing the terminal for the form; 0 for none.
static pthread_t user;

bool ww_terminal_use(void) {
  // This thread stores `user` before it checks the holder. The handler changes the holder before it checks `user`. So
  // at least one of the two sees the other.
  __atomic_store_n(&user, pthread_self(), __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&terminal_holder, __ATOMIC_SEQ_CST) == WW_TERMINAL_FORMS) return true;
  ww_terminal_rest();
  return false;
}

void ww_terminal_rest(void) { __atomic_store_n(&user, 0, __ATOMIC_RELEASE); }

int ww_terminal_holder(void) { return __atomic_load_n(&terminal_holder, __ATOMIC_SEQ_CST); }

void ww_terminal_take(void) { __atomic_store_n(&terminal_holder, WW_TERMINAL_FORMS, __ATOMIC_SEQ_CST); }

/// Waits at most a second until the form's thread has finished its change to the terminal, unless this is that thread.
static void await_user(void) {
  for (int patience = 1000; patience > 0; patience--) {
    pthread_t present = __atomic_load_n(&user, __ATOMIC_SEQ_CST);
    if (present == 0 || pthread_equal(present, pthread_self())) return;
    poll(NULL, 0, 1);
  }
}

struct kept {
  char bytes[16384];
  size_t length;
};

static bool keep(struct kept *kept, const char *bytes, size_t count) {
  size_t length = __atomic_load_n(&kept->length, __ATOMIC_ACQUIRE);
  if (count > sizeof kept->bytes - length) return false;
  memcpy(kept->bytes + length, bytes, count);
  __atomic_store_n(&kept->length, length + count, __ATOMIC_RELEASE);
  return true;
}

static void drop(struct kept *kept) { __atomic_store_n(&kept->length, 0, __ATOMIC_RELEASE); }

static void tell(struct kept *kept) {
  size_t length = __atomic_exchange_n(&kept->length, 0, __ATOMIC_ACQ_REL);
  if (length > 0) write_bounded(STDERR_FILENO, (const uint8_t *)kept->bytes, length);
}

// What is printed to stderr(3) during a form, kept here because it would spoil the picture. When the buffer is full,
// what it holds is lost.
static struct kept errors;
static FILE *keeper, *stderr_before;

/// Needs no lock of its own: the stream has one.
static ssize_t keep_error(void *cookie, const char *bytes, size_t count) {
  (void)cookie;
  if (ww_terminal_holder() != WW_TERMINAL_FORMS || count > sizeof errors.bytes) {
    ww_write_all(STDERR_FILENO, bytes, count, NULL, NULL);
  } else if (!keep(&errors, bytes, count)) {
    drop(&errors);
    keep(&errors, bytes, count);
  }
  return (ssize_t)count;
}

void ww_stderr_keep(void) {
  if (owns_process || stderr == keeper || !isatty(STDERR_FILENO)) return;
  // Never closed: another thread may print to it at any time.
  if (keeper == NULL) {
    keeper = fopencookie(NULL, "w", (cookie_io_functions_t){.write = keep_error});
    if (keeper == NULL) return;
    setvbuf(keeper, NULL, _IONBF, 0);
  }
  stderr_before = stderr;
  __atomic_store_n(&stderr, keeper, __ATOMIC_SEQ_CST);
}

static void give_stderr_back(void) {
  if (keeper != NULL && stderr == keeper) __atomic_store_n(&stderr, stderr_before, __ATOMIC_SEQ_CST);
  tell(&errors);
}

// The host's lines that no form has printed yet, the first of them. If the process ends during a form, they are written
// to standard error.
static struct kept lines;

bool ww_lines_keep(const char *line, size_t length) { return keep(&lines, line, length); }

void ww_lines_drop(void) { drop(&lines); }

static void restore_terminal(void) {
  hold();
  // If the host already has the terminal, leave its output alone.
  int holder = is_armed ? __atomic_exchange_n(&terminal_holder, WW_TERMINAL_HOSTS, __ATOMIC_SEQ_CST) : WW_TERMINAL_HOSTS;
  if (holder == WW_TERMINAL_FORMS) {
    await_user();
    mend();
    tell(&errors);
  }
  let_go();
}

// Functions save some registers on the stack for their caller. So each call in the handler would store secrets again
// that the interrupted code had in these registers. The handler never returns, so it may clear them.
#if defined(__x86_64__)
#define CLEAR_KEPT_REGISTERS()                                                                            \
  __asm__ volatile("xor %%ebx, %%ebx\n xor %%r12d, %%r12d\n xor %%r13d, %%r13d\n xor %%r14d, %%r14d\n" \
                   "xor %%r15d, %%r15d\n" ::: "rbx", "r12", "r13", "r14", "r15", "cc")
#elif defined(__aarch64__)
#define CLEAR_KEPT_REGISTERS()                                                                             \
  __asm__ volatile("mov x19, xzr\n mov x20, xzr\n mov x21, xzr\n mov x22, xzr\n mov x23, xzr\n"           \
                   "mov x24, xzr\n mov x25, xzr\n mov x26, xzr\n mov x27, xzr\n mov x28, xzr\n" ::          \
                       : "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28")
#else
#define CLEAR_KEPT_REGISTERS()
#endif

/// Overwrites the stack from `low` to `high`, except its own frame, and terminates the process by signal `number`,
/// which is pending. Nothing returns to the frames above.
__attribute__((noinline, noreturn)) static void vanish(int number, char *low, char *high) {
  char *frame = __builtin_frame_address(0);
  char *callers = frame + 2 * sizeof(void *), *dead = frame - 1024;
  if (low < dead && callers < high) {
    explicit_bzero(callers, (size_t)(high - callers));
    explicit_bzero(low, (size_t)(dead - low));
  }
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  _exit(128 + number);
}

/// Whether the kernel sent SIGXFSZ for a write of this process, which it reports as sent by the process itself.
static bool is_own_write(const siginfo_t *info) {
  return info->si_signo == SIGXFSZ && info->si_code == SI_USER && info->si_pid == getpid();
}

/// Whether the fault was caused by a mapped file that became shorter, and has been fixed.
static bool is_healed(const siginfo_t *info) {
  return info->si_signo == SIGBUS && info->si_code == BUS_ADRERR && ww_file_heal(info->si_addr);
}

/// Runs with all signals blocked, including SIGTTOU, so that it can set the terminal from the background and no other
/// signal intervenes. A fault in here kills the process at once.
static void die(int number, siginfo_t *info, void *context) {
  (void)context;
  if (is_healed(info) || (owns_process && (is_own_write(info) || ww_work_puts_off(number)))) return;
  CLEAR_KEPT_REGISTERS();
  if (__atomic_exchange_n(&is_dying, 1, __ATOMIC_SEQ_CST)) {
    for (;;) pause();
  }
  stack_t stack;
  char *low = NULL, *high = NULL;
  if (sigaltstack(NULL, &stack) == 0 && stack.ss_flags & SS_ONSTACK) {
    low = stack.ss_sp;
    high = low + stack.ss_size;
    // Locked only now, because there is a limit on locked memory and forms need it for secrets.
    mlock(low, stack.ss_size);
  }
  restore_terminal();
  tell(&lines);
  ww_secrets_wipe();
  ww_child_end_last();
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(number, &standard, NULL);
  raise(number);
  vanish(number, low, high);
}

static bool is_ignored(int number) {
  struct sigaction present;
  return sigaction(number, NULL, &present) == 0 && present.sa_handler == SIG_IGN;
}

/// Whether the process's job has ended, as in `(program &)`. The shell is then about to take the terminal back.
static bool is_left_behind(void) {
  pid_t session = getsid(0);
  return getsid(getppid()) != session && getpgid(session) != getpgrp();
}

/// Whether a subshell may have started the process with `&`: by POSIX, the process then ignores SIGINT and SIGQUIT. The
/// subshell may end before the process does.
static bool may_be_left_behind(void) {
  return getpgid(getsid(0)) != getpgrp() && is_ignored(SIGINT) && is_ignored(SIGQUIT);
}

/// Ends the form if the parent process has ended. The signal also comes when only the parent's thread that started the
/// process has ended, see PR_SET_PDEATHSIG in prctl(2).
static void end_left_behind(int number, siginfo_t *info, void *context) {
  (void)number;
  if (!is_armed || !is_left_behind()) return;
  // A shell keeps the modes it finds when it takes the terminal back.
  if (ww_is_in_foreground(armed_tty)) tcsetattr(armed_tty, TCSANOW, &armed_modes);
  die(SIGHUP, info, context);
}

/// Restores the terminal before the host's own fault handler, such as Swift's, reports. Then gives the signal back to
/// that handler and sends it again.
static void hand_over(int number, siginfo_t *info, void *context) {
  (void)context;
  if (is_healed(info)) return;
  ww_deadly_restore_terminal();
  sigaction(number, &deadly_before[number], NULL);
  syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), number, info);
}

static bool is_among(int number, const int *numbers, size_t count) {
  while (count > 0 && numbers[count - 1] != number) count--;
  return count > 0;
}

static bool is_own(const struct sigaction *action) {
  return action->sa_flags & SA_SIGINFO && (action->sa_sigaction == die || action->sa_sigaction == hand_over);
}

/// Whether a host's handler is there for a fault, after which a process has little left to do. A handler of SIGQUIT
/// counts if it also handles SIGILL, as Swift's does.
static bool is_for_fault(int number, const struct sigaction *action) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
  if (action->sa_handler == SIG_IGN || is_own(action)) return false;
  if (is_among(number, faults, sizeof faults / sizeof *faults)) return true;
  struct sigaction other;
  if (sigaction(SIGILL, NULL, &other) == -1) return false;
  return number == SIGQUIT && other.sa_handler == action->sa_handler;
}

/// Whether the signal is left alone: it does not terminate the process by default, cannot be caught, or is SIGPIPE,
/// which only the caller decides to ignore.
static bool is_left_alone(int number) {
  static const int left_alone[] = {SIGCHLD,  SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU,
                                   SIGWINCH, SIGURG,  SIGKILL, SIGSTOP, SIGPIPE};
  return is_among(number, left_alone, sizeof left_alone / sizeof *left_alone);
}

void ww_deadly_install(bool is_owner) {
  if (is_owner) {
    owns_process = true;
    ww_deadly_use_stack();
    ww_handler_puts_off = true;
  } else {
    deadly_taken = 0;
    sigaltstack(NULL, &stack_before);
    is_stack_taken = ww_deadly_use_stack();
    sigaltstack(NULL, &stack_taken);
  }
  struct sigaction action = {.sa_sigaction = die, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  struct sigaction handing = action;
  handing.sa_sigaction = hand_over;
  // The owner sets its action first and restores an ignored signal, which halves the system calls at startup. A host
  // may have threads, which need its own handler to stay in place.
  sigset_t before = ww_signals_block();
  for (int number = 1; number <= SIGRTMAX; number++) {
    struct sigaction present;
    // The C library refuses the two signals below SIGRTMIN, which it needs itself.
    if (is_left_alone(number)) continue;
    if (is_owner) {
      if (sigaction(number, &action, &present) == -1) continue;
      if (present.sa_handler == SIG_IGN) sigaction(number, &present, NULL);
      continue;
    }
    if (sigaction(number, NULL, &present) == -1) continue;
    bool hands_over = present.sa_handler != SIG_DFL;
    if (hands_over && !is_for_fault(number, &present)) continue;
    // Set this first: the handler may need it at once on another thread.
    deadly_before[number] = present;
    sigaction(number, hands_over ? &handing : &action, NULL);
    deadly_taken |= UINT64_C(1) << (number - 1);
  }
  ww_signals_release(before);
}

/// Restores the action `before`, unless `is_ours` says that someone else has set another action since.
static void give_back(int number, const struct sigaction *before, bool (*is_ours)(const struct sigaction *)) {
  struct sigaction present;
  if (sigaction(number, NULL, &present) == 0 && is_ours(&present)) sigaction(number, before, NULL);
}

void ww_deadly_uninstall(void) {
  for (int number = 1; number < _NSIG; number++) {
    if (deadly_taken & UINT64_C(1) << (number - 1)) give_back(number, &deadly_before[number], is_own);
  }
  deadly_taken = 0;
  stack_t present;
  if (is_stack_taken && sigaltstack(NULL, &present) == 0 && present.ss_sp == stack_taken.ss_sp) {
    sigaltstack(&stack_before, NULL);
  }
  is_stack_taken = false;
}

void ww_deadly_restore_terminal(void) {
  int number = errno;
  // In the background SIGTTOU would stop the process half way through.
  sigset_t before = ww_signals_block();
  restore_terminal();
  ww_signals_release(before);
  errno = number;
}

/// Restores the terminal at exit(3), but not in a forked child.
static void end_process(void) {
  if (getpid() != armed_process) return;
  ww_deadly_restore_terminal();
  tell(&lines);
}

void ww_deadly_resume_terminal(void) {
  int present = WW_TERMINAL_HOSTS;
  bool is_hosts = __atomic_compare_exchange_n(&terminal_holder, &present, WW_TERMINAL_RETURNED, false, __ATOMIC_SEQ_CST,
                                              __ATOMIC_SEQ_CST);
  if (is_hosts) ww_events_wake();
}

void ww_deadly_arm(int tty, const struct termios *modes, const uint8_t *restore, size_t length) {
  static bool is_at_exit;
  if (!owns_process) armed_process = getpid();
  if (!owns_process && !is_at_exit) is_at_exit = atexit(end_process) == 0;
  if (length > sizeof armed_restore) length = sizeof armed_restore;
  sigset_t before = ww_signals_block();
  hold();
  armed_tty = tty;
  armed_modes = *modes;
  if (length > 0) memcpy(armed_restore, restore, length);
  armed_length = length;
  is_armed = true;
  let_go();
  ww_signals_release(before);
}

void ww_deadly_disarm(void) {
  sigset_t before = ww_signals_block();
  hold();
  is_armed = false;
  give_stderr_back();
  let_go();
  ww_signals_release(before);
}

static const int event_signals[] = {SIGWINCH, SIGTSTP, SIGCONT};
static const unsigned event_flags[] = {WW_EVENT_RESIZE, WW_EVENT_STOP, WW_EVENT_CONTINUE};
#define EVENT_COUNT (sizeof event_signals / sizeof *event_signals)

static unsigned events;
static bool is_catching;
static struct sigaction actions_before[EVENT_COUNT];
static sigset_t caught;
static sigset_t newly_blocked;
static sigset_t mask_while_waiting;

// The kernel's id of the thread that waits in ww_wait; 0 if it never has to be woken.
static pid_t waiting_thread;

/// Makes ww_wait return on the form's thread, or not wait. The signal's value tells it from a real SIGWINCH.
static void wake_thread(void) {
  int number = errno;
  pid_t process = getpid(), thread = __atomic_load_n(&waiting_thread, __ATOMIC_SEQ_CST);
  if (thread == 0 || thread == gettid()) return;
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = SIGWINCH;
  info.si_code = SI_QUEUE;
  info.si_pid = process;
  info.si_value.sival_ptr = &waiting_thread;
  syscall(SYS_rt_tgsigqueueinfo, process, thread, SIGWINCH, &info);
  errno = number;
}

static void note(int number, siginfo_t *info, void *context) {
  (void)context;
  if (info->si_code == SI_QUEUE && info->si_value.sival_ptr == &waiting_thread) return;
  for (size_t index = 0; index < EVENT_COUNT; index++) {
    if (event_signals[index] == number) __atomic_or_fetch(&events, event_flags[index], __ATOMIC_SEQ_CST);
  }
  // Another thread of the host may have received the signal.
  wake_thread();
}

static const struct sigaction noting = {.sa_sigaction = note, .sa_flags = SA_RESTART | SA_SIGINFO};

static bool is_noting(const struct sigaction *action) {
  return action->sa_flags & SA_SIGINFO && action->sa_sigaction == note;
}

void ww_events_begin(void) {
  if (is_catching) return;
  is_catching = true;
  // If the process is all Watchword's, no other thread receives signals, so nobody has to wake the form.
  if (owns_process) {
    struct sigaction ending = {.sa_sigaction = end_left_behind, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigfillset(&ending.sa_mask);
    sigaction(SIGURG, &ending, NULL);
    prctl(PR_SET_PDEATHSIG, SIGURG);
  } else {
    __atomic_store_n(&waiting_thread, gettid(), __ATOMIC_SEQ_CST);
  }
  sigemptyset(&caught);
  for (size_t index = 0; index < EVENT_COUNT; index++) {
    sigaction(event_signals[index], NULL, &actions_before[index]);
    if (event_signals[index] == SIGTSTP && actions_before[index].sa_handler == SIG_IGN) continue;
    sigaction(event_signals[index], &noting, NULL);
    sigaddset(&caught, event_signals[index]);
  }
  // A wait that finds input delivers no blocked signal, and a key after a stop belongs to the picture drawn anew.
  newly_blocked = caught;
  sigdelset(&newly_blocked, SIGCONT);
  pthread_sigmask(SIG_BLOCK, &newly_blocked, &mask_while_waiting);
  for (size_t index = 0; index < EVENT_COUNT; index++) {
    int number = event_signals[index];
    if (!sigismember(&caught, number)) continue;
    if (sigismember(&mask_while_waiting, number)) sigdelset(&newly_blocked, number);
    sigdelset(&mask_while_waiting, number);
  }
}

void ww_events_end(void) {
  if (!is_catching) return;
  is_catching = false;
  __atomic_store_n(&waiting_thread, 0, __ATOMIC_SEQ_CST);
  for (size_t index = 0; index < EVENT_COUNT; index++) {
    if (sigismember(&caught, event_signals[index])) {
      give_back(event_signals[index], &actions_before[index], is_noting);
    }
  }
  pthread_sigmask(SIG_UNBLOCK, &newly_blocked, NULL);
}

static bool is_woken;

bool ww_events_take_wake(void) { return __atomic_exchange_n(&is_woken, false, __ATOMIC_SEQ_CST); }

void ww_events_wake(void) {
  __atomic_store_n(&is_woken, true, __ATOMIC_SEQ_CST);
  __atomic_or_fetch(&events, WW_EVENT_WAKE, __ATOMIC_SEQ_CST);
  wake_thread();
}

static const int curses_signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};

struct ww_actions ww_actions_save(void) {
  struct ww_actions saved = {.count = owns_process ? 0 : sizeof curses_signals / sizeof *curses_signals};
  for (size_t index = 0; index < saved.count; index++) sigaction(curses_signals[index], NULL, &saved.actions[index]);
  return saved;
}

void ww_actions_restore(struct ww_actions saved) {
  for (size_t index = 0; index < saved.count; index++) sigaction(curses_signals[index], &saved.actions[index], NULL);
}

void ww_events_deliver(void) {
  if (!is_catching) return;
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, &mask_while_waiting, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

unsigned ww_events_take(void) { return __atomic_exchange_n(&events, 0, __ATOMIC_SEQ_CST); }

struct ww_caller ww_caller_find(int input, int output, int owner) {
  struct pollfd ready = {.fd = input, .events = POLLIN};
  struct ww_caller caller = {.input = input, .events = POLLIN, .output = output, .owner = owner};
  if (poll(&ready, 1, 0) > 0) {
    // Input is pending, so from now on only its end tells that the caller has ended. If even the end is there already,
    // nothing does.
    caller.events = 0;
    if (ready.revents & (POLLHUP | POLLERR | POLLNVAL)) caller.input = -1;
  }
  if (isatty(input)) caller.events = 0;
  return caller;
}

int ww_poll(struct pollfd *ready, size_t count, int64_t nanoseconds) {
  struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return ppoll(ready, count, nanoseconds < 0 ? NULL : &time, is_catching ? &mask_while_waiting : NULL);
}

// Never inlined: `make bench` counts from one call to the next.
__attribute__((noinline)) int ww_wait(int descriptor, struct ww_caller caller, int64_t nanoseconds) {
  // For the output, poll only reports that its reader has gone.
  struct pollfd ready[] = {{.fd = descriptor, .events = POLLIN},
                           {.fd = caller.input, .events = caller.events},
                           {.fd = caller.output, .events = 0},
                           {.fd = caller.owner, .events = POLLIN}};
  int count = ww_poll(ready, sizeof ready / sizeof *ready, nanoseconds);
  if (count == 0) return WW_WAIT_OVER;
  if (count < 0) return errno == EINTR ? WW_WAIT_SIGNAL : WW_WAIT_GONE;
  if (__atomic_load_n(&events, __ATOMIC_SEQ_CST) & WW_EVENT_CONTINUE) return WW_WAIT_SIGNAL;
  bool is_gone = ready[0].revents & ~POLLIN;
  // If the caller uses the same terminal, the end of the terminal is not a message from the caller.
  if (!is_gone && (ready[1].revents | ready[2].revents | ready[3].revents)) return WW_WAIT_CALLED;
  return ready[0].revents & POLLIN ? WW_WAIT_READABLE : WW_WAIT_GONE;
}

bool ww_give_way(int descriptor, int64_t nanoseconds) {
  struct ww_caller nobody = {.input = -1, .output = -1, .owner = -1};
  // The slack of timers, 50 µs by default, would be added.
  int slack = prctl(PR_GET_TIMERSLACK);
  if (slack >= 0) prctl(PR_SET_TIMERSLACK, 1UL);
  bool has_input = ww_wait(descriptor, nobody, nanoseconds) == WW_WAIT_READABLE;
  if (slack >= 0) prctl(PR_SET_TIMERSLACK, (unsigned long)slack);
  return has_input;
}

/// Restores the default action of the signal and unblocks it.
static void let_come(int number, struct sigaction *action_before, sigset_t *mask_before) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  sigaction(number, &standard, action_before);
  pthread_sigmask(SIG_UNBLOCK, &only, mask_before);
}

bool ww_stop_is_ignored(void) { return is_ignored(SIGTSTP); }

void ww_stop_group(void) {
  struct sigaction ignoring = {.sa_handler = SIG_IGN}, stop, go_on;
  sigset_t before;
  // A process goes on at a SIGCONT that it ignores, too. The caller knows that it was stopped.
  sigaction(SIGCONT, &ignoring, &go_on);
  // Any thread could take the signal of this process while this one goes on. So that one is dropped, also if it is
  // blocked, and this thread sends itself its own.
  sigaction(SIGTSTP, &ignoring, &stop);
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &ignoring, NULL);
  let_come(SIGTSTP, NULL, &before);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &stop, NULL);
  sigaction(SIGCONT, &go_on, NULL);
}

/// Whether the process group is orphaned: the first ancestor outside it is in another session.
static bool is_orphaned(void) {
  pid_t parent = getppid();
  while (parent > 0 && getpgid(parent) == getpgrp()) parent = ww_process_parent(parent);
  return parent > 0 && getsid(parent) != getsid(0);
}

bool ww_would_stop(int tty) { return !ww_is_in_foreground(tty) && !is_orphaned(); }

bool ww_is_abandoned(int tty) { return !ww_is_in_foreground(tty) && is_orphaned(); }

bool ww_await_foreground(int tty) {
  for (int patience = 20; ww_is_in_foreground(tty); patience--) {
    if (patience == 0 || !(is_left_behind() || may_be_left_behind())) return true;
    poll(NULL, 0, 10);
  }
  // If SIGTTOU is ignored, blocked or handled it does not stop the process.
  struct sigaction action;
  sigset_t mask;
  let_come(SIGTTOU, &action, &mask);
  bool can_come;
  do {
    // Draining output changes nothing, but like every change to the terminal it stops a background process.
    can_come = tcdrain(tty) == 0 || errno == EINTR;
  } while (can_come && !ww_is_in_foreground(tty));
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTTOU, &action, NULL);
  return can_come;
}
