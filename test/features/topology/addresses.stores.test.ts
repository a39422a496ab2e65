import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IP_FIELDS } from "../../../src/features/topology/address-paths.ts";
import { formsOf } from "../../../src/features/topology/ip-forms.ts";
import { normalizeIp } from "../../../src/model/identifiers.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type Cmdb, createCmdb } from "../../support/cmdb.ts";
import { createFeatureApp, credential, type FeatureApp } from "../../support/feature-app.ts";
import { expectRefusal, genericCases } from "../../support/http-cases.ts";
import { sight } from "../../support/inventory.ts";

let cmdb: Cmdb;
let app: FeatureApp;
let tenant: string;
let host = 0;
const ipv4 = () => `203.0.113.${++host}`;
beforeAll(async () => {
  cmdb = await createCmdb();
  app = createFeatureApp(cmdb.routes.topology, cmdb.postgres);
  tenant = cmdb.ctx.tenantId;
});
afterAll(() => cmdb.close());

const get = (path: string, as = tenant) => app.call("GET", path, { tenant: as });

describe("findByIp", () => {
  test("searches every address field: at any depth, in lists, in nested JSON, in both objects", async () => {
    for (const object of ["attributes", "customFields"] as const) {
      for (const field of IP_FIELDS) {
        const ip = ipv4();
        const id = await cmdb.newCi({ [object]: { [field]: ip } });
        expect((await get(`/v1/api/ci/find-by-ip/${ip}`)).body).toMatchObject({ found: true, ci: { id } });
      }
    }
    const nested: ((ip: string) => Record<string, unknown>)[] = [
      (ip) => ({ all_ip_addresses: ["192.0.2.200", ip] }),
      (ip) => ({ network: { adapters: [{ ip_addresses: [ip] }] } }),
      (ip) => ({ network: JSON.stringify({ adapters: [{ ip_address: ip }] }) }),
      (ip) => ({ ip_address: `${ip}, 192.0.2.201` }),
      (ip) => ({ ip_address: `::ffff:${ip}` }),
    ];
    for (const fields of nested) {
      const ip = ipv4();
      const id = await cmdb.newCi({ customFields: fields(ip) });
      expect((await get(`/api/ci/find-by-ip/${ip}`)).body).toMatchObject({ found: true, ci: { id } });
    }
  });

  test("accepts any spelling of an address, and returns the CI bare and in camel case", async () => {
    const id = await cmdb.newCi({
      name: "six-1",
      type: "network_device",
      attributes: { ip_address: "2001:0DB8:0000::00AB" },
      customFields: { all_ip_addresses: ["2001:db8::ab", "192.0.2.77"] },
    });
    for (const form of ["2001:db8::ab", "2001:DB8:0:0:0:0:0:AB", "2001%3Adb8%3A%3Aab", "2001:db8::ab%25eth0"]) {
      const { status, body } = await get(`/v1/api/ci/find-by-ip/${form}`);
      expect(status).toBe(200);
      expect(body.ci).toEqual({
        id,
        name: "six-1",
        type: "network_device",
        customFields: { ip_address: "2001:0DB8:0000::00AB", all_ip_addresses: ["2001:db8::ab", "192.0.2.77"] },
      });
      expect(body.matches).toMatchObject([{ id, status: "active", lastSeen: expect.any(String) }]);
    }
    expect((await get("/v1/api/ci/find-by-ip/::ffff:192.0.2.77")).body.ci.id).toBe(id);
    const only = await cmdb.newCi({ attributes: { ip_address: "192.0.2.78" } });
    expect((await get("/v1/api/ci/find-by-ip/192.0.2.78")).body.ci).toMatchObject({
      id: only,
      customFields: { ip_address: "192.0.2.78", all_ip_addresses: ["192.0.2.78"] },
    });
  });

  test("lists all matches, the most recently seen active CI first", async () => {
    const ip = ipv4();
    const make = (status: "active" | "inactive" | "maintenance") =>
      cmdb.newCi({ status, attributes: { ip_address: ip } });
    const [early, late, retired, unseen] = [
      await make("active"),
      await make("active"),
      await make("inactive"),
      await make("maintenance"),
    ];
    await sight(cmdb.postgres, tenant, late, "s", "2036-01-03T00:00:00.000Z");
    await sight(cmdb.postgres, tenant, early, "s", "2036-01-02T00:00:00.000Z");
    await sight(cmdb.postgres, tenant, retired, "s", "2036-01-09T00:00:00.000Z");
    const { body } = await get(`/v1/api/ci/find-by-ip/${ip}`);
    expect(body.ci.id).toBe(late);
    expect(body.matches.map(({ id }: { id: string }) => id)).toEqual([late, early, retired, unseen]);
  });

  test("does not find unknown, changed, deleted or another tenant's addresses", async () => {
    const ip = ipv4();
    const none = { found: false, ci: null, matches: [] };
    expect((await get(`/v1/api/ci/find-by-ip/${ip}`)).body).toEqual(none);
    const id = await cmdb.newCi({ attributes: { ip_address: ip } });
    expect((await get(`/v1/api/ci/find-by-ip/${ip}`, newId())).body).toEqual(none);
    await cmdb.ci.updateCi(cmdb.ctx, { id, patch: { attributes: { ip_address: ipv4() } } });
    expect((await get(`/v1/api/ci/find-by-ip/${ip}`)).body).toEqual(none);
    await cmdb.ci.updateCi(cmdb.ctx, { id, patch: { attributes: { ip_address: ip } } });
    await cmdb.ci.deleteCi(cmdb.ctx, { id });
    expect((await get(`/v1/api/ci/find-by-ip/${ip}`)).body).toEqual(none);
  });
});

