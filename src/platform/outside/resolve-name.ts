import { lookup as systemLookup } from "node:dns/promises";
import { coerceError } from "../../errors.ts";
import type { Address } from "./address.ts";
import { createLocalNames, type LocalNames } from "./local-names.ts";
import { isNegative, noAddress, queryName } from "./query-name.ts";
import { createSlots, NoSlot } from "./slots.ts";

/**
 * Resolves a name, in lower case and without a final dot, to all its addresses. Rejects if there are none.
 *
 * @param trusted the operator configured the name: the system may be asked for it in any case
 */
export type Resolve = (hostname: string, trusted?: boolean) => Promise<Address[]>;

export interface NameResolver {
  resolve: Resolve;
  /** Names that are being looked up, and look-ups by the system that still run, including ones that timed out. */
  pending(): { names: number; bySystem: number };
  /** Gives up all look-ups and refuses further ones. */
  close(): void;
}

export interface NameResolverOptions {
  /** Addresses of name servers, `192.0.2.53:53`; default: the system's. */
  servers?: readonly string[];
  localNames?: LocalNames;
  /** The look-up of the operating system, which cannot be cancelled. */
  bySystem?: (hostname: string) => Promise<Address[]>;
  /** A look-up is given up after this time in milliseconds, including its wait; default 8,000. */
  deadlineMs?: number;
  /** How long a failure is remembered, in milliseconds; default 10,000. */
  failureMs?: number;
}

/** Below the time that a connection may take: whoever connects learns why it failed. */
const DEADLINE_MS = 8_000;
const AT_ONCE = 256;
const MAX_WAITING = 2_048;
/** Of the four threads that the system's look-ups share with files, compression and hashes. */
const SYSTEM_AT_ONCE = 1;
const SYSTEM_MAX_WAITING = 32;
/** A delivery that fails is repeated after five seconds and then after minutes. */
const FAILURE_MS = 10_000;
const MAX_TTL_MS = 30_000;
/** How long an answer of the system or of the hosts file holds. */
const LOCAL_TTL_MS = 5_000;
const MAX_REMEMBERED = 1_000;
/** Names for which name servers are not the only source: of containers and neighbours, and of multicast DNS (RFC 6762). */
const LOCAL_NAME = /^[^.]+$|\.local$/;

interface Found {
  addresses: Address[];
  ttlMs: number;
}
type Remembered = { until: number } & ({ addresses: Address[] } | { fault: Error });

/**
 * Creates a resolver that asks the name servers itself, bounded in number, shared per name, and cancelled when given up. The
 * system's own look-up blocks one of four threads of the process and cannot be cancelled: it is left for trusted and local
 * names that the servers do not know, one at a time.
 */
export function createNameResolver(options: NameResolverOptions = {}): NameResolver {
  const { servers, deadlineMs = DEADLINE_MS, failureMs = FAILURE_MS } = options;
  const { localNames = createLocalNames(), bySystem = (host) => systemLookup(host, { all: true }) } = options;
  const slots = createSlots(AT_ONCE, MAX_WAITING);
  const systemSlots = createSlots(SYSTEM_AT_ONCE, SYSTEM_MAX_WAITING);
  const running = new Map<string, { result: Promise<Address[]>; giveUp: (reason: Error) => void }>();
  const remembered = new Map<string, Remembered>();
  let closed = false;

  const askServers = async (host: string, signal: AbortSignal): Promise<Found | { fault: Error }> => {
    let fault: NodeJS.ErrnoException = noAddress();
    const release = await slots.take(signal);
    try {
      for (const name of await localNames.candidatesOf(host)) {
        const answer = await queryName(name, servers, signal);
        if ("addresses" in answer) return answer;
        ({ fault } = answer);
        if (!isNegative(fault)) break;
      }
    } finally {
      release();
    }
    return { fault };
  };

  const askSystem = async (host: string, signal: AbortSignal): Promise<Found> => {
    const release = await systemSlots.take(signal);
    const answer = bySystem(host).finally(release);
    return { addresses: await untilAborted(answer, signal), ttlMs: LOCAL_TTL_MS };
  };

  const lookUp = async (host: string, trusted: boolean, signal: AbortSignal): Promise<Found> => {
    const known = await localNames.addressesOf(host);
    if (known.length > 0) return { addresses: known, ttlMs: LOCAL_TTL_MS };
    const answer = await askServers(host, signal);
    if ("addresses" in answer) return answer;
    if (!trusted && !LOCAL_NAME.test(host)) throw answer.fault;
    return askSystem(host, signal);
  };

  const remember = (key: string, what: Remembered) => {
    remembered.delete(key);
    remembered.set(key, what);
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  };

  const start = (key: string, host: string, trusted: boolean): Promise<Address[]> => {
    const controller = new AbortController();
    const giveUp = (reason: Error) => controller.abort(reason);
    const timer = setTimeout(() => giveUp(timedOut()), deadlineMs);
    const result = lookUp(host, trusted, controller.signal)
      .then(
        ({ addresses, ttlMs }) => {
          if (ttlMs > 0) remember(key, { addresses, until: performance.now() + Math.min(ttlMs, MAX_TTL_MS) });
          return addresses;
        },
        (thrown: unknown) => {
          const fault = coerceError(thrown);
          if (!closed && !(fault instanceof NoSlot)) remember(key, { fault, until: performance.now() + failureMs });
          throw fault;
        },
      )
      .finally(() => {
        clearTimeout(timer);
        running.delete(key);
      });
    running.set(key, { result, giveUp });
    return result;
  };

  return {
    async resolve(hostname, trusted = false) {
      const key = trusted ? `${hostname} trusted` : hostname;
      if (closed) throw timedOut();
      const known = remembered.get(key);
      if (known && performance.now() < known.until) {
        if ("fault" in known) throw known.fault;
        return known.addresses;
      }
      return running.get(key)?.result ?? start(key, hostname, trusted);
    },
    pending: () => ({ names: running.size, bySystem: systemSlots.count().running }),
    close() {
      closed = true;
      for (const { giveUp } of running.values()) giveUp(timedOut());
    },
  };
}

function timedOut(): Error {
  return Object.assign(new Error("the look-up of the name was given up"), { code: "ETIMEOUT" });
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
    if (signal.aborted) giveUp();
  });
}
