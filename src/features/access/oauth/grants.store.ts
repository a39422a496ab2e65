import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { LiveTarget, User } from "../access.model.ts";
import { createEntryReads } from "../entries/entries.store.ts";
import { USER_AS_JSON } from "../users/users.store.ts";

export interface NewGrant {
  id: string;
  clientId: string;
  userId: string;
  scopes: readonly string[];
  createdAt: Date;
}

export interface NewCode {
  hash: Buffer;
  grantId: string;
  redirectUri: string;
  /** PKCE challenge (S256); undefined when the client sent none. */
  codeChallenge: string | undefined;
  expiresAt: Date;
}

/** A stored code or refresh token with its grant, and the user with current fields. */
export interface StoredToken {
  grantId: string;
  clientId: string;
  /** Scopes of the grant. */
  scopes: readonly string[];
  user: User;
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
}

export type StoredCode = StoredToken & { redirectUri: string; codeChallenge: string | null };

/** A grant as lists show it: scopes that a user granted to a client, while an unexpired refresh token exists. */
export interface Grant {
  id: string;
  clientId: string;
  clientName: string;
  userId: string;
  scopes: readonly string[];
  createdAt: Date;
}

/** Grants visible to a caller at the time `now`: those of a tenant, with `userId` only that user's. */
export interface GrantFilter {
  tenantId: string;
  userId: string | undefined;
  now: Date;
}

/** A revoked grant, for the audit log. */
export interface RevokedGrant {
  id: string;
  clientId: string;
  userId: string;
  tenantId: string;
}

const TOKEN_COLUMNS = `g.id as "grantId", g.client_id as "clientId", g.scopes, g.revoked_at as "revokedAt",
  ${USER_AS_JSON} as "user", s.expires_at as "expiresAt", s.used_at as "usedAt"`;
const TOKEN_JOINS = `join oauth_grants g on g.id = s.grant_id join users u on u.id = g.user_id
  join tenants t on t.id = u.tenant_id`;

const VISIBLE = `c.tenant_id = $1 and ($2::text is null or g.user_id = $2) and g.revoked_at is null
  and exists (select from oauth_refresh_tokens s where s.grant_id = g.id and s.expires_at > $3)`;
const TABLES = "oauth_grants g join oauth_clients c on c.id = g.client_id";

function visible({ tenantId, userId, now }: GrantFilter): unknown[] {
  return [tenantId, userId ?? null, now];
}

const reads = createEntryReads<Grant, GrantFilter, "createdAt">({
  columns: `g.id, g.client_id as "clientId", c.name as "clientName", g.user_id as "userId", g.scopes,
    g.created_at as "createdAt"`,
  tables: TABLES,
  id: "g.id",
  condition: VISIBLE,
  values: visible,
  orderedBy: { createdAt: { column: "g.created_at", type: "timestamptz" } },
});

