import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Every query on second factors and their recovery codes. */
export const secondFactorsStore = {
  /** Stores an unconfirmed secret, replacing an unconfirmed one; false when a factor is confirmed. */
  async enrol(sql: Sql, userId: string, sealedSecret: string, createdAt: Date): Promise<boolean> {
    const rows = await sql.query(
      `insert into second_factors (user_id, sealed_secret, created_at) values ($1, $2, $3)
       on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
         where second_factors.confirmed_at is null
       returning user_id`,
      [userId, sealedSecret, createdAt],
    );
    return rows.length === 1;
  },

  /** The sealed secret that awaits confirmation. */
  async findUnconfirmed(sql: Sql, tenantId: string, userId: string): Promise<string | undefined> {
    const rows = await sql.query<{ sealed_secret: string }>(
      `select f.sealed_secret from second_factors f join users u on u.id = f.user_id
       where f.user_id = $1 and u.tenant_id = $2 and f.confirmed_at is null`,
      [userId, tenantId],
    );
    return rows[0]?.sealed_secret;
  },

  /** Confirms this secret and consumes the step; false when it was replaced or confirmed meanwhile. */
  async confirm(sql: Sql, userId: string, sealedSecret: string, step: number, now: Date): Promise<boolean> {
    const rows = await sql.query(
      `update second_factors set confirmed_at = $4, last_step = $3
       where user_id = $1 and sealed_secret = $2 and confirmed_at is null returning user_id`,
      [userId, sealedSecret, step, now],
    );
    return rows.length === 1;
  },

  async addRecoveryCodes(sql: Sql, userId: string, hashes: readonly Buffer[]): Promise<void> {
    await sql.query("insert into recovery_codes (user_id, hash) select $1, unnest($2::bytea[])", [userId, hashes]);
  },

  /**
   * Consumes the step and all before it; false when it was consumed before, or is null. Of simultaneous callers one
   * gets the row: the others wait for its lock and then see the step.
   */
  async useStep(sql: Sql, userId: string, sealedSecret: string, step: number | null): Promise<boolean> {
    const rows = await sql.query(
      `update second_factors set last_step = $3
       where user_id = $1 and sealed_secret = $2 and confirmed_at is not null and last_step < $3 returning user_id`,
      [userId, sealedSecret, step],
    );
    return rows.length === 1;
  },

  /** Consumes the recovery code; false when none has that hash. Of simultaneous callers one succeeds. */
  async useRecoveryCode(sql: Sql, userId: string, hash: Buffer): Promise<boolean> {
    const rows = await sql.query("delete from recovery_codes where user_id = $1 and hash = $2 returning user_id", [
      userId,
      hash,
    ]);
    return rows.length === 1;
  },

  /** Deletes the factor, confirmed or not, with its recovery codes; false when there is none. */
  async remove(sql: Sql, userId: string): Promise<boolean> {
    const rows = await sql.query("delete from second_factors where user_id = $1 returning user_id", [userId]);
    return rows.length === 1;
  },
};
