#define _GNU_SOURCE
#include "signals.h"

#include <CWatchwordSystem.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "terminal.h"

// ncurses cannot be left from a handler: endwin(3) is not async-signal-safe. What it would write is therefore
// prepared while all is well, and kept here.

static bool owns_process;
static int is_dying;

// What a form in a host took, to be given back: the actions by the number of the signal, and the stack of the thread.
static struct sigaction deadly_before[_NSIG];
static uint64_t deadly_taken;
static stack_t stack_before, stack_taken;
static bool is_stack_taken;

// What there is to mend. Only who holds it reads or writes it, with all signals blocked, so that no thread waits for
// itself.
static bool is_held;
static bool is_armed;
static int armed_tty;
static struct termios armed_modes;
static uint8_t armed_restore[WW_RESTORE_CAPACITY];
static size_t armed_length;
static bool is_restored;

static bool has_patience(void *rest) { return (*(int *)rest)-- > 0; }

/// Writes all bytes, waiting at most a second in all for a terminal that takes none.
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

static void mend(void) {
  bool is_written = write_bounded(armed_tty, armed_restore, armed_length);
  // In the background the modes are the shell's.
  pid_t foreground = tcgetpgrp(armed_tty);
  if (foreground != -1 && foreground != getpgrp()) return;
  ww_answer_await(armed_tty);
  // Keys that the kernel has not sorted yet would outlive TCSAFLUSH alone, and be echoed.
  tcflush(armed_tty, TCIFLUSH);
  if (is_written) {
    tcsetattr(armed_tty, TCSAFLUSH, &armed_modes);
  } else {
    // TCSAFLUSH would wait for a terminal that takes no output.
    tcflush(armed_tty, TCIOFLUSH);
    tcsetattr(armed_tty, TCSANOW, &armed_modes);
  }
}

static void restore_terminal(void) {
  hold();
  if (is_armed) {
    mend();
    __atomic_store_n(&is_restored, true, __ATOMIC_SEQ_CST);
  }
  let_go();
}

// A function saves some registers for its caller, so that what the interrupted code has in them would be saved again
// with every call. A handler that never returns need not keep them.
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

/// Overwrites the stack from `low` to `high`, but for its own frame, and ends the process by the signal `number`, which
/// is pending. Nobody returns to the frames above.
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

/// Whether the kernel sent SIGXFSZ for a write of this process. It says so as if the process had done it itself.
static bool is_own_write(const siginfo_t *info) {
  return info->si_signo == SIGXFSZ && info->si_code == SI_USER && info->si_pid == getpid();
}

/// Runs with all signals blocked, SIGTTOU among them, so that the terminal can be set from the background and no
/// other signal comes in between; a fault in here is deadly at once.
static void die(int number, siginfo_t *info, void *context) {
  (void)context;
  if (owns_process && (is_own_write(info) || ww_work_puts_off(number))) return;
  CLEAR_KEPT_REGISTERS();
  if (__atomic_exchange_n(&is_dying, 1, __ATOMIC_SEQ_CST)) {
    for (;;) pause();
  }
  stack_t stack;
  char *low = NULL, *high = NULL;
  if (sigaltstack(NULL, &stack) == 0 && stack.ss_flags & SS_ONSTACK) {
    low = stack.ss_sp;
    high = low + stack.ss_size;
    // Locked when it is needed: from the start on, a form would have so much less to lock.
    mlock(low, stack.ss_size);
  }
  restore_terminal();
  ww_secrets_wipe();
  ww_child_end_last();
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(number, &standard, NULL);
  raise(number);
  vanish(number, low, high);
}

/// Has the terminal in order before the host's own handler, be it Swift's, says what it has to say of a fault: that one
/// has the signal from now on, and gets it once more.
static void hand_over(int number, siginfo_t *info, void *context) {
  (void)context;
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

/// Whether a host's handler is there for a fault, after which a process has little left to do. The one of SIGQUIT is
/// where it is that of SIGILL too, as Swift's.
static bool is_for_fault(int number, const struct sigaction *action) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
  if (action->sa_handler == SIG_IGN || is_own(action)) return false;
  if (is_among(number, faults, sizeof faults / sizeof *faults)) return true;
  struct sigaction other;
  if (sigaction(SIGILL, NULL, &other) == -1) return false;
  return number == SIGQUIT && other.sa_handler == action->sa_handler;
}

/// Whether the signal is left alone: it does not end a process by default, nobody can take it, or, as SIGPIPE, it is
/// for the caller to say whether it is ignored.
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
  // The owner takes a signal first and gives it back where it was ignored, which halves the calls of a start. A host
  // may have threads, for which its own handler has to be there all the time.
  sigset_t before = ww_signals_block();
  for (int number = 1; number <= SIGRTMAX; number++) {
    struct sigaction present;
    // The C library refuses its own two, below SIGRTMIN.
    if (is_left_alone(number)) continue;
    if (is_owner) {
      if (sigaction(number, &action, &present) == -1) continue;
      if (present.sa_handler == SIG_IGN) sigaction(number, &present, NULL);
      continue;
    }
    if (sigaction(number, NULL, &present) == -1) continue;
    bool hands_over = present.sa_handler != SIG_DFL;
    if (hands_over && !is_for_fault(number, &present)) continue;
    // Another thread may need it at once.
    deadly_before[number] = present;
    sigaction(number, hands_over ? &handing : &action, NULL);
    deadly_taken |= UINT64_C(1) << (number - 1);
  }
  ww_signals_release(before);
}

