internal import Glibc

extension Duration {
  /// The time now, on the clock that starts with the machine (CLOCK_MONOTONIC of clock_gettime(2)).
  package static var monotonic: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
