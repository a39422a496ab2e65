import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { systemContext } from "../../../src/context.ts";
import { knowledgeOf } from "../../../src/features/software/engine/knowledge/knowledge.ts";
import { createMappings, type Mappings, type MappingsDeps } from "../../../src/features/software/mappings/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/ids.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { newMapping } from "./new-mapping.ts";

const knowledge = knowledgeOf([
  { line: { name: "Known Editor", vendor: "Example", names: ["KnownEd Professional"] }, family: "Utilities" },
  { line: { name: "Known Server", vendor: "Example", windows_services: ["KnownSvc"] }, family: "Databases" },
  { line: { name: "bound", vendor: "Example", platforms: ["python"] }, family: "Development Tools" },
]);

let scratch: Scratch;
const started: Mappings[] = [];

beforeAll(async () => {
  scratch = await scratchDatabase();
});

afterEach(async () => {
  for (const mappings of started.splice(0)) await mappings.stop();
});

afterAll(() => scratch?.drop());

/** Mappings as one process has them; by default nothing but notifications tells it of changes. */
async function process_(over: Partial<MappingsDeps> = {}, start = true): Promise<Mappings> {
  const fixed = { postgres: scratch.postgres, clock: systemClock, log, knowledge: () => knowledge };
  const sendReapply = async () => undefined;
  const mappings = createMappings({ ...fixed, sendReapply, reloadMs: 600_000, ...over });
  if (start) {
    await mappings.start();
    started.push(mappings);
  }
  return mappings;
}

async function tenant(): Promise<string> {
  const id = newId();
  await scratch.postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [id]);
  return id;
}

const ctxOf = (tenantId: string) => systemContext(tenantId, newId());
const subject = (name: string) => ({ name, normalizedName: name });
const softwareOf = async ({ catalogue }: Mappings, tenantId: string, name: string) =>
  (await catalogue.matcherOf(tenantId)).match(subject(name))?.mapping.software.name;
const newest = { column: "createdAt", order: "desc", page: 1, limit: 100 } as const;