/** Every query on grants, their codes and their refresh tokens. */
export const grantsStore = {
  ...reads,

  /** False when the client or the user does not exist, or the user belongs to another tenant. */
  async insert(tx: Sql, grant: NewGrant): Promise<boolean> {
    const { id, clientId, userId, scopes, createdAt } = grant;
    const rows = await tx.query(
      `insert into oauth_grants (id, client_id, user_id, scopes, created_at)
       select $1, c.id, u.id, $4, $5 from oauth_clients c join users u on u.tenant_id = c.tenant_id
       where c.id = $2 and u.id = $3 for key share returning id`,
      [id, clientId, userId, scopes, createdAt],
    );
    return rows.length === 1;
  },

  /** Scopes of the user's unrevoked grants to the client, each once. */
  async scopesGranted(sql: Sql, clientId: string, userId: string): Promise<string[]> {
    const rows = await sql.query<{ scope: string }>(
      `select distinct unnest(scopes) as scope from oauth_grants
       where client_id = $1 and user_id = $2 and revoked_at is null order by scope`,
      [clientId, userId],
    );
    return rows.map(({ scope }) => scope);
  },

  async addCode(tx: Sql, { hash, grantId, redirectUri, codeChallenge, expiresAt }: NewCode): Promise<void> {
    await tx.query(
      `insert into oauth_codes (hash, grant_id, redirect_uri, code_challenge, expires_at) values ($1, $2, $3, $4, $5)`,
      [hash, grantId, redirectUri, codeChallenge ?? null, expiresAt],
    );
  },

  async findCode(sql: Sql, hash: Buffer): Promise<StoredCode | undefined> {
    const rows = await sql.query<StoredCode>(
      `select ${TOKEN_COLUMNS}, s.redirect_uri as "redirectUri", s.code_challenge as "codeChallenge"
       from oauth_codes s ${TOKEN_JOINS} where s.hash = $1`,
      [hash],
    );
    return rows[0];
  },

  /** Marks the code as used. Of simultaneous callers one succeeds: the others wait for it and then see the mark. */
  async useCode(sql: Sql, hash: Buffer, now: Date): Promise<boolean> {
    const rows = await sql.query(
      `update oauth_codes set used_at = $2 where hash = $1 and used_at is null and expires_at > $2 returning hash`,
      [hash, now],
    );
    return rows.length === 1;
  },

  /** False when the grant is revoked. Waits for a revocation in progress; a later one waits for this transaction. */
  async addRefreshToken(tx: Sql, hash: Buffer, grantId: string, expiresAt: Date): Promise<boolean> {
    const rows = await tx.query(
      `insert into oauth_refresh_tokens (hash, grant_id, expires_at)
       select $1, g.id, $3 from oauth_grants g where g.id = $2 and g.revoked_at is null for share returning hash`,
      [hash, grantId, expiresAt],
    );
    return rows.length === 1;
  },

  async findRefreshToken(sql: Sql, hash: Buffer): Promise<StoredToken | undefined> {
    const rows = await sql.query<StoredToken>(
      `select ${TOKEN_COLUMNS} from oauth_refresh_tokens s ${TOKEN_JOINS} where s.hash = $1`,
      [hash],
    );
    return rows[0];
  },

  /**
   * Marks the token as used, like `useCode`. Locks the grant before its token, in the same order as the deletion of a
   * user.
   */
  async useRefreshToken(tx: Sql, hash: Buffer, now: Date): Promise<boolean> {
    const rows = await tx.query(
      `with grant_of as (
         select id from oauth_grants where id = (select grant_id from oauth_refresh_tokens where hash = $1) for share
       )
       update oauth_refresh_tokens r set used_at = $2 from grant_of g
       where r.hash = $1 and r.grant_id = g.id and r.used_at is null and r.expires_at > $2
       returning r.hash`,
      [hash, now],
    );
    return rows.length === 1;
  },

  /** Revokes the grant with all its tokens; undefined when it was revoked before. */
  async revoke(tx: Sql, id: string, now: Date): Promise<RevokedGrant | undefined> {
    const rows = await tx.query<RevokedGrant>(
      `update oauth_grants g set revoked_at = $2 from oauth_clients c
       where g.id = $1 and g.revoked_at is null and c.id = g.client_id
       returning g.id, g.client_id as "clientId", g.user_id as "userId", c.tenant_id as "tenantId"`,
      [id, now],
    );
    return rows[0];
  },

  /** Revokes all grants of the user; returns their ids. */
  async revokeOfUser(tx: Sql, userId: string, now: Date): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      "update oauth_grants set revoked_at = $2 where user_id = $1 and revoked_at is null returning id",
      [userId, now],
    );
    return rows.map((row) => row.id);
  },

  /** Those of the grants that are not revoked, with the current scopes of their users. */
  async findLive(sql: Sql, ids: readonly string[]): Promise<LiveTarget[]> {
    return sql.query<LiveTarget>(
      `select g.id, case when not u.administrator then u.scopes end as "ownerScopes"
       from oauth_grants g join users u on u.id = g.user_id where g.id = any($1::text[]) and g.revoked_at is null`,
      [ids],
    );
  },

  /** Deletes codes and refresh tokens that expired before `before`, then grants without either. */
  async purge(sql: Sql, before: Date): Promise<void> {
    await deleteInBatches(sql, "oauth_codes", "expires_at < $1", [before]);
    await deleteInBatches(sql, "oauth_refresh_tokens", "expires_at < $1", [before]);
    const has = (table: string) => `exists (select from ${table} s where s.grant_id = oauth_grants.id)`;
    const unused = `created_at < $1 and not ${has("oauth_codes")} and not ${has("oauth_refresh_tokens")}`;
    await deleteInBatches(sql, "oauth_grants", unused, [before]);
  },
};
