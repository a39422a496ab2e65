import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "../../../errors.ts";
import { randomBase62 } from "../../../platform/secrets.ts";

/** What a hash of argon2id (the library's default algorithm) costs to compute. */
export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

/** As the OWASP password storage guidance has it. */
const DEFAULT_COST: PasswordCost = { memoryKiB: 19 * 1024, passes: 2 };

/** NIST SP 800-63B asks for 8 at the least; 12 is what an installation's first administrator must have as well. */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 256;

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the password made the hash. Without a hash (nobody of that name) it takes the same time and answers false.
   * Not computed where the signal is aborted when its turn comes: throws 503.
   */
  verify(hash: string | undefined, password: string, signal?: AbortSignal): Promise<boolean>;
}

/** Of the composition root alone: no setting and no request reaches them. */
export interface PasswordOptions {
  /** Default 19 MiB and two passes; tests that are not about the cost take less. */
  cost?: PasswordCost;
  /** Computations at a time, each with the memory of the cost. */
  concurrency?: number;
  /** Callers that may wait; further ones get 503, so that a flood of logins does not pile up. */
  maxWaiting?: number;
  /** How long a place stays empty after a computation, as a multiple of what that took. */
  cooldownRatio?: number;
}

/**
 * One computation at a time and as long a rest after it take half a core at most, in a process that shares few with its
 * stores: a flood of logins is slow then, and nothing else is. Twenty logins a second are far beyond what people need.
 */
export function createPasswords({
  cost: { memoryKiB, passes } = DEFAULT_COST,
  concurrency = 1,
  maxWaiting = 64,
  cooldownRatio: rest = 1,
}: PasswordOptions = {}): Passwords {
  const parameters = { memoryCost: memoryKiB, timeCost: passes, parallelism: 1 };
  const limited = createLimiter({ concurrency, maxWaiting, cooldownRatio: rest });
  let decoy: string | undefined;

  return {
    hash: (password) => limited(() => hash(normalize(password), parameters)),
    async verify(stored, password, signal) {
      // Made by the first login, whoever it is for, so that its making tells nothing.
      decoy ??= await limited(() => hash(randomBase62(32), parameters));
      const against = stored ?? decoy;
      const matches = await limited(() => verify(against, normalize(password)), signal);
      return matches && stored !== undefined;
    },
  };
}

/** One spelling of what a person typed, whichever keyboard composed it (NIST SP 800-63B, section 5.1.1.2). */
function normalize(password: string): string {
  return password.normalize("NFKC");
}

type Limit = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

function createLimiter({
  concurrency,
  maxWaiting,
  cooldownRatio: rest,
}: Required<Omit<PasswordOptions, "cost">>): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;

  const release = () => {
    // Whoever ends hands its place over, so the count of the running stays as it is.
    const next = waiting.shift();
    if (next) next();
    else running--;
  };

  return async (work, signal) => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw unavailable("Too many logins at once");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    if (signal?.aborted) {
      release();
      throw unavailable("The caller is no longer there", signal.reason);
    }
    const started = performance.now();
    try {
      return await work();
    } finally {
      if (rest > 0) setTimeout(release, rest * (performance.now() - started));
      else release();
    }
  };
}