test("the debug route returns the spellings, the fields, and the matching paths of each CI", async () => {
  const ip = ipv4();
  const id = await cmdb.newCi({
    attributes: { ip_address: ip },
    customFields: { network: JSON.stringify([{ ip }]), all_ip_addresses: ["192.0.2.210", `::ffff:${ip}`] },
  });
  const { body } = await get(`/api/debug/find-ci-by-ip/::FFFF:${ip}`);
  expect(body).toMatchObject({ searchedIp: `::FFFF:${ip}`, found: true, query: { normalized: ip } });
  expect(body.query.forms).toContain(`::ffff:${ip}`);
  expect(body.query.fields).toContain("custom_fields.all_ip_addresses");
  expect(body.results).toMatchObject([
    { id, matchedFields: ["attributes.ip_address", "custom_fields.network.0.ip", "custom_fields.all_ip_addresses.1"] },
  ]);
  const none = await get(`/v1/api/debug/find-ci-by-ip/${ipv4()}`);
  expect(none.body).toMatchObject({ results: [], found: false });
});

test("formsOf returns equal spellings of an address", () => {
  for (const ip of ["203.0.113.9", "2001:db8::1:0:5", "2001:db8:1:2:3:4:5:6", "::1", "2001:db8::"]) {
    const forms = formsOf(ip);
    expect(forms[0]).toBe(ip);
    expect(forms.map(normalizeIp)).toEqual(forms.map(() => ip));
  }
});

describe("the four topology routes", () => {
  test("answer bare at both bases, with errors as in variant B", async () => {
    const id = await cmdb.newCi();
    for (const base of ["/v1/api", "/api"]) {
      expect((await get(`${base}/ci/${id}/process-connections`)).body).toEqual({ groups: [] });
      expect((await get(`${base}/ci/${id}/listening-process/22`)).body).toEqual({ found: false, process: null });
      const port = await get(`${base}/ci/${id}/listening-process/0`);
      expect([port.status, port.body.error.details]).toEqual([400, [{ field: "port", error: expect.any(String) }]]);
      const unknown = await get(`${base}/ci/${newId()}/process-connections`);
      expect([unknown.status, unknown.body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
      expect(unknown.body).not.toHaveProperty("success");
      for (const row of ["ci/find-by-ip", "debug/find-ci-by-ip"]) {
        for (const text of ["300.1.1.1", "localhost", "1.2.3", "0x7f.1", "1.2.3.4%2F24", "2001:db8::g"]) {
          const answer = await get(`${base}/${row}/${text}`);
          expect([text, answer.status, answer.body.error.details[0].field]).toEqual([text, 400, "ip"]);
        }
      }
    }
  });

  test("refuse what every route must refuse", async () => {
    const options = { credential: credential(tenant), powerless: credential(tenant, []) };
    for (const one of genericCases(app.mounts, options)) {
      const { method, path, headers, body } = one.request;
      expectRefusal(await app.call(method, path, { headers, ...(body !== undefined && { body }) }), one);
    }
  });
});
