import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allSettled } from "../../../src/platform/all-settled.ts";
import { createPostgres, type Postgres, type Sql } from "../../../src/platform/postgres/postgres.ts";
import { log } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";

const TABLE = "test_transactions";
const insert = (sql: Sql, n: number) => sql.query(`insert into ${TABLE} values ($1)`, [n], { prepared: true });
const fail = (sql: Sql) => sql.query("select 1 / 0");
const numbers = async (sql: Sql) =>
  (await sql.query<{ n: number }>(`select n from ${TABLE} order by n`)).map(({ n }) => n);

let postgres: Postgres;
beforeAll(async () => {
  postgres = createPostgres({ url: stores().postgres.url, log, poolSize: 1 });
  await postgres.query(`create table ${TABLE} (n integer primary key)`);
});
afterAll(async () => {
  await postgres.query(`drop table ${TABLE}`);
  await postgres.close();
});

describe("statements that a transaction starts at once", () => {
  it("run in their order, also where Postgres has not seen the statement before", async () => {
    const [, seen] = await postgres.transaction((tx) =>
      allSettled([insert(tx, 1), numbers(tx), insert(tx, 2), insert(tx, 3)]),
    );
    expect(seen).toEqual([1]);
    expect(await numbers(postgres)).toEqual([1, 2, 3]);
  });

  it("fail with the error of the first that fails, and leave nothing", async () => {
    const work = postgres.transaction((tx) => allSettled([insert(tx, 4), fail(tx), insert(tx, 5)]));
    await expect(work).rejects.toThrow("division by zero");
    expect(await numbers(postgres)).toEqual([1, 2, 3]);
  });

  it("fail with that error, also where a statement behind it is waited for first", async () => {
    const work = postgres.transaction(async (tx) => {
      const two = async () => {
        await insert(tx, 10);
        await insert(tx, 11);
      };
      await allSettled([two(), fail(tx)]);
    });
    await expect(work).rejects.toThrow("division by zero");
    expect(await numbers(postgres)).toEqual([1, 2, 3]);
  });

  it("are all rolled back where one of them fails without a statement", async () => {
    const notFound = async () => {
      throw new Error("not found");
    };
    const work = postgres.transaction((tx) => allSettled([insert(tx, 6), notFound(), insert(tx, 7)]));
    await expect(work).rejects.toThrow("not found");
    expect(await numbers(postgres)).toEqual([1, 2, 3]);
  });
});

describe("a statement sent before the transaction has begun", () => {
  const lock = (sql: Sql) => sql.query("select pg_advisory_xact_lock(4711)", [], { early: true });
  const isFree = async (sql: Sql) =>
    (await sql.query<{ free: boolean }>("select pg_try_advisory_xact_lock(4711) as free"))[0]!.free;

  it("belongs to it: its locks are held until the end", async () => {
    const other = createPostgres({ url: stores().postgres.url, log, poolSize: 1 });
    try {
      await postgres.transaction(async (tx) => {
        await lock(tx);
        expect(await isFree(other)).toBe(false);
      });
      expect(await isFree(other)).toBe(true);
    } finally {
      await other.close();
    }
  });

  it("ends it where it fails, and leaves nothing of the others", async () => {
    const work = postgres.transaction((tx) =>
      allSettled([tx.query("select 1 / 0", [], { early: true }), insert(tx, 12)]),
    );
    await expect(work).rejects.toThrow("division by zero");
    expect(await numbers(postgres)).toEqual([1, 2, 3]);
  });
});

it("a statement after the end of its transaction rejects, and does not run on the connection that others use by then", async () => {
  let ended: Sql | undefined;
  await postgres.transaction(async (tx) => {
    ended = tx;
  });
  await expect(insert(ended!, 8)).rejects.toThrow("the transaction of this statement has ended");
  const failed = postgres.transaction(async (tx) => {
    ended = tx;
    throw new Error("undone");
  });
  await expect(failed).rejects.toThrow("undone");
  await expect(insert(ended!, 9)).rejects.toThrow("the transaction of this statement has ended");
  expect(await numbers(postgres)).toEqual([1, 2, 3]);
});
