import { expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { MAPPINGS, mappingService, named } from "./mapping-service.ts";

const { service, admin, stranger, send } = await mappingService();
const NAME = "cpe:2.3:a:nginx:nginx:1.25.3:*:*:*:*:*:*:*";

async function instance(name = `nginx ${newId()}`): Promise<string> {
  const made = await send("POST", "/v1/cmdb/ci", { name, type: "software_instance" });
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}
const cpeOf = (id: string, who = admin) => send("GET", `/v1/cmdb/ci/${id}/cpe`, undefined, who);
const set = (id: string, name: unknown, who = admin) => send("PUT", `/v1/cmdb/ci/${id}/cpe`, { name }, who);

it("shows the stored match of an instance with its candidates and reasons", async () => {
  const id = await instance();
  expect((await cpeOf(id)).body).toMatchObject({ ci_id: id, name: null, match: "none", candidates: [] });
  const candidates = [{ name: "cpe:2.3:a:f5:nginx:*:*:*:*:*:*:*:*", score: 0.7, reasons: ["vendor"] }];
  await service.postgres.query(
    `insert into software_cpe_matches (tenant_id, ci_id, name, match, score, method, candidates, reasons, dictionary_change)
     values ($1, $2, $3, 'exact', 0.9, 'version', $4::json, '["version 1.25.3"]'::json, 1)
     on conflict (tenant_id, ci_id) do update set name = excluded.name, match = excluded.match, score = excluded.score,
       method = excluded.method, candidates = excluded.candidates, reasons = excluded.reasons`,
    [service.tenantId, id, NAME, JSON.stringify(candidates)],
  );
  const { status, body } = await cpeOf(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: NAME,
    match: "exact",
    method: "version",
    candidates,
    reasons: ["version 1.25.3"],
  });
  expect(body.score).toBeCloseTo(0.9);
});

it("keeps what a person sets, in history and audit log, until a person sets another", async () => {
  const id = await instance();
  const chosen = await set(id, NAME);
  expect(chosen.status, chosen.text).toBe(200);
  expect(chosen.body).toMatchObject({ name: NAME, match: "exact", score: 1, method: "manual", status: "done" });
  expect((await cpeOf(id)).body).toEqual(chosen.body);
  const ci = (await send("GET", `/v1/cmdb/ci/${id}`)).body;
  expect(ci.attributes).toMatchObject({ cpe: { name: NAME, method: "manual" }, enrichment_status: "done" });
  const any = await set(id, "cpe:/a:nginx:nginx");
  expect(any.body).toMatchObject({ name: "cpe:2.3:a:nginx:nginx:*:*:*:*:*:*:*:*", match: "product" });
  const none = await set(id, null);
  expect(none.body).toMatchObject({ name: null, match: "none", score: 0, method: "manual" });
  const [linked] = await service.app.graph.raw(
    "MATCH (c:CI {tenant: $tenant, id: $id}) RETURN COUNT { (c)-[:HAS_CPE]->() } AS n",
    { tenant: service.tenantId, id },
  );
  expect(linked).toEqual({ n: 0 });
  const { version } = { version: (await send("GET", `/v1/cmdb/ci/${id}`)).headers.get("etag") };
  expect((await set(id, null)).status).toBe(200);
  expect((await send("GET", `/v1/cmdb/ci/${id}`)).headers.get("etag")).toBe(version);
  await service.changesDelivered();
  const audited = (await send("GET", `/v1/admin/audit?target=${id}`)).body.data;
  expect(audited.filter((one: { action: string }) => one.action === "ci.updated").length).toBeGreaterThanOrEqual(3);
});

it("refuses malformed names, CIs that are no instance, strangers and callers without the scope", async () => {
  const id = await instance();
  for (const name of ["nginx", "", "cpe:2.3:a:x", 5, undefined]) {
    const answer = await set(id, name);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, "name"]);
  }
  const server = (await send("POST", "/v1/cmdb/ci", { name: newId(), type: "server" })).body.id;
  expect([(await cpeOf(server)).status, (await set(server, null)).status]).toEqual([409, 409]);
  expect([(await cpeOf(id, stranger)).status, (await set(id, null, stranger)).status]).toEqual([404, 404]);
  expect((await set(newId(), "nginx")).status).toBe(404);
  const reader = await service.loginWith("software.read", "cmdb.read", "cmdb.write");
  expect([(await cpeOf(id, reader)).status, (await set(id, null, reader)).status]).toEqual([200, 403]);
});

it("shows who found the process names of a mapping, in both variants", async () => {
  const made = async (more: object) => (await send("POST", MAPPINGS, named(`App ${newId()}`, more))).body;
  expect((await made({})).process_source).toBeNull();
  const byHand = await made({ process_names: { linux: ["app"] } });
  expect(byHand.process_source).toBe("manual");
  await service.postgres.query("update software_mappings set process_source = 'discovery' where id = $1", [byHand.id]);
  const read = await send("GET", `${MAPPINGS}/${byHand.id}`);
  expect(read.body.process_source).toBe("discovery");
  expect((await send("GET", `/api/software-mappings/${byHand.id}`)).body.data.processSource).toBe("discovery");
  const kept = await send("PUT", `${MAPPINGS}/${byHand.id}`, { ...read.body, notes: "seen" });
  expect([kept.status, kept.body.process_source]).toEqual([200, "discovery"]);
  const changed = await send("PUT", `${MAPPINGS}/${byHand.id}`, { process_names: { linux: ["other"] } });
  expect(changed.body.process_source).toBe("manual");
  expect((await send("GET", `${MAPPINGS}/${byHand.id}`)).body.process_source).toBe("manual");
  const builtIn = (await send("GET", `${MAPPINGS}?source=system&limit=100`)).body.data;
  expect(new Set(builtIn.map((one: { process_source: string | null }) => one.process_source))).toEqual(
    new Set(["pattern", null]),
  );
});
