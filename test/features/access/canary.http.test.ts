import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PASSWORD } from "../../support/access.ts";
import { fail, logins, misplace, plantAll, useAll, whileTablesAreMissing } from "./canary-requests.ts";
import { type CanaryWorld, canaryWorld } from "./canary-world.ts";

/** Sends secrets in accepted, refused and failing requests, then searches answers, logs and stores for them. */

let world: CanaryWorld;
let tenantId: string;
/** Ids and emails of the users. */
let identities: string[];

describe("secrets in requests", () => {
  beforeAll(async () => {
    world = await canaryWorld();
    const has = await plantAll(world);
    ({ tenantId, identities } = has);
    await useAll(world, has);
    const { shown } = await world.send(
      "POST",
      "/v1/auth/login",
      { body: { email: has.email, password: PASSWORD, totp_code: has.recoveryCodes[9] } },
      logins,
    );
    const again = { ...has, token: shown.token!, refreshToken: shown.refreshToken! };
    await misplace(world, again);
    await whileTablesAreMissing(world, () => fail(world, again, 500));
    world.gate.shut();
    await fail(world, again, 503);
    world.gate.open();
    await vi.waitFor(() => world.app.postgres.ping(), { timeout: 10_000 });
    await world.app.access.stop();
  }, 120_000);
  afterAll(() => world.close());

  it("cover many kinds, in requests of every outcome", () => {
    expect(new Set(world.secrets.values()).size).toBeGreaterThan(20);
    const statuses = new Set(world.seen.map(({ status }) => status));
    for (const status of [200, 201, 202, 400, 401, 403, 409, 500, 503]) expect(statuses).toContain(status);
  });

  it("are found by this test in the answers that show them", () => {
    for (const { text, shows } of world.seen)
      for (const secret of shows) expect(world.foundIn(text)).toContain(world.secrets.get(secret));
    for (const [secret, name] of world.secrets) {
      for (const kept of [`"x": ${JSON.stringify(secret)}`, `(1,"${secret}",2)`])
        expect(world.foundIn(kept)).toContain(name);
      if (secret.length === 6) continue;
      expect(world.foundIn(`\\x${Buffer.from(secret).toString("hex")}`)).toContain(name);
      expect(world.foundIn(Buffer.from(secret).toString("base64"))).toContain(name);
    }
  });

  it("are in no answer but the one that shows them", () => {
    const leaks = world.seen.map(({ request, status, text, shows }) => ({
      request,
      status,
      found: world.foundIn(text, shows),
    }));
    expect(leaks.filter(({ found }) => found.length > 0)).toEqual([]);
  });

  it("and the ids and emails of users are in no refusal", () => {
    const refused = world.seen.filter(({ status }) => status >= 400);
    expect(refused.length).toBeGreaterThan(100);
    for (const { request, text } of refused) {
      for (const identity of identities) expect(text.includes(identity), `${identity} in ${request}`).toBe(false);
    }
  });

  it("are in no log line of any level", async () => {
    await expect.poll(() => world.lines.join("")).toContain('"status":503');
    const text = world.lines.join("");
    expect(text).toContain('"level":"error"');
    expect(text).toContain("/v1/auth/refresh");
    expect(world.lines.filter((line) => world.foundIn(line).length > 0)).toEqual([]);
    for (const identity of identities.filter((each) => each.includes("@"))) expect(text).not.toContain(identity);
  });

  it("are in no row of any table: audit log, history, idempotency keys, jobs", async () => {
    const tables = await world.postgres.query<{ place: string }>(
      `select format('%I.%I', table_schema, table_name) as place from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const places = tables.map(({ place }) => place);
    expect(places).toEqual(expect.arrayContaining(["public.audit_log", "public.idempotency_keys", "pgboss.job"]));
    const filled = new Set<string>();
    const leaks: string[] = [];
    for (const place of places) {
      for (const { row } of await world.postgres.query<{ row: string }>(`select t::text as row from ${place} t`)) {
        filled.add(place);
        for (const name of world.foundIn(row)) leaks.push(`${name} in ${place}`);
      }
    }
    expect(leaks).toEqual([]);
    for (const place of [
      "public.audit_log",
      "public.idempotency_keys",
      "public.access_keys",
      "public.second_factors",
    ]) {
      expect(filled).toContain(place);
    }
    const jobs = await world.postgres.query("select from pgboss.job where data is not null");
    expect(jobs.length).toBeGreaterThan(0);
  });

  it("are in no node of the graph", async () => {
    const nodes = await world.app.graph.raw("MATCH (n) WHERE n.tenant = $tenant RETURN properties(n) AS kept", {
      tenant: tenantId,
    });
    expect(nodes.length).toBeGreaterThan(0);
    expect(nodes.filter(({ kept }) => world.foundIn(JSON.stringify(kept)).length > 0)).toEqual([]);
  });
});
