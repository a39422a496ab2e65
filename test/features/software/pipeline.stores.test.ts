import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import type { CpeDictionary } from "../../../src/features/cpe-dictionary/index.ts";
import { SOFTWARE_FAMILIES } from "../../../src/features/software/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import type { Scratch } from "../../support/scratch.ts";
import type { World } from "../discovery/support.ts";
import {
  CHROME,
  FORMER,
  PROGRAMS,
  SEVEN_ZIP,
  smallDictionary,
  softwareWorld,
  TODAY,
  UNLISTED,
  windowsHost,
} from "./support.ts";

let scratch: Scratch;
let dictionary: CpeDictionary;
const worlds: World[] = [];
const world = async (options: Parameters<typeof softwareWorld>[1] = {}) => {
  const made = await softwareWorld(dictionary, options);
  worlds.push(made);
  return made;
};
beforeAll(async () => {
  const made = await smallDictionary();
  ({ scratch, dictionary } = made);
  await made.fill();
});
afterAll(async () => {
  for (const one of worlds) await one.close();
  await scratch?.drop();
});

type Attributes = Record<string, unknown>;
/** Attributes of the tenant's instances, by name. */
const instances = async (of: World): Promise<Map<string, { id: string; attributes: Attributes; version: number }>> => {
  const rows = await of.cis("software_instance");
  return new Map(
    rows.map((row) => [
      String(row.name),
      {
        id: String(row.id),
        attributes: JSON.parse(String(row.attributes)) as Attributes,
        version: Number(row.version),
      },
    ]),
  );
};
const names = async (of: World, type: string) => (await of.cis(type)).map((row) => row.name);
const cpeLinks = (of: World, tenant = of.ctx.tenantId) =>
  of.graph.raw(
    `MATCH (c:CI {tenant: $tenant})-[r:HAS_CPE]->(e:CpeEntry) WHERE c.id IS NOT NULL
     RETURN c.name AS instance, e.name AS cpe, r.score AS score, r.method AS method ORDER BY instance`,
    { tenant },
  );
/** How much was told of the tenant's own CIs. */
const changesOfOwn = async (of: World) => {
  const types = ["server", "software_instance", "software", "software_family"];
  const own = new Set((await Promise.all(types.map((type) => of.cis(type)))).flat().map(({ id }) => id));
  return of.changes().filter(({ subject }) => own.has(subject.id)).length;
};
const waitingRows = (of: World) =>
  of.postgres.query("select step, ci_id from software_work where tenant_id = $1", [of.ctx.tenantId]);

