import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "../../../config.ts";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { SealError, type Secrets } from "../../../platform/secrets.ts";
import { isKid, makeSigningKey } from "./make-signing-key.ts";
import { type SigningKeyRow, signingKeysStore } from "./signing-keys.store.ts";

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

/** The installation's RSA key pairs. One signs; each verifies the tokens that name its `kid`. */
export interface SigningKeys {
  /**
   * The signing key, created at first need; at most ten seconds older than the store. Throws ConfigError when it was
   * sealed under another root secret.
   */
  current(): Promise<SigningKey>;
  /** Throws ConfigError when the signing key was sealed under another root secret. Creates none. */
  check(): Promise<void>;
  /** The public key of that id. An unknown one is looked up: another process may have rotated to it just now. */
  verifier(kid: string): Promise<KeyObject | undefined>;
  /** Reloads all keys. Called every two seconds, so that a rotation by another process holds here soon. */
  refresh(): Promise<void>;
}

/** Minimum time between two reads of the store, however many unknown kids are requested. */
const MIN_RELOAD_INTERVAL_MS = 250;
/** With keys older than this a process reloads before it signs: its key may have been retired. */
const MAX_AGE_MS = 10_000;

export function createSigningKeys(deps: { postgres: Postgres; secrets: Secrets; clock: Clock }): SigningKeys {
  const { postgres, secrets, clock } = deps;
  let verifiers: ReadonlyMap<string, KeyObject> = new Map();
  let currentRow: SigningKeyRow | undefined;
  let signing: SigningKey | undefined;
  // Process time, not the clock: queries must be spaced even under a clock that does not advance.
  let loadedAt = Number.NEGATIVE_INFINITY;

  const setKeys = (rows: readonly SigningKeyRow[]): void => {
    currentRow = rows[0];
    verifiers = new Map(rows.map(({ kid, publicKey }) => [kid, verifiers.get(kid) ?? createPublicKey(publicKey)]));
  };
  const reload = coalesced(async () => {
    const startedAt = performance.now();
    setKeys(await signingKeysStore.all(postgres));
    loadedAt = startedAt;
  });

  return {
    async current() {
      if (!currentRow || performance.now() - loadedAt > MAX_AGE_MS) await reload();
      if (!currentRow) setKeys(await ensureFirstKey(postgres, secrets, clock));
      if (!currentRow) throw new Error("no signing key after one was made");
      if (signing?.kid !== currentRow.kid) signing = unseal(currentRow, secrets);
      return signing;
    },

    async check() {
      const [row] = await signingKeysStore.all(postgres);
      if (row) unseal(row, secrets);
    },

    async verifier(kid) {
      const known = verifiers.get(kid);
      if (known || !isKid(kid)) return known;
      await reload();
      return verifiers.get(kid);
    },

    async refresh() {
      try {
        await reload();
      } catch (error) {
        // The check for revocations runs at the same pace and logs the outage; the known keys stay.
        if (!(error instanceof AppError)) throw error;
      }
    },
  };
}

/**
 * Runs the task one at a time, at least 250 ms apart. Calls during a run share the next run: the current one may have
 * read before the change that the caller knows of.
 */
function coalesced(task: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let startedAt = Number.NEGATIVE_INFINITY;
  const run = async (before: Promise<void>): Promise<void> => {
    await before.catch(() => undefined);
    const pause = startedAt + MIN_RELOAD_INTERVAL_MS - performance.now();
    if (pause > 0) await sleep(pause);
    next = undefined;
    startedAt = performance.now();
    await task();
  };
  return () => {
    if (!next) {
      next = run(last);
      last = next;
    }
    return next;
  };
}

/** The store's keys; creates the first one unless another process already did. */
async function ensureFirstKey(postgres: Postgres, secrets: Secrets, clock: Clock): Promise<SigningKeyRow[]> {
  return postgres.transaction(async (tx) => {
    await signingKeysStore.lock(tx);
    const existing = await signingKeysStore.all(tx);
    if (existing.length > 0) return existing;
    const row = await makeSigningKey(secrets);
    await signingKeysStore.insert(tx, row, clock.now());
    return [row];
  });
}

function unseal({ kid, sealedPrivateKey }: SigningKeyRow, secrets: Secrets): SigningKey {
  if (sealedPrivateKey === null) throw new Error("no signing key is current, and some are retired");
  try {
    return { kid, privateKey: createPrivateKey(secrets.open("signing-key", sealedPrivateKey, kid)) };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new ConfigError(`ORRERY_SECRET: expected the secret that this database was set up with`, { cause: error });
  }
}
