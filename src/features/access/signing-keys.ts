import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { ConfigError } from "../../config.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { randomBase62, SealError, type Secrets } from "../../platform/secrets.ts";
import { type SigningKeyRow, signingKeysStore } from "./signing-keys.store.ts";

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

/** The installation's RSA key pairs. One signs; every one verifies what names it by `kid`. */
export interface SigningKeys {
  /** The newest pair, made at first need. Throws ConfigError when it was sealed under another root secret. */
  current(): Promise<SigningKey>;
  /** Throws ConfigError when the newest pair was sealed under another root secret. Makes none. */
  check(): Promise<void>;
  /** The public key of that id; a `kid` not known here is looked up in the store, once in two seconds at most. */
  verifier(kid: string): Promise<KeyObject | undefined>;
}

const MODULUS_BITS = 2048;
const RELOAD_MS = 2_000;

export function createSigningKeys(deps: { postgres: Postgres; secrets: Secrets; clock: Clock }): SigningKeys {
  const { postgres, secrets, clock } = deps;
  const verifiers = new Map<string, KeyObject>();
  let signing: Promise<SigningKey> | undefined;
  let reloadedAt = Number.NEGATIVE_INFINITY;

  const learn = (rows: readonly SigningKeyRow[]): void => {
    for (const row of rows) if (!verifiers.has(row.kid)) verifiers.set(row.kid, createPublicKey(row.publicKey));
  };

  const loadOrMake = async (): Promise<SigningKey> => {
    const known = await signingKeysStore.all(postgres);
    const rows = known.length > 0 ? known : await makeFirst(postgres, secrets, clock);
    learn(rows);
    return unseal(rows[0]!, secrets);
  };

  return {
    current() {
      signing ??= loadOrMake().catch((error) => {
        signing = undefined;
        throw error;
      });
      return signing;
    },

    async check() {
      const [newest] = await signingKeysStore.all(postgres);
      if (newest) unseal(newest, secrets);
    },

    async verifier(kid) {
      const known = verifiers.get(kid);
      if (known) return known;
      // Process time, not the clock: this spaces queries and must do so under a clock that stands.
      if (performance.now() - reloadedAt < RELOAD_MS) return undefined;
      reloadedAt = performance.now();
      try {
        learn(await signingKeysStore.all(postgres));
      } catch (error) {
        reloadedAt = Number.NEGATIVE_INFINITY;
        throw error;
      }
      return verifiers.get(kid);
    },
  };
}

/** The store's keys, the first one made here unless another process was faster. */
async function makeFirst(postgres: Postgres, secrets: Secrets, clock: Clock): Promise<SigningKeyRow[]> {
  return postgres.transaction(async (tx) => {
    await signingKeysStore.lock(tx);
    const existing = await signingKeysStore.all(tx);
    if (existing.length > 0) return existing;
    const pair = await promisify(generateKeyPair)("rsa", {
      modulusLength: MODULUS_BITS,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const kid = randomBase62(16);
    const sealedPrivateKey = secrets.seal("signing-key", pair.privateKey, kid);
    const row = { kid, publicKey: pair.publicKey, sealedPrivateKey };
    await signingKeysStore.insert(tx, row, clock.now());
    return [row];
  });
}

function unseal(row: SigningKeyRow, secrets: Secrets): SigningKey {
  try {
    const pem = secrets.open("signing-key", row.sealedPrivateKey, row.kid);
    return { kid: row.kid, privateKey: createPrivateKey(pem) };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new ConfigError(`ORRERY_SECRET: expected the secret that this database was set up with`, { cause: error });
  }
}
