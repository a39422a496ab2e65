/**
 * Calls the driver without the stack trace that it takes of every statement in case it fails: to format that costs more than
 * a tenth of the processor time in which the service changes a CI. `translateGraphFault` gives a failure that of its caller.
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