describe("createTenantMatchers", () => {
  test("matches the tenant's own active mappings over the built-in ones, and no other tenant's", async () => {
    const [mappings, ours, theirs] = [await process_(), await tenant(), await tenant()];
    expect(await softwareOf(mappings, ours, "Known Editor")).toBe("Known Editor");
    expect(await softwareOf(mappings, ours, "KnownEd Professional")).toBe("Known Editor");
    expect(await softwareOf(mappings, ours, "bound")).toBeUndefined();
    await mappings.verbs.create(ctxOf(ours), newMapping("known editor", { family: "Security Software" }));
    await mappings.verbs.create(ctxOf(ours), newMapping("", { patterns: ["^inhouse \\d+$"] }));
    await mappings.verbs.create(ctxOf(ours), newMapping("Known Server", { status: "review" }));
    const match = (await mappings.catalogue.matcherOf(ours)).match(subject("Known Editor"));
    expect(match).toMatchObject({
      matchedBy: "exact_name",
      mapping: { source: "manual", family: "Security Software" },
    });
    expect(await softwareOf(mappings, ours, "Inhouse 7")).toBe("Ours");
    expect(await softwareOf(mappings, ours, "Known Server")).toBe("Known Server");
    expect(await softwareOf(mappings, theirs, "Known Editor")).toBe("Known Editor");
    expect(await softwareOf(mappings, theirs, "Inhouse 7")).toBeUndefined();
  });

  test("follows changes by other processes through their notification", async () => {
    const [one, two, ours] = [await process_(), await process_(), await tenant()];
    expect(await softwareOf(two, ours, "Program")).toBeUndefined();
    const { id } = await one.verbs.create(ctxOf(ours), newMapping("Program"));
    await expect.poll(() => softwareOf(two, ours, "Program")).toBe("Ours");
    await one.verbs.update(ctxOf(ours), id, { software: { name: "Renamed" } });
    await expect.poll(() => softwareOf(two, ours, "Program")).toBe("Renamed");
    await one.verbs.remove(ctxOf(ours), id);
    expect(await softwareOf(one, ours, "Program")).toBeUndefined();
    await expect.poll(() => softwareOf(two, ours, "Program")).toBeUndefined();
  });

  test("follows changes also if notifications are lost, and in a process that does not watch", async () => {
    const deaf = { ...scratch.postgres, listen: async () => async () => undefined };
    const [one, two, ours] = [await process_(), await process_({ postgres: deaf, reloadMs: 50 }), await tenant()];
    const idle = await process_({ postgres: deaf }, false);
    for (const mappings of [two, idle]) expect(await softwareOf(mappings, ours, "Program")).toBeUndefined();
    await one.verbs.import(ctxOf(ours), [{ line: 1, fields: newMapping("Program", { source: "import" }) }]);
    expect(await softwareOf(idle, ours, "Program")).toBe("Ours");
    await expect.poll(() => softwareOf(two, ours, "Program")).toBe("Ours");
  });

  test("reads mappings once for concurrent callers, and again after an eviction", async () => {
    let reads = 0;
    const counting = {
      ...scratch.postgres,
      query: <T>(text: string, values?: readonly unknown[]) => {
        if (text.includes("m.status = 'active'")) reads++;
        return scratch.postgres.query<T>(text, values);
      },
    };
    const [ours, theirs] = [await tenant(), await tenant()];
    const mappings = await process_({ postgres: counting, maxTenants: 1 });
    for (const id of [ours, theirs]) await mappings.verbs.create(ctxOf(id), newMapping("Program"));
    // Its own notifications have come by then.
    await sleep(300);
    await Promise.all([1, 2, 3].map(() => mappings.catalogue.matcherOf(ours)));
    await mappings.catalogue.matcherOf(ours);
    expect(reads).toBe(1);
    await mappings.catalogue.matcherOf(theirs);
    await mappings.catalogue.matcherOf(ours);
    expect(reads).toBe(3);
  });

  test("reads mappings again after a failure of the store", async () => {
    let away = true;
    const flaky = {
      ...scratch.postgres,
      query: <T>(text: string, values?: readonly unknown[]) =>
        away ? Promise.reject(new Error("away")) : scratch.postgres.query<T>(text, values),
    };
    const [mappings, ours] = [await process_({ postgres: flaky }), await tenant()];
    await expect(mappings.catalogue.matcherOf(ours)).rejects.toThrow("away");
    away = false;
    expect(await softwareOf(mappings, ours, "Known Editor")).toBe("Known Editor");
  });
});

describe("MappingCatalogue.recordUsage", () => {
  test("counts uses per tenant, of own and of built-in mappings, from several processes", async () => {
    const [one, two] = [await process_(), await process_()];
    const [ours, theirs] = [await tenant(), await tenant()];
    const { postgres } = scratch;
    const own: string[] = [];
    for (let n = 0; n < 20; n++) own.push((await one.verbs.create(ctxOf(ours), newMapping(`Program ${n}`))).id);
    const match = (await one.catalogue.matcherOf(ours)).match(subject("Known Editor"));
    const builtIn = match?.mapping.id ?? "";
    const times = (ids: string[], each: number) => new Map(ids.map((id) => [id, each]));
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        postgres.transaction((tx) => one.catalogue.recordUsage(tx, ours, times([...own, builtIn], 1))),
        postgres.transaction((tx) => two.catalogue.recordUsage(tx, ours, times([builtIn, ...own.toReversed()], 2))),
        postgres.transaction((tx) => two.catalogue.recordUsage(tx, theirs, times([own[0]!], 7))),
      ]);
    }
    await one.catalogue.recordUsage(postgres, ours, times([newId()], 1));
    await one.catalogue.recordUsage(postgres, newId(), times([builtIn], 1));
    for (const id of own) expect((await one.verbs.get(ctxOf(ours), id)).usageCount).toBe(30);
    expect((await two.verbs.get(ctxOf(ours), builtIn)).usageCount).toBe(30);
    expect((await two.verbs.get(ctxOf(theirs), builtIn)).usageCount).toBe(0);
    const listed = await one.verbs.list(ctxOf(ours), { ...newest, search: "known editor" });
    expect(listed.items).toMatchObject([{ id: builtIn, usageCount: 30, source: "system" }]);
  });

  test("counts uses without undoing a concurrent change of the mapping, and the reverse", async () => {
    const [mappings, ours] = [await process_(), await tenant()];
    const { id } = await mappings.verbs.create(ctxOf(ours), newMapping("Program"));
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        Promise.all([
          mappings.catalogue.recordUsage(scratch.postgres, ours, new Map([[id, 1]])),
          mappings.verbs.update(ctxOf(ours), id, { notes: `${n}` }),
        ]),
      ),
    );
    expect(await mappings.verbs.get(ctxOf(ours), id)).toMatchObject({ usageCount: 10, version: 11 });
  });
});

