import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../src/platform/ids.ts";
import { ADMIN } from "../../test/service/faults/administrator.ts";
import { ask } from "../../test/service/faults/client.ts";
import { median } from "./statistics.ts";

/** Seconds whose median is a rate. */
const RATE_SECONDS = 10;
/** Between two windows a rate that is settled changes by no more: noise. */
const NOISE = 0.1;
/** After so many windows it counts as settled. */
const MAX_WINDOWS = 18;
const REFUSED_PAUSE_MS = 50;

export type RecoveryLoad = Awaited<ReturnType<typeof startRecoveryLoad>>;

/**
 * Clients that read a CI four times for each that they make, one request at a time each, and together begin at most so
 * many a second. Throws, in `stop` and `settled`, at an answer that is neither a success nor 503.
 */
export async function startRecoveryLoad(origin: string, clients: number, perSecond = Number.POSITIVE_INFINITY) {
  const login = await ask(origin, "POST", "/v1/auth/login", ADMIN);
  const headers = { authorization: `Bearer ${login.body.token as string}` };
  /** When requests succeeded. */
  let done: number[] = [];
  let stopped = false;
  let slowestMs = 0;
  /** Between the beginnings of two requests of a client. */
  const intervalMs = (clients / perSecond) * 1_000;
  let failure: Error | undefined;

  const send = async (method: string, path: string, body?: object) => {
    const { status, ms, body: answer } = await ask(origin, method, path, body, headers);
    slowestMs = Math.max(slowestMs, ms);
    if (status >= 200 && status < 300) done.push(performance.now());
    else if (status !== 503) failure ??= new Error(`${method} ${path} was answered with ${status}`);
    else await sleep(REFUSED_PAUSE_MS);
    return status < 300 ? (answer as { id: string } | undefined) : undefined;
  };
  const client = async () => {
    let id: string | undefined;
    let next = 0;
    for (let n = 0; !stopped; n++) {
      const now = performance.now();
      // A client that fell behind does not catch up.
      next = Math.max(now, next + intervalMs);
      if (next > now) await sleep(next - now);
      if (id === undefined || n % 5 === 0) {
        id = (await send("POST", "/v1/cmdb/ci", { name: `load ${newId()}`, type: "server" }))?.id ?? id;
      } else await send("GET", `/v1/cmdb/ci/${id}`);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  const between = (from: number, to: number) => done.filter((at) => at > from && at <= to).length;

  /** Successes a second: the median of the last seconds. */
  const rate = () => {
    const from = performance.now() - RATE_SECONDS * 1_000;
    return median(Array.from({ length: RATE_SECONDS }, (_, i) => between(from + i * 1_000, from + (i + 1) * 1_000)));
  };
  const check = () => {
    if (failure) throw failure;
  };

  return {
    inLast: (ms: number) => between(performance.now() - ms, performance.now()),
    /** Successes a second, once they stay as they are: compilers have done their work, other programs theirs. */
    async settled(): Promise<number> {
      let before = 0;
      for (let windows = 0; windows < MAX_WINDOWS; windows++) {
        await sleep(RATE_SECONDS * 1_000);
        check();
        const now = rate();
        done = done.slice(-RATE_SECONDS * 5_000);
        if (Math.abs(now - before) <= before * NOISE) return Math.max(now, before);
        before = now;
      }
      return before;
    },
    slowestMs: () => slowestMs,
    async stop() {
      stopped = true;
      await running;
      check();
    },
  };
}
