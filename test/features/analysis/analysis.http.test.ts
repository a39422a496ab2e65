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

const post = (path: string, body?: object, headers = admin) =>
  service.call("POST", path, { headers, ...(body && { body }) });

async function newCi(fields: object = {}): Promise<{ id: string; name: string }> {
  const answer = await post("/v1/cmdb/ci", { name: `host-${newId()}`, type: "server", ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}
const analyze = async (body: object, headers = admin) => {
  const answer = await post("/api/ai/analyze", body, headers);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const found = (data: { findings: { category: string }[] }) => data.findings.map(({ category }) => category);

describe("analyses", () => {
  it("find what a text names, the longest names first", async () => {
    const short = newId();
    const [outer, inner] = [await newCi({ name: `${short} blue shop` }), await newCi({ name: short })];
    const address = await newCi({ attributes: { ip_address: "192.0.2.77", owner: "web" } });
    const text = `${short} Blue Shop failed at 2026-05-01T10:00:00Z, see CVE-2024-1234; 192.0.2.77:443 and nginx 1.24.0 too`;
    const { entities, source } = await analyze({ text });
    expect(entities).toEqual(
      expect.arrayContaining([
        { type: "ci", value: `${short} Blue Shop`, ciId: outer.id },
        { type: "ip", value: "192.0.2.77", ciId: address.id },
        { type: "cve", value: "CVE-2024-1234", ciId: null },
        { type: "time", value: "2026-05-01T10:00:00Z", ciId: null },
        { type: "software", value: "nginx 1.24.0", ciId: null },
      ]),
    );
    expect(entities.some(({ ciId }: { ciId: string }) => ciId === inner.id)).toBe(false);
    expect(source).toBe("rules");
  });

  it("find of a CI what its records show, with evidence", async () => {
    const serial = `SN${newId().slice(-8)}`;
    const ci = await newCi({ custom_fields: { serial_number: serial } });
    const data = await analyze({ ciId: ci.id });
    expect(found(data)).toEqual(expect.arrayContaining(["ownership", "relationships"]));
    for (const { evidence } of data.findings) expect(evidence.length).toBeGreaterThan(0);
    expect(found(await analyze({ ciId: (await newCi({ attributes: { owner: "web" } })).id }))).not.toContain(
      "ownership",
    );
  });

  it("find a single point of failure, and tell the service that needs it", async () => {
    const [host, app] = [await newCi(), await newCi({ type: "application" })];
    await post("/v1/cmdb/relationships", { type: "runs_on", source_ci: app.id, target_ci: host.id });
    const components = [{ ci_id: app.id, role: "app" }];
    const made = await post("/v1/services", { name: `shop ${newId()}`, components });
    expect(made.status, made.text).toBe(201);
    const { findings } = await analyze({ ciId: host.id });
    const single = findings.find(({ category }: { category: string }) => category === "single_point_of_failure");
    expect(single).toMatchObject({ severity: "high" });
    expect(single.evidence[0]).toMatchObject({ kind: "ci", id: made.body.id });
  });

  it("find what differs from the CIs of the same role", async () => {
    const role = `web${newId().slice(-6).replace(/\d/g, "x")}`;
    for (const at of [1, 2, 3]) await newCi({ name: `${role}${at}`, attributes: { os: "Debian 13" } });
    const odd = await newCi({ name: `${role}4`, attributes: { os: "Debian 11" } });
    const { findings } = await analyze({ ciId: odd.id });
    expect(findings.find(({ category }: { category: string }) => category === "drift").text).toContain("Debian 13");
  });

  it("find programs that the CIs of the same role have in another version, or at all", async () => {
    const role = `app${newId().slice(-6).replace(/\d/g, "x")}`;
    const [nginx, agent] = [await newCi({ type: "software" }), await newCi({ type: "software" })];
    const install = async (host: string, product: string, version: string) => {
      const { id } = await newCi({ type: "software_instance", attributes: { version } });
      await post("/v1/cmdb/relationships", { type: "Installed On", source_ci: id, target_ci: host });
      await post("/v1/cmdb/relationships", { type: "Instance Of", source_ci: id, target_ci: product });
      return id;
    };
    for (const at of [1, 2, 3]) {
      const { id } = await newCi({ name: `${role}${at}` });
      await install(id, nginx.id, "1.24.0");
      await install(id, agent.id, "7.1");
    }
    const odd = await newCi({ name: `${role}4` });
    const old = await install(odd.id, nginx.id, "1.18.0");
    const { findings } = await analyze({ ciId: odd.id });
    const { evidence } = findings.find(({ category }: { category: string }) => category === "drift");
    expect(evidence.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`).sort()).toEqual(
      [`software ${old}`, `software ${agent.id}`].sort(),
    );
    expect(JSON.stringify(evidence)).toContain("1.24.0");
  });

  it("find what was changed in the day before an open event, and its incident, for who may read events", async () => {
    const ci = await newCi();
    await service.call("PUT", `/v1/cmdb/ci/${ci.id}`, { headers: admin, body: { attributes: { kernel: "6.1" } } });
    await service.changesDelivered();
    const event = { title: "trouble", severity: "high", source: "test", affected_cis: [ci.id] };
    const { id } = (await post("/v1/events", event)).body;
    const evidenceOf = async (headers = admin) => {
      const { findings } = await analyze({ ciId: ci.id }, headers);
      return findings.flatMap(({ evidence }: { evidence: { kind: string; id: string }[] }) => evidence);
    };
    const kinds = async () => (await evidenceOf()).map(({ kind }: { kind: string }) => kind);
    await expect.poll(kinds, { timeout: 30_000 }).toEqual(expect.arrayContaining(["event", "history"]));
    const [change] = await service.postgres.query<{ id: string }>(
      "select id from history where subject_id = $1 and kind = 'ci.updated'",
      [ci.id],
    );
    expect(await evidenceOf()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "history", id: change!.id }),
        expect.objectContaining({ kind: "event", id }),
      ]),
    );
    const incident = newId();
    await service.postgres.query(
      `with i as (insert into incidents (tenant_id, id, status, first_seen, last_seen, event_count, open_count, severity,
         created_at, updated_at) values ($1, $2, 'open', now(), now(), 1, 1, 'high', now(), now()))
       insert into incident_events values ($1, $3, $2, true)
       on conflict (event_id, tenant_id) do update set incident_id = excluded.incident_id, is_open = true`,
      [service.tenantId, incident, id],
    );
    expect(await evidenceOf()).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "incident", id: incident })]),
    );
    const reader = await service.loginWith("ai.use", "cmdb.read");
    expect(JSON.stringify(await evidenceOf(reader))).not.toMatch(/"(event|incident|history)"/);
  }, 60_000);

  it("refuse both a text and a CI, and neither, and do not find a CI of another tenant", async () => {
    const { id } = await newCi();
    expect((await post("/api/ai/analyze", {})).status).toBe(400);
    expect((await post("/api/ai/analyze", { text: "a", ciId: id })).status).toBe(400);
    expect((await post("/api/ai/analyze", { text: "a".repeat(20_001) })).status).toBe(400);
    const other = await service.loginElsewhere();
    expect((await post("/api/ai/analyze", { ciId: id }, other)).status).toBe(404);
    expect((await post(`/api/cmdb-ai/insights/${id}`, undefined, other)).status).toBe(404);
  });
});

describe("insights", () => {
  it("of a CI are kept as its record, by the rules where there is no model", async () => {
    const { id } = await newCi({ attributes: { cpu_cores: 4, memory_gb: 16 } });
    const made = (await post(`/api/cmdb-ai/insights/${id}`)).body.data;
    expect(made).toMatchObject({ ciId: id, role: "server", criticality: "low", source: "rules" });
    const [row] = await service.postgres.query("select source, role from ci_insights where ci_id = $1", [id]);
    expect(row).toEqual({ source: "rules", role: "server" });
    const { insights } = (await post("/api/ai/generate-insights", { ciId: id })).body.data;
    const categories = insights.map(({ category }: { category: string }) => category);
    expect(categories).toEqual(expect.arrayContaining(["role", "criticality", "risk", "capacity"]));
  });
});
