import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprint } from "../../../src/platform/http/idempotency.ts";
import { createIdempotencyStore } from "../../../src/platform/http/idempotency-store.ts";
import type { IdempotencyClaim } from "../../../src/platform/http/ports.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { migratePostgres } from "../../../src/platform/postgres/migrate.ts";
import { createPostgres, type Postgres } from "../../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { stores } from "../../support/stores.ts";

const log = createLogger("silent");
const tenantId = newId();
const secrets = createSecrets("a root secret of the tests, long enough");
let postgres: Postgres;
let store: ReturnType<typeof createIdempotencyStore>;

beforeAll(async () => {
  postgres = createPostgres({ url: stores().postgres.url, log });
  await migratePostgres(postgres, log);
  await postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [tenantId]);
  store = createIdempotencyStore(postgres, secrets);
});
afterAll(async () => {
  await postgres.query("delete from tenants where id = $1", [tenantId]);
  await postgres.close();
});

const claim = (more: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  tenantId,
  route: "b:createThing",
  key: randomUUID(),
  fingerprint: "f1",
  claimId: randomUUID(),
  ...more,
});
const again = (first: IdempotencyClaim, more: Partial<IdempotencyClaim> = {}) => ({
  ...first,
  claimId: randomUUID(),
  ...more,
});
const age = (first: IdempotencyClaim, seconds: number) =>
  postgres.query(
    `update idempotency_keys set started_at = started_at - make_interval(secs => $3),
            expires_at = expires_at - make_interval(secs => $3) where tenant_id = $1 and key = $2`,
    [first.tenantId, first.key, seconds],
  );
const answer = { status: 201, headers: { Location: "/v1/things/1" }, body: '{"id":"1"}' };

describe("createIdempotencyStore", () => {
  it("runs a key once and replays the answer", async () => {
    const first = claim();
    expect(await store.begin(first)).toMatchObject({ kind: "fresh" });
    expect(await store.begin(again(first))).toEqual({ kind: "running" });
    await store.finish(first, answer);
    expect(await store.begin(again(first))).toEqual({
      kind: "replay",
      answer: { ...answer, secretResourceId: undefined },
    });
    expect(await store.begin(again(first, { fingerprint: "f2" }))).toEqual({ kind: "mismatch" });
  });

  it("begin lets exactly one of many concurrent tries run", async () => {
    const first = claim();
    const states = await Promise.all(Array.from({ length: 20 }, () => store.begin(again(first))));
    expect(states.filter(({ kind }) => kind === "fresh")).toHaveLength(1);
    expect(states.filter(({ kind }) => kind === "running")).toHaveLength(19);
  });

  it("release frees a key, but not for another try's claim", async () => {
    const first = claim();
    await store.begin(first);
    await store.release(again(first));
    expect(await store.begin(again(first))).toEqual({ kind: "running" });
    await store.release(first);
    expect(await store.begin(again(first))).toMatchObject({ kind: "fresh" });
  });

  it("begin takes a key over after a minute, and finish of the late first try changes nothing", async () => {
    const first = claim();
    await store.begin(first);
    await age(first, 59);
    expect(await store.begin(again(first))).toEqual({ kind: "running" });
    await age(first, 2);
    expect(await store.begin(again(first, { fingerprint: "f2" }))).toEqual({ kind: "mismatch" });
    const second = again(first);
    expect(await store.begin(second)).toMatchObject({ kind: "fresh" });
    await store.finish(first, { ...answer, body: "late" });
    await store.release(first);
    expect(await store.begin(again(first))).toEqual({ kind: "running" });
    await store.finish(second, answer);
    expect(await store.begin(again(first))).toMatchObject({ kind: "replay", answer: { body: '{"id":"1"}' } });
  });

  it("expires a key after a day, and purge deletes it", async () => {
    const [old, expired] = [claim(), claim()];
    for (const one of [old, expired]) {
      await store.begin(one);
      await store.finish(one, answer);
      await age(one, 24 * 3600 + 1);
    }
    expect(await store.begin(again(old, { fingerprint: "f2" }))).toMatchObject({ kind: "fresh" });
    expect(await store.purge()).toBeGreaterThanOrEqual(1);
    const rows = await postgres.query("select key from idempotency_keys where key = any($1)", [[old.key, expired.key]]);
    expect(rows).toEqual([{ key: old.key }]);
  });

  it("begin returns one seed for all tries of a day, and then a new one", async () => {
    const first = claim();
    const begun = await store.begin(first);
    if (begun.kind !== "fresh") throw new Error("the key is not free");
    await age(first, 61);
    const second = again(first);
    expect(await store.begin(second)).toEqual(begun);
    await store.release(second);
    const third = again(first, { fingerprint: "f2" });
    expect(await store.begin(third)).toEqual(begun);
    await store.finish(third, answer);
    expect(await store.begin(again(first))).toEqual({ kind: "mismatch" });
    await age(first, 24 * 3600 + 1);
    const later = await store.begin(again(first));
    expect(later).toMatchObject({ kind: "fresh" });
    expect(later).not.toEqual(begun);
  });

  it("stores nothing that lets a reader guess the content of a request", async () => {
    const first = claim({ fingerprint: fingerprint("/v1/things", "", "application/json", Buffer.from("a password")) });
    const begun = await store.begin(first);
    if (begun.kind !== "fresh") throw new Error("the key is not free");
    const kept = JSON.stringify(await postgres.query("select * from idempotency_keys where key = $1", [first.key]));
    expect(kept).not.toContain(first.fingerprint);
    // Nor by the ids that derive from it.
    expect(kept).not.toContain(begun.seed);
    const other = createIdempotencyStore(postgres, createSecrets("another root secret, also long enough"));
    expect(await other.begin(again(first))).toEqual({ kind: "mismatch" });
    expect(await createIdempotencyStore(postgres, secrets).begin(again(first))).toEqual({ kind: "running" });
  });

  it("stores the id instead of a secret", async () => {
    const first = claim();
    await store.begin(first);
    await store.finish(first, { status: 201, headers: {}, body: null, secretResourceId: "id-1" });
    expect(await store.begin(again(first))).toEqual({
      kind: "replay",
      answer: { status: 201, headers: {}, body: null, secretResourceId: "id-1" },
    });
  });

  it("separates keys by route and tenant", async () => {
    const first = claim();
    const other = newId();
    await postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [other]);
    await store.begin(first);
    expect(await store.begin(again(first, { tenantId: other }))).toMatchObject({ kind: "fresh" });
    expect(await store.begin(again(first, { route: "a:createThing" }))).toMatchObject({ kind: "fresh" });
    await postgres.query("delete from tenants where id = $1", [other]);
  });
});
