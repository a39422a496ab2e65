import type { Sql } from "../../../platform/postgres/postgres.ts";
import { createEntryReads, type OwnerFilter, ownedEntries } from "../entries/entries.store.ts";
import type { OAuthClient } from "./oauth.model.ts";

export interface NewOAuthClient extends Omit<OAuthClient, "tenantName" | "public"> {
  /** The owner: the user who creates it. */
  userId: string;
  /** Undefined for a public client. */
  secretHash: Buffer | undefined;
}

const owned = ownedEntries("c");

/** Sort columns of a list; the id breaks ties. */
export type OAuthClientColumn = keyof typeof owned.orderedBy;

const COLUMNS = `c.id, c.tenant_id as "tenantId", t.name as "tenantName", c.name, c.redirect_uris as "redirectUris",
  c.scopes, c.secret_hash is null as public, c.created_at as "createdAt"`;
const TABLES = "oauth_clients c join tenants t on t.id = c.tenant_id";

const reads = createEntryReads<OAuthClient, OwnerFilter, OAuthClientColumn>({
  ...owned,
  columns: COLUMNS,
  tables: TABLES,
});

/** Every query on OAuth clients. */
export const oauthClientsStore = {
  ...reads,

  /** False when a client of that id exists: an earlier try of the same request created it. */
  async insert(sql: Sql, client: NewOAuthClient): Promise<boolean> {
    const { id, tenantId, userId, name, redirectUris, scopes, secretHash, createdAt } = client;
    const rows = await sql.query(
      `insert into oauth_clients (id, tenant_id, user_id, name, redirect_uris, scopes, secret_hash, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing returning id`,
      [id, tenantId, userId, name, redirectUris, scopes, secretHash ?? null, createdAt],
    );
    return rows.length === 1;
  },

  /** Not limited to a tenant: an OAuth request names the client, which determines the tenant. */
  async findWithSecret(sql: Sql, id: string): Promise<(OAuthClient & { secretHash: Buffer | null }) | undefined> {
    const rows = await sql.query<OAuthClient & { secretHash: Buffer | null }>(
      `select ${COLUMNS}, c.secret_hash as "secretHash" from ${TABLES} where c.id = $1`,
      [id],
    );
    return rows[0];
  },

  /** Deletes the client with its grants, and returns their ids; undefined when there is no such client. */
  async remove(tx: Sql, filter: OwnerFilter, id: string): Promise<{ grantIds: string[] } | undefined> {
    const found = await tx.query(`select c.id from oauth_clients c where ${owned.condition} and c.id = $3 for update`, [
      ...owned.values(filter),
      id,
    ]);
    if (found.length === 0) return undefined;
    const grants = await tx.query<{ id: string }>("select id from oauth_grants where client_id = $1", [id]);
    await tx.query("delete from oauth_clients where id = $1", [id]);
    return { grantIds: grants.map((grant) => grant.id) };
  },
};
