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

export type UserWithPassword = User & { passwordHash: string };

const COLUMNS = `u.id, u.tenant_id as "tenantId", t.name as "tenantName", u.email, u.scopes, u.administrator`;

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
      `select ${COLUMNS}, u.password_hash as "passwordHash" from users u join tenants t on t.id = u.tenant_id
       where u.email_key = $1 and ($2::text is null or t.name_key = $2) limit 2`,
      [comparisonKey(email), tenantName === undefined ? null : comparisonKey(tenantName)],
    );
  },
};
