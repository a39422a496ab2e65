import type { Scope } from "../../model/scopes.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { comparisonKey, type User } from "./access.model.ts";

export interface NewUser {
  id: string;
  tenantId: string;
  email: string;
  passwordHash: string;
  scopes: readonly Scope[];
  administrator: boolean;
  createdAt: Date;
}

/** With what a login is checked against: `sealedSecret` of a confirmed second factor, else null. */
export type UserWithPassword = User & { passwordHash: string; sealedSecret: string | null };

const COLUMNS = `u.id, u.tenant_id as "tenantId", t.name as "tenantName", u.email, u.scopes, u.administrator`;
const CHECKED_COLUMNS = `${COLUMNS}, u.password_hash as "passwordHash", f.sealed_secret as "sealedSecret"`;
const CHECKED_TABLES = `users u join tenants t on t.id = u.tenant_id
       left join second_factors f on f.user_id = u.id and f.confirmed_at is not null`;

/** Every query on users. */
export const usersStore = {
  async insert(sql: Sql, user: NewUser): Promise<void> {
    await sql.query(
      `insert into users (id, tenant_id, email, email_key, password_hash, scopes, administrator, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        user.id,
        user.tenantId,
        user.email,
        comparisonKey(user.email),
        user.passwordHash,
        user.scopes,
        user.administrator,
        user.createdAt,
      ],
    );
  },

  /** Users of that email, case aside: in the tenant of that name, or in all. Two suffice to know that it is not one. */
  async findByEmail(sql: Sql, email: string, tenantName: string | undefined): Promise<UserWithPassword[]> {
    return sql.query<UserWithPassword>(
      `select ${CHECKED_COLUMNS} from ${CHECKED_TABLES}
       where u.email_key = $1 and ($2::text is null or t.name_key = $2) limit 2`,
      [comparisonKey(email), tenantName === undefined ? null : comparisonKey(tenantName)],
    );
  },

  /** The tenant's user of that id. */
  async findById(sql: Sql, tenantId: string, id: string): Promise<UserWithPassword | undefined> {
    const rows = await sql.query<UserWithPassword>(
      `select ${CHECKED_COLUMNS} from ${CHECKED_TABLES} where u.id = $1 and u.tenant_id = $2`,
      [id, tenantId],
    );
    return rows[0];
  },
};
