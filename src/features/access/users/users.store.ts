import type { Scope } from "../../../model/scopes.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { comparisonKey, type PasswordOrigin, type User, type UserAccount } from "../access.model.ts";
import { createEntryReads, type EntryWindow } from "../entries/entries.store.ts";

export interface NewUser {
  id: string;
  tenantId: string;
  email: string;
  name: string;
  passwordHash: string;
  passwordOrigin: PasswordOrigin;
  scopes: readonly Scope[];
  administrator: boolean;
  createdAt: Date;
}

/** Changeable fields of a user; absent ones stay as they are. */
export type UserChanges = Partial<
  Pick<NewUser, "email" | "name" | "passwordHash" | "passwordOrigin" | "scopes" | "administrator">
>;

/** A user with the data that a login checks; `sealedSecret`: that of a confirmed second factor, else null. */
export type UserWithPassword = User & { passwordHash: string; sealedSecret: string | null };

/** Ids of API keys, service accounts and OAuth grants. */
export interface OwnedCredentials {
  keys: string[];
  accounts: string[];
  grants: string[];
}

/** SQL expression that builds a `User` as JSON from `users u` and `tenants t`. */
export const USER_AS_JSON = `json_build_object('id', u.id, 'tenantId', u.tenant_id, 'tenantName', t.name, 'email', u.email,
  'scopes', u.scopes, 'administrator', u.administrator, 'passwordOrigin', u.password_origin)`;

/** Sort columns of a list; the id breaks ties. */
const ORDERED_BY = {
  name: { column: "u.name", type: "text" },
  email: { column: "u.email_key", type: "text" },
  createdAt: { column: "u.created_at", type: "timestamptz" },
  updatedAt: { column: "u.updated_at", type: "timestamptz" },
} as const;

export type UserColumn = keyof typeof ORDERED_BY;

const COLUMNS = `u.id, u.tenant_id as "tenantId", t.name as "tenantName", u.email, u.scopes, u.administrator,
  u.password_origin as "passwordOrigin"`;
const LOGIN_COLUMNS = `${COLUMNS}, u.password_hash as "passwordHash", f.sealed_secret as "sealedSecret"`;
const LOGIN_TABLES = `users u join tenants t on t.id = u.tenant_id
       left join second_factors f on f.user_id = u.id and f.confirmed_at is not null`;
const ACCOUNT_COLUMNS = `u.id, u.tenant_id as "tenantId", u.email, u.name, u.scopes,
  u.administrator, f.user_id is not null as "secondFactor", u.password_origin as "passwordOrigin",
  u.created_at as "createdAt", u.updated_at as "updatedAt", u.last_login_at as "lastLoginAt"`;
const ACCOUNT_TABLES = "users u left join second_factors f on f.user_id = u.id and f.confirmed_at is not null";

const reads = createEntryReads<UserAccount, string, UserColumn>({
  columns: ACCOUNT_COLUMNS,
  tables: ACCOUNT_TABLES,
  id: "u.id",
  condition: "u.tenant_id = $1",
  values: (tenantId) => [tenantId],
  orderedBy: ORDERED_BY,
});

