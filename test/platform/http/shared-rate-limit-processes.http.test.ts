import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "../../../src/context.ts";
import { SCOPES } from "../../../src/model/scopes.ts";
import { newId } from "../../../src/platform/ids.ts";
import { testTenant } from "../../support/access.ts";
import { composeApp } from "../../support/composed.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { expectRateHeaders } from "../../support/service-app.ts";
import { stores } from "../../support/stores.ts";

const CLIENTS = 32;

let scratch: Scratch;
let apps: ReturnType<typeof composeApp>[];
beforeAll(async () => {
  scratch = await scratchDatabase();
  apps = [0, 1].map(() => composeApp({ stores: { neo4j: stores().neo4j, postgresUrl: scratch.url } }));
  for (const { app } of apps) await app.prepare();
});
afterAll(async () => {
  for (const { app, removeHome } of apps ?? []) {
    await app.stopWork(5_000);
    await app.close();
    removeHome();
  }
  await scratch?.drop();
});

/** An API key of a tenant of its own. */
async function newKey(): Promise<{ tenantId: string; headers: Record<string, string> }> {
  const { access } = apps[0]!.app;
  const { id, name } = await testTenant(access);
  const key = await access.createKeyForTenant("api_key", { tenant: name, name: "k", scopes: [...SCOPES] });
  return { tenantId: id, headers: { "x-api-key": key.secret } };
}

describe("rate limits of two processes on one database", () => {
  it.each([
    ["/v1", "GET", 100],
    ["/api", "GET", 100],
  ] as const)(
    "let a key's burst through to %s exactly, in the variant's form beyond it",
    async (base, method, limit) => {
      const { headers } = await newKey();
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          const seen: Response[] = [];
          for (let i = 0; i < 8; i++) {
            const { app } = apps[(client + i) % 2]!;
            seen.push(await app.http.request(`${base}/cmdb/ci/${newId()}`, { method, headers }));
          }
          return seen;
        }),
      );
      const letThrough: number[] = [];
      for (const response of answers.flat()) {
        expectRateHeaders(response.headers);
        const left = Number(response.headers.get("x-ratelimit-remaining"));
        expect(response.headers.get("x-ratelimit-limit")).toBe(String(limit));
        if (response.status === 404) letThrough.push(left);
        else {
          expect(response.status).toBe(429);
          expect(left).toBe(0);
          expect(response.headers.get("retry-after")).toBe(response.headers.get("x-ratelimit-reset-after"));
          const body = (await response.json()) as { success?: boolean; error: { code: string } };
          expect(body.error.code).toBe("RATE_LIMIT_EXCEEDED");
          expect(body.success).toBe(base === "/api" ? false : undefined);
        }
      }
      expect(letThrough.sort((a, b) => b - a)).toEqual(Array.from({ length: limit }, (_, i) => limit - 1 - i));
      expect(new Set(answers.flat().map((response) => response.headers.get("x-ratelimit-reset"))).size).toBe(1);
    },
  );

  it.each(["/v1", "/api"])(
    "let a key's burst of writes to %s through exactly, and write nothing beyond",
    async (base) => {
      const { tenantId, headers } = await newKey();
      const written: string[] = [];
      await Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          for (let i = 0; i < 5; i++) {
            const name = `burst ${client} ${i}`;
            const { app } = apps[(client + i) % 2]!;
            const response = await app.http.request(`${base}/cmdb/ci`, {
              method: "POST",
              headers: { ...headers, "content-type": "application/json" },
              body: JSON.stringify({ name, type: "server" }),
            });
            expectRateHeaders(response.headers);
            expect([201, 429]).toContain(response.status);
            if (response.status === 201) written.push(name);
          }
        }),
      );
      expect(written).toHaveLength(100);
      const { verbs } = apps[0]!.app.ci;
      const page = { sort: "name", order: "asc", page: 1, limit: 200 } as const;
      const { items, total } = await verbs.listCis(systemContext(tenantId, newId()), page);
      expect(total).toBe(100);
      expect(items.map(({ name }) => name).sort()).toEqual(written.sort());
    },
  );
});
