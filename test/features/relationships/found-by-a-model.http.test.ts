import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

let service: ServiceApp;
let admin: Record<string, string>;
beforeAll(async () => {
  service = await sharedServiceApp();
  admin = await service.login();
});
afterAll(() => service?.close());

const get = async (path: string) => (await service.call("GET", path, { headers: admin })).body;
const post = async (path: string, body: object) => {
  const answer = await service.call("POST", path, { headers: admin, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const ci = async () => (await post("/v1/cmdb/ci", { name: newId(), type: "server" })).id as string;

/** A relationship `shop depends_on db`, and what shows it without being asked for what a model found. */
async function seenOf(more: object) {
  const [shop, db] = [await ci(), await ci()];
  const { id } = await post("/v1/cmdb/relationships", { type: "depends_on", source_ci: shop, target_ci: db, ...more });
  const places = async (includeAi: boolean) => ({
    list: (await get(`/v1/cmdb/relationships?ci_id=${db}&include_ai=${includeAi}`)).data.length,
    camel: (await get(`/api/cmdb/relationships?sourceCi=${shop}&includeAi=${includeAi}`)).data.length,
    impact: (await get(`/v1/cmdb/ci/${db}/impact?include_ai=${includeAi}`)).affected.length,
  });
  const single = (await get(`/v1/cmdb/ci/${db}`)).relationships.length;
  return { id, without: { ...(await places(false)), single }, withAi: await places(true) };
}

const NOWHERE = { list: 0, camel: 0, impact: 0, single: 0 };
const EVERYWHERE = { list: 1, camel: 1, impact: 1 };

describe("a relationship that a model found", () => {
  it.each(["ai", "AI Agent", "Ai", "ai-enhanced", "AI_MODEL", "aiEnhanced"])(
    "discovered by %j is shown and walked on request only",
    async (name) => {
      const { without, withAi } = await seenOf({ discovered_by: name });
      expect(without).toEqual(NOWHERE);
      expect(withAi).toEqual(EVERYWHERE);
    },
  );

  it.each(["aix scanner", "Airwatch", "AIRWATCH", "scan:ai"])("is not one discovered by %j", async (name) => {
    expect((await seenOf({ discovered_by: name })).without).toEqual({ ...EVERYWHERE, single: 1 });
  });

  it("is not one whose application was added to what a scan found (aiEnhanced)", async () => {
    const attributes = { aiEnhanced: true, application: { name: "PostgreSQL" } };
    expect((await seenOf({ attributes })).without).toEqual({ ...EVERYWHERE, single: 1 });
  });

  it("is one once its discovered_by says so", async () => {
    const { id } = await seenOf({});
    const body = { discovered_by: "AI Agent" };
    expect((await service.call("PUT", `/v1/cmdb/relationships/${id}`, { headers: admin, body })).status).toBe(200);
    const { source, target } = await get(`/v1/cmdb/relationships/${id}`);
    expect((await get(`/v1/cmdb/relationships?ci_id=${source.id}`)).data).toEqual([]);
    expect((await get(`/v1/cmdb/ci/${target.id}/impact`)).affected).toEqual([]);
  });
});
