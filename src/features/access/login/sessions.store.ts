import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { LiveTarget, User } from "../access.model.ts";

/** State of a stored refresh token. */
export interface RefreshTokenState {
  sessionId: string;
  usedAt: Date | null;
  userId: string;
  tenantId: string;
}

/** Every query on logins: sessions, their refresh tokens, their end. */
export const sessionsStore = {
  /**
   * Opens a session; false when the user was deleted, or the password changed since it was checked. Locks the user's
   * row, so that a password change, which then ends the logins, either finds this session or prevents it.
   */
  async open(sql: Sql, id: string, userId: string, passwordHash: string, createdAt: Date): Promise<boolean> {
    const rows = await sql.query(
      `with u as (update users set last_login_at = $4 where id = $2 and password_hash = $3 returning id)
       insert into login_sessions (id, user_id, created_at) select $1, u.id, $4 from u returning id`,
      [id, userId, passwordHash, createdAt],
    );
    return rows.length === 1;
  },

  async addRefreshToken(sql: Sql, hash: Buffer, sessionId: string, expiresAt: Date): Promise<void> {
    await sql.query("insert into refresh_tokens (hash, session_id, expires_at) values ($1, $2, $3)", [
      hash,
      sessionId,
      expiresAt,
    ]);
  },

  /**
   * Marks the token as used and returns its session; undefined when it is unknown, used or expired. Of simultaneous
   * callers one gets the row: the others wait for its lock and then see the mark. Locks the session before its token,
   * in the same order as the deletion of a user.
   */
  async useRefreshToken(sql: Sql, hash: Buffer, now: Date): Promise<string | undefined> {
    const rows = await sql.query<{ session_id: string }>(
      `with session as (
         select id from login_sessions where id = (select session_id from refresh_tokens where hash = $1) for share
       )
       update refresh_tokens r set used_at = $2 from session
       where r.hash = $1 and r.session_id = session.id and r.used_at is null and r.expires_at > $2
       returning r.session_id`,
      [hash, now],
    );
    return rows[0]?.session_id;
  },

  async refreshTokenState(sql: Sql, hash: Buffer): Promise<RefreshTokenState | undefined> {
    const rows = await sql.query<RefreshTokenState>(
      `select r.session_id as "sessionId", r.used_at as "usedAt", u.id as "userId", u.tenant_id as "tenantId"
       from refresh_tokens r join login_sessions s on s.id = r.session_id join users u on u.id = s.user_id
       where r.hash = $1`,
      [hash],
    );
    return rows[0];
  },

  /** The session's user with current fields; undefined when the session was revoked or deleted with its user. */
  async userOfLiveSession(sql: Sql, sessionId: string): Promise<User | undefined> {
    const rows = await sql.query<User>(
      `select u.id, u.tenant_id as "tenantId", t.name as "tenantName", u.email, u.scopes, u.administrator,
         u.password_origin as "passwordOrigin"
       from login_sessions s join users u on u.id = s.user_id join tenants t on t.id = u.tenant_id
       where s.id = $1 and s.revoked_at is null for share of s`,
      [sessionId],
    );
    return rows[0];
  },

  /** Revokes the session with all its tokens; false when it was revoked before. */
  async revoke(sql: Sql, sessionId: string, now: Date): Promise<boolean> {
    const rows = await sql.query(
      "update login_sessions set revoked_at = $2 where id = $1 and revoked_at is null returning id",
      [sessionId, now],
    );
    return rows.length === 1;
  },

  /** Revokes the user's sessions except `except`; returns the ids of those revoked. */
  async revokeAll(sql: Sql, userId: string, now: Date, except: string | undefined): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `update login_sessions set revoked_at = $2
       where user_id = $1 and revoked_at is null and id is distinct from $3 returning id`,
      [userId, now, except ?? null],
    );
    return rows.map((row) => row.id);
  },

  /** Those of the sessions that exist and are not revoked, with the current scopes of their users. */
  async findLive(sql: Sql, sessionIds: readonly string[]): Promise<LiveTarget[]> {
    return sql.query<LiveTarget>(
      `select s.id, case when not u.administrator then u.scopes end as "ownerScopes"
       from login_sessions s join users u on u.id = s.user_id
       where s.id = any($1::text[]) and s.revoked_at is null`,
      [sessionIds],
    );
  },

  /** Deletes refresh tokens that expired before `before`, then sessions without one; returns the number of sessions. */
  async purge(sql: Sql, before: Date): Promise<number> {
    await deleteInBatches(sql, "refresh_tokens", "expires_at < $1", [before]);
    const hasToken = "exists (select from refresh_tokens r where r.session_id = login_sessions.id)";
    return deleteInBatches(sql, "login_sessions", `created_at < $1 and not ${hasToken}`, [before]);
  },
};
