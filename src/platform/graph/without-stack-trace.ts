/**
 * Calls the driver without the stack trace that it takes of every statement in case it fails: to format that took 6 % of the
 * service's busy time while it changed CIs. `translateGraphFault` gives a failure the stack trace of its caller.
 */
export function withoutStackTrace<T>(call: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
