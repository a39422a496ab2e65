import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { unavailable } from "../../../errors.ts";
import { isObject } from "../../../model/json.ts";
import type { Clock } from "../../../platform/clock.ts";
import { parseJson } from "../../../platform/http/json.ts";
import type { Egress } from "../../../platform/outside/egress.ts";
import { createCallOutside } from "../../../platform/outside/outside-call.ts";
import { algorithmOf } from "../integration.rules.ts";

/** A key that verifies signatures of the algorithm. */
export interface IssuerKey {
  kid: string | undefined;
  algorithm: "RS256" | "ES256";
  key: KeyObject;
}

export interface KeySet {
  keys: readonly IssuerKey[];
  /** Milliseconds of Unix time. */
  fetchedAt: number;
}

/** Public keys of issuers, by OpenID Connect Discovery 1.0. */
export interface IssuerKeys {
  /** The issuer's keys, remembered for a while. Throws 503 where they cannot be had. */
  keysOf(issuer: string): Promise<KeySet>;
  /** Keys newer than these, as the issuer may have a new one; undefined if these are too new. Throws 503. */
  newerThan(issuer: string, known: KeySet): Promise<KeySet | undefined>;
}

/** Issuers let keys be remembered for an hour; keys that they withdrew should not hold that long. */
const REMEMBERED_MS = 10 * 60_000;
/** While the issuer cannot be reached. */
const REMEMBERED_AT_MOST_MS = 60 * 60_000;
/** How often a signature by an unknown key makes the issuer be asked. */
const ASK_AGAIN_MS = 15_000;
const FAILURE_MS = 5_000;
const MAX_ISSUERS = 500;
const MAX_KEYS = 50;
/** Two calls, within the deadline of a request. */
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 256 * 1024;
const RETRY_AFTER_SECONDS = 10;

interface Remembered {
  set: KeySet | undefined;
  failedAt: number | undefined;
  fetching: Promise<KeySet> | undefined;
}

export function createIssuerKeys({ egress, clock }: { egress: Egress; clock: Clock }): IssuerKeys {
  const call = createCallOutside(egress);
  const remembered = new Map<string, Remembered>();
  const now = () => clock.now().getTime();

  const entryOf = (issuer: string): Remembered => {
    const entry = remembered.get(issuer) ?? { set: undefined, failedAt: undefined, fetching: undefined };
    // The issuer that was not asked for longest is forgotten first.
    remembered.delete(issuer);
    remembered.set(issuer, entry);
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_ISSUERS && oldest !== undefined) remembered.delete(oldest);
    return entry;
  };

  const fetchObject = async (url: URL): Promise<Record<string, unknown>> => {
    const { status, body } = await call(url, {
      headers: { accept: "application/json" },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    const value = status === 200 ? parseJson(body) : undefined;
    if (!isObject(value)) throw new Error(`the issuer answered ${status} without an object`);
    return value;
  };

  const fetchKeys = async (issuer: string): Promise<KeySet> => {
    const at = new URL(issuer);
    if (at.protocol === "http:" && !(await egress.isAllowed(at.hostname))) throw new Error("the issuer is not https");
    const fetchedAt = now();
    const document = await fetchObject(new URL(`${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`));
    if (document.issuer !== undefined && document.issuer !== issuer)
      throw new Error("the document is another issuer's");
    const uri = typeof document.jwks_uri === "string" ? URL.parse(document.jwks_uri) : null;
    // Whoever can plant a document must not be able to name keys elsewhere.
    if (uri?.origin !== at.origin) throw new Error("the issuer's keys are not on its own host");
    const { keys } = await fetchObject(uri);
    if (!Array.isArray(keys)) throw new Error("the issuer's keys are no list");
    return { keys: keys.slice(0, MAX_KEYS).flatMap(readKey), fetchedAt };
  };

  const fetch = (issuer: string, entry: Remembered): Promise<KeySet> => {
    if (entry.failedAt !== undefined && now() - entry.failedAt < FAILURE_MS) throw unreachable();
    entry.fetching ??= fetchKeys(issuer)
      .then(
        (set) => {
          entry.failedAt = undefined;
          entry.set = set;
          return set;
        },
        (error) => {
          entry.failedAt = now();
          throw unreachable(error);
        },
      )
      .finally(() => {
        entry.fetching = undefined;
      });
    return entry.fetching;
  };

  return {
    async keysOf(issuer) {
      const entry = entryOf(issuer);
      const { set } = entry;
      const age = set ? now() - set.fetchedAt : Number.POSITIVE_INFINITY;
      if (set && age < REMEMBERED_MS) return set;
      try {
        return await fetch(issuer, entry);
      } catch (error) {
        if (set && age < REMEMBERED_AT_MOST_MS) return set;
        throw error;
      }
    },

    async newerThan(issuer, known) {
      const entry = entryOf(issuer);
      if (entry.set && entry.set.fetchedAt > known.fetchedAt) return entry.set;
      if (now() - known.fetchedAt < ASK_AGAIN_MS) return undefined;
      return fetch(issuer, entry);
    },
  };
}

function unreachable(cause?: unknown) {
  return unavailable("The keys of the integration's issuer cannot be had now", cause, RETRY_AFTER_SECONDS);
}

/** A key of a set (RFC 7517) that signatures can be verified with here; others are left out. */
function readKey(value: unknown): IssuerKey[] {
  if (!isObject(value) || (value.use !== undefined && value.use !== "sig")) return [];
  try {
    const key = createPublicKey({ key: value as JsonWebKey, format: "jwk" });
    const algorithm = algorithmOf(key);
    if (!algorithm || (value.alg !== undefined && value.alg !== algorithm)) return [];
    return [{ kid: typeof value.kid === "string" ? value.kid : undefined, algorithm, key }];
  } catch {
    return [];
  }
}