describe("createPipeline after a scan", () => {
  it("links instances to software, family and CPE name", async () => {
    const one = await world();
    await one.scanOne(windowsHost(PROGRAMS));
    const found = await instances(one);
    const chrome = found.get("Google Chrome")!;
    expect(chrome.attributes).toMatchObject({
      vendor: "Google LLC",
      software_name: "Google Chrome",
      software_family: "Browsers",
      normalized_name: expect.any(String),
      software_id: expect.any(String),
      cpe: { name: CHROME, match: "exact", score: expect.any(Number), method: expect.any(String) },
      enrichment_status: "done",
    });
    expect(found.get("7-Zip 23.01 (x64)")!.attributes.cpe).toMatchObject({ name: SEVEN_ZIP, match: "exact" });
    expect(found.get("Zorble Ledger 4.2")!.attributes).toMatchObject({
      software_name: "Zorble Ledger",
      cpe: { name: null, match: "none" },
    });
    const software = await one.links("INSTANCE_OF");
    expect(software.map(({ sourceName, targetName }) => [sourceName, targetName])).toEqual([
      ["7-Zip 23.01 (x64)", "7-Zip"],
      ["Google Chrome", "Google Chrome"],
      ["Zorble Ledger 4.2", "Zorble Ledger"],
    ]);
    expect(software.find(({ source }) => source === chrome.id)!.target).toBe(chrome.attributes.software_id);
    const members = await one.links("MEMBER_OF");
    expect(members.map(({ sourceName }) => sourceName)).toEqual(["7-Zip", "Google Chrome", "Zorble Ledger"]);
    for (const { targetName } of members) expect(SOFTWARE_FAMILIES).toContain(targetName);
    for (const { source, target } of members) expect((await one.get(source)).attributes.family_id).toBe(target);
    expect(await cpeLinks(one)).toEqual([
      { instance: "7-Zip 23.01 (x64)", cpe: SEVEN_ZIP, score: expect.any(Number), method: expect.any(String) },
      { instance: "Google Chrome", cpe: CHROME, score: expect.any(Number), method: expect.any(String) },
    ]);
    expect(await waitingRows(one)).toEqual([]);
  });

  it("publishes one update of the instance per step, each with its version", async () => {
    const one = await world();
    await one.scanOne(windowsHost(PROGRAMS.slice(0, 1)));
    const { id } = (await instances(one)).get("Google Chrome")!;
    const told = one.changes().filter(({ subject }) => subject.id === id);
    expect(told.map(({ kind, version }) => [kind, version])).toEqual([
      ["ci.created", 1],
      ["ci.updated", 2],
      ["ci.updated", 3],
    ]);
    const kinds = one.changes().map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "relationship.created")).toHaveLength(3);
  });

  it("changes nothing for a repeated scan", async () => {
    const one = await world();
    const host = windowsHost(PROGRAMS);
    await one.scanOne(host);
    const before = await one.graphSnapshot();
    const told = await changesOfOwn(one);
    await one.scanOne(host);
    await one.enrich();
    await one.settle();
    expect(await one.graphSnapshot()).toBe(before);
    expect(await changesOfOwn(one)).toBe(told);
  });

  it("uses the reported CPE name, replaces a deprecated one, and reports a malformed one", async () => {
    const one = await world();
    const program = (name: string, cpe_name: string) => ({ name, vendor: "Example", version: "1.0", cpe_name });
    await one.scanOne(
      windowsHost([
        program("Given Old", FORMER),
        program("Given Unlisted", UNLISTED),
        program("Given Wrong", "cpe:2.3:x:nonsense"),
      ]),
    );
    const found = await instances(one);
    expect(found.get("Given Old")!.attributes.cpe).toEqual({
      name: TODAY,
      match: "exact",
      score: 1,
      method: "reported",
    });
    expect(found.get("Given Unlisted")!.attributes.cpe).toMatchObject({ name: UNLISTED, method: "reported" });
    const wrong = found.get("Given Wrong")!;
    expect(wrong.attributes.cpe).toMatchObject({ name: null, match: "none" });
    expect(wrong.attributes.cpe_name_fault).toMatch(/ignored/);
    expect(found.get("Given Old")!.attributes).not.toHaveProperty("cpe_name_fault");
    const [kept] = await one.postgres.query<{ reasons: string[] }>(
      "select reasons from software_cpe_matches where tenant_id = $1 and ci_id = $2",
      [one.ctx.tenantId, wrong.id],
    );
    expect(kept!.reasons[0]).toMatch(/malformed/);
  });

  it("accepts any name, programs without maker or with odd versions, and leaves out empty names", async () => {
    const one = await world();
    const odd = [
      "x".repeat(10_000),
      `${"n".repeat(254)}\u{1f4a9} beyond`,
      "\u754c".repeat(10_000),
      "\u0001\u202e reversed \u0007 control",
      "\u041f\u0440\u043e\u0433\u0440\u0430\u043c\u043c\u0430 1.0",
      "'; MATCH (n) DETACH DELETE n; //",
    ].map((name) => ({ name, vendor: "" }));
    const versions = ["1.0.0-rc.1+build", "2024-01-01", "v3", "latest", "", "9".repeat(1_000)];
    const of = versions.map((version, n) => ({ name: `Versioned ${"abcdef"[n]}`, version }));
    const scan = await one.scan([windowsHost([...odd, ...of, { name: "" }, { name: " \t " }])]);
    expect(scan.results[0]?.outcome).toBe("created");
    const found = await instances(one);
    expect(found.size).toBe(odd.length + of.length);
    for (const [name, { attributes }] of found) {
      expect(name.isWellFormed() && name.length <= 255).toBe(true);
      expect(attributes).toMatchObject({ software_id: expect.any(String), enrichment_status: expect.any(String) });
      expect(attributes.cpe).not.toHaveProperty("match", "exact");
    }
    const records = await one.records(scan.results[0]!.ciId!, "installed_applications");
    expect(records.filter((record) => record.software_instance_ci_id !== null)).toHaveLength(found.size);
  });

  it("counts mapping usage and proposes unmatched names with the delivery of the instances, until that has committed", async () => {
    let away = true;
    const used: unknown[] = [];
    const proposed: unknown[] = [];
    const identified = {
      software: { name: "Mapped", vendor: "Example" },
      family: "Utilities",
      kind: "application",
    } as const;
    const one = await world({
      catalogue: {
        matcherOf: () => Promise.reject(new Error("not asked")),
        recordUsage: async (_tx, ...use) => void used.push(use),
        pending: () => Promise.reject(new Error("not asked")),
        suggest: () => Promise.reject(new Error("not asked")),
        propose: async (_tx, ...names) => {
          if (away) throw new Error("away");
          proposed.push(names);
        },
      },
      change: {
        identifier: {
          classify: async (_tenant, items) =>
            items.map(({ name }) => ({
              ...identified,
              normalizedName: name,
              mappingId: name.startsWith("Mapped") ? "mapping-1" : null,
            })),
          identify: () => Promise.reject(new Error("not asked")),
        },
      },
    });
    const id = await one.submit([
      windowsHost([{ name: "Mapped 1" }, { name: "Mapped 2" }, { name: "Other", vendor: "Example" }]),
    ]);
    await one.runAtOnce();
    expect((await one.verbs.scans.get(one.ctx, id)).results[0]?.outcome).toBe("created");
    // The delivery fails as a whole, and the relay repeats it.
    await expect(one.deliver()).rejects.toThrow("away");
    used.length = 0;
    away = false;
    await one.settle();
    expect(used).toEqual([[one.ctx.tenantId, new Map([["mapping-1", 2]])]]);
    expect(proposed).toEqual([[one.ctx.tenantId, [{ name: "Other", vendor: "Example" }]]]);
    expect((await instances(one)).get("Mapped 1")!.attributes).toMatchObject({
      mapping_id: "mapping-1",
      software_name: "Mapped",
      software_vendor: "Example",
      software_family: "Utilities",
    });
  });
});