/// Gives the signal the action `before`, unless somebody else has set another one than `is_ours` says meanwhile.
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
  // In the background SIGTTOU would stop the process on the way, and half a terminal is no use.
  sigset_t before = ww_signals_block();
  restore_terminal();
  ww_signals_release(before);
  errno = number;
}

bool ww_deadly_take_restored(void) { return __atomic_exchange_n(&is_restored, false, __ATOMIC_SEQ_CST); }

void ww_deadly_arm(int tty, const struct termios *modes, const uint8_t *restore, size_t length) {
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

// The thread that waits in ww_wait, by the number that the kernel gives it; 0 where nobody has to wake it.
static pid_t waiting_thread;

/// Has ww_wait of the form's thread return, or not begin to wait. The signal says by its value that it is no SIGWINCH.
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
  // Another thread of the host may have taken the signal.
  wake_thread();
}

static const struct sigaction noting = {.sa_sigaction = note, .sa_flags = SA_RESTART | SA_SIGINFO};

static bool is_noting(const struct sigaction *action) {
  return action->sa_flags & SA_SIGINFO && action->sa_sigaction == note;
}

void ww_events_begin(void) {
  if (is_catching) return;
  is_catching = true;
  // Where the process is all Watchword's no other thread takes signals, and nobody wakes the form.
  if (!owns_process) __atomic_store_n(&waiting_thread, gettid(), __ATOMIC_SEQ_CST);
  sigemptyset(&caught);
  for (size_t index = 0; index < EVENT_COUNT; index++) {
    sigaction(event_signals[index], NULL, &actions_before[index]);
    if (event_signals[index] == SIGTSTP && actions_before[index].sa_handler == SIG_IGN) continue;
    sigaction(event_signals[index], &noting, NULL);
    sigaddset(&caught, event_signals[index]);
  }
  pthread_sigmask(SIG_BLOCK, &caught, &mask_while_waiting);
  newly_blocked = caught;
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

unsigned ww_events_take(void) { return __atomic_exchange_n(&events, 0, __ATOMIC_SEQ_CST); }

struct ww_caller ww_caller_find(int input, int output, int owner) {
  struct pollfd ready = {.fd = input, .events = POLLIN};
  struct ww_caller caller = {.input = input, .events = POLLIN, .output = output, .owner = owner};
  if (poll(&ready, 1, 0) > 0) {
    // Where more has come than one line, the end of the input still tells that the caller has ended.
    caller.events = 0;
    if (ready.revents & (POLLHUP | POLLERR | POLLNVAL)) caller.input = -1;
  }
  if (isatty(input)) caller.events = 0;
  return caller;
}

int ww_wait(int descriptor, struct ww_caller caller, int64_t nanoseconds) {
  // Of the output only the end of its reader is told.
  struct pollfd ready[] = {{.fd = descriptor, .events = POLLIN},
                           {.fd = caller.input, .events = caller.events},
                           {.fd = caller.output, .events = 0},
                           {.fd = caller.owner, .events = POLLIN}};
  struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  int count = ppoll(ready, sizeof ready / sizeof *ready, nanoseconds < 0 ? NULL : &time,
                    is_catching ? &mask_while_waiting : NULL);
  if (count == 0) return WW_WAIT_OVER;
  if (count < 0) return errno == EINTR ? WW_WAIT_SIGNAL : WW_WAIT_GONE;
  bool is_gone = ready[0].revents & ~POLLIN;
  // The caller may stand on the same terminal, and its end is not the caller's word then.
  if (!is_gone && (ready[1].revents | ready[2].revents | ready[3].revents)) return WW_WAIT_CALLED;
  return ready[0].revents & POLLIN ? WW_WAIT_READABLE : WW_WAIT_GONE;
}

/// Has the signal do what it does by default, and come at once.
static void let_come(int number, struct sigaction *action_before, sigset_t *mask_before) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  sigaction(number, &standard, action_before);
  pthread_sigmask(SIG_UNBLOCK, &only, mask_before);
}

bool ww_stop_is_ignored(void) {
  struct sigaction present;
  return sigaction(SIGTSTP, NULL, &present) == 0 && present.sa_handler == SIG_IGN;
}

void ww_stop_group(void) {
  struct sigaction ignoring = {.sa_handler = SIG_IGN}, stop, go_on;
  sigset_t before;
  let_come(SIGTSTP, &stop, &before);
  kill(0, SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &stop, NULL);
  // To ignore a signal for a moment discards the one that is pending.
  sigaction(SIGCONT, &ignoring, &go_on);
  sigaction(SIGCONT, &go_on, NULL);
}

static bool is_in_foreground(int tty) {
  pid_t foreground = tcgetpgrp(tty);
  // A terminal that is not the controlling one has no foreground.
  return foreground == -1 || foreground == getpgrp();
}

bool ww_await_foreground(int tty) {
  if (is_in_foreground(tty)) return true;
  // Where SIGTTOU is ignored, blocked or handled it stops nobody.
  struct sigaction action;
  sigset_t mask;
  let_come(SIGTTOU, &action, &mask);
  bool can_come;
  do {
    // Draining output changes nothing, but like every change to the terminal it stops a background process.
    can_come = tcdrain(tty) == 0 || errno == EINTR;
  } while (can_come && !is_in_foreground(tty));
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTTOU, &action, NULL);
  return can_come;
}
