import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Failures and waits of an account from one address, or from all addresses together. */
export interface AttemptRow {
  failures: number;
  lastAt: Date;
  waitsUntil: Date | null;
  knownUntil: Date | null;
}

/** The two rows of an attempt: account with address, and account alone; undefined before the first failure. */
export interface Attempts {
  pair: AttemptRow | undefined;
  account: AttemptRow | undefined;
}

export interface AttemptKey {
  account: Buffer;
  address: Buffer;
}

/** A failure to take back; `pair`: also that of the pair. `before`: the rows as they were. */
export interface TakenBack {
  at: Date;
  before: Attempts;
  pair: boolean;
}

/** The address value of the row that counts all addresses together. */
const ANY_ADDRESS = Buffer.alloc(0);

const COLUMNS = `length(address) = 0 as "ofAll", failures, last_at as "lastAt", waits_until as "waitsUntil",
  known_until as "knownUntil"`;

type Row = AttemptRow & { ofAll: boolean };

/** Every query on attempts to log in. */
export const loginAttemptsStore = {
  /** Lets one caller at a time decide on an attempt of the account, until its transaction ends. */
  async lock(tx: Sql, { account }: AttemptKey): Promise<void> {
    await tx.query("select pg_advisory_xact_lock($1)", [account.readBigInt64BE().toString()]);
  },

  async read(sql: Sql, { account, address }: AttemptKey): Promise<Attempts> {
    const rows = await sql.query<Row>(
      `select ${COLUMNS} from login_attempts where account = $1 and address in ($2, $3)`,
      [account, ANY_ADDRESS, address],
    );
    return toAttempts(rows);
  },

  /**
   * Counts one more failure of the pair and of the account; starts at 1 when the last one was before `pairSince` or
   * `accountSince`. Rows are written in one order, so that callers cannot deadlock.
   */
  async recordFailure(
    sql: Sql,
    { account, address }: AttemptKey,
    at: { now: Date; pairSince: Date; accountSince: Date },
  ): Promise<Attempts> {
    const rows = await sql.query<Row>(
      `insert into login_attempts as held (account, address, failures, last_at)
       values ($1, $2, 1, $4::timestamptz), ($1, $3, 1, $4)
       on conflict (account, address) do update
         set failures = case when held.last_at < case when length(held.address) = 0 then $6::timestamptz else $5 end then 1
                             else held.failures + 1 end,
             last_at = $4
       returning ${COLUMNS}`,
      [account, ANY_ADDRESS, address, at.now, at.pairSince, at.accountSince],
    );
    return toAttempts(rows);
  },

  /** Makes the pair wait until `until`. */
  async setWait(sql: Sql, { account, address }: AttemptKey, now: Date, until: Date): Promise<void> {
    await sql.query(
      `insert into login_attempts (account, address, failures, last_at, waits_until) values ($1, $2, 0, $3, $4)
       on conflict (account, address) do update set waits_until = excluded.waits_until`,
      [account, address, now, until],
    );
  },

  /** Resets the pair's failures and marks the address as known until `knownUntil`. */
  async recordSuccess(sql: Sql, { account, address }: AttemptKey, now: Date, knownUntil: Date): Promise<void> {
    await sql.query(
      `insert into login_attempts (account, address, failures, last_at, known_until) values ($1, $2, 0, $3, $4)
       on conflict (account, address) do update
         set failures = 0, last_at = excluded.last_at, waits_until = null, known_until = excluded.known_until`,
      [account, address, now, knownUntil],
    );
  },

  /** Takes back the failure that was counted at `at` of the account, and of the pair with the wait that it started. */
  async takeBack(tx: Sql, { account, address }: AttemptKey, { at, before, pair }: TakenBack): Promise<void> {
    const rows = [{ address: ANY_ADDRESS, was: before.account }, ...(pair ? [{ address, was: before.pair }] : [])];
    await tx.query(
      `update login_attempts a set failures = greatest(0, a.failures - 1),
         last_at = case when a.last_at = $2 then coalesce(b.last_at, a.last_at) else a.last_at end,
         waits_until = case when a.last_at = $2 then b.waits_until else a.waits_until end
       from unnest($3::bytea[], $4::timestamptz[], $5::timestamptz[]) as b (address, last_at, waits_until)
       where a.account = $1 and a.address = b.address`,
      [
        account,
        at,
        rows.map((row) => row.address),
        rows.map(({ was }) => was?.lastAt ?? null),
        rows.map(({ was }) => was?.waitsUntil ?? null),
      ],
    );
  },

  /** Deletes rows last written before `before` that neither know an address nor wait; skips rows being written. */
  async purge(sql: Sql, before: Date, now: Date): Promise<void> {
    const hasNoEffect = "(known_until is null or known_until <= $2) and (waits_until is null or waits_until <= $2)";
    await deleteInBatches(sql, "login_attempts", `last_at < $1 and ${hasNoEffect}`, [before, now]);
  },
};

function toAttempts(rows: readonly Row[]): Attempts {
  return { pair: rows.find((row) => !row.ofAll), account: rows.find((row) => row.ofAll) };
}