/** Every query on users. */
export const usersStore = {
  /** False when a user of that id, or of that email in the tenant, exists. */
  async insert(sql: Sql, user: NewUser): Promise<boolean> {
    const rows = await sql.query(
      `insert into users
         (id, tenant_id, email, email_key, name, password_hash, password_origin, scopes, administrator, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict do nothing returning id`,
      [
        user.id,
        user.tenantId,
        user.email,
        comparisonKey(user.email),
        user.name,
        user.passwordHash,
        user.passwordOrigin,
        user.scopes,
        user.administrator,
        user.createdAt,
      ],
    );
    return rows.length === 1;
  },

  /** Up to `limit` users of that email, compared without case, in the named tenant or in all. */
  async findByEmail(
    sql: Sql,
    email: string,
    tenantName: string | undefined,
    limit: number,
  ): Promise<UserWithPassword[]> {
    return sql.query<UserWithPassword>(
      `select ${LOGIN_COLUMNS} from ${LOGIN_TABLES}
       where u.email_key = $1 and ($2::text is null or t.name_key = $2) order by u.id limit $3`,
      [comparisonKey(email), tenantName === undefined ? null : comparisonKey(tenantName), limit],
    );
  },

  /** The largest number of tenants that have a user of the same email. */
  async mostTenantsOfAnEmail(sql: Sql): Promise<number> {
    const rows = await sql.query<{ most: number }>(
      "select count(*) as most from users group by email_key order by 1 desc limit 1",
    );
    return rows[0]?.most ?? 0;
  },

  /** The tenant's user of that id. */
  async findById(sql: Sql, tenantId: string, id: string): Promise<UserWithPassword | undefined> {
    const rows = await sql.query<UserWithPassword>(
      `select ${LOGIN_COLUMNS} from ${LOGIN_TABLES} where u.id = $1 and u.tenant_id = $2`,
      [id, tenantId],
    );
    return rows[0];
  },

  /** The tenant's user of that id, as administrators see it; `lock` locks the row until the transaction ends. */
  async findAccount(sql: Sql, tenantId: string, id: string, lock = false): Promise<UserAccount | undefined> {
    const rows = await sql.query<UserAccount>(
      `select ${ACCOUNT_COLUMNS} from ${ACCOUNT_TABLES} where u.id = $1 and u.tenant_id = $2
       ${lock ? "for no key update of u" : ""}`,
      [id, tenantId],
    );
    return rows[0];
  },

  /** Sorting by email ignores case. */
  async list(sql: Sql, tenantId: string, window: EntryWindow<UserColumn>): Promise<UserAccount[]> {
    const { column, after } = window;
    const place = after && column === "email" ? { ...after, value: comparisonKey(String(after.value)) } : after;
    return reads.list(sql, tenantId, { ...window, after: place });
  },

  count: reads.count,

  async countAdministrators(sql: Sql, tenantId: string): Promise<number> {
    const rows = await sql.query<{ total: number }>(
      "select count(*) as total from users where tenant_id = $1 and administrator",
      [tenantId],
    );
    return rows[0]?.total ?? 0;
  },

  /** Throws a unique violation when another user has the email. */
  async update(sql: Sql, tenantId: string, id: string, changes: UserChanges, at: Date): Promise<void> {
    await sql.query(
      `update users set updated_at = $3, email = coalesce($4, email), email_key = coalesce($5, email_key),
         name = coalesce($6, name), password_hash = coalesce($7, password_hash),
         password_origin = coalesce($8, password_origin), scopes = coalesce($9, scopes),
         administrator = coalesce($10, administrator)
       where id = $1 and tenant_id = $2`,
      [
        id,
        tenantId,
        at,
        changes.email ?? null,
        changes.email === undefined ? null : comparisonKey(changes.email),
        changes.name ?? null,
        changes.passwordHash ?? null,
        changes.passwordOrigin ?? null,
        changes.scopes ?? null,
        changes.administrator ?? null,
      ],
    );
  },

  /** Sets a password that the user chose; false when the current hash is no longer `oldHash`. */
  async replacePassword(sql: Sql, id: string, oldHash: string, newHash: string, at: Date): Promise<boolean> {
    const rows = await sql.query(
      `update users set password_hash = $3, password_origin = 'own', updated_at = $4
       where id = $1 and password_hash = $2 returning id`,
      [id, oldHash, newHash, at],
    );
    return rows.length === 1;
  },

  /** Deletes the user with logins, keys, service accounts, OAuth clients and grants, second factor. */
  async remove(sql: Sql, tenantId: string, id: string): Promise<void> {
    await sql.query("delete from users where id = $1 and tenant_id = $2", [id, tenantId]);
  },

  /** Ids of what the user's deletion deletes; includes grants that others gave to the user's OAuth clients. */
  async findOwnedCredentials(sql: Sql, id: string): Promise<OwnedCredentials> {
    const rows = await sql.query<OwnedCredentials>(
      `select array(select id from access_keys where user_id = $1) as keys,
              array(select id from service_accounts where user_id = $1) as accounts,
              array(select g.id from oauth_grants g join oauth_clients c on c.id = g.client_id
                    where g.user_id = $1 or c.user_id = $1) as grants`,
      [id],
    );
    return rows[0] ?? { keys: [], accounts: [], grants: [] };
  },

  /** Users who still have the password that the first start of the installation generated. */
  async listWithGeneratedPassword(sql: Sql): Promise<{ email: string; tenantName: string }[]> {
    return sql.query(
      `select u.email, t.name as "tenantName" from users u join tenants t on t.id = u.tenant_id
       where u.password_origin = 'generated' and t.deleted_at is null order by u.id`,
    );
  },
};
