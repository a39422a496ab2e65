import type { Sql } from "../../platform/postgres/postgres.ts";

export interface SigningKeyRow {
  kid: string;
  /** PEM, SubjectPublicKeyInfo. */
  publicKey: string;
  sealedPrivateKey: string;
}

/** Number of the advisory lock under which the first key pair is made. */
const LOCK = 0x0_44_e4_42;
const COLUMNS = `kid, public_key as "publicKey", sealed_private_key as "sealedPrivateKey"`;

/** Every query on signing keys. */
export const signingKeysStore = {
  /** Makes other processes that would make a key wait for the end of this transaction. */
  async lock(tx: Sql): Promise<void> {
    await tx.query("select pg_advisory_xact_lock($1)", [LOCK]);
  },

  /** Newest first. */
  async all(sql: Sql): Promise<SigningKeyRow[]> {
    return sql.query<SigningKeyRow>(`select ${COLUMNS} from signing_keys order by created_at desc, kid`);
  },

  async insert(sql: Sql, row: SigningKeyRow, createdAt: Date): Promise<void> {
    await sql.query(
      "insert into signing_keys (kid, public_key, sealed_private_key, created_at) values ($1, $2, $3, $4)",
      [row.kid, row.publicKey, row.sealedPrivateKey, createdAt],
    );
  },
};
