import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { OwnedLiveTarget, ServiceAccount } from "../access.model.ts";
import { createEntryReads, type OwnerFilter, ownedEntries } from "../entries/entries.store.ts";

export interface NewServiceAccount extends ServiceAccount {
  /** The owner: the user who creates it. */
  userId: string;
  /** PEM, SubjectPublicKeyInfo. */
  publicKey: string;
}

export type ServiceAccountWithKey = ServiceAccount & { publicKey: string };

const owned = ownedEntries("a");

/** Sort columns of a list; the id breaks ties. */
export type ServiceAccountColumn = keyof typeof owned.orderedBy;

const COLUMNS = `a.id, a.tenant_id as "tenantId", a.name, a.scopes, a.created_at as "createdAt"`;

const reads = createEntryReads<ServiceAccount, OwnerFilter, ServiceAccountColumn>({
  ...owned,
  columns: COLUMNS,
  tables: "service_accounts a",
});

/** Every query on service accounts and their used assertions. */
export const serviceAccountsStore = {
  ...reads,

  /** False when an account of that id exists: an earlier try of the same request created it. */
  async insert(sql: Sql, account: NewServiceAccount): Promise<boolean> {
    const { id, tenantId, userId, name, scopes, publicKey, createdAt } = account;
    const rows = await sql.query(
      `insert into service_accounts (id, tenant_id, user_id, name, scopes, public_key, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing returning id`,
      [id, tenantId, userId, name, scopes, publicKey, createdAt],
    );
    return rows.length === 1;
  },

  /** Not limited to a tenant: the assertion names the account, which determines the tenant. */
  async findWithKey(sql: Sql, id: string): Promise<ServiceAccountWithKey | undefined> {
    const rows = await sql.query<ServiceAccountWithKey>(
      `select ${COLUMNS}, a.public_key as "publicKey" from service_accounts a where a.id = $1`,
      [id],
    );
    return rows[0];
  },

  /**
   * Deletes the account with its used assertions: without its key no assertion is accepted. False when there is none.
   */
  async remove(sql: Sql, filter: OwnerFilter, id: string): Promise<boolean> {
    const rows = await sql.query(
      `delete from service_accounts a where ${owned.condition} and a.id = $3 returning a.id`,
      [...owned.values(filter), id],
    );
    return rows.length === 1;
  },

  /** Those of the accounts that exist, with the current scopes of their owners. */
  async findLive(sql: Sql, ids: readonly string[]): Promise<OwnedLiveTarget[]> {
    return sql.query<OwnedLiveTarget>(
      `select a.id, a.user_id as "ownerId", case when not u.administrator then u.scopes end as "ownerScopes"
       from service_accounts a join users u on u.id = a.user_id where a.id = any($1::text[])`,
      [ids],
    );
  },

  /**
   * Records the use of the account's assertion with that jti; false when it was used before, or the account was
   * deleted. Of simultaneous callers one inserts the row: the others wait for it and then find it.
   */
  async useAssertion(sql: Sql, accountId: string, jtiHash: Buffer, expiresAt: Date): Promise<boolean> {
    const rows = await sql.query(
      `insert into used_assertions (account_id, jti_hash, expires_at)
       select a.id, $2, $3 from service_accounts a where a.id = $1 for key share
       on conflict (account_id, jti_hash) do nothing returning account_id`,
      [accountId, jtiHash, expiresAt],
    );
    return rows.length === 1;
  },

  /** Deletes used assertions that expired before `before`. */
  async purgeUsedAssertions(sql: Sql, before: Date): Promise<void> {
    await deleteInBatches(sql, "used_assertions", "expires_at < $1", [before]);
  },
};
