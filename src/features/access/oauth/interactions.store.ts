import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { USER_AS_JSON } from "../users/users.store.ts";
import type { AuthorizationParameters, BrowserLogin } from "./oauth.model.ts";

/** An authorization request for which a page is shown. */
export interface Interaction {
  parameters: AuthorizationParameters;
  /** Scopes that the consent page shows; undefined for a login page. */
  scopes: readonly string[] | undefined;
}

/** A browser with a known cookie, and its login. */
export interface KnownBrowser {
  login: BrowserLogin | undefined;
}

/** Every query on browsers and the interactions in them. */
export const interactionsStore = {
  async addBrowser(sql: Sql, hash: Buffer, sessionId: string | undefined, expiresAt: Date): Promise<void> {
    await sql.query("insert into oauth_browsers (hash, session_id, expires_at) values ($1, $2, $3)", [
      hash,
      sessionId ?? null,
      expiresAt,
    ]);
  },

  /** The browser; undefined when it is unknown or expired, or its login was revoked. */
  async findBrowser(sql: Sql, hash: Buffer, now: Date): Promise<KnownBrowser | undefined> {
    const rows = await sql.query<KnownBrowser>(
      `select case when s.id is null then null else json_build_object('sessionId', s.id, 'user', ${USER_AS_JSON}) end as login
       from oauth_browsers b
       left join login_sessions s on s.id = b.session_id
       left join users u on u.id = s.user_id left join tenants t on t.id = u.tenant_id
       where b.hash = $1 and b.expires_at > $2 and s.revoked_at is null`,
      [hash, now],
    );
    return rows[0] && { login: rows[0].login ?? undefined };
  },

  /** Extends the expiry of a browser without a login; that of a browser with one is fixed. */
  async extend(sql: Sql, hash: Buffer, expiresAt: Date): Promise<void> {
    await sql.query(
      "update oauth_browsers set expires_at = $2 where hash = $1 and session_id is null and expires_at < $2",
      [hash, expiresAt],
    );
  },

  /** Deletes the browser with its interactions. */
  async removeBrowser(sql: Sql, hash: Buffer): Promise<void> {
    await sql.query("delete from oauth_browsers where hash = $1", [hash]);
  },

  async add(sql: Sql, hash: Buffer, browserHash: Buffer, interaction: Interaction, expiresAt: Date): Promise<void> {
    const { parameters, scopes } = interaction;
    await sql.query(
      `insert into oauth_interactions (hash, browser_hash, parameters, scopes, expires_at)
       values ($1, $2, $3, $4, $5)`,
      [hash, browserHash, JSON.stringify(parameters), scopes ?? null, expiresAt],
    );
  },

  /** The interaction with that id in that browser; undefined when unknown or expired. */
  async find(sql: Sql, hash: Buffer, browserHash: Buffer, now: Date): Promise<Interaction | undefined> {
    const rows = await sql.query<{ parameters: AuthorizationParameters; scopes: string[] | null }>(
      "select parameters, scopes from oauth_interactions where hash = $1 and browser_hash = $2 and expires_at > $3",
      [hash, browserHash, now],
    );
    return rows[0] && { parameters: rows[0].parameters, scopes: rows[0].scopes ?? undefined };
  },

  /** Deletes the interaction; false when it was consumed before. */
  async consume(sql: Sql, hash: Buffer): Promise<boolean> {
    return (await sql.query("delete from oauth_interactions where hash = $1 returning hash", [hash])).length === 1;
  },

  /** Deletes interactions and browsers that expired before `now`. */
  async purge(sql: Sql, now: Date): Promise<void> {
    await deleteInBatches(sql, "oauth_interactions", "expires_at < $1", [now]);
    await deleteInBatches(sql, "oauth_browsers", "expires_at < $1", [now]);
  },
};
