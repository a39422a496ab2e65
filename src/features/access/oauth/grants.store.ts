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
  /** By S256; absent where the client sent none. */
  codeChallenge: string | undefined;
  expiresAt: Date;
}

/** What a code or a refresh token stands for, with the user as it is now. */
export interface StoredToken {
  grantId: string;
  clientId: string;
  /** Of the grant. */
  scopes: readonly string[];
  user: User;
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
}

export type StoredCode = StoredToken & { redirectUri: string; codeChallenge: string | null };

/** A grant as it is listed: what a user allowed a client, while there is a token to use it. */
export interface Grant {
  id: string;
  clientId: string;
  clientName: string;
  userId: string;
  scopes: readonly string[];
  createdAt: Date;
}

/** Which grants a caller may see: those of one tenant, and of it one user's where `userId` is given. `now` is the time. */
export interface GrantFilter {
  tenantId: string;
  userId: string | undefined;
  now: Date;
}

/** Whose consent a grant was: what the audit of its end tells. */
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

  /** False where the client or the user is gone, or the user belongs to another tenant. */
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

  /** Marks the code as used. Of several callers at once one succeeds: the others wait for it and then see the mark. */
  async useCode(sql: Sql, hash: Buffer, now: Date): Promise<boolean> {
    const rows = await sql.query(
      `update oauth_codes set used_at = $2 where hash = $1 and used_at is null and expires_at > $2 returning hash`,
      [hash, now],
    );
    return rows.length === 1;
  },

  /** False where the grant has ended. An end that is under way is waited for, and a later one waits for this. */
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
   * Marks the token as used, as `useCode` does with a code. The grant is locked before its token, as it is where a user
   * with both is deleted.
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

  /** Ends the grant with all its tokens; undefined where it had ended before. */
  async revoke(tx: Sql, id: string, now: Date): Promise<RevokedGrant | undefined> {
    const rows = await tx.query<RevokedGrant>(
      `update oauth_grants g set revoked_at = $2 from oauth_clients c
       where g.id = $1 and g.revoked_at is null and c.id = g.client_id
       returning g.id, g.client_id as "clientId", g.user_id as "userId", c.tenant_id as "tenantId"`,
      [id, now],
    );
    return rows[0];
  },

  /** Ends all that the user allowed; answers which grants. */
  async revokeOfUser(tx: Sql, userId: string, now: Date): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      "update oauth_grants set revoked_at = $2 where user_id = $1 and revoked_at is null returning id",
      [userId, now],
    );
    return rows.map((row) => row.id);
  },

  /** Those of the grants that have not ended, each with what its user may do now. */
  async findLive(sql: Sql, ids: readonly string[]): Promise<LiveTarget[]> {
    return sql.query<LiveTarget>(
      `select g.id, case when not u.administrator then u.scopes end as "ownerScopes"
       from oauth_grants g join users u on u.id = g.user_id where g.id = any($1::text[]) and g.revoked_at is null`,
      [ids],
    );
  },

  /** Removes codes and refresh tokens that expired before then, and then the grants that have neither. */
  async purge(tx: Sql, before: Date): Promise<void> {
    await tx.query("delete from oauth_codes where expires_at < $1", [before]);
    await tx.query("delete from oauth_refresh_tokens where expires_at < $1", [before]);
    await tx.query(
      `delete from oauth_grants g where g.created_at < $1
         and not exists (select from oauth_codes s where s.grant_id = g.id)
         and not exists (select from oauth_refresh_tokens s where s.grant_id = g.id)`,
      [before],
    );
  },
};