describe("MappingCatalogue.propose", () => {
  const proposed = async (mappings: Mappings, tenantId: string) =>
    (await mappings.verbs.list(ctxOf(tenantId), { ...newest, source: "pending" })).items;

  test("creates one pending mapping per normalised name across repeats and processes, which matches nothing", async () => {
    const [one, two, ours, theirs] = [await process_(), await process_(), await tenant(), await tenant()];
    const names = ["Odd Tool 1.2 (x64)", "Odd Tool 1.3", "odd tool", "Other Thing"];
    const batch = names.map((name) => ({ name, vendor: "Example" }));
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        const mappings = n % 2 ? one : two;
        return mappings.catalogue.propose(scratch.postgres, ours, n % 3 ? batch : [...batch].reverse());
      }),
    );
    const made = await proposed(one, ours);
    expect(made.map(({ normalizedName }) => normalizedName.toLowerCase()).sort()).toEqual(["odd tool", "other thing"]);
    expect(made[0]).toMatchObject({ status: "pending", software: { vendor: "Example" }, confidence: 0 });
    expect(await softwareOf(one, ours, "Other Thing")).toBeUndefined();
    expect(await proposed(one, theirs)).toEqual([]);
  });

  test("does not propose a name again that a person took up, but one whose mapping was deleted", async () => {
    const [mappings, ours] = [await process_(), await tenant()];
    const names = ["First Thing", "Second Thing"].map((name) => ({ name, vendor: null }));
    await mappings.catalogue.propose(scratch.postgres, ours, names);
    const [second, first] = (await proposed(mappings, ours)).sort((a, b) => (a.instanceName < b.instanceName ? 1 : -1));
    const taken = await mappings.verbs.update(ctxOf(ours), first!.id, { status: "review" });
    expect(taken).toMatchObject({ source: "manual", status: "review" });
    await mappings.verbs.remove(ctxOf(ours), second!.id);
    await mappings.catalogue.propose(scratch.postgres, ours, names);
    expect((await proposed(mappings, ours)).map(({ instanceName }) => instanceName)).toEqual(["Second Thing"]);
    const verified = await mappings.verbs.verify(ctxOf(ours), (await proposed(mappings, ours))[0]!.id);
    expect(verified).toMatchObject({ source: "manual", status: "active" });
    expect(await softwareOf(mappings, ours, "second thing")).toBe("Second Thing");
  });

  test("accepts any name that a machine may send", async () => {
    const [mappings, ours] = [await process_(), await tenant()];
    const odd = [
      "x".repeat(10_000),
      "\u0000\u0007 control \u202e name",
      "\ud800 lone",
      "\u0416\u0443\u0440\u043d\u0430\u043b",
      "\ufdfa".repeat(600),
      "%_\\",
      "'; drop table software_mappings; --",
      "\u{1f4a9}".repeat(300),
      "***",
      "",
      " \u0000 ",
    ];
    await mappings.catalogue.propose(
      scratch.postgres,
      ours,
      odd.map((name) => ({ name, vendor: name })),
    );
    await mappings.catalogue.propose(
      scratch.postgres,
      ours,
      odd.map((name) => ({ name, vendor: null })),
    );
    const made = await proposed(mappings, ours);
    expect(made).toHaveLength(9);
    for (const { instanceName } of made) expect(instanceName.length).toBeLessThanOrEqual(512);
    await mappings.catalogue.propose(scratch.postgres, ours, []);
    await mappings.catalogue.propose(scratch.postgres, newId(), [{ name: "of no tenant", vendor: null }]);
  });
});
