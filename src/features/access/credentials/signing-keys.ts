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

/** The installation's RSA key pairs. One signs; every one verifies what names it by `kid`. */
export interface SigningKeys {
  /**
   * The pair that signs, made at first need; what the store said up to ten seconds ago. Throws ConfigError when it was
   * sealed under another root secret.
   */
  current(): Promise<SigningKey>;
  /** Throws ConfigError when the pair that signs was sealed under another root secret. Makes none. */
  check(): Promise<void>;
  /** The public key of that id. One not known here is looked up: another process may just have begun to sign with it. */
  verifier(kid: string): Promise<KeyObject | undefined>;
  /** Learns which key signs and which verify by now. Called every two seconds, so that a rotation holds here soon. */
  refresh(): Promise<void>;
}

/** Between two looks at the store, however many kids nobody knows are asked for. */
const MIN_RELOAD_INTERVAL_MS = 250;
/** A process that has not seen the store for so long does not sign before it has: its key may be gone. */
const MAX_AGE_MS = 10_000;

export function createSigningKeys(deps: { postgres: Postgres; secrets: Secrets; clock: Clock }): SigningKeys {
  const { postgres, secrets, clock } = deps;
  let verifiers: ReadonlyMap<string, KeyObject> = new Map();
  let currentRow: SigningKeyRow | undefined;
  let signing: SigningKey | undefined;
  // Process time, not the clock: this spaces queries and must do so under a clock that stands.
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
        // Whoever looks for revocations at the same pace says so; what is known stays.
        if (!(error instanceof AppError)) throw error;
      }
    },
  };
}

/**
 * Runs the task one at a time and spaced. Whoever asks while one is under way shares the next one: what is under way may
 * have read before the change that the asker has heard of.
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

/** The store's keys, the first one made here unless another process was faster. */
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