describe("createPipeline with concurrent runs", () => {
  it("creates no software and no family twice", async () => {
    const one = await world();
    for (let i = 0; i < 8; i++) await one.submit([windowsHost(PROGRAMS)], { scannerId: `s-${i}`, scanType: "partial" });
    await one.runAtOnce();
    await one.deliver();
    for (let i = 0; i < 6; i++) {
      await one.runAtOnce();
      await one.deliver();
    }
    await one.settle();
    expect(await names(one, "software")).toEqual(["7-Zip", "Google Chrome", "Zorble Ledger"]);
    const families = await names(one, "software_family");
    expect(new Set(families).size).toBe(families.length);
    expect(await one.links("INSTANCE_OF")).toHaveLength(24);
    expect(await one.links("MEMBER_OF")).toHaveLength(3);
    expect(await cpeLinks(one)).toHaveLength(16);
  });

  it("uses the Software CI that a person created", async () => {
    const one = await world();
    const made = await one.ci.createCi(one.ctx, { fields: { name: "google chrome", type: "software" } });
    await one.scanOne(windowsHost(PROGRAMS.slice(0, 1)));
    expect((await one.links("INSTANCE_OF")).map(({ target }) => target)).toEqual([made.id]);
    expect((await one.get(made.id)).attributes).toMatchObject({ family: "Browsers", family_id: expect.any(String) });
  });
});

