import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "../../../errors.ts";
import { randomBase62 } from "../../../platform/secrets.ts";

/** Cost parameters of argon2id (the library's default algorithm). */
export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

/** OWASP password storage guidance. */
const DEFAULT_COST: PasswordCost = { memoryKiB: 19 * 1024, passes: 2 };

/** NIST SP 800-63B asks for at least 8. The first administrator of an installation also needs 12. */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 256;
/** Composing (NFKC) joins at most three units of UTF-16 into one: no longer text is a password of the allowed length. */
const COMPARED_LENGTH = 3 * PASSWORD_MAX_LENGTH;

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash (unknown user) it takes the same time and returns false.
   * Throws 503, and computes nothing, when the signal is aborted before its turn.
   */
  verify(hash: string | undefined, password: string, signal?: AbortSignal): Promise<boolean>;
}

/** Set by the composition root only, never by settings or requests. */
export interface PasswordOptions {
  /** Default 19 MiB and two passes; most tests use less. */
  cost?: PasswordCost;
  /** Parallel computations, each with the memory of `cost`; default 1. */
  concurrency?: number;
  /** Callers that may queue; further ones get 503, so that a flood of logins does not pile up. */
  maxWaiting?: number;
  /** Pause of a slot after a computation, as a multiple of its duration; default 1. */
  cooldownRatio?: number;
}

/**
 * One computation at a time with an equally long pause takes at most half a core, since the process may share few cores
 * with its stores: a flood of logins slows only logins. It still allows twenty logins a second.
 */
export function createPasswords({
  cost: { memoryKiB, passes } = DEFAULT_COST,
  concurrency = 1,
  maxWaiting = 64,
  cooldownRatio = 1,
}: PasswordOptions = {}): Passwords {
  const parameters = { memoryCost: memoryKiB, timeCost: passes, parallelism: 1 };
  const limited = createLimiter({ concurrency, maxWaiting, cooldownRatio });
  let decoy: string | undefined;

  return {
    hash: (password) => limited(() => hash(normalize(password), parameters)),
    async verify(stored, password, signal) {
      // Computed by the first login for any user, so that its time reveals nothing.
      decoy ??= await limited(() => hash(randomBase62(32), parameters));
      const against = stored ?? decoy;
      const compared = password.slice(0, COMPARED_LENGTH);
      const matches = await limited(() => verify(against, normalize(compared)), signal);
      return matches && stored !== undefined && compared === password;
    },
  };
}

/** NFKC, so that input from every keyboard compares equal (NIST SP 800-63B, section 5.1.1.2). */
function normalize(password: string): string {
  return password.normalize("NFKC");
}

type Limit = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

function createLimiter({ concurrency, maxWaiting, cooldownRatio }: Required<Omit<PasswordOptions, "cost">>): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;

  const release = () => {
    // The slot passes to the next caller, so the number of running computations stays the same.
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
      if (cooldownRatio > 0) setTimeout(release, cooldownRatio * (performance.now() - started));
      else release();
    }
  };
}
