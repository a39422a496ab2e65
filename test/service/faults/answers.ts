import type { ServiceProcess } from "./service-process.ts";

/** One request as the service's own log has it. */
export interface Answered {
  route: string;
  status: number;
  /** From arrival to answer. */
  ms: number;
  /** When it was answered, by `Date.now()`. */
  at: number;
}

/** The product answers within 5 s, whatever is absent. */
const LONGEST_ANSWER_MS = 5_000;
/** Work that may take longer while its stores answer, by the end of its address: its deadline. */
const LONG_WORK: Readonly<Record<string, number>> = { bulk: 20_000, "scan-data": 30_000 };
/** Until an expired deadline is noticed and answered. */
const EXPIRY_MS = 500;

/** Requests that the service has answered since so many lines of its log. */
export function answersSince(service: Pick<ServiceProcess, "log">, lines: number): Answered[] {
  const requests = service
    .log()
    .slice(lines)
    .filter(({ msg }) => msg === "request");
  return (requests as unknown as (Omit<Answered, "at"> & { time: string })[]).map(({ route, status, ms, time }) => ({
    ...{ route, status, ms },
    at: Date.parse(time),
  }));
}

/**
 * Answers that took longer than the product promises: 5 s; long work its own deadline, but where a store is missing no
 * more than 5 s after the request came and the store went.
 *
 * @param goneAt when the store went missing, by `Date.now()`; undefined if it answered all the time
 * @param latenessMs what the machine is late
 */
export function tooLate(answers: readonly Answered[], goneAt: number | undefined, latenessMs: number): Answered[] {
  return answers.filter(({ route, status, ms, at }) => {
    const deadline = LONG_WORK[route.slice(route.lastIndexOf("/") + 1)];
    if (deadline === undefined) return ms > LONGEST_ANSWER_MS + latenessMs;
    if (goneAt === undefined || status !== 503) return ms > deadline + EXPIRY_MS + latenessMs;
    return Math.min(ms, at - goneAt) > LONGEST_ANSWER_MS + latenessMs;
  });
}