describe("createRunStep", () => {
  it("repeats a batch that died between the two stores, without duplicates", async () => {
    let armed = false;
    const one = await world({
      storesTakeWrites: async () => !armed,
      change: { batchSize: 2 },
      wrapGraph: (graph) => ({
        ...graph,
        write: async (work) => {
          const done = await graph.write(work);
          if (armed) throw new AppError("SERVICE_UNAVAILABLE", "killed after the commit");
          return done;
        },
      }),
    });
    await one.submit([windowsHost(PROGRAMS)]);
    await one.runAtOnce();
    await one.deliver();
    const runs = one.takeWaiting().filter(({ name }) => name === "software.step");
    expect(runs.map(({ payload }) => payload)).toEqual([
      { tenantId: one.ctx.tenantId, step: "link" },
      { tenantId: one.ctx.tenantId, step: "cpe" },
    ]);
    armed = true;
    for (const { name, payload } of runs) await expect(one.runJob(name, payload)).rejects.toThrow(/killed/);
    expect(await one.links("INSTANCE_OF")).toHaveLength(2);
    expect(await waitingRows(one)).toHaveLength(6);
    armed = false;
    await one.postgres.query("update software_work set not_before = now() where tenant_id = $1", [one.ctx.tenantId]);
    for (const { name, payload } of runs) await one.runJob(name, payload);
    await one.settle();
    expect(await waitingRows(one)).toEqual([]);
    expect(await one.links("INSTANCE_OF")).toHaveLength(3);
    expect(await names(one, "software")).toHaveLength(3);
    expect(await cpeLinks(one)).toHaveLength(2);
  });

  it("resumes a run whose successor job was lost, and processes other items if one fails", async () => {
    const one = await world({
      storesTakeWrites: async () => false,
      change: {
        identifier: {
          classify: async (_tenant, items) => {
            if (items.some(({ name }) => name === "Broken")) throw new Error("no name");
            return items.map(({ name }) => ({
              normalizedName: name,
              software: { name, vendor: null },
              family: "Utilities" as const,
              kind: "application" as const,
              mappingId: null,
            }));
          },
          identify: async () => {
            throw new AppError("SERVICE_UNAVAILABLE", "away");
          },
        },
      },
    });
    for (const name of ["Whole", "Broken"])
      await one.ci.createCi(one.ctx, { fields: { name, type: "software_instance" } });
    await one.deliver();
    one.takeWaiting();
    const tenantId = one.ctx.tenantId;
    await one.runJob("software.step", { tenantId, step: "link" });
    await expect(one.runJob("software.step", { tenantId, step: "cpe" })).rejects.toThrow(/away/);
    expect((await one.links("INSTANCE_OF")).map(({ sourceName }) => sourceName)).toEqual(["Whole"]);
    expect((await waitingRows(one)).map(({ step }) => step).sort()).toEqual(["cpe", "cpe", "link"]);
    one.takeWaiting();
    await one.sweep();
    expect(one.takeWaiting()).toContainEqual({ name: "software.step", payload: { tenantId, step: "cpe" } });
  });

  it.each([
    ["fails for a fault of its own", () => new Error("no name")],
    ["always takes too long while the stores work", () => new AppError("SERVICE_UNAVAILABLE", "timed out")],
  ])("parks an item that %s, and shows it", async (_, fault) => {
    const one = await world({
      storesTakeWrites: async () => true,
      change: {
        identifier: {
          classify: async (_tenant, items) => {
            if (items.some(({ name }) => name === "Broken")) throw fault();
            return items.map(({ name }) => ({
              normalizedName: name,
              software: { name, vendor: null },
              family: "Utilities" as const,
              kind: "application" as const,
              mappingId: null,
            }));
          },
          identify: async () => new Map() as never,
        },
      },
    });
    for (const name of ["First", "Broken", "Last"]) {
      await one.ci.createCi(one.ctx, { fields: { name, type: "software_instance" } });
    }
    await one.deliver();
    one.takeWaiting();
    const of = [one.ctx.tenantId];
    for (let n = 1; n <= 6; n++) {
      await one.postgres.query("update software_work set not_before = now() where tenant_id = $1", of);
      await one.runJob("software.step", { tenantId: of[0], step: "link" });
    }
    const linked = (await one.links("INSTANCE_OF")).map(({ sourceName }) => sourceName);
    expect(linked.sort()).toEqual(["First", "Last"]);
    const left = `select tries, not_before > now() + interval '23 hours' as "isParked" from software_work
      where tenant_id = $1 and step = 'link'`;
    expect(await one.postgres.query(left, of)).toEqual([{ tries: 6, isParked: true }]);
    const parked = one.parkedWork.find(({ name }) => name === "software.run-step");
    expect(await parked?.count()).toBeGreaterThanOrEqual(1);
  });

  it("waits for a running scan of the tenant, for a limited time", async () => {
    const one = await world();
    await one.submit([windowsHost(PROGRAMS.slice(0, 1))]);
    await one.runAtOnce();
    await one.postgres.query(
      `insert into scans (tenant_id, id, scanner_id, scan_type, format, observed_at, hosts, actor, request_id)
       values ($1, 'another', 'scanner', 'full', 'native', now(), 0, '{}', 'request')`,
      [one.ctx.tenantId],
    );
    await one.deliver();
    const runs = one.takeWaiting().filter(({ name }) => name === "software.step");
    for (const { name, payload } of runs) await one.runJob(name, payload);
    expect(await one.links("INSTANCE_OF")).toEqual([]);
    expect(one.takeWaiting()).toEqual(runs);
    await one.postgres.query("update software_work set since = now() - interval '11 minutes' where tenant_id = $1", [
      one.ctx.tenantId,
    ]);
    for (const { name, payload } of runs) await one.runJob(name, payload);
    expect(await one.links("INSTANCE_OF")).toHaveLength(1);
  });

  it("the runs of enrichment find instances that no trigger saw", async () => {
    const one = await world();
    const { id } = await one.ci.createCi(one.ctx, {
      fields: { name: "Google Chrome", type: "software_instance", attributes: { vendor: "Google LLC" } },
    });
    await one.enrich();
    await one.settle();
    expect((await one.get(id)).attributes).toMatchObject({
      software_name: "Google Chrome",
      software_id: expect.any(String),
      cpe: { match: "product" },
    });
  });
});

