import { afterAll, beforeAll, expect, it } from "vitest";
import { RUN_HOUSEKEEPING } from "../../../src/features/housekeeping/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

let http: ServiceApp;
beforeAll(async () => {
  http = await sharedServiceApp();
});
afterAll(() => http?.close());

it("housekeeping deletes raw scans and purges deleted CIs after the days set by each tenant", async () => {
  const [mine, theirs] = [await http.login(), await http.loginElsewhere()];
  const set = async (headers: Record<string, string>, body: object) =>
    expect((await http.call("PUT", "/v1/admin/settings", { headers, body })).status).toBe(200);
  await set(mine, { retention_days: { raw_scans: 10 } });
  const tenantOf = async (headers: Record<string, string>) => {
    const { id } = (await http.call("GET", "/v1/auth/me", { headers })).body;
    const [row] = await http.postgres.query<{ tenant_id: string }>("select tenant_id from users where id = $1", [id]);
    return row?.tenant_id ?? "";
  };
  const tenants = [await tenantOf(mine), await tenantOf(theirs)];
  for (const tenant of tenants) {
    for (const days of [5, 20, 100]) {
      await http.postgres.query(
        `insert into scans (tenant_id, id, scanner_id, scan_type, format, status, observed_at, hosts, actor, request_id,
           completed_at)
         values ($1, $2, 's', 'full', 'json', 'completed', now(), 0, 'system', 'r', now() - make_interval(days => $3))`,
        [tenant, newId(), days],
      );
    }
  }
  const left = async (tenant = "") =>
    (await http.postgres.query("select 1 from scans where tenant_id = $1", [tenant])).length;
  await http.app.jobs.send(RUN_HOUSEKEEPING, {});
  await expect.poll(() => Promise.all(tenants.map(left)), { timeout: 20_000 }).toEqual([1, 2]);
});
