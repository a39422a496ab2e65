import type { Sql } from "../../../platform/postgres/postgres.ts";

export interface SigningKeyRow {
  kid: string;
  /** PEM, SubjectPublicKeyInfo. */
  publicKey: string;
  /** Null once the key is retired. */
  sealedPrivateKey: string | null;
}

/** The key that signs. */
export type CurrentKeyRow = SigningKeyRow & { sealedPrivateKey: string };

/** Advisory lock held while a key pair is created. */
const LOCK = 0x0_44_e4_42;
const COLUMNS = `kid, public_key as "publicKey", sealed_private_key as "sealedPrivateKey"`;

/** Every query on signing keys. */
export const signingKeysStore = {
  /** Blocks other processes that create a key until this transaction ends. */
  async lock(tx: Sql): Promise<void> {
    await tx.query("select pg_advisory_xact_lock($1)", [LOCK]);
  },

  /** The signing key first, then the retired ones, newest first. */
  async all(sql: Sql): Promise<SigningKeyRow[]> {
    return sql.query<SigningKeyRow>(
      `select ${COLUMNS} from signing_keys order by retired_at is not null, created_at desc, kid`,
    );
  },

  async insert(sql: Sql, row: CurrentKeyRow, createdAt: Date): Promise<void> {
    await sql.query(
      "insert into signing_keys (kid, public_key, sealed_private_key, created_at) values ($1, $2, $3, $4)",
      [row.kid, row.publicKey, row.sealedPrivateKey, createdAt],
    );
  },

  /** Retires the signing key: it only verifies from now on, its private part is deleted. Returns its kid, if any. */
  async retire(tx: Sql, retiredAt: Date): Promise<string | undefined> {
    const rows = await tx.query<{ kid: string }>(
      "update signing_keys set retired_at = $1, sealed_private_key = null where retired_at is null returning kid",
      [retiredAt],
    );
    return rows[0]?.kid;
  },

  /** Deletes keys retired before `before`; returns how many. */
  async purge(sql: Sql, before: Date): Promise<number> {
    return (await sql.query("delete from signing_keys where retired_at < $1 returning kid", [before])).length;
  },
};