describe("createPipeline with values that a person set", () => {
  it("keeps another software, no CPE name, another family", async () => {
    const one = await world();
    const host = windowsHost(PROGRAMS.slice(0, 1));
    await one.submit([host]);
    await one.runAtOnce();
    const { id } = (await instances(one)).get("Google Chrome")!;
    const attributes = { software_id: "mine", cpe: { match: "none" }, enrichment_status: "pending" };
    await one.ci.updateCi(one.ctx, { id, patch: { attributes } });
    await one.settle();
    await one.enrich();
    await one.settle();
    expect((await one.get(id)).attributes).toMatchObject(attributes);
    expect(await one.links("INSTANCE_OF")).toEqual([]);
    expect(await cpeLinks(one)).toEqual([]);
  });

  it("keeps the removal of the pipeline's values", async () => {
    const one = await world();
    await one.scanOne(windowsHost(PROGRAMS.slice(0, 1)));
    const { id } = (await instances(one)).get("Google Chrome")!;
    await one.ci.updateCi(one.ctx, { id, patch: { attributes: { software_id: null, cpe: null } } });
    await one.settle();
    const { attributes } = await one.get(id);
    expect(attributes).not.toHaveProperty("software_id");
    expect(attributes).not.toHaveProperty("cpe");
  });

  it("restores a deleted Software CI when an instance needs it", async () => {
    const one = await world();
    await one.scanOne(windowsHost(PROGRAMS.slice(0, 1)));
    const [{ target: softwareId } = { target: "" }] = await one.links("INSTANCE_OF");
    await one.ci.deleteCi(one.ctx, { id: softwareId });
    await one.scanOne(windowsHost(PROGRAMS.slice(0, 1)));
    const links = await one.links("INSTANCE_OF");
    expect(new Set(links.map(({ target }) => target))).toEqual(new Set([softwareId]));
    expect(await names(one, "software")).toEqual(["Google Chrome"]);
  });
});

describe("createPipeline of another tenant", () => {
  it("sees and shares no software", async () => {
    const one = await world();
    await one.scanOne(windowsHost(PROGRAMS));
    const other = contextOf(newId());
    await one.postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [
      other.tenantId,
    ]);
    expect(await one.cis("software", other.tenantId)).toEqual([]);
    await one.scan([windowsHost(PROGRAMS)], { as: other });
    const mine = new Set((await one.cis("software")).map(({ id }) => id));
    const theirs = await one.cis("software", other.tenantId);
    expect(theirs).toHaveLength(3);
    for (const { id } of theirs) expect(mine).not.toContain(id);
    const entries = await one.graph.raw("MATCH (e:CpeEntry) WHERE e.tenant IN $tenants RETURN e.tenant AS tenant", {
      tenants: [one.ctx.tenantId, other.tenantId],
    });
    expect(entries).toHaveLength(4);
  });
});

describe("createPipeline without a dictionary", () => {
  it("keeps instances pending, and enriches them once there is a dictionary", async () => {
    const empty = await smallDictionary();
    try {
      const one = await softwareWorld(empty.dictionary);
      worlds.push(one);
      await one.scanOne(windowsHost(PROGRAMS.slice(0, 1)));
      const before = (await instances(one)).get("Google Chrome")!;
      expect(before.attributes).toMatchObject({ software_id: expect.any(String), enrichment_status: "pending" });
      expect(before.attributes).not.toHaveProperty("cpe");
      await empty.fill();
      await one.enrich();
      await one.sweep();
      await one.settle();
      expect((await instances(one)).get("Google Chrome")!.attributes.cpe).toMatchObject({ name: CHROME });
    } finally {
      await empty.scratch.drop();
    }
  });
});
